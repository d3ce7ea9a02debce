import Streams

extension Publishers.Paginate {
    /// Converts each item of the list.
    ///
    /// - Parameter transform: Converts an item; called once for each, and again when it is edited.
    /// - Complexity: O(1) an item.
    @inlinable
    public func map<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Transform.Output) -> NewItem
    )
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, MapTransform<Transform.Output, NewItem>>
        >
    {
        applying(MapTransform(transform))
    }

    /// Drops items whose identity is in the list already; the first stays.
    ///
    /// Identities are remembered until the list is refreshed or reset, or their page leaves its window; what was dropped
    /// because of them, and is still in the list, is shown then. A page that consists of nothing but duplicates is not
    /// the end: the next one is loaded.
    ///
    /// - Parameter identity: Tells what identifies an item.
    /// - Complexity: O(1) an item on average.
    @inlinable
    public func dedupe<Identity: Hashable & Sendable>(
        by identity: @escaping @Sendable (Transform.Output) -> Identity
    )
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, DedupeTransform<Transform.Output, Identity>>
        >
    {
        applying(DedupeTransform(identity))
    }

    /// Lets items take the place of those with the same identity that are in the list already.
    ///
    /// A row that comes again, changed, looks different where it stood; the list does not grow by it.
    ///
    /// - Parameter identity: Tells what identifies an item.
    /// - Complexity: O(1) an item on average; O(*s*) for one that replaces another, the size of its page.
    @inlinable
    public func dedupe<Identity: Hashable & Sendable>(
        latestBy identity: @escaping @Sendable (Transform.Output) -> Identity
    )
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, ReplaceTransform<Transform.Output, Identity>>
        >
    {
        applying(ReplaceTransform(identity))
    }

    /// Keeps the items that meet a condition.
    ///
    /// A page of which nothing is kept is not the end: the next one is loaded.
    ///
    /// - Parameter isIncluded: Whether an item is kept; called once for each, and again when it is edited.
    /// - Complexity: O(1) an item.
    @inlinable
    public func filter(
        _ isIncluded: @escaping @Sendable (Transform.Output) -> Bool
    )
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, SelectTransform<Transform.Output, Transform.Output>>
        >
    {
        applying(SelectTransform(where: isIncluded))
    }

    /// Converts the items that can be converted, and drops the others.
    ///
    /// - Parameter transform: Converts an item, or returns `nil`; called once for each, and again when it is edited.
    /// - Complexity: O(1) an item.
    @inlinable
    public func compactMap<NewItem: Sendable>(
        _ transform: @escaping @Sendable (Transform.Output) -> NewItem?
    )
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, SelectTransform<Transform.Output, NewItem>>
        >
    {
        applying(SelectTransform(transform))
    }

    /// Puts rows between items, and before the first and after the last, once it is known which those are.
    ///
    /// ```swift
    /// let rows = feed.map(Row.user).separators { before, after in
    ///     guard let letter = after?.initial, letter != before?.initial else { return nil }
    ///     return .heading(letter)
    /// }
    /// ```
    ///
    /// A list without items has no separators. The semantics are those of Paging 3's `insertSeparators`.
    ///
    /// - Parameter separator: Makes the row between two items, or `nil` for none. Before the first item of the list
    ///   `before` is `nil`, after the last one `after` is. Called again when a neighbour changes.
    /// - Complexity: O(1) an item.
    @inlinable
    public func separators(
        _ separator:
            @escaping @Sendable (_ before: Transform.Output?, _ after: Transform.Output?) -> Transform.Output?
    )
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, SeparatorTransform<Transform.Output>>
        >
    {
        applying(SeparatorTransform(separator))
    }

    /// Puts a row before the first item, once the start of the list is loaded. A list without items has none.
    ///
    /// - Parameter row: The row.
    @inlinable
    public func header(_ row: Transform.Output)
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, SeparatorTransform<Transform.Output>>
        >
    {
        separators { before, _ in before == nil ? row : nil }
    }

    /// Puts a row after the last item, once the end of the list is loaded. A list without items has none.
    ///
    /// - Parameter row: The row.
    @inlinable
    public func footer(_ row: Transform.Output)
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, SeparatorTransform<Transform.Output>>
        >
    {
        separators { _, after in after == nil ? row : nil }
    }

    /// Shows the rows as they are after edits that are made while the list is shown. See ``FeedEdits``.
    ///
    /// - Parameter edits: Where edits are made. Transforms that come after see the edited items.
    @inlinable
    public func edits<Identity: Hashable & Sendable>(
        _ edits: FeedEdits<Transform.Output, Identity>
    )
        -> Publishers.Paginate<
            Signals, Source, ChainedTransform<Transform, EditTransform<Transform.Output, Identity>>
        >
    {
        applying(EditTransform(edits))
    }

    /// The same feed with a further transform.
    @inlinable
    func applying<Next: PageTransform>(
        _ next: Next
    ) -> Publishers.Paginate<Signals, Source, ChainedTransform<Transform, Next>>
    where Next.Input == Transform.Output {
        var feed = Publishers.Paginate<Signals, Source, ChainedTransform<Transform, Next>>(
            signals: signals, source: source, rules: rules,
            transform: ChainedTransform(first: transform, second: next), start: start)
        feed.archive = archive
        return feed
    }
}
