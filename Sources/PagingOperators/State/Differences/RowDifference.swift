/// Finds the difference between the rows of two generations, by the identity of rows.
///
/// It is erased to one closure where the types are known, so that feeds and engines have no type parameter
/// for it.
@usableFromInline
package struct RowDifference<Item: Sendable>: Sendable {
    @usableFromInline typealias Find =
        @Sendable (_ old: PagedItems<Item>, _ new: PagedItems<Item>) -> RowChange

    @usableFromInline let find: Find

    /// Makes the difference by an identity.
    ///
    /// A row that stays counts as updated unless its items are equal; where items cannot be compared, always.
    ///
    /// - Parameter identity: Returns the identity of a row. Rows that share one are matched in their order.
    @inlinable
    init<Identity: Hashable & Sendable>(by identity: @escaping @Sendable (Item) -> Identity) {
        let isEqual = RowEquality<Item>.known?.isEqual
        find = { old, new in
            DifferenceFinder(identity: identity, isEqual: isEqual).change(from: old, to: new)
        }
    }

    /// The change from the rows of one generation to those of the next.
    ///
    /// - Complexity: O(*m*) for *m* new rows where the old list starts with the same rows; otherwise O(*n* +
    ///   *m* log *m*) on average, with *n* old rows.
    @usableFromInline
    func change(from old: PagedItems<Item>, to new: PagedItems<Item>) -> RowChange {
        old.isIdentical(to: new) ? .none : find(old, new)
    }
}

extension RowDifference {
    /// The difference of identifiable items; `nil` for others.
    @usableFromInline
    static var ofIdentifiableItems: RowDifference? {
        guard let type = Item.self as? any Identifiable.Type else { return nil }
        return make(type)
    }

    private static func make<Row: Identifiable>(_ type: Row.Type) -> RowDifference? {
        (IdentifiableRows<Row>() as? any RowIdentifying<Item>).map { make($0) }
    }

    private static func make(_ rows: some RowIdentifying<Item>) -> RowDifference {
        RowDifference(by: { AnyIdentity(rows.identity(of: $0)) })
    }
}

/// An identity whose type is known at run time only.
private struct AnyIdentity: Hashable, @unchecked Sendable {
    // Sendable: it is made and used within one comparison.
    private let identity: AnyHashable

    init(_ identity: some Hashable) {
        self.identity = AnyHashable(identity)
    }
}

/// Identifies items whose type is known to be identifiable at run time only.
private protocol RowIdentifying<Item>: Sendable {
    associatedtype Item
    associatedtype Identity: Hashable

    func identity(of item: Item) -> Identity
}

private struct IdentifiableRows<Item: Identifiable>: RowIdentifying {
    func identity(of item: Item) -> Item.ID { item.id }
}
