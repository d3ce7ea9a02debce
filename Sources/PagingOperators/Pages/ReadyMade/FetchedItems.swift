/// The items of one page, and how many there are in all if the server tells.
public struct FetchedItems<Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public var items: [Item]

    /// How many items the whole list has, if the server tells.
    public var total: Int?

    /// Makes the result of a fetch.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of the list.
    ///   - total: How many items the whole list has; `nil` if the server does not tell.
    public init(_ items: [Item], total: Int? = nil) {
        self.items = items
        self.total = total
    }
}
