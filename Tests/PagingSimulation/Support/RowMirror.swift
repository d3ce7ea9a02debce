import PagingOperators

/// Rows that are updated only by the `change` of each state, as those of a table view.
package struct RowMirror<Item: Equatable & Sendable>: Sendable {
    package private(set) var rows: [Item] = []

    package init() {}

    /// Applies the change of a state and compares the outcome with the state's rows.
    package mutating func apply(_ change: RowChange, leadingTo items: some Collection<Item>) throws(Mismatch)
    {
        let new = Array(items)
        if change.isReload {
            try Mismatch.unless(
                change.removed + change.inserted + change.updated == [] && change.moved == [],
                "a reload has no ranges")
            rows = new
            return
        }
        if !change.isEmpty { try perform(change, leadingTo: new) }
        try Mismatch.unless(rows == new, "\(change) led to \(rows) instead of \(new)")
    }

    private mutating func perform(_ change: RowChange, leadingTo new: [Item]) throws(Mismatch) {
        try checkForm(of: change, newCount: new.count)
        var arriving = new
        for move in change.moved { arriving[move.destination] = rows[move.source] }
        let runs = change.withoutMoves
        for range in runs.removed.reversed() { rows.removeSubrange(range) }
        for range in runs.inserted {
            try Mismatch.unless(range.lowerBound <= rows.count, "\(range) is inserted beyond the end")
            rows.insert(contentsOf: arriving[range], at: range.lowerBound)
        }
        for range in change.updated { rows.replaceSubrange(range, with: new[range]) }
    }

    private func checkForm(of change: RowChange, newCount: Int) throws(Mismatch) {
        for ranges in [change.removed, change.inserted, change.updated] where !ranges.isEmpty {
            try Mismatch.unless(ranges.allSatisfy { !$0.isEmpty }, "empty range in \(change)")
            for index in ranges.indices.dropFirst() {
                try Mismatch.unless(
                    ranges[index - 1].upperBound < ranges[index].lowerBound,
                    "ranges of \(change) touch or are not sorted")
            }
        }
        let oldEnd = change.removed.last?.upperBound ?? 0
        let newEnd = max(change.inserted.last?.upperBound ?? 0, change.updated.last?.upperBound ?? 0)
        try Mismatch.unless(oldEnd <= rows.count, "\(change) removes rows beyond \(rows.count)")
        try Mismatch.unless(newEnd <= newCount, "\(change) names rows beyond \(newCount)")
        let difference = change.inserted.map(\.count).reduce(0, +) - change.removed.map(\.count).reduce(0, +)
        try Mismatch.unless(
            rows.count + difference == newCount, "\(change) does not lead from \(rows.count) to \(newCount)")
        for updated in change.updated {
            try Mismatch.unless(
                !change.inserted.contains { $0.overlaps(updated) }, "\(change) updates inserted rows")
        }
        if !change.moved.isEmpty { try checkMoves(of: change, newCount: newCount) }
    }

    private func checkMoves(of change: RowChange, newCount: Int) throws(Mismatch) {
        let sources = Set(change.moved.map(\.source))
        let destinations = change.moved.map(\.destination)
        try Mismatch.unless(
            sources.count == change.moved.count && zip(destinations, destinations.dropFirst()).allSatisfy(<),
            "\(change) moves a row twice, or its moves are not sorted")
        for move in change.moved {
            try Mismatch.unless(
                rows.indices.contains(move.source) && (0..<newCount).contains(move.destination)
                    && !change.removed.contains { $0.contains(move.source) }
                    && !change.inserted.contains { $0.contains(move.destination) },
                "\(change) moves a row that is not there, or that it removes or inserts")
        }
    }
}
