import Streams

extension Publishers.Paginate {
    /// Converts each item of the list.
    ///
    /// - Parameter transform: Converts an item; called once for each, in the order of the list.
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
    /// Identities are remembered until the list is refreshed or reset. A page that consists of nothing but
    /// duplicates is not the end: the next one is loaded.
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

    /// The same feed with a further transform.
    @inlinable
    func applying<Next: PageTransform>(
        _ next: Next
    ) -> Publishers.Paginate<Signals, Source, ChainedTransform<Transform, Next>>
    where Next.Input == Transform.Output {
        Publishers.Paginate<Signals, Source, ChainedTransform<Transform, Next>>(
            signals: signals, source: source, rules: rules,
            transform: ChainedTransform(first: transform, second: next))
    }
}
