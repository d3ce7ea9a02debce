import FluxImages

/// A row of a list together with the state of its image.
///
/// The item's properties are available on the row: `row.login` is `row.item.login`.
@dynamicMemberLookup
public struct ImageRow<Item: Sendable, Image: Sendable>: Sendable {
    /// The item.
    public var item: Item

    /// The state of the item's image.
    public var image: ImageState<Image>

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - image: The state of its image.
    @inlinable
    public init(item: Item, image: ImageState<Image>) {
        self.item = item
        self.image = image
    }

    /// Returns a property of the item.
    ///
    /// - Parameter keyPath: The property.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Item, Value>) -> Value {
        item[keyPath: keyPath]
    }
}

extension ImageRow: Equatable where Item: Equatable, Image: Equatable {}
extension ImageRow: Hashable where Item: Hashable, Image: Hashable {}

extension ImageRow: Identifiable where Item: Identifiable {
    public var id: Item.ID { item.id }
}
