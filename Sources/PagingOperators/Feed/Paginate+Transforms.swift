import Streams

extension ExtraPublishers.Paginate {
    /// Converts each item of the list.
    ///
    /// - Parameter transform: Converts an item; called once for each, and again when it is edited.
    /// - Complexity: O(1) an item.
    @inlinable
    public func map<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Item) -> NewItem
    ) -> ExtraPublishers.Paginate<Signals, Source, NewItem> {
        mapping(transform) { $0.map(transform) }
    }

    /// Drops items whose identity is in the list already, and keeps the first.
    ///
    /// An identity is kept until the list is refreshed or reset, or its page is removed from the window;
    /// duplicates of it on other pages are shown then. A page of duplicates only is not the end: the next one
    /// is loaded. Use it before ``separators(_:)``. The separator at the start of the list is inserted after
    /// the rows of its page, so that it would be dropped if one of them had its identity.
    ///
    /// - Parameter identity: Returns the identity of an item.
    /// - Complexity: O(1) an item on average.
    @inlinable
    public func dedupe<Identity: Hashable & Sendable>(
        by identity: @escaping @Sendable (Item) -> Identity
    ) -> Self {
        deduping(by: identity) { $0.insert($1, page: $2, by: identity) }.identified(by: identity)
    }

    /// Replaces rows by later items with the same identity, in place.
    ///
    /// An item that is repeated with other content updates its row; the list does not grow.
    ///
    /// - Parameter identity: Returns the identity of an item.
    /// - Complexity: O(1) an item on average; O(*s*) for one that replaces another, the size of its page.
    public func dedupe<Identity: Hashable & Sendable>(
        latestBy identity: @escaping @Sendable (Item) -> Identity
    ) -> Self {
        applying(ReplaceTransform(identity)).identified(by: identity)
    }

    /// Keeps the items that meet a condition.
    ///
    /// A page without such items is not the end: the next one is loaded.
    ///
    /// - Parameter isIncluded: Whether to keep an item; called once for each, and again when it is edited.
    /// - Complexity: O(1) an item.
    @inlinable
    public func filter(_ isIncluded: @escaping @Sendable (Item) -> Bool) -> Self {
        selecting({ isIncluded($0) ? $0 : nil }, page: { PageLoops.filter($0, isIncluded) })
    }

    /// Converts items, and drops those for which the result is `nil`.
    ///
    /// - Parameter transform: Converts an item, or returns `nil` to drop it; called once for each, and again
    ///   when it is edited.
    /// - Complexity: O(1) an item.
    @inlinable
    public func compactMap<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Item) -> NewItem?
    ) -> ExtraPublishers.Paginate<Signals, Source, NewItem> {
        selecting(transform) { PageLoops.select($0, transform) }
    }

    /// Identifies rows, so that a refresh or an invalidation changes the rows of the list instead of
    /// reloading it.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).identified(by: \.id)
    /// ```
    ///
    /// The first page of the new list then arrives as a ``RowChange`` with the rows that are removed,
    /// inserted, moved and updated. A row that stays is updated unless the two items are equal, or always if
    /// they are not `Equatable`. Items that are `Identifiable`, and lists with `dedupe(by:)` or `edits(_:)`,
    /// need no other identity; `map(_:)` and `compactMap(_:)` to another type drop it, unless that type is
    /// `Identifiable`. Rows that share an identity are matched in their order.
    ///
    /// - Parameter identity: Returns the identity of a row, also of a separator; called for the rows of the
    ///   old and of the new list at each refresh.
    /// - Complexity: O(*m*) for *m* new rows where the old list starts with the same rows; otherwise O(*n* +
    ///   *m* log *m*) on average, with *n* old rows.
    @inlinable
    public func identified<Identity: Hashable & Sendable>(
        by identity: @escaping @Sendable (Item) -> Identity
    ) -> Self {
        var feed = self
        feed.difference = RowDifference(by: identity)
        return feed
    }

    /// Inserts rows between items, and before the first and after the last of the list, once those are
    /// loaded.
    ///
    /// ```swift
    /// let rows = feed.map(Row.user).separators { before, after in
    ///     guard let letter = after?.initial, letter != before?.initial else { return nil }
    ///     return .heading(letter)
    /// }
    /// ```
    ///
    /// A list without items has no separators; otherwise the semantics are those of Paging 3's
    /// `insertSeparators`.
    ///
    /// - Parameter separator: Makes the row between two items, or `nil` for none. Before the first item of
    ///   the list `before` is `nil`, after the last one `after` is. Called again when a neighbor changes.
    /// - Complexity: O(1) an item.
    public func separators(
        _ separator: @escaping @Sendable (_ before: Item?, _ after: Item?) -> Item?
    ) -> Self {
        applying(SeparatorTransform(separator))
    }

    /// Inserts a row before the first item, once the start of the list is loaded. A list without items has
    /// none.
    ///
    /// - Parameter row: The row.
    public func header(_ row: Item) -> Self {
        separators { before, _ in before == nil ? row : nil }
    }

    /// Inserts a row after the last item, once the end of the list is loaded. A list without items has none.
    ///
    /// - Parameter row: The row.
    public func footer(_ row: Item) -> Self {
        separators { _, after in after == nil ? row : nil }
    }

    /// Applies edits that are made while the list is shown. See ``FeedEdits``.
    ///
    /// - Parameter edits: The edits. Later transforms receive the edited items.
    public func edits<Identity: Hashable & Sendable>(_ edits: FeedEdits<Item, Identity>) -> Self {
        let feed = applying(EditTransform(edits))
        return difference == nil ? feed.identified { edits.identity($0) } : feed
    }
}

// Transforms whose loop over a page is specialized at the call site.
extension ExtraPublishers.Paginate {
    @usableFromInline
    func mapping<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Item) -> NewItem,
        page transformPage: @escaping @Sendable ([Item]) -> [NewItem]
    ) -> ExtraPublishers.Paginate<Signals, Source, NewItem> {
        applying(MapTransform(transform: transform, transformPage: transformPage))
    }

    @usableFromInline
    func selecting<NewItem: Sendable>(
        _ select: @escaping @Sendable (Item) -> NewItem?,
        page selectPage: @escaping @Sendable ([Item]) -> PageLoops.Selection<NewItem>
    ) -> ExtraPublishers.Paginate<Signals, Source, NewItem> {
        applying(SelectTransform(select, page: selectPage))
    }

    @usableFromInline
    func deduping<Identity: Hashable & Sendable>(
        by identity: @escaping @Sendable (Item) -> Identity,
        insert: @escaping @Sendable (inout DedupedPages<Item, Identity>, [Item], Int) -> [PageChange<Item>]
    ) -> Self {
        applying(DedupeTransform(identity, insert: insert))
    }

    /// The same feed with a further transform.
    package func applying<NewItem: Sendable>(
        _ next: some PageTransform<Item, NewItem>
    ) -> ExtraPublishers.Paginate<Signals, Source, NewItem> {
        let isFirst = transform is IdentityTransform<Source.Item>
        let alone = isFirst ? next as? any PageTransform<Source.Item, NewItem> : nil
        return ExtraPublishers.Paginate<Signals, Source, NewItem>(
            signals: signals, source: source, rules: rules,
            transform: alone ?? ChainedTransform(first: transform, second: next), start: start,
            archive: archive, difference: difference as? RowDifference<NewItem> ?? .ofIdentifiableItems,
            hub: hub)
    }
}
