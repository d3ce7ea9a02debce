/// The keys of the browser and their meaning, scrolled where they are longer than the screen.
struct HelpScreen: Equatable {
    /// A line: a key, a part of the text about one, or both.
    struct Line: Equatable {
        var key = ""
        var text = ""
    }

    /// The column of the keys.
    static let keyColumn = 2

    /// The first line in view; more than there is counts as the last one.
    private var top = 0

    init() {}

    /// The column of the texts: beside the keys, or below them in a narrow terminal.
    static func textColumn(width: Int) -> Int { width >= 30 ? 13 : 4 }

    /// The lines for a width of the terminal.
    static func lines(width: Int) -> [Line] {
        let column = textColumn(width: width)
        return keys.flatMap { key, text in
            let parts = text.wrappedWords(width: max(2, width - column))
            if column > 4, let first = parts.first {
                return [Line(key: key, text: first)] + parts.dropFirst().map { Line(text: $0) }
            }
            return [Line(key: key)] + parts.map { Line(text: $0) }
        }
    }

    /// The lines in view.
    func linesInView(_ height: Int, width: Int) -> Range<Int> {
        let count = Self.lines(width: width).count
        let first = max(0, min(top, count - height))
        return first..<min(count, first + max(0, height))
    }

    /// Follows a key.
    ///
    /// - Returns: Whether the help stays: keys that scroll do not close it where it is too long.
    mutating func press(_ key: Key, _ height: Int, width: Int) -> Bool {
        let count = Self.lines(width: width).count
        guard height < count else { return false }
        top = linesInView(height, width: width).lowerBound
        switch key {
        case .up, .character("k"), .control("p"): top -= 1
        case .down, .character("j"), .control("n"): top += 1
        case .pageUp, .character("b"), .control("b"): top -= height
        case .pageDown, .character(" "), .control("f"): top += height
        case .control("u"), .character("u"): top -= max(1, height / 2)
        case .control("d"), .character("d"): top += max(1, height / 2)
        case .home, .character("g"): top = 0
        case .end, .character("G"): top = count
        default: return false
        }
        top = linesInView(height, width: width).lowerBound
        return true
    }

    private static let keys = [
        ("j k ↓ ↑", "next row, row before"), ("space b", "page down and up, also PgDn, PgUp"),
        ("d u", "half a page down and up"), ("g G", "first and last row"), ("/", "find a text"),
        ("n N", "next one, one before"), ("Enter", "open the item"), ("r", "refresh, show what changed"),
        ("R", "retry what failed"), ("Esc", "stop loading or searching"), ("e", "show the events"),
        ("i", "show images"), ("q", "quit"), ("", ""), ("in an item", ""),
        ("Enter l h", "unfold and fold"), ("E C", "unfold and fold everything"),
        ("q", "back to the list"),
    ]
}
