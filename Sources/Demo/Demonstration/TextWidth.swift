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
    /// The number of columns that a terminal shows the character in.
    fileprivate var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}
