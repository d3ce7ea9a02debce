/// Identifies items whose type is known to be identifiable at run time only.
protocol RowIdentifying<Item>: Sendable {
    associatedtype Item
    associatedtype Identity: Hashable

    func identity(of item: Item) -> Identity
}

private struct IdentifiableRows<Item: Identifiable>: RowIdentifying {
    func identity(of item: Item) -> Item.ID { item.id }
}

/// Returns the identities of items; `nil` if they are not identifiable.
func identities<Item>(of type: Item.Type) -> (any RowIdentifying<Item>)? {
    func make<Row: Identifiable>(_ type: Row.Type) -> (any RowIdentifying<Item>)? {
        IdentifiableRows<Row>() as? any RowIdentifying<Item>
    }
    return (type as? any Identifiable.Type).flatMap { make($0) }
}
