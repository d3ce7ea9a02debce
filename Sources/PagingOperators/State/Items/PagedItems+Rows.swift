// Changing a list by rows, wherever its pages begin.
extension PagedItems {
    /// Inserts items before a row, or after the last.
    ///
    /// At the ends they become a page of their own; elsewhere they join the page of the row.
    ///
    /// - Complexity: O(*n* + *s* + log *p*), the number of items, the size of the row's page and the number of pages.
    mutating func insert(_ newItems: [Item], at row: Int) {
        precondition(row >= 0 && row <= count, "Row \(row) is out of range: the list has \(count) rows.")
        if newItems.isEmpty { return }
        if row == count { return append(newItems) }
        if row == 0 { return prepend(newItems) }
        editPage(ofRow: row) { page, offset in page.insert(contentsOf: newItems, at: offset) }
    }

    /// Removes rows.
    ///
    /// - Complexity: O(*q* · (*s* + log *p*)), the number of pages that the rows are on, their size, and the number of
    ///   pages.
    mutating func remove(_ rows: Range<Int>) {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "Rows \(rows) are out of range.")
        var end = rows.upperBound
        while end > rows.lowerBound {
            if rows.lowerBound == 0, end >= page(at: 0).page.count, count > 0 {
                // The first pages leave whole, however many rows stand after them.
                end -= removeFirstPage()
                continue
            }
            let last = page(containing: end - 1)
            let first = Swift.max(rows.lowerBound, last.start)
            if first == last.start, end == count {
                // Empty pages may stand after it.
                while count > first { removeLastPage() }
            } else {
                editPage(ofRow: end - 1) { page, _ in
                    page.removeSubrange(first - last.start..<end - last.start)
                }
            }
            end = first
        }
    }

    private mutating func editPage(ofRow row: Int, _ edit: (inout [Item], _ offset: Int) -> Void) {
        guard let root else { return }
        let index = root.pageIndex(ofRow: row)
        var (page, start) = root.page(at: index)
        edit(&page, row - start)
        replacePage(at: index, by: page)
    }
}
