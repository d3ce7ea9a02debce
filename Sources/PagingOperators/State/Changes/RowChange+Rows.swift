extension RowChange {
    /// The number of a row of the earlier state in the later one, to keep a selection or a scroll position.
    ///
    /// - Parameter row: A row of the earlier state.
    /// - Returns: The row of the later state; `nil` if the row is gone, or after a reload.
    /// - Complexity: O(*r*), the number of ranges.
    public func row(afterMoving row: Int) -> Int? {
        if isReload { return nil }
        var follower = RowFollower(self)
        let moved = follower.follow(row)
        return moved.isGone ? nil : moved.row
    }

    /// The smallest range of the later state with all remaining rows of a range of the earlier one. Rows that were inserted
    /// among them are included.
    func rows(spannedBy rows: Range<Int>) -> Range<Int> {
        guard !isEmpty, !isReload, let last = rows.last else { return rows }
        var follower = RowFollower(self)
        let start = follower.follow(rows.lowerBound).row
        let end = follower.follow(last)
        return start..<(end.isGone ? end.row : end.row + 1)
    }

    /// The rows in view of the later state, where the screen keeps the first one in place and has room for as many: from
    /// the same row on or, if it is gone, from the next one. They end with the last row at the latest if they did before.
    @usableFromInline
    func focus(afterMoving rows: Range<Int>, from oldCount: Int, to newCount: Int) -> Range<Int> {
        if isReload || isEmpty { return rows }
        let first = focus(afterMoving: rows.lowerBound, from: oldCount, to: newCount)
        return rows.starting(
            at: rows.upperBound > oldCount ? first : max(0, min(first, newCount - rows.count)))
    }

    /// The row of the later state to which the focus moves: that of the same row or, if it is gone, of the next one or the
    /// last. A row beyond the last keeps its distance from it, unless rows were added there.
    func focus(afterMoving row: Int, from oldCount: Int, to newCount: Int) -> Int {
        var follower = RowFollower(self)
        if row < oldCount { return max(0, min(follower.follow(row).row, newCount - 1)) }
        var lastKept = oldCount - 1
        for range in removed.reversed() {
            guard range.upperBound == lastKept + 1 else { break }
            lastKept = range.lowerBound - 1
        }
        return lastKept < 0 ? row : row + follower.follow(lastKept).row - lastKept
    }
}
