/// A random-access collection of the rows of a list, placeholders included, with their numbers.
///
/// ```swift
/// ForEach(model.rows) { row in
///     Text(row.item?.login ?? "…").onAppear { model.shown(row: row.number) }
/// }
/// ```
///
/// It is a view of the list's pages: making it, and copying it, copies no items. Rows are identifiable where
/// items are.
public struct FeedRows<Item: Sendable>: RandomAccessCollection, Sendable {
    /// The loaded items.
    public let items: PagedItems<Item>

    /// The number of placeholders before the first item.
    public let placeholdersBefore: Int

    /// The number of placeholders after the last item.
    public let placeholdersAfter: Int

    /// The items with which rows were shown first whose items have another identity now, by the number of the
    /// item.
    @usableFromInline var firstItems: [Int: FirstItem<Item>] = [:]

    /// Creates the rows of a list.
    ///
    /// - Parameters:
    ///   - items: The loaded items.
    ///   - placeholdersBefore: The number of placeholders before the first item.
    ///   - placeholdersAfter: The number of placeholders after the last item.
    /// - Complexity: O(1).
    @inlinable
    public init(
        _ items: PagedItems<Item> = PagedItems(), placeholdersBefore: Int = 0, placeholdersAfter: Int = 0
    ) {
        self.items = items
        self.placeholdersBefore = placeholdersBefore
        self.placeholdersAfter = placeholdersAfter
    }

    @inlinable
    public var startIndex: Int { 0 }

    @inlinable
    public var endIndex: Int { placeholdersBefore + items.count + placeholdersAfter }

    /// A row.
    ///
    /// - Parameter number: Zero or more, and less than `count`.
    /// - Complexity: O(log *p*), the number of pages.
    @inlinable
    public subscript(number: Int) -> FeedRow<Item> {
        precondition(
            number >= 0 && number < endIndex, "Row \(number) is out of range: the list has \(endIndex) rows.")
        let index = number - placeholdersBefore
        let item = index >= 0 && index < items.count ? items[index] : nil
        return FeedRow(number: number, item: item, first: firstItems.isEmpty ? nil : firstItems[index])
    }

    @inlinable
    public func makeIterator() -> Iterator {
        Iterator(rows: self)
    }

    /// Iterates over the rows, page by page.
    public struct Iterator: IteratorProtocol {
        @usableFromInline let rows: FeedRows
        @usableFromInline var items: PagedItems<Item>.Iterator
        @usableFromInline var number = 0

        @inlinable
        init(rows: FeedRows) {
            self.rows = rows
            items = rows.items.makeIterator()
        }

        @inlinable
        public mutating func next() -> FeedRow<Item>? {
            guard number < rows.endIndex else { return nil }
            defer { number += 1 }
            let item = number < rows.placeholdersBefore ? nil : items.next()
            if rows.firstItems.isEmpty { return FeedRow(number: number, item: item) }
            return FeedRow(
                number: number, item: item, first: rows.firstItems[number - rows.placeholdersBefore])
        }
    }

    /// Whether the rows are known to be equal without comparing them.
    @inlinable
    func isIdentical(to other: Self) -> Bool {
        placeholdersBefore == other.placeholdersBefore && placeholdersAfter == other.placeholdersAfter
            && items.isIdentical(to: other.items)
    }
}

extension FeedRows: Equatable where Item: Equatable {
    @inlinable
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.placeholdersBefore == rhs.placeholdersBefore && lhs.placeholdersAfter == rhs.placeholdersAfter
            && lhs.items == rhs.items && lhs.firstItems == rhs.firstItems
    }
}

extension ViewState {
    /// All rows, placeholders included, with their numbers.
    ///
    /// - Complexity: O(1).
    @inlinable
    public var rows: FeedRows<Item> {
        FeedRows(items, placeholdersBefore: placeholdersBefore, placeholdersAfter: placeholdersAfter)
    }
}
