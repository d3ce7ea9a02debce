// Changing a list by pages. Pages are numbered from the first, empty ones included.
extension PagedItems {
    @inlinable
    var pageCount: Int { root?.pageCount ?? 0 }

    /// A page, and the row it begins with.
    ///
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    func page(at index: Int) -> (page: [Item], start: Int) {
        guard let root, index >= 0, index < root.pageCount else {
            preconditionFailure("There is no page \(index): the list has \(pageCount) pages.")
        }
        return root.page(at: index)
    }

    /// The number of the page that has a row.
    ///
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    func pageIndex(ofRow row: Int) -> Int {
        guard let root, row >= 0, row < count else {
            preconditionFailure("Row \(row) is out of range: the list has \(count) rows.")
        }
        return root.pageIndex(ofRow: row)
    }

    /// Adds a page after the last row.
    ///
    /// - Complexity: O(log *p*), the number of pages; the page is not copied.
    @inlinable
    mutating func append(_ page: [Item]) {
        rowCount += page.count
        guard let root else {
            self.root = PageNode(page: page)
            return
        }
        let (node, sibling) = root.appending(page)
        self.root = sibling.map { PageNode(node, $0) } ?? node
    }

    /// Adds a page before the first row.
    ///
    /// - Complexity: O(log *p*), the number of pages; the page is not copied.
    @inlinable
    mutating func prepend(_ page: [Item]) {
        rowCount += page.count
        guard let root else {
            self.root = PageNode(page: page)
            return
        }
        let (sibling, node) = root.prepending(page)
        self.root = sibling.map { PageNode($0, node) } ?? node
    }

    /// Removes the first page.
    ///
    /// - Returns: How many rows it had.
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    @discardableResult
    mutating func removeFirstPage() -> Int {
        replaceRoot(by: root?.removingFirst())
    }

    /// Removes the last page.
    ///
    /// - Returns: How many rows it had.
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    @discardableResult
    mutating func removeLastPage() -> Int {
        replaceRoot(by: root?.removingLast())
    }

    @inlinable
    mutating func replaceRoot(by node: PageNode<Item>?) -> Int {
        let oldCount = rowCount
        root = node?.collapsed
        rowCount = root?.count ?? 0
        return oldCount - rowCount
    }

    /// Changes the rows of a page.
    ///
    /// - Complexity: O(log *p*), the number of pages; the page is not copied.
    @inlinable
    mutating func replacePage(at index: Int, by page: [Item]) {
        precondition(index >= 0 && index < pageCount, "There is no page \(index).")
        root = root?.replacing(pageAt: index, by: page)
        rowCount = root?.count ?? 0
    }

    /// Changes the item of a row.
    ///
    /// - Complexity: O(*s* + log *p*), the size of the row's page and the number of pages.
    @inlinable
    mutating func replace(row: Int, by item: Item) {
        precondition(row >= 0 && row < count, "Row \(row) is out of range: the list has \(count) rows.")
        root = root?.replacing(row: row, by: item)
    }
}
