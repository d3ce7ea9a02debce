// What `print` shows of states: one line each, without the items.

extension LoadState: CustomStringConvertible {
    /// The state in one word, and the error of a failure.
    public var description: String {
        switch self {
        case .idle: "idle"
        case .loading: "loading"
        case .failed(let error): "failed: \(error)"
        case .end: "end"
        }
    }
}

extension ListFooter: CustomStringConvertible {
    /// The footer in one word, and the error of a failure.
    public var description: String {
        switch self {
        case .none: "none"
        case .loading: "loading"
        case .failed(let error): "failed: \(error)"
        case .end: "end"
        }
    }
}

extension RowChange: CustomStringConvertible {
    /// The change in one line: `-2 [3..<5], +30 [30..<60], moved 4→0, updated 1 [7..<8]`.
    public var description: String {
        if isReload { return "reload" }
        func part(_ name: String, _ ranges: [Range<Int>]) -> String? {
            if ranges.isEmpty { return nil }
            let count = ranges.reduce(0) { $0 + $1.count }
            return "\(name)\(count) [\(ranges.map { "\($0)" }.joined(separator: ", "))]"
        }
        let moves = moved.map { "\($0.source)→\($0.destination)" }.joined(separator: " ")
        let parts = [
            part("-", removed), part("+", inserted), moved.isEmpty ? nil : "moved " + moves,
            part("updated ", updated),
        ]
        return isEmpty ? "no change" : parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension ScrollTarget: CustomStringConvertible {
    /// The target in one line: `jump to row 5`, or `row 12, moved by +3`.
    public var description: String {
        switch self {
        case .jump(let row): "jump to row \(row)"
        case .moved(let row, let distance): "row \(row), moved by \(distance < 0 ? "" : "+")\(distance)"
        }
    }
}

extension Int {
    /// The number with a noun: `1 row`, `2 rows`.
    func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension ViewState: CustomStringConvertible {
    /// The state in one line, without the items, for `print()`: `60 rows, +30 [30..<60], append loading`.
    /// Directions that are idle are left out, and so is the end at the start.
    ///
    /// - Complexity: O(*r*), the number of ranges of the change.
    public var description: String {
        var parts = [items.count.counting("row")]
        if rowCount > items.count { parts[0] += " of \(rowCount)" }
        if !change.isEmpty { parts.append("\(change)") }
        if !refresh.isIdle { parts.append("refresh \(refresh)") }
        if !prepend.isIdle, !prepend.isEnd { parts.append("prepend \(prepend)") }
        if !append.isIdle { parts.append("append \(append)") }
        switch scrollTarget {
        case .jump(let row): parts.append("jumps to row \(row)")
        case .some(let target): parts.append("scrolls to \(target)")
        case nil: break
        }
        if storedAt != nil { parts.append("stored") }
        if let warning { parts.append("warning: \(warning)") }
        return parts.joined(separator: ", ")
    }
}
