extension RowChange {
    /// The same difference with moved rows as removed and inserted ones, for lists that do not move rows.
    ///
    /// - Complexity: O(*r* + *m* log *m*), the numbers of ranges and of moved rows.
    public var withoutMoves: RowChange {
        if moved.isEmpty { return self }
        let destinations = moved.map { $0.destination..<$0.destination + 1 }
        return RowChange(
            removed: removed + moved.map { $0.source..<$0.source + 1 }, inserted: inserted + destinations,
            updated: updated.subtracting(destinations))
    }

    /// The opposite change, from the later state to the earlier one. Not for reloads.
    var reversed: RowChange {
        RowChange(
            removed: inserted, inserted: removed,
            moved: moved.map { Move(from: $0.destination, to: $0.source) })
    }

    /// The same difference with pairs of a removed and an inserted row as moved ones.
    ///
    /// - Parameter moves: The pairs, each with whether the row is updated.
    func pairing(_ moves: [(move: Move, isUpdated: Bool)]) -> RowChange {
        if moves.isEmpty { return self }
        let sources = moves.map(\.move.source).sorted()
        let destinations = moves.map(\.move.destination).sorted()
        return RowChange(
            removed: removed.subtracting(sources.map { $0..<$0 + 1 }),
            inserted: inserted.subtracting(destinations.map { $0..<$0 + 1 }), moved: moves.map(\.move),
            updated: updated
                + moves.filter(\.isUpdated).map { $0.move.destination..<$0.move.destination + 1 })
    }
}

/// Sorted ranges of rows that are searched for rows.
struct RowSet {
    private let ranges: [Range<Int>]

    init(_ ranges: [Range<Int>]) {
        self.ranges = ranges
    }

    /// - Complexity: O(log *r*), the number of ranges.
    func contains(_ row: Int) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound <= row { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(row)
    }
}

extension [Range<Int>] {
    /// The rows of sorted ranges that are not in other sorted ranges.
    @usableFromInline
    func subtracting(_ others: [Range<Int>]) -> [Range<Int>] {
        var result: [Range<Int>] = []
        var next = 0
        for range in self {
            var start = range.lowerBound
            while next < others.count, others[next].upperBound <= start { next += 1 }
            var other = next
            while other < others.count, others[other].lowerBound < range.upperBound {
                if start < others[other].lowerBound { result.append(start..<others[other].lowerBound) }
                start = Swift.max(start, others[other].upperBound)
                other += 1
            }
            if start < range.upperBound { result.append(start..<range.upperBound) }
        }
        return result
    }
}
