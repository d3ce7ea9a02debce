/// A row of a list: its number, and its item unless it is a placeholder.
public struct FeedRow<Item: Sendable>: Sendable {
    /// The number of the row, as in signals: counted from zero, placeholders included.
    public let number: Int

    /// The item, or `nil` for a placeholder.
    public let item: Item?

    /// The item whose identity the row has, if it is not its own.
    @usableFromInline let first: FirstItem<Item>?

    /// Creates a row, for previews and for tests of screens.
    ///
    /// - Parameters:
    ///   - number: The number of the row, placeholders included.
    ///   - item: The item, or `nil` for a placeholder.
    @inlinable
    public init(number: Int, item: Item?) {
        self.init(number: number, item: item, first: nil)
    }

    @inlinable
    init(number: Int, item: Item?, first: FirstItem<Item>?) {
        self.number = number
        self.item = item
        self.first = first
    }
}

/// The item with which a row was shown first.
@usableFromInline
final class FirstItem<Item: Sendable>: Sendable {
    @usableFromInline let item: Item

    init(_ item: Item) {
        self.item = item
    }
}

extension FirstItem: Equatable where Item: Equatable {
    @usableFromInline
    static func == (lhs: FirstItem, rhs: FirstItem) -> Bool { lhs.item == rhs.item }
}

extension FirstItem: Hashable where Item: Hashable {
    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(item) }
}

extension FeedRow: Equatable where Item: Equatable {}
extension FeedRow: Hashable where Item: Hashable {}

extension FeedRow: Identifiable where Item: Identifiable {
    /// The identity of a row: that of its item, wherever the row is; or the number of a placeholder.
    ///
    /// A row of ``PagingModel/rows`` keeps it if its item is updated in place by one of another identity, as
    /// by ``FeedEdits/confirm(_:as:)``: it has that of the item with which it was shown first.
    public enum ID: Hashable {
        /// The row has an item.
        case item(Item.ID)

        /// The row is a placeholder.
        case placeholder(Int)
    }

    @inlinable
    public var id: ID { (first?.item ?? item).map { .item($0.id) } ?? .placeholder(number) }
}

extension FeedRow.ID: Sendable where Item.ID: Sendable {}
