import Streams

// The same for publishers of the rows that are shown.
extension Publisher where Output == Int, Failure == Never {
    /// Converts the rows to signals, for all forms of `paginate`.
    public func shownRows() -> Publishers.Map<Self, ListSignal> {
        map { ListSignal.shown(row: $0) }
    }

    /// Loads a list page by page, where this publisher sends the rows that are shown.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - source: The source of the pages.
    ///   - key: The key of the page that is loaded first; `nil` for the source's first page.
    @_disfavoredOverload
    public func paginate<Source: PageSource>(
        threshold: Int, from source: Source, startingAt key: Source.Key? = nil
    ) -> ExtraPublishers.Paginate<Publishers.Map<Self, ListSignal>, Source, Source.Item> {
        shownRows().paginate(threshold: threshold, from: source, startingAt: key)
    }

    /// Loads a list page by page, where this publisher sends the rows that are shown, by the given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load pages, how many rows to keep, and the effect of failures.
    ///   - source: The source of the pages.
    ///   - key: The key of the page that is loaded first; `nil` for the source's first page.
    @_disfavoredOverload
    public func paginate<Source: PageSource>(
        _ rules: PagingRules, from source: Source, startingAt key: Source.Key? = nil
    ) -> ExtraPublishers.Paginate<Publishers.Map<Self, ListSignal>, Source, Source.Item> {
        shownRows().paginate(rules, from: source, startingAt: key)
    }

    /// Loads a list page by page, where this publisher sends the rows that are shown, from a source whose
    /// type is not known.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - source: The source of the pages.
    ///   - key: The key of the page that is loaded first; `nil` for the source's first page.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        threshold: Int, from source: any PageSource<Key, Item, E>, startingAt key: Key? = nil
    ) -> ExtraPublishers.Paginate<Publishers.Map<Self, ListSignal>, AnyPageSource<Key, Item, E>, Item> {
        shownRows().paginate(threshold: threshold, from: AnyPageSource(source), startingAt: key)
    }

    /// Loads a list page by page, where this publisher sends the rows that are shown, by the given rules,
    /// from a source whose type is not known.
    ///
    /// - Parameters:
    ///   - rules: When to load pages, how many rows to keep, and the effect of failures.
    ///   - source: The source of the pages.
    ///   - key: The key of the page that is loaded first; `nil` for the source's first page.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        _ rules: PagingRules, from source: any PageSource<Key, Item, E>, startingAt key: Key? = nil
    ) -> ExtraPublishers.Paginate<Publishers.Map<Self, ListSignal>, AnyPageSource<Key, Item, E>, Item> {
        shownRows().paginate(rules, from: AnyPageSource(source), startingAt: key)
    }

    /// Loads the list of the latest source that a publisher sends, page by page, where this publisher sends
    /// the rows that are shown.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - sources: Sends the sources.
    ///   - key: The key of the page with which each list begins; `nil` for the source's first page.
    public func paginate<Source: PageSource>(
        threshold: Int, from sources: any Publisher<Source, Never>, startingAt key: Source.Key? = nil
    )
        -> ExtraPublishers.Paginate<
            Publishers.Map<Self, ListSignal>, LatestPages<AnyPublisher<Source, Never>>, Source.Item
        >
    {
        shownRows().paginate(threshold: threshold, from: sources, startingAt: key)
    }

    /// Loads the list of the latest source that a publisher sends, page by page, where this publisher sends
    /// the rows that are shown, by the given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load pages, how many rows to keep, and the effect of failures.
    ///   - sources: Sends the sources.
    ///   - key: The key of the page with which each list begins; `nil` for the source's first page.
    public func paginate<Source: PageSource>(
        _ rules: PagingRules, from sources: any Publisher<Source, Never>, startingAt key: Source.Key? = nil
    )
        -> ExtraPublishers.Paginate<
            Publishers.Map<Self, ListSignal>, LatestPages<AnyPublisher<Source, Never>>, Source.Item
        >
    {
        shownRows().paginate(rules, from: sources, startingAt: key)
    }

    /// Loads a list page by page, where this publisher sends the rows that are shown, with a closure that
    /// returns the publisher of a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Returns the publisher of the requested page.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, Pages: Publisher>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) -> Pages
    )
        -> ExtraPublishers.Paginate<
            Publishers.Map<Self, ListSignal>, ClosurePages<Key, Item, Pages>, Item
        >
    where Pages.Output == Page<Key, Item> {
        shownRows().paginate(threshold: threshold, fetch)
    }

    /// Loads a list page by page, where this publisher sends the rows that are shown, with an asynchronous
    /// closure that returns a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Returns the requested page. It runs in a task that is cancelled with the load.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) async throws(E) -> Page<Key, Item>
    )
        -> ExtraPublishers.Paginate<
            Publishers.Map<Self, ListSignal>,
            ClosurePages<Key, Item, ExtraPublishers.Async<Page<Key, Item>, E>>, Item
        >
    {
        shownRows().paginate(threshold: threshold, fetch)
    }
}
