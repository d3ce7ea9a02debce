/// Compares two lists row by row.
///
/// First come the rows with which both lists start, and those with which both end. Of the others, those in
/// both lists are found by hashing the identities of both; the longest sequence of them that is in the same
/// order in both stays, and the rest moves.
struct DifferenceFinder<Item: Sendable> {
    let identity: RowHashing<Item>
    let equality: RowEquality<Item>

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
    private func commonStart(
        of old: PagedItems<Item>, _ new: PagedItems<Item>, _ updated: inout [Range<Int>]
    ) -> Int {
        var row = 0
        for run in PageRuns(old.pages(of: 0..<old.count), new.pages(of: 0..<new.count)).runs {
            let count = run.withItems { old, new in
                var count = 0
                while true {
                    count += equality.commonStart(old.rebased(count...), new.rebased(count...))
                    // One that differs, or cannot be compared.
                    guard count < run.count, identity.areSame(old.address(of: count), new.address(of: count))
                    else { return count }
                    updated.add(row + count)
                    count += 1
                }
            }
            row += count
            if count < run.count { break }
        }
        return row
    }

    /// The number of rows with which both lists end, beyond those with which they start.
    private func commonEnd(
        of old: PagedItems<Item>, _ new: PagedItems<Item>, after start: Int, _ updated: inout [Range<Int>]
    ) -> Int {
        let runs = PageRuns(
            fromEndOf: old.pages(of: start..<old.count), new.pages(of: start..<new.count)
        ).runs
        var end = new.count
        for run in runs {
            let count = run.withItems { old, new in
                var left = run.count
                while true {
                    left -= equality.commonEnd(old.rebased(..<left), new.rebased(..<left))
                    guard left > 0, identity.areSame(old.address(of: left - 1), new.address(of: left - 1))
                    else { return run.count - left }
                    left -= 1
                    updated.add(end - run.count + left)
                }
            }
            end -= count
            if count < run.count { break }
        }
        return new.count - end
    }

    /// The rows that are in both lists, in the order of the old one.
    private func pairs(
        of oldRows: Range<Int>, of old: PagedItems<Item>, _ newRows: Range<Int>, of new: PagedItems<Item>,
        _ updated: inout [Range<Int>]
    ) -> [RowChange.Move] {
        new.withItems(of: newRows) { newItems in
            var positions = positions(of: newItems)
            var pairs: [RowChange.Move] = []
            pairs.reserveCapacity(min(oldRows.count, newRows.count))
            var start = oldRows.lowerBound
            for page in old.pages(of: oldRows) where !positions.isEmpty {
                page.withUnsafeBufferPointer { oldItems in
                    var hashes = RowHashes(of: oldItems, by: identity)
                    for row in 0..<oldItems.count where !positions.isEmpty {
                        let item = oldItems.address(of: row)
                        let found = positions.pop(hash: hashes.hash(of: row)) { place in
                            identity.areSame(item, newItems.address(of: place))
                        }
                        guard let place = found else { continue }
                        let destination = newRows.lowerBound + place
                        pairs.append(RowChange.Move(from: start + row, to: destination))
                        if !equality.isEqual(item, newItems.address(of: place)) {
                            updated.append(destination..<destination + 1)
                        }
                    }
                }
                start += page.count
            }
            return pairs
        }
    }

    private func positions(of items: UnsafeBufferPointer<Item>) -> RowPositions {
        var positions = RowPositions(capacity: items.count)
        var hashes = RowHashes(of: items, by: identity)
        for row in (0..<items.count).reversed() {
            positions.push(row, hash: hashes.hash(of: row)) { other in
                identity.areSame(items.address(of: row), items.address(of: other))
            }
        }
        return positions
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
    fileprivate init(pairs: [Move], old: Range<Int>, new: Range<Int>, updated: [Range<Int>]) {
        let destinations = pairs.map(\.destination)
        let stays = destinations.longestIncreasingSubsequence()
        self.init(
            removed: old.gaps(among: pairs.lazy.map(\.source)),
            inserted: new.gaps(among: new.sorted(destinations)),
            moved: zip(pairs, stays).filter { !$0.1 }.map(\.0), updated: updated)
    }
}

extension Range<Int> {
    /// The rows of the range without some of them.
    ///
    /// - Parameter rows: The rows, in ascending order.
    fileprivate func gaps(among rows: some Sequence<Int>) -> [Range<Int>] {
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
