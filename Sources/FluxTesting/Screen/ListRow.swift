/// A row of a simulated list.
public enum ListRow<Item: Sendable>: Sendable {
    /// A row with its item.
    case item(Item)

    /// A row whose item is not loaded.
    case placeholder

    /// The item; `nil` for a placeholder.
    public var item: Item? {
        if case .item(let item) = self { item } else { nil }
    }

    /// Whether the row is a placeholder.
    public var isPlaceholder: Bool { item == nil }
}

extension ListRow: Equatable where Item: Equatable {}
extension ListRow: Hashable where Item: Hashable {}
