import Streams

// The same for publishers that send nothing but the rows that come into view.
extension Publisher where Output == Int, Failure == Never {
    /// The rows as signals of a list, for `paginate` in all its forms.
    public func shownRows() -> Publishers.Map<Self, ListSignal> {
        map { ListSignal.shown(row: $0) }
    }

    /// Loads a list page by page, where this publisher sends the rows that come into view.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - source: Where pages come from.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    public func paginate<Source: PageSource>(
        threshold: Int, from source: Source, startingAt key: Source.Key? = nil
    ) -> Publishers.Paginate<Publishers.Map<Self, ListSignal>, Source, Source.Item> {
        shownRows().paginate(threshold: threshold, from: source, startingAt: key)
    }

    /// Loads a list page by page, where this publisher sends the rows that come into view, by given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load, what to keep, and what to do about failures.
    ///   - source: Where pages come from.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    public func paginate<Source: PageSource>(
        _ rules: PagingRules, from source: Source, startingAt key: Source.Key? = nil
    ) -> Publishers.Paginate<Publishers.Map<Self, ListSignal>, Source, Source.Item> {
        shownRows().paginate(rules, from: source, startingAt: key)
    }

    /// Loads a list page by page, where this publisher sends the rows that come into view, with a closure that makes
    /// the publisher of a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Makes the publisher of the page that is asked for.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, Pages: Publisher>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) -> Pages
    )
        -> Publishers.Paginate<
            Publishers.Map<Self, ListSignal>, ClosurePages<Key, Item, Pages>, Item
        >
    where Pages.Output == Page<Key, Item> {
        shownRows().paginate(threshold: threshold, fetch)
    }

    /// Loads a list page by page, where this publisher sends the rows that come into view, with an asynchronous closure
    /// that gets a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Gets the page that is asked for. It runs in a task that is cancelled with the load.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) async throws(E) -> Page<Key, Item>
    )
        -> Publishers.Paginate<
            Publishers.Map<Self, ListSignal>,
            ClosurePages<Key, Item, Publishers.Async<Page<Key, Item>, E>>, Item
        >
    {
        shownRows().paginate(threshold: threshold, fetch)
    }
}
