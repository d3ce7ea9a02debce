/// A random-access collection of the rows of a list, in pages that it shares with other lists.
///
/// A copy with a page added or removed, or with a row changed, costs that page and O(log *p*) for *p* pages.
/// A plain copy costs a reference. Iterating over it costs as much as iterating over an array.
public struct PagedItems<Item: Sendable>: RandomAccessCollection, Sendable {
    /// All pages except the last ones.
    @usableFromInline var trunk: PageNode<Item>?
    /// The last pages, in a node of their own, so that the usual change, one more page, copies this node
    /// only; may be `nil`.
    @usableFromInline var tail: PageNode<Item>?
    @usableFromInline var rowCount = 0

    /// The number of rows.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var count: Int { rowCount }

    /// Creates a list without rows.
    @inlinable
    public init() {}

    /// Creates a list of one page.
    ///
    /// - Parameter page: The rows, in order.
    /// - Complexity: O(1); the page is not copied.
    @inlinable
    public init(_ page: [Item]) {
        append(page)
    }

    @inlinable
    public var startIndex: Int { 0 }

    @inlinable
    public var endIndex: Int { count }

    /// The item of a row.
    ///
    /// - Parameter row: Zero or more, and less than `count`.
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    public subscript(row: Int) -> Item {
        precondition(row >= 0 && row < count, "Row \(row) is out of range: the list has \(count) rows.")
        let trunkCount = trunk?.count ?? 0
        if row < trunkCount, let trunk { return trunk.item(at: row) }
        guard let tail else { preconditionFailure("The row counts are inconsistent.") }
        return tail.item(at: row - trunkCount)
    }

    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(items: self)
    }

    /// Iterates over the rows, page by page.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let items: PagedItems
        @usableFromInline var page: [Item] = []
        @usableFromInline var index = 0
        @usableFromInline var nextRow = 0

        @inlinable
        init(items: PagedItems) {
            self.items = items
        }

        @inlinable
        public mutating func next() -> Item? {
            if index == page.count {
                guard nextRow < items.count else { return nil }
                page = items.page(containing: nextRow).page
                index = 0
                nextRow += page.count
            }
            defer { index += 1 }
            return page[index]
        }
    }

    @inlinable
    func page(containing row: Int) -> (page: [Item], start: Int) {
        precondition(row >= 0 && row < count, "Row \(row) is out of range: the list has \(count) rows.")
        let trunkCount = trunk?.count ?? 0
        if row < trunkCount, let trunk { return trunk.page(containing: row) }
        guard let tail else { preconditionFailure("The row counts are inconsistent.") }
        let (page, start) = tail.page(containing: row - trunkCount)
        return (page, trunkCount + start)
    }
}

extension PagedItems {
    /// Whether the rows are known to be equal without comparing them.
    ///
    /// - Complexity: O(1).
    @inlinable
    func isIdentical(to other: Self) -> Bool {
        count == other.count && (isEmpty || trunk === other.trunk && tail === other.tail)
    }
}

extension PagedItems: CustomStringConvertible {
    @inlinable
    public var description: String { Array(self).description }
}
