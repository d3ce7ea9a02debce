/// Compares items whose type is known to be equatable at run time only.
@usableFromInline
struct RowEquality<Item: Sendable>: Sendable {
    @usableFromInline let isEqual: @Sendable (Item, Item) -> Bool

    /// The comparison of equatable items; `nil` for others.
    @usableFromInline
    static var known: RowEquality? {
        guard let type = Item.self as? any Equatable.Type else { return nil }
        return make(type)
    }

    private static func make<Row: Equatable>(_ type: Row.Type) -> RowEquality? {
        (EquatableRows<Row>() as? any RowComparing<Item>).map { make($0) }
    }

    private static func make(_ rows: some RowComparing<Item>) -> RowEquality {
        RowEquality(isEqual: { rows.isEqual($0, $1) })
    }
}

private protocol RowComparing<Item>: Sendable {
    associatedtype Item

    func isEqual(_ one: Item, _ other: Item) -> Bool
}

private struct EquatableRows<Item: Equatable>: RowComparing {
    func isEqual(_ one: Item, _ other: Item) -> Bool { one == other }
}
