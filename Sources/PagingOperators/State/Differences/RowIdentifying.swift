/// Identifies items whose type is known to be identifiable at run time only.
protocol RowIdentifying<Item>: Sendable {
    associatedtype Item
    associatedtype Identity: Hashable

    func identity(of item: Item) -> Identity
    /// Writes the hashes of the identities of items.
    func hash(_ items: UnsafeBufferPointer<Item>, into hashes: inout [Int])
    /// Whether two items have the same identity.
    func areSame(_ one: UnsafePointer<Item>, _ other: UnsafePointer<Item>) -> Bool
}

private struct IdentifiableRows<Item: Identifiable>: RowIdentifying {
    func identity(of item: Item) -> Item.ID { item.id }

    func hash(_ items: UnsafeBufferPointer<Item>, into hashes: inout [Int]) {
        for row in 0..<items.count { hashes[row] = items.address(of: row).inPlace.pointee.hashIdentity() }
    }

    func areSame(_ one: UnsafePointer<Item>, _ other: UnsafePointer<Item>) -> Bool {
        one.inPlace.pointee.isSame(as: other.inPlace.pointee)
    }
}

/// Returns the identities of items; `nil` if they are not identifiable.
func identities<Item>(of type: Item.Type) -> (any RowIdentifying<Item>)? {
    func make<Row: Identifiable>(_ type: Row.Type) -> (any RowIdentifying<Item>)? {
        IdentifiableRows<Row>() as? any RowIdentifying<Item>
    }
    return (type as? any Identifiable.Type).flatMap { make($0) }
}
