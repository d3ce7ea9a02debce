extension RowChange {
    /// Where a row of the earlier state stands in the later one, to keep a selection or a scroll position.
    ///
    /// - Parameter row: A row of the earlier state.
    /// - Returns: The row of the later state, or `nil` if the row is gone, or if nothing is known because the rows have
    ///   to be read anew.
    /// - Complexity: O(*r*), the number of ranges.
    public func row(afterMoving row: Int) -> Int? {
        if isReload { return nil }
        var moved = row
        for range in removed {
            if range.contains(row) { return nil }
            if range.lowerBound > row { break }
            moved -= range.count
        }
        for range in inserted {
            if range.lowerBound > moved { break }
            moved += range.count
        }
        return moved
    }
}
