/// The items of one page, and how many there are in all if the server tells.
public struct FetchedItems<Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public var items: [Item]

    /// How many items the whole list has, if the server tells.
    public var total: Int?

    /// Makes the result of a fetch.
    public init(_ items: [Item], total: Int? = nil) {
        self.items = items
        self.total = total
    }
}

/// How a source without explicit keys knows its last page.
public enum PageEnd: Sendable, Hashable {
    /// The page after it is empty. The default: right for servers that return fewer items than they were asked
    /// for, at the price of one more request.
    case emptyPage

    /// It has fewer items than were asked for. Saves a request where the server always fills its pages.
    case shortPage

    func isReached(by count: Int, of size: Int) -> Bool {
        switch self {
        case .emptyPage: count == 0
        case .shortPage: count < size
        }
    }
}
