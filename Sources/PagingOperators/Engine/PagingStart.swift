/// What a list begins with.
@usableFromInline
package struct PagingStart<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// The key of the page that is loaded first, and by every refresh; `nil` for the source's first page.
    @usableFromInline package var key: Key?

    /// The saved list, to begin with its rows.
    @usableFromInline package var snapshot: PagingSnapshot<Key, Item>?

    /// Whether restored pages are reloaded at once, around the rows that were in view. Their rows stay until
    /// the first new page is loaded.
    @usableFromInline package var revalidates: Bool

    /// Whether the items of the source are kept besides the rows, so that the list can be saved, or compared
    /// with its last page when that is loaded again.
    @usableFromInline package var keepsItems: Bool

    @usableFromInline
    package init(
        key: Key? = nil, snapshot: PagingSnapshot<Key, Item>? = nil, revalidates: Bool = false,
        keepsItems: Bool = false
    ) {
        self.key = key
        self.snapshot = snapshot
        self.revalidates = revalidates
        self.keepsItems = keepsItems
    }
}

extension PagingEngine {
    /// What an engine is made with.
    @usableFromInline
    struct Setup: Sendable {
        @usableFromInline let rules: PagingRules
        /// The transform of a list without pages.
        @usableFromInline let transform: any PageTransform<Input, Item>
        /// Finds the difference between two generations; `nil` where rows have no identity.
        @usableFromInline let difference: RowDifference<Item>?
        /// What the list begins with. A saved list is in it until it is restored.
        @usableFromInline var start: PagingStart<Key, Input>
        /// Returns the key of the source's page with a row of the whole list.
        @usableFromInline var keyForRow: @Sendable (Int) -> Key?
        /// What had been requested and loaded when the source came: of the sources before it.
        @usableFromInline var earlier = LoadTally()
    }
}
