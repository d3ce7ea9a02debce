/// The items of one page, and the number of items of the whole list if known.
public struct FetchedItems<Item: Sendable>: Sendable {
    /// The items, in the order of the list.
    public var items: [Item]

    /// The number of items of the whole list, if known.
    public var total: Int?

    /// Creates the result of a fetch.
    ///
    /// - Parameters:
    ///   - items: The items, in the order of the list.
    ///   - total: The number of items of the whole list; `nil` if unknown. A number less than zero, and zero
    ///     beside items, count as unknown.
    public init(_ items: [Item], total: Int? = nil) {
        self.items = items
        self.total = total
    }

    /// The number of items of the whole list, unless it is one that no list has, and stands for an unknown
    /// number: less than zero, far too large, or zero beside items.
    var knownTotal: Int? {
        total.flatMap { $0.isItemCount && ($0 > 0 || items.isEmpty) ? $0 : nil }
    }
}
