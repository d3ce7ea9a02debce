/// Finds the rows of items by their identity, and follows the changes of a list.
///
/// The identities are in runs of consecutive rows. A dictionary has the place of each identity, which is the
/// number of its run and its index there; numbers, of which a lookup copies no reference. A change costs the
/// rows that it changes, up to 256 rows beside each of its ranges, and a step for each run after them.
final class IdentityIndex<ID: Hashable> {
    private struct Run {
        let number: Int
        var ids: [ID]
    }

    /// The greatest number of identities of a run.
    private static var runLength: Int { 256 }

    /// In the order of their rows.
    private var runs: [Run] = []
    /// The first row of each run, by the number of the run.
    private var starts: [Int] = []
    /// The numbers of the runs that were removed.
    private var unusedNumbers: [Int] = []
    private var places: [ID: Int] = [:]
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
        guard let place = places[id] else { return nil }
        return starts[place / Self.runLength] + place % Self.runLength
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
        for run in runs[first..<end] {
            for id in run.ids { places[id] = nil }
            unusedNumbers.append(run.number)
        }
        runs.removeSubrange(first..<end)
    }

    private func insert(_ ids: [ID], at row: Int) {
        count += ids.count
        let index = splitRuns(at: row)
        var rest = ids[...]
        if index > 0 {
            let end = runs[index - 1].ids.endIndex
            runs[index - 1].ids += rest.prefix(max(0, Self.runLength - end))
            register(runs[index - 1], from: end)
            rest = rest.dropFirst(runs[index - 1].ids.endIndex - end)
        }
        var start = row + ids.count - rest.count
        var new: [Run] = []
        while !rest.isEmpty {
            let run = makeRun(rest.prefix(Self.runLength), startingAt: start)
            register(run, from: 0)
            rest = rest.dropFirst(run.ids.count)
            start += run.ids.count
            new.append(run)
        }
        runs.insert(contentsOf: new, at: index)
    }

    private func makeRun(_ ids: ArraySlice<ID>, startingAt row: Int) -> Run {
        if let number = unusedNumbers.popLast() {
            starts[number] = row
            return Run(number: number, ids: Array(ids))
        }
        starts.append(row)
        return Run(number: starts.count - 1, ids: Array(ids))
    }

    private func register(_ run: Run, from first: Int) {
        for index in first..<run.ids.endIndex { register(run.ids[index], in: run, at: index) }
    }

    private func register(_ id: ID, in run: Run, at index: Int) {
        if places.updateValue(place(in: run, index), forKey: id) != nil { hasDuplicates = true }
    }

    private func place(in run: Run, _ index: Int) -> Int { run.number * Self.runLength + index }

    private func replace(_ row: Int, by id: ID) {
        let run = indexOfRun(with: row)
        let index = row - starts[runs[run].number]
        let old = runs[run].ids[index]
        if old == id { return }
        places[old] = nil
        runs[run].ids[index] = id
        register(id, in: runs[run], at: index)
    }

    /// Splits the run with a row, unless the row is its first.
    ///
    /// - Returns: The index of the run that begins with the row; the number of runs after the last row.
    private func splitRuns(at row: Int) -> Int {
        if runs.isEmpty { return 0 }
        let index = indexOfRun(with: row)
        let start = starts[runs[index].number]
        if row <= start { return index }
        if row >= start + runs[index].ids.count { return index + 1 }
        let tail = makeRun(runs[index].ids.dropFirst(row - start), startingAt: row)
        runs[index].ids.removeLast(tail.ids.count)
        for index in tail.ids.indices { places[tail.ids[index]] = place(in: tail, index) }
        runs.insert(tail, at: index + 1)
        return index + 1
    }

    /// The last run that begins with a row or before it.
    private func indexOfRun(with row: Int) -> Int {
        var low = 0
        var high = runs.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[runs[middle].number] <= row { low = middle } else { high = middle - 1 }
        }
        return low
    }

    private func renumber() {
        var start = 0
        for run in runs {
            starts[run.number] = start
            start += run.ids.count
        }
    }
}
