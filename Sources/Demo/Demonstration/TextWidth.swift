extension String {
    /// Returns the text cut to a number of columns of a terminal; the last character shows that it was cut.
    ///
    /// - Complexity: O(*width*), however long the text is.
    func cut(width: Int) -> String {
        // A character may have any number of combining marks.
        let scalars = unicodeScalars.prefix(width * 8)
        let isWhole = scalars.endIndex == unicodeScalars.endIndex
        let start = String(scalars)
        var (columns, end, fitting) = (0, start.startIndex, start.startIndex)
        for index in start.indices {
            columns += start[index].columns
            if columns > width { break }
            end = start.index(after: index)
            if columns < width { fitting = end }
        }
        if isWhole, end == start.endIndex { return self }
        return start[..<fitting] + "…"
    }
}

extension Character {
    /// The number of columns that a terminal shows the character in: two for those of East Asia and for
    /// emoji.
    fileprivate var columns: Int {
        guard let scalar = unicodeScalars.first else { return 0 }
        return switch scalar.value {
        case ..<0x1100: 1
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
