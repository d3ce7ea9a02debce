/// Compares two lists row by row.
///
/// First come the rows with which both lists start, and those with which both end. Of the others, those in
/// both lists are found by hashing the new ones; the longest sequence of them that is in the same order in
/// both stays, and the rest moves.
@usableFromInline
struct DifferenceFinder<Item: Sendable, Identity: Hashable> {
    @usableFromInline let identity: (Item) -> Identity
    /// `nil` for items that cannot be compared.
    @usableFromInline let equality: RowEquality<Item>?

    @inlinable
    init(identity: @escaping (Item) -> Identity, equality: RowEquality<Item>?) {
        self.identity = identity
        self.equality = equality
    }

    @inlinable
    func change(from old: PagedItems<Item>, to new: PagedItems<Item>) -> RowChange {
        var updated: [Range<Int>] = []
        let start = commonStart(of: old, new, &updated)
        if start == new.count || start == old.count {
            return RowChange(
                removed: [start..<old.count], inserted: [start..<new.count], updated: updated)
        }
        let end = commonEnd(of: old, new, after: start, &updated)
        let (oldRows, newRows) = (start..<old.count - end, start..<new.count - end)
        if oldRows.isEmpty || newRows.isEmpty {
            return RowChange(removed: [oldRows], inserted: [newRows], updated: updated)
        }
        let pairs = pairs(of: oldRows, of: old, newRows, of: new, &updated)
        return RowChange(pairs: pairs, old: oldRows, new: newRows, updated: updated)
    }

    /// The number of rows with which both lists start.
    @inlinable
    func commonStart(
        of old: PagedItems<Item>, _ new: PagedItems<Item>, _ updated: inout [Range<Int>]
    ) -> Int {
        var row = 0
        for run in PageRuns(old.pages(of: 0..<old.count), new.pages(of: 0..<new.count)).runs {
            let start = row
            while row < start + run.count {
                row += equality?.commonStart(run.dropFirst(row - start)) ?? 0
                if row == start + run.count { break }
                // One that differs, or cannot be compared.
                guard areSame(run, at: row - start) else { return row }
                updated.add(row)
                row += 1
            }
        }
        return row
    }

    /// The number of rows with which both lists end, beyond those with which they start.
    @inlinable
    func commonEnd(
        of old: PagedItems<Item>, _ new: PagedItems<Item>, after start: Int, _ updated: inout [Range<Int>]
    ) -> Int {
        let runs = PageRuns(
            fromEndOf: old.pages(of: start..<old.count), new.pages(of: start..<new.count)
        ).runs
        var end = new.count
        for run in runs {
            let start = end - run.count
            while end > start {
                end -= equality?.commonEnd(run.dropLast(run.count - (end - start))) ?? 0
                if end == start { break }
                guard areSame(run, at: end - start - 1) else { return new.count - end }
                end -= 1
                updated.add(end)
            }
        }
        return new.count - end
    }

    @inlinable
    func areSame(_ run: RowRun<Item>, at row: Int) -> Bool {
        identity(run.old[run.old.startIndex + row]) == identity(run.new[run.new.startIndex + row])
    }

    /// The rows that are in both lists, in the order of the old one.
    @inlinable
    func pairs(
        of oldRows: Range<Int>, of old: PagedItems<Item>, _ newRows: Range<Int>, of new: PagedItems<Item>,
        _ updated: inout [Range<Int>]
    ) -> [RowChange.Move] {
        let (oldItems, newItems) = (old.items(of: oldRows), new.items(of: newRows))
        var positions = RowPositions<Identity>(capacity: newItems.count)
        for row in newItems.indices.reversed() { positions.push(row, of: identity(newItems[row])) }
        var pairs: [RowChange.Move] = []
        for row in oldItems.indices {
            guard let place = positions.pop(identity(oldItems[row])) else { continue }
            let destination = newRows.lowerBound + place
            pairs.append(RowChange.Move(from: oldRows.lowerBound + row, to: destination))
            if equality?.isEqual(oldItems[row], newItems[place]) != true {
                updated.append(destination..<destination + 1)
            }
            if positions.isEmpty { break }
        }
        return pairs
    }
}

