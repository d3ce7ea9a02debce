/// A run of items that a source returned for one request, with the keys of the runs beside it.
///
/// A page may be of any size. An absent key is the end on that side; an empty page with a key is not. The
/// vocabulary is that of Android's Paging 3 (`LoadResult.Page`).
public struct Page<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public var items: [Item]

    /// The key of the page before this one, or `nil` if this is the first.
    public var previous: Key?

    /// The key of the page after this one, or `nil` if this is the last.
    public var next: Key?

    /// How many items the whole list has, if the source knows.
    public var total: Int?

    /// How many items stand before this page in the whole list, if the source knows.
    public var itemsBefore: Int?

    /// How many items stand after this page in the whole list, if the source knows.
    public var itemsAfter: Int?

    /// Makes a page.
    ///
    /// Of `total`, `itemsBefore` and `itemsAfter` two say the third. Feeds that show placeholders need them.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of the list.
    ///   - previous: The key of the page before; `nil` for the first page.
    ///   - next: The key of the page after; `nil` for the last page.
    ///   - total: How many items the whole list has, if the source knows.
    ///   - itemsBefore: How many items stand before this page, if the source knows.
    ///   - itemsAfter: How many items stand after this page, if the source knows.
    @inlinable
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
}

extension Page: Equatable where Item: Equatable {}
extension Page: Codable where Key: Codable, Item: Codable {}
