/// Maps rows of an earlier state to a later one, one row after the other, in ascending order.
///
/// Each row costs O(1), and all together O(*r*), the number of ranges of the change, besides O(*m*) for its
/// moved rows.
struct RowFollower {
    private let removed: [Range<Int>]
    private let inserted: [Range<Int>]
    /// The destinations of moved rows, by their sources.
    private var destinations: [Int: Int] = [:]
    private var nextRemoved = 0
    private var nextInserted = 0
    private var removedBefore = 0
    private var insertedBefore = 0

    /// Makes a follower of a change that is not a reload.
    init(_ change: RowChange) {
        let runs = change.withoutMoves
        removed = runs.removed
        inserted = runs.inserted
        for move in change.moved { destinations[move.source] = move.destination }
    }

    /// - Returns: The number of the row or, if it is gone, of the next one that is neither gone nor moved;
    ///   the count of rows if there is none.
    mutating func follow(_ row: Int) -> (row: Int, isGone: Bool) {
        let (next, isKept) = followInPlace(row)
        if isKept { return (next, false) }
        return destinations[row].map { ($0, false) } ?? (next, true)
    }

    /// - Returns: The number of the row or, if it is gone or moved, of the next one that is not.
    mutating func followInPlace(_ row: Int) -> (row: Int, isKept: Bool) {
        while nextRemoved < removed.count, removed[nextRemoved].upperBound <= row {
            removedBefore += removed[nextRemoved].count
            nextRemoved += 1
        }
        var moved = row - removedBefore
        var isKept = true
        if nextRemoved < removed.count, removed[nextRemoved].contains(row) {
            moved = removed[nextRemoved].lowerBound - removedBefore
            isKept = false
        }
        while nextInserted < inserted.count, inserted[nextInserted].lowerBound <= moved + insertedBefore {
            insertedBefore += inserted[nextInserted].count
            nextInserted += 1
        }
        return (moved + insertedBefore, isKept)
    }
}

extension RowChange {
    /// Renumbers rows that have values. Not for reloads.
    ///
    /// - Parameter values: The values of some rows, by the numbers of the rows.
    /// - Returns: The values of the rows that are gone, in the order of the rows.
    func renumber<Value>(_ values: inout [Int: Value]) -> [Value] {
        if isEmpty || values.isEmpty { return [] }
        var follower = RowFollower(self)
        var gone: [Value] = []
        let old = values.sorted { $0.key < $1.key }
        values = [:]
        for (row, value) in old {
            let moved = follower.follow(row)
            if moved.isGone { gone.append(value) } else { values[moved.row] = value }
        }
        return gone
    }
}
