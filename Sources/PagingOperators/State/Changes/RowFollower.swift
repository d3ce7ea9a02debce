/// Maps rows of an earlier state to a later one, one row after the other, in ascending order.
///
/// Each row costs O(1), and all together O(*r*), the number of ranges of the change.
struct RowFollower {
    private let change: RowChange
    private var nextRemoved = 0
    private var nextInserted = 0
    private var removedBefore = 0
    private var insertedBefore = 0

    /// Makes a follower of a change that is not a reload.
    init(_ change: RowChange) {
        self.change = change
    }

    /// - Returns: The number of the row or, if it is gone, of the next one that is not; the count of rows if there is none.
    mutating func follow(_ row: Int) -> (row: Int, isGone: Bool) {
        while let range = removed, range.upperBound <= row {
            removedBefore += range.count
            nextRemoved += 1
        }
        var moved = row - removedBefore
        var isGone = false
        if let range = removed, range.contains(row) {
            moved = range.lowerBound - removedBefore
            isGone = true
        }
        while let range = inserted, range.lowerBound <= moved + insertedBefore {
            insertedBefore += range.count
            nextInserted += 1
        }
        return (moved + insertedBefore, isGone)
    }

    private var removed: Range<Int>? {
        nextRemoved < change.removed.count ? change.removed[nextRemoved] : nil
    }

    private var inserted: Range<Int>? {
        nextInserted < change.inserted.count ? change.inserted[nextInserted] : nil
    }
}
