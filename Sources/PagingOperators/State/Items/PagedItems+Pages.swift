// Modifying a list by pages. Page numbers count from the first page, empty ones included.
extension PagedItems {
    @inlinable
    var pageCount: Int { trunkPages + (tail?.pageCount ?? 0) }

    @inlinable
    var trunkPages: Int { trunk?.pageCount ?? 0 }

    /// A page, and its first row.
    ///
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    func page(at index: Int) -> (page: [Item], start: Int) {
        checkPage(index)
        if index < trunkPages, let trunk { return trunk.page(at: index) }
        guard let tail else { preconditionFailure("The page counts are inconsistent.") }
        let (page, start) = tail.page(at: index - trunkPages)
        return (page, (trunk?.count ?? 0) + start)
    }

    /// The number of the page that has a row.
    ///
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    func pageIndex(ofRow row: Int) -> Int {
        precondition(row >= 0 && row < count, "Row \(row) is out of range: the list has \(count) rows.")
        let trunkCount = trunk?.count ?? 0
        if row < trunkCount, let trunk { return trunk.pageIndex(ofRow: row) }
        return trunkPages + (tail?.pageIndex(ofRow: row - trunkCount) ?? 0)
    }

    /// Adds a page after the last row.
    ///
    /// - Complexity: O(1) on average; the page is not copied.
    @inlinable
    mutating func append(_ page: [Item]) {
        rowCount += page.count
        guard let tail else { return self.tail = PageNode(page: page) }
        if let longer = tail.appending(page) { return self.tail = longer }
        self.tail = PageNode(page: page)
        guard let trunk else { return self.trunk = tail }
        let (node, sibling) = trunk.appending(leaf: tail)
        self.trunk = sibling.map { PageNode(node, $0) } ?? node
    }

    /// Adds a page before the first row.
    ///
    /// - Complexity: O(log *p*), the number of pages; the page is not copied.
    @inlinable
    mutating func prepend(_ page: [Item]) {
        rowCount += page.count
        if let trunk {
            let (sibling, node) = trunk.prepending(page)
            self.trunk = sibling.map { PageNode($0, node) } ?? node
        } else if let tail {
            (trunk, self.tail) = tail.prepending(page)
        } else {
            tail = PageNode(page: page)
        }
    }

    /// Removes the first page.
    ///
    /// - Returns: The number of its rows.
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    @discardableResult
    mutating func removeFirstPage() -> Int {
        if let trunk {
            self.trunk = trunk.removingFirst()?.collapsed
        } else {
            tail = tail?.removingFirst()
        }
        return recount()
    }

    /// Removes the last page.
    ///
    /// - Returns: The number of its rows.
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    @discardableResult
    mutating func removeLastPage() -> Int {
        if let tail {
            self.tail = tail.removingLast()
        } else {
            trunk = trunk?.removingLast()?.collapsed
        }
        return recount()
    }

    /// Updates the count of rows.
    ///
    /// - Returns: The number of rows that were removed.
    @inlinable
    mutating func recount() -> Int {
        let oldCount = rowCount
        rowCount = (trunk?.count ?? 0) + (tail?.count ?? 0)
        return oldCount - rowCount
    }

    /// Changes the rows of a page.
    ///
    /// - Parameters:
    ///   - index: The number of the page.
    ///   - edit: Changes the rows, of which it receives the number of the first.
    /// - Complexity: O(log *p*), the number of pages, besides the edit.
    mutating func editPage(at index: Int, _ edit: (_ page: inout [Item], _ start: Int) -> Void) {
        checkPage(index)
        let trunkPages = trunkPages
        if index < trunkPages {
            trunk = trunk?.editing(pageAt: index, startingAt: 0, edit)
        } else {
            tail = tail?.editing(pageAt: index - trunkPages, startingAt: trunk?.count ?? 0, edit)
        }
        _ = recount()
    }

    /// Replaces the item of a row.
    ///
    /// - Complexity: O(*s* + log *p*), the size of the row's page and the number of pages.
    @inlinable
    mutating func replace(row: Int, by item: Item) {
        precondition(row >= 0 && row < count, "Row \(row) is out of range: the list has \(count) rows.")
        let trunkCount = trunk?.count ?? 0
        if row < trunkCount {
            trunk = trunk?.replacing(row: row, by: item)
        } else {
            tail = tail?.replacing(row: row - trunkCount, by: item)
        }
    }

    @inlinable
    func checkPage(_ index: Int) {
        precondition(
            index >= 0 && index < pageCount, "There is no page \(index): the list has \(pageCount) pages.")
    }
}
