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

    var rowCounts: RowCounts {
        RowCounts(before: placeholdersBefore, items: items.count, after: placeholdersAfter)
    }
}
