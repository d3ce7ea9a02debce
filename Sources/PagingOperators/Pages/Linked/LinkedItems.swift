/// The items of one page, and the links to the adjacent pages.
public struct LinkedItems<Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public var items: [Item]

    /// The links to the adjacent pages.
    public var links: PageLinks

    /// The number of items of the whole list, if known.
    public var total: Int?

    /// Creates the result of a fetch.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of the list.
    ///   - links: The links to the adjacent pages; a link of `nil` is the end on that side.
    ///   - total: The number of items of the whole list; `nil` if unknown.
    public init(_ items: [Item], links: PageLinks, total: Int? = nil) {
        self.items = items
        self.links = links
        self.total = total
    }
}
