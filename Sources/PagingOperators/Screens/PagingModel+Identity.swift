extension PagingModel where Item: Identifiable {
    /// Reports that the row of an item came into view, and loads further pages if it is near the end of the
    /// loaded rows. Has no effect if there is no such item.
    ///
    /// - Parameter id: The identity of the item.
    /// - Complexity: O(1) on average, as ``row(ofID:)``.
    public func shown(id: Item.ID) {
        if let row = row(ofID: id) { shown(row: row) }
    }

    /// Reports the items in view, as by SwiftUI's `onScrollTargetVisibilityChange(idType:threshold:_:)`, and
    /// loads further pages if they are near the end of the loaded rows.
    ///
    /// - Parameter ids: The identities of the items. Identities that are not in the list have no effect.
    /// - Complexity: O(*k*) on average, the number of identities.
    public func shown(ids: some Sequence<Item.ID>) {
        let rows = ids.compactMap { row(ofID: $0) }
        if let first = rows.min(), let last = rows.max() { shown(rows: first..<last + 1) }
    }

    /// The number of the row of an item, placeholders included.
    ///
    /// The identities are indexed by the first call; the index then follows the changes of the list.
    ///
    /// - Parameter id: The identity of the item; or the one that its row had when it was shown first, see
    ///   ``FeedRow/ID``.
    /// - Returns: The row, or `nil` if there is no such item. One of the rows, if several have the identity.
    /// - Complexity: O(1) on average; O(*n*) for the first call, and after a change that is a reload. O(*k*)
    ///   for an identity that no item has, with *k* rows whose items have another one than at first.
    public func row(ofID id: Item.ID) -> Int? {
        // Of the observed properties only the rows, so that a view that calls this is not updated by every
        // state.
        let before = observedPlaceholdersBefore
        let row = identityRowFinder.row(ofID: id) ?? firstItems.first { $0.value.item.id == id }?.key
        return row.map { before + $0 }
    }

    private var identityRowFinder: IdentityRowFinder<Item> {
        // The only kind of finder. A dynamic cast would look up its type for each row.
        if let rowFinder { return unsafeDowncast(rowFinder, to: IdentityRowFinder<Item>.self) }
        let finder = IdentityRowFinder(rows.items)
        rowFinder = finder
        return finder
    }
}

/// Finds rows by the identity of their items, for a model whose items need not be identifiable.
protocol RowFinder<Item>: AnyObject {
    associatedtype Item: Sendable

    /// Follows a change of the items.
    ///
    /// - Returns: Whether rows are found afterwards. If not, a new finder has to be made.
    func apply(_ change: RowChange, leadingTo items: PagedItems<Item>) -> Bool
}

private final class IdentityRowFinder<Item: Identifiable & Sendable>: RowFinder {
    private let index: IdentityIndex<Item.ID>

    init(_ items: PagedItems<Item>) {
        // Not a key path, which would be evaluated for each item.
        index = IdentityIndex(items.lazy.map { $0.id })
    }

    func row(ofID id: Item.ID) -> Int? { index.row(of: id) }

    func apply(_ change: RowChange, leadingTo items: PagedItems<Item>) -> Bool {
        index.apply(change, newCount: items.count) { items[$0].id }
    }
}
