/// The items of one page, and where the pages beside it are.
public struct LinkedItems<Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public var items: [Item]

    /// Where the pages beside this one are.
    public var links: PageLinks

    /// How many items the whole list has, if the server tells.
    public var total: Int?

    /// Makes the result of a fetch.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of the list.
    ///   - links: Where the pages beside this one are; a link that is absent is the end on that side.
    ///   - total: How many items the whole list has; `nil` if the server does not tell.
    public init(_ items: [Item], links: PageLinks, total: Int? = nil) {
        self.items = items
        self.links = links
        self.total = total
    }
}
