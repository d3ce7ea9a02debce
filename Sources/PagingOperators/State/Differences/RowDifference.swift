/// Finds the difference between the rows of two generations, by the identity of rows.
///
/// It is one closure, so that engines, which are moved, stay small.
@usableFromInline
package struct RowDifference<Item: Sendable>: Sendable {
    private let find: @Sendable (_ old: PagedItems<Item>, _ new: PagedItems<Item>) -> RowChange

    /// Makes the difference by an identity.
    ///
    /// A row that stays counts as updated unless its items are equal; where items cannot be compared, always.
    ///
    /// - Parameter identity: Returns the identity of a row. Rows that share one are matched in their order.
    @inlinable
    init<Identity: Hashable & Sendable>(by identity: @escaping @Sendable (Item) -> Identity) {
        self.init(RowHashing(by: identity))
    }

    @usableFromInline
    init(_ identity: RowHashing<Item>) {
        let finder = DifferenceFinder(identity: identity, equality: .known)
        find = { old, new in finder.change(from: old, to: new) }
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

    private static func make(_ rows: some RowIdentifying<Item>) -> RowDifference {
        RowDifference(RowHashing(hash: { rows.hash($0, into: &$1) }, areSame: { rows.areSame($0, $1) }))
    }
}
