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
        let equality = RowEquality<Item>.known
        find = { old, new in
            DifferenceFinder(identity: identity, equality: equality).change(from: old, to: new)
        }
    }

    private init(find: @escaping Find) {
        self.find = find
    }

    /// The change from the rows of one generation to those of the next.
    ///
    /// - Complexity: O(*n* + *m* log *m*) on average for *n* old and *m* new rows; without hashing where both
    ///   lists start and end with the same rows, and one has no others.
    @usableFromInline
    func change(from old: PagedItems<Item>, to new: PagedItems<Item>) -> RowChange {
        old.isIdentical(to: new) ? .none : find(old, new)
    }
}

extension RowDifference {
    /// The difference of identifiable items; `nil` for others.
    @usableFromInline
    static var ofIdentifiableItems: RowDifference? {
        identities(of: Item.self).map { make($0) }
    }

    private static func make<Rows: RowIdentifying<Item>>(_ rows: Rows) -> RowDifference {
        let equality = RowEquality<Item>.known
        return RowDifference(find: { old, new in
            DifferenceFinder<Item, Rows.Identity>(identity: { rows.identity(of: $0) }, equality: equality)
                .change(from: old, to: new)
        })
    }
}
