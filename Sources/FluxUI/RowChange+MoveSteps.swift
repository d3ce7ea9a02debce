import PagingOperators

extension RowChange {
    /// The moves one after the other, each counted in the rows that the one before it has left. Removed rows
    /// are gone, and inserted ones not there yet.
    ///
    /// - Complexity: O(*r* + *m* log *m*), the numbers of ranges and of moved rows.
    var moveSteps: [Move] {
        if moved.isEmpty { return [] }
        let moves = moved.indices
        let order = moves.sorted { moved[$0].source < moved[$1].source }
        var ranks = [Int](repeating: 0, count: moves.count)
        for (rank, move) in order.enumerated() { ranks[move] = rank }
        // How many of the rows that stay are before each source, by rank, and before each destination.
        let staysBeforeSource = zip(removed.counts(before: order.map { moved[$0].source }), order.indices)
            .map { $0 - $1 }
        let destinations = inserted.counts(before: moved.map(\.destination))
        let staysBeforeDestination = zip(destinations, moves).map { $0 - $1 }
        // In the order of the destinations. Between two rows that stay, those that have arrived come before
        // those that have yet to move.
        var waiting = RankCounts(moves.count)
        return moves.map { move in
            let rank = ranks[move]
            let stays = staysBeforeSource[rank]
            let arrived = min(move, staysBeforeDestination.count(below: stays + 1))
            let source = stays + arrived + waiting.count(below: rank)
            waiting.remove(rank)
            let above = waiting.count(below: staysBeforeSource.count(below: staysBeforeDestination[move]))
            return Move(from: source, to: destinations[move] + above)
        }
    }
}

extension [Range<Int>] {
    /// How many rows outside of the ranges are before each of some rows.
    ///
    /// - Parameter rows: The rows, in ascending order.
    fileprivate func counts(before rows: [Int]) -> [Int] {
        var (index, skipped) = (0, 0)
        return rows.map { row in
            while index < count, self[index].lowerBound < row {
                skipped += self[index].count
                index += 1
            }
            return row - skipped
        }
    }
}

extension [Int] {
    /// How many of the numbers, which are in ascending order, are below another one.
    fileprivate func count(below number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// A set of ranks that counts those below one: a Fenwick tree.
private struct RankCounts {
    /// At each position from 1 on, how many of the ranks are there whose number is its lowest bit.
    private var counts: [Int]

    /// Creates a set of all ranks below a number.
    init(_ count: Int) {
        counts = (0...count).map { $0 & -$0 }
    }

    mutating func remove(_ rank: Int) {
        var position = rank + 1
        while position < counts.count {
            counts[position] -= 1
            position += position & -position
        }
    }

    func count(below rank: Int) -> Int {
        var (position, result) = (rank, 0)
        while position > 0 {
            result += counts[position]
            position &= position - 1
        }
        return result
    }
}
