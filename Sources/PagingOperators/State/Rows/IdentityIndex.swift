/// Finds the rows of items by their identity, and follows the changes of a list.
///
/// The identities are in runs of consecutive rows. A dictionary has the run of each identity and its number
/// in the run. A change costs the rows that it changes, up to 256 rows beside each of its ranges, and a step
/// for each run after them.
final class IdentityIndex<ID: Hashable> {
    private final class Run: RunOfRows {
        var ids: [ID]

        init(_ ids: [ID]) {
            self.ids = ids
        }
    }

    /// The greatest number of identities of a run.
    private static var runLength: Int { 256 }

    private var runs: [Run] = []
    private var places: [ID: PlaceInRun] = [:]
    private var count = 0
    /// Whether two rows have had the same identity, of which the dictionary has one.
    private var hasDuplicates = false

    /// Makes the index of a list.
    ///
    /// - Complexity: O(*n*).
    init(_ ids: some Collection<ID>) {
        places.reserveCapacity(ids.count)
        insert(Array(ids), at: 0)
        renumber()
    }

    /// The row with an identity, or `nil` if there is none. One of them, if several have it.
    ///
    /// - Complexity: O(1) on average.
    func row(of id: ID) -> Int? {
        places[id].map { $0.run.start + $0.index }
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
        // A moved row is removed from one run and inserted into another.
        let change = change.withoutMoves
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
        let isFragmented = runs.count > 64 + 4 * (count / Self.runLength)
        return count == newCount && !isFragmented && !(hasDuplicates && !change.updated.isEmpty)
    }

    private func remove(_ rows: Range<Int>) {
        count -= rows.count
        let first = splitRuns(at: rows.lowerBound)
        let end = splitRuns(at: rows.upperBound)
        for id in runs[first..<end].lazy.flatMap(\.ids) { places[id] = nil }
        runs.removeSubrange(first..<end)
    }

    private func insert(_ ids: [ID], at row: Int) {
        count += ids.count
        let index = splitRuns(at: row)
        var rest = ids[...]
        if index > 0 {
            let before = runs[index - 1]
            let end = before.ids.endIndex
            before.ids += rest.prefix(max(0, Self.runLength - before.ids.count))
            register(before, from: end)
            rest = rest.dropFirst(before.ids.endIndex - end)
        }
        var start = row + ids.count - rest.count
        var new: [Run] = []
        while !rest.isEmpty {
            let run = Run(Array(rest.prefix(Self.runLength)))
            run.start = start
            register(run, from: 0)
            rest = rest.dropFirst(run.ids.count)
            start += run.ids.count
            new.append(run)
        }
        runs.insert(contentsOf: new, at: index)
    }

    private func register(_ run: Run, from first: Int) {
        for index in first..<run.ids.endIndex {
            let old = places.updateValue(PlaceInRun(run: run, index: index), forKey: run.ids[index])
            if old != nil { hasDuplicates = true }
        }
    }

    private func replace(_ row: Int, by id: ID) {
        let run = runs[indexOfRun(with: row)]
        let index = row - run.start
        if run.ids[index] == id { return }
        places[run.ids[index]] = nil
        run.ids[index] = id
        if places.updateValue(PlaceInRun(run: run, index: index), forKey: id) != nil { hasDuplicates = true }
    }

    /// Splits the run with a row, unless the row is its first.
    ///
    /// - Returns: The index of the run that begins with the row; the number of runs after the last row.
    private func splitRuns(at row: Int) -> Int {
        if runs.isEmpty { return 0 }
        let index = indexOfRun(with: row)
        let run = runs[index]
        if row <= run.start { return index }
        if row >= run.start + run.ids.count { return index + 1 }
        let tail = Run(Array(run.ids.dropFirst(row - run.start)))
        tail.start = row
        run.ids.removeLast(tail.ids.count)
        for index in tail.ids.indices { places[tail.ids[index]] = PlaceInRun(run: tail, index: index) }
        runs.insert(tail, at: index + 1)
        return index + 1
    }

    /// The last run that begins with a row or before it.
    private func indexOfRun(with row: Int) -> Int {
        var low = 0
        var high = runs.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if runs[middle].start <= row { low = middle } else { high = middle - 1 }
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

/// The part of a run of an ``IdentityIndex`` that does not depend on the type of its identities, so that a
/// row is found without their metadata.
private class RunOfRows {
    /// The row of the first identity.
    final var start = 0
}

private struct PlaceInRun {
    let run: RunOfRows
    let index: Int
}