extension RowChange {
    /// Makes the change between lists that have some rows in common. It has no type parameter, so that no
    /// project compiles it.
    ///
    /// - Parameters:
    ///   - pairs: The rows that are in both lists, in the order of the old one.
    ///   - old: The rows of the old list that were compared.
    ///   - new: Those of the new list.
    ///   - updated: The rows of the new list whose content has changed.
    @usableFromInline
    init(pairs: [Move], old: Range<Int>, new: Range<Int>, updated: [Range<Int>]) {
        let stays = pairs.map(\.destination).longestIncreasingSubsequence()
        self.init(
            removed: old.gaps(among: pairs.map(\.source)),
            inserted: new.gaps(among: new.sorted(pairs.map(\.destination))),
            moved: zip(pairs, stays).filter { !$0.1 }.map(\.0), updated: updated)
    }
}

/// The rows of each identity, in order.
@usableFromInline
struct RowPositions<Identity: Hashable> {
    @usableFromInline var first: [Identity: Int]
    /// The next row of the same identity, for those that are not unique.
    @usableFromInline var next: [Int: Int] = [:]
    /// Whether a row was taken. Its identity stays, because a removal would move others.
    @usableFromInline var taken: [Bool]
    /// The number of rows that were not taken.
    @usableFromInline var count = 0

    /// Makes the positions of rows below a number.
    @inlinable
    init(capacity: Int) {
        first = Dictionary(minimumCapacity: capacity)
        taken = Array(repeating: false, count: capacity)
    }

    @inlinable
    var isEmpty: Bool { count == 0 }

    /// Adds a row before those that were added.
    @inlinable
    mutating func push(_ row: Int, of identity: Identity) {
        count += 1
        if let other = first.updateValue(row, forKey: identity) { next[row] = other }
    }

    /// Takes the first row of an identity.
    @inlinable
    mutating func pop(_ identity: Identity) -> Int? {
        guard let row = first[identity], !taken[row] else { return nil }
        taken[row] = true
        count -= 1
        if !next.isEmpty, let other = next[row] { first[identity] = other }
        return row
    }
}

extension Range<Int> {
    /// The rows of the range without some of them.
    ///
    /// - Parameter rows: The rows, in ascending order.
    fileprivate func gaps(among rows: [Int]) -> [Range<Int>] {
        var gaps: [Range<Int>] = []
        var start = lowerBound
        for row in rows {
            if row > start { gaps.append(start..<row) }
            start = row + 1
        }
        if upperBound > start { gaps.append(start..<upperBound) }
        return gaps
    }

    /// Sorts different rows of the range.
    ///
    /// - Complexity: O(*n*), the length of the range.
    fileprivate func sorted(_ rows: [Int]) -> [Int] {
        var isIncluded = [Bool](repeating: false, count: count)
        for row in rows { isIncluded[row - lowerBound] = true }
        return filter { isIncluded[$0 - lowerBound] }
    }
}

extension [Range<Int>] {
    /// Adds a row, to the last range if it is next to that.
    @inlinable
    mutating func add(_ row: Int) {
        if let last, last.upperBound == row {
            self[count - 1] = last.lowerBound..<row + 1
        } else if let last, last.lowerBound == row + 1 {
            self[count - 1] = row..<last.upperBound
        } else {
            append(row..<row + 1)
        }
    }
}

extension [Int] {
    /// For each number, whether it belongs to a longest subsequence in which numbers ascend.
    ///
    /// - Complexity: O(*k* log *k*), the number of numbers.
    func longestIncreasingSubsequence() -> [Bool] {
        // For each length, the position of the number with which the best subsequence of that length ends.
        var ends: [Int] = []
        var previous = [Int](repeating: -1, count: count)
        for index in indices {
            var low = 0
            var high = ends.count
            // The usual case: the rows are in order.
            if let last = ends.last, self[last] < self[index] { low = high }
            while low < high {
                let middle = (low + high) / 2
                if self[ends[middle]] < self[index] { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[index] = ends[low - 1] }
            if low == ends.count { ends.append(index) } else { ends[low] = index }
        }
        var result = [Bool](repeating: false, count: count)
        var index = ends.last ?? -1
        while index >= 0 {
            result[index] = true
            index = previous[index]
        }
        return result
    }
}
