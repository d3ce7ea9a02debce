// Modifying a list by rows, across pages.
extension PagedItems {
    /// Inserts items before a row, or after the last.
    ///
    /// At the ends they become a page of their own; elsewhere they become part of the row's page.
    ///
    /// - Complexity: O(*n* + *s* + log *p*), the number of items, the size of the row's page and the number
    ///   of pages.
    mutating func insert(_ newItems: [Item], at row: Int) {
        precondition(row >= 0 && row <= count, "Row \(row) is out of range: the list has \(count) rows.")
        if newItems.isEmpty { return }
        if row == count { return append(newItems) }
        if row == 0 { return prepend(newItems) }
        editPage(ofRow: row) { page, offset in page.insert(contentsOf: newItems, at: offset) }
    }

    /// Inserts pages before a row, or after the last.
    mutating func insert(pages: [[Item]], at row: Int) {
        if row == count {
            for page in pages { append(page) }
        } else {
            for page in pages.reversed() { insert(page, at: row) }
        }
    }

    /// Replaces the items of rows.
    ///
    /// - Complexity: O(*q* · (*s* + log *p*)), the number of pages that the rows are on, their size, and the
    ///   number of pages.
    mutating func replace(_ rows: Range<Int>, by newItems: [Item]) {
        precondition(
            rows.count == newItems.count, "\(newItems.count) items cannot replace \(rows.count) rows.")
        var row = rows.lowerBound
        while row < rows.upperBound {
            let (page, start) = page(containing: row)
            let end = Swift.min(rows.upperBound, start + page.count)
            let pageItems = newItems[row - rows.lowerBound..<end - rows.lowerBound]
            editPage(ofRow: row) { page, offset in
                page.replaceSubrange(offset..<offset + pageItems.count, with: pageItems)
            }
            row = end
        }
    }

    /// The items of rows, page by page.
    func pages(of rows: Range<Int>) -> [ArraySlice<Item>] {
        var pages: [ArraySlice<Item>] = []
        var row = rows.lowerBound
        while row < rows.upperBound {
            let (page, start) = page(containing: row)
            let end = Swift.min(rows.upperBound, start + page.count)
            pages.append(page[row - start..<end - start])
            row = end
        }
        return pages
    }

    /// Calls a closure with the items of rows, one after the other. Those of one page are not copied.
    func withItems<Result>(
        of rows: Range<Int>, _ body: (UnsafeBufferPointer<Item>) -> Result
    ) -> Result {
        let pages = pages(of: rows)
        if pages.count == 1 { return pages[0].withUnsafeBufferPointer(body) }
        var items: [Item] = []
        items.reserveCapacity(rows.count)
        for page in pages { items += page }
        return items.withUnsafeBufferPointer(body)
    }

    /// Removes rows.
    ///
    /// - Complexity: O(*q* · (*s* + log *p*)), the number of pages that the rows are on, their size, and the
    ///   number of pages.
    mutating func remove(_ rows: Range<Int>) {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= count, "Rows \(rows) are out of range.")
        var end = rows.upperBound
        while end > rows.lowerBound {
            if rows.lowerBound == 0, end >= page(at: 0).page.count, count > 0 {
                // The first pages are removed whole, however many rows follow them.
                end -= removeFirstPage()
                continue
            }
            let last = page(containing: end - 1)
            let first = Swift.max(rows.lowerBound, last.start)
            if first == last.start, end == count {
                // Empty pages may follow it.
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
        editPage(at: pageIndex(ofRow: row)) { page, start in edit(&page, row - start) }
    }
}
