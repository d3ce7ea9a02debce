/// The items that a source returned for one request, with the keys of the adjacent pages.
///
/// A page may be of any size. A key of `nil` is the end on that side; an empty page with a key is not.
/// Modeled on `LoadResult.Page` of Android's Paging 3.
public struct Page<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public var items: [Item]

    /// The key of the page before this one, or `nil` if this is the first.
    public var previous: Key?

    /// The key of the page after this one, or `nil` if this is the last.
    public var next: Key?

    /// The number of items of the whole list, if known.
    public var total: Int?

    /// The number of items before this page in the whole list, if known.
    public var itemsBefore: Int?

    /// The number of items after this page in the whole list, if known.
    public var itemsAfter: Int?

    /// Creates a page.
    ///
    /// Any two of `total`, `itemsBefore` and `itemsAfter` determine the third. Feeds that show placeholders
    /// need them. Numbers less than zero, or greater than 1,000,000,000,000, count as unknown.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of the list.
    ///   - previous: The key of the page before; `nil` for the first page.
    ///   - next: The key of the page after; `nil` for the last page.
    ///   - total: The number of items of the whole list, if known.
    ///   - itemsBefore: The number of items before this page, if known.
    ///   - itemsAfter: The number of items after this page, if known.
    public init(
        _ items: [Item], previous: Key? = nil, next: Key?, total: Int? = nil, itemsBefore: Int? = nil,
        itemsAfter: Int? = nil
    ) {
        self.items = items
        self.previous = previous
        self.next = next
        self.total = total
        self.itemsBefore = itemsBefore
        self.itemsAfter = itemsAfter
    }

    /// A page does not say by itself that it is the last.
    @available(*, unavailable, message: "name the key of the next page, or 'next: nil' for the last page")
    public init(_ items: [Item]) { fatalError("A page without a next key cannot be created.") }
}

extension Page: Equatable where Item: Equatable {}
extension Page: Codable where Key: Codable, Item: Codable {}
