/// The last lines about events, of which a limited number is kept.
struct EventLines {
    private static let maximumCount = 500
    private static let indent = "  "

    private(set) var lines: [String] = []

    mutating func append(_ line: String) {
        lines.append(line)
        if lines.count >= 2 * Self.maximumCount { lines.removeFirst(lines.count - Self.maximumCount) }
    }

    /// Returns the last events in lines of a width, the further lines of an event indented. The last event is
    /// shown from its beginning.
    ///
    /// - Complexity: O(*n*), the number of lines that are returned.
    func lastLines(_ count: Int, width: Int) -> [String] {
        var shown: [String] = []
        for event in lines.reversed() where shown.count < count {
            let wrapped = Self.wrapped(event, width: width)
            shown = (shown.isEmpty ? Array(wrapped.prefix(count)) : wrapped) + shown
        }
        return Array(shown.suffix(max(0, count)))
    }

    private static func wrapped(_ event: String, width: Int) -> [String] {
        guard event.terminalColumns > width, width > 2 * indent.count else { return [event] }
        // The first line may be as wide as the others, which are indented.
        let parts = event.wrappedWords(width: width - indent.count)
        return parts.enumerated().map { $0 == 0 ? $1 : indent + $1 }
    }
}
