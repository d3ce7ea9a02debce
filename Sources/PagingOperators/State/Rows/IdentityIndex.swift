/// Finds the rows of items by their identity, and follows the changes of a list.
///
/// The identities are held in runs of consecutive rows, and a dictionary says in which run an identity is. A change costs
/// the rows that it changes, and O(*n* / 256) for the numbers of the rows after them.
final class IdentityIndex<ID: Hashable> {
    private final class Run {
        var ids: [ID]
        /// The row of the first identity.
        var start = 0

        init(_ ids: [ID]) {
            self.ids = ids
        }
    }

    /// The number of identities of a new run. A run is split when it has more than twice as many.
    private static var runLength: Int { 256 }

    private var runs: [Run] = []
    private var runOfID: [ID: Run] = [:]
    private var count = 0
    /// Whether two rows have had the same identity, of which the dictionary has one.
    private var hasDuplicates = false

    /// Makes the index of a list.
    ///
    /// - Complexity: O(*n*).
    init(_ ids: some Collection<ID>) {
        runOfID.reserveCapacity(ids.count)
        insert(Array(ids), at: 0)
        renumber()
    }

    /// The row with an identity, or `nil` if there is none. One of them, if several have it.
    ///
    /// - Complexity: O(1) on average.
    func row(of id: ID) -> Int? {
        guard let run = runOfID[id], let offset = run.ids.firstIndex(of: id) else { return nil }
        return run.start + offset
    }

    /// Follows a change of the list.
    ///
    /// - Parameters:
    ///   - change: The change, in rows of the indexed list.
    ///   - newCount: The number of rows after the change.
    ///   - id: Returns the identity of a row after the change.
    /// - Returns: Whether the index is right afterwards. If not, a new one has to be made.
    func apply(_ change: RowChange, newCount: Int, id: (Int) -> ID) -> Bool {
        if change.isReload { return false }
        if change.isEmpty { return count == newCount }
        if hasDuplicates, !change.removed.isEmpty || !change.updated.isEmpty { return false }
        // From the last to the first, so that the numbers of the rows before are right.
        for range in change.removed.reversed() { remove(range) }
        renumber()
        var insertedBefore = change.inserted.reduce(0) { $0 + $1.count }
        for range in change.inserted.reversed() {
            insertedBefore -= range.count
            insert(range.map(id), at: range.lowerBound - insertedBefore)
        }
        renumber()
        for row in change.updated.joined() { replace(row, by: id(row)) }
        return count == newCount && !(hasDuplicates && !change.updated.isEmpty)
    }

    private func remove(_ rows: Range<Int>) {
        var end = rows.upperBound
        while end > rows.lowerBound {
            let index = indexOfRun(before: end)
            let run = runs[index]
            let start = max(rows.lowerBound, run.start)
            let offsets = start - run.start..<end - run.start
            for id in run.ids[offsets] { runOfID[id] = nil }
            run.ids.removeSubrange(offsets)
            if run.ids.isEmpty { runs.remove(at: index) }
            end = start
        }
        count -= rows.count
    }

    private func insert(_ ids: [ID], at row: Int) {
        if ids.isEmpty { return }
        count += ids.count
        if runs.isEmpty { runs = [Run([])] }
        let index = row == 0 ? 0 : indexOfRun(before: row)
        let run = runs[index]
        run.ids.insert(contentsOf: ids, at: row - run.start)
        register(ids, in: run)
        if run.ids.count > 2 * Self.runLength { split(index) }
    }

    private func split(_ index: Int) {
        let ids = runs[index].ids
        var start = runs[index].start
        let pieces = stride(from: 0, to: ids.count, by: Self.runLength).map { first in
            let piece = Run(Array(ids[first..<min(first + Self.runLength, ids.count)]))
            for id in piece.ids { runOfID[id] = piece }
            piece.start = start
            start += piece.ids.count
            return piece
        }
        runs.replaceSubrange(index...index, with: pieces)
    }

    private func register(_ ids: [ID], in run: Run) {
        for id in ids where runOfID.updateValue(run, forKey: id) != nil { hasDuplicates = true }
    }

    private func replace(_ row: Int, by id: ID) {
        let run = runs[indexOfRun(before: row + 1)]
        let offset = row - run.start
        if run.ids[offset] == id { return }
        runOfID[run.ids[offset]] = nil
        run.ids[offset] = id
        register([id], in: run)
    }

    /// The run with the row before a row.
    private func indexOfRun(before row: Int) -> Int {
        var low = 0
        var high = runs.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if runs[middle].start < row { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func renumber() {
        var start = 0
        for run in runs {
            run.start = start
            start += run.ids.count
        }
    }
}
