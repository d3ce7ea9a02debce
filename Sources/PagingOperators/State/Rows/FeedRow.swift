/// A row of a list: its number, and its item unless it is a placeholder.
public struct FeedRow<Item: Sendable>: Sendable {
    /// The number of the row, as in signals: counted from zero, placeholders included.
    public let number: Int

    /// The item, or `nil` for a placeholder.
    public let item: Item?

    /// Creates a row, for previews and for tests of screens.
    ///
    /// - Parameters:
    ///   - number: The number of the row, placeholders included.
    ///   - item: The item, or `nil` for a placeholder.
    @inlinable
    public init(number: Int, item: Item?) {
        self.number = number
        self.item = item
    }
}

extension FeedRow: Equatable where Item: Equatable {}
extension FeedRow: Hashable where Item: Hashable {}

extension FeedRow: Identifiable where Item: Identifiable {
    /// The identity of a row: that of its item, wherever the row is; or the number of a placeholder.
    public enum ID: Hashable {
        /// The row has an item.
        case item(Item.ID)

        /// The row is a placeholder.
        case placeholder(Int)
    }

    @inlinable
    public var id: ID { item.map { .item($0.id) } ?? .placeholder(number) }
}

extension FeedRow.ID: Sendable where Item.ID: Sendable {}
