// Row numbers, as in `change` and in signals: placeholders before and after the items included.
extension ViewState {
    /// The number of rows, placeholders included.
    @inlinable
    public var rowCount: Int { placeholdersBefore + items.count + placeholdersAfter }

    /// The item of a row, or `nil` for a placeholder.
    ///
    /// - Parameter row: Zero or more, and less than `rowCount`.
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    public func item(atRow row: Int) -> Item? {
        precondition(row >= 0 && row < rowCount, "Row \(row) is out of range: the list has \(rowCount) rows.")
        let index = row - placeholdersBefore
        return index >= 0 && index < items.count ? items[index] : nil
    }

    /// The updated rows that were placeholders and have an item now, or the reverse.
    ///
    /// Their cells may be of another type than before, and UIKit raises an exception when a cell is
    /// reconfigured as one of another type: reload these rows, and reconfigure the others of
    /// ``RowChange/updated``.
    ///
    /// - Parameter old: The state that this subscriber received before.
    /// - Returns: Rows of this state, in sorted ranges.
    /// - Complexity: O(*k* + *r*), the numbers of updated rows and of ranges of the change.
    public func replacedRows(since old: ViewState) -> [Range<Int>] {
        if change.updated.isEmpty { return [] }
        var tracer = RowFollower(change.reversed)
        let replaced = change.updated.joined().filter { row in
            hasItem(atRow: row) != old.hasItem(atRow: tracer.follow(row).row)
        }
        return replaced.map { $0..<$0 + 1 }.normalized()
    }

    private func hasItem(atRow row: Int) -> Bool {
        row >= placeholdersBefore && row < placeholdersBefore + items.count
    }

    /// The row to show at the top of the viewport, so that the list does not jump.
    ///
    /// It is the row of a jump, if ``scrollTarget`` is one. Otherwise it is the first row in view that is
    /// still in its order, and one that has moved if there is none. If all were removed, it is the row as far
    /// below the nearest one above that stays as the first row in view was, but none beyond the next one that
    /// stays. After a reload it is the first row in view, with the number in ``scrollTarget``, or with its
    /// old number if there is no target, limited to the last row. Scroll to it, without animation, after the
    /// change is shown.
    ///
    /// - Parameter rowsInView: The rows in view, counted in the state that this subscriber received before.
    /// - Returns: A row of this state; zero if it has none.
    /// - Complexity: O(*r* + *m* log *m*), the numbers of ranges and of moved rows of the change.
    public func topRow(following rowsInView: Range<Int>) -> Int {
        switch scrollTarget {
        case .jump(let row): row
        case .moved(_, let distance): nearestRow(to: rowsInView.lowerBound + distance)
        case nil:
            nearestRow(
                to: change.focus(afterMoving: rowsInView, from: rowCountBefore, to: rowCounts).lowerBound)
        }
    }

    /// The row with a number, or the first or last; zero if there are no rows.
    @inlinable
    func nearestRow(to row: Int) -> Int { max(0, min(row, rowCount - 1)) }

    /// The number of rows of the state before; after a reload, that of this one.
    private var rowCountBefore: Int { rowCount - change.countChange }

    var rowCounts: RowCounts {
        RowCounts(before: placeholdersBefore, items: items.count, after: placeholdersAfter)
    }
}
