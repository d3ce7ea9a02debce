/// Compares two lists row by row.
///
/// First come the rows with which both lists start. Of the others, those in both lists are found by hashing
/// the new ones; the longest sequence of them that is in the same order in both stays, and the rest moves.
@usableFromInline
struct DifferenceFinder<Item: Sendable, Identity: Hashable> {
    @usableFromInline let identity: (Item) -> Identity
    /// `nil` for items that cannot be compared.
    @usableFromInline let isEqual: ((Item, Item) -> Bool)?

    @inlinable
    init(identity: @escaping (Item) -> Identity, isEqual: ((Item, Item) -> Bool)?) {
        self.identity = identity
        self.isEqual = isEqual
    }

    @inlinable
    func change(from old: PagedItems<Item>, to new: PagedItems<Item>) -> RowChange {
        var updated: [Range<Int>] = []
        let start = commonStart(of: old, new, &updated)
        if start == new.count || start == old.count {
            return RowChange(
                removed: [start..<old.count], inserted: [start..<new.count], updated: updated)
        }
        let pairs = pairs(of: old, new, from: start, &updated)
        return change(
            pairs: pairs, old: start..<old.count, new: start..<new.count, updated: updated)
    }

    /// The number of rows with which both lists start.
    @inlinable
    func commonStart(
        of old: PagedItems<Item>, _ new: PagedItems<Item>, _ updated: inout [Range<Int>]
    ) -> Int {
        var row = 0
        var oldItems = old.makeIterator()
        var newItems = new.makeIterator()
        while let one = oldItems.next(), let other = newItems.next(), identity(one) == identity(other) {
            if isEqual?(one, other) != true { updated.add(row) }
            row += 1
        }
        return row
    }

    /// The rows that are in both lists, in the order of the old one.
    @inlinable
    func pairs(
        of old: PagedItems<Item>, _ new: PagedItems<Item>, from start: Int, _ updated: inout [Range<Int>]
    ) -> [RowChange.Move] {
        var positions = RowPositions<Identity>(capacity: new.count - start)
        var row = new.count
        for page in new.pages(of: start..<new.count).reversed() {
            for item in page.reversed() {
                row -= 1
                positions.push(row, of: identity(item))
            }
        }
        var pairs: [RowChange.Move] = []
        row = start
        for page in old.pages(of: start..<old.count) {
            for item in page {
                if let destination = positions.pop(identity(item)) {
                    pairs.append(RowChange.Move(from: row, to: destination))
                    if isEqual?(item, new[destination]) != true {
                        updated.append(destination..<destination + 1)
                    }
                    if positions.isEmpty { return pairs }
                }
                row += 1
            }
        }
        return pairs
    }

    @inlinable
    func change(
        pairs: [RowChange.Move], old: Range<Int>, new: Range<Int>, updated: [Range<Int>]
    ) -> RowChange {
        let stays = pairs.map(\.destination).longestIncreasingSubsequence()
        let sources = pairs.map { $0.source..<$0.source + 1 }
        let destinations = pairs.map(\.destination).sorted().map { $0..<$0 + 1 }
        return RowChange(
            removed: [old].subtracting(sources), inserted: [new].subtracting(destinations),
            moved: zip(pairs, stays).filter { !$0.1 }.map(\.0), updated: updated)
    }
}

/// The rows of each identity, in order.
@usableFromInline
struct RowPositions<Identity: Hashable> {
    @usableFromInline var first: [Identity: Int]
    /// The next row of the same identity, for those that are not unique.
    @usableFromInline var next: [Int: Int] = [:]

    @inlinable
    init(capacity: Int) {
        first = Dictionary(minimumCapacity: capacity)
    }

    @inlinable
    var isEmpty: Bool { first.isEmpty }

    /// Adds a row before those that were added.
    @inlinable
    mutating func push(_ row: Int, of identity: Identity) {
        if let other = first.updateValue(row, forKey: identity) { next[row] = other }
    }

    /// Removes the first row of an identity.
    @inlinable
    mutating func pop(_ identity: Identity) -> Int? {
        guard let index = first.index(forKey: identity) else { return nil }
        let row = first.values[index]
        if !next.isEmpty, let other = next.removeValue(forKey: row) {
            first.values[index] = other
        } else {
            first.remove(at: index)
        }
        return row
    }
}

extension [Range<Int>] {
    /// Adds a row after all others.
    @inlinable
    mutating func add(_ row: Int) {
        if let last, last.upperBound == row {
            self[count - 1] = last.lowerBound..<row + 1
        } else {
            append(row..<row + 1)
        }
    }
}

extension [Int] {
    /// For each number, whether it belongs to a longest subsequence in which numbers ascend.
    ///
    /// - Complexity: O(*k* log *k*), the number of numbers.
    @usableFromInline
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
