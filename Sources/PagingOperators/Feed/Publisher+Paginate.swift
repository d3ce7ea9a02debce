import Streams

extension Publisher where Output == ListSignal, Failure == Never {
    /// Loads a list page by page as it is scrolled.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id)
    /// ```
    ///
    /// The first page loads at subscription. After that a page is loaded while fewer than `threshold` rows lie
    /// beyond the row that was shown last, one at a time in each direction. Each subscriber has a session of its own:
    /// its rows, its loads; `share(replay:)` lets several have one. States that a subscriber has no demand for are
    /// conflated to the latest, whose `change` is then that from the state it got before. States come, one at a time, on
    /// the thread of the signal or the answer that caused them; `receive(on:)` takes them elsewhere. The feed finishes
    /// when the signals have finished and nothing is being loaded; a page that fails is a state, not an end.
    ///
    /// A signal that needs nothing costs a comparison, and a page its own size, whatever the length of the list.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more. With zero, only `.loadMore` and its like load further pages.
    ///   - source: Where pages come from.
    ///   - key: The key of the page to begin with, which may be in the middle of the list, and to which a refresh
    ///     returns; `nil` for the source's first page.
    public func paginate<Source: PageSource>(
        threshold: Int, from source: Source, startingAt key: Source.Key? = nil
    ) -> Publishers.Paginate<Self, Source, Source.Item> {
        paginate(PagingRules(threshold: threshold), from: source, startingAt: key)
    }

    /// Loads a list page by page as it is scrolled, by given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load, what to keep, and what to do about failures.
    ///   - source: Where pages come from.
    ///   - key: The key of the page to begin with; `nil` for the source's first page.
    public func paginate<Source: PageSource>(
        _ rules: PagingRules, from source: Source, startingAt key: Source.Key? = nil
    ) -> Publishers.Paginate<Self, Source, Source.Item> {
        Publishers.Paginate(
            signals: self, source: source, rules: rules, transform: IdentityTransform(),
            start: PagingStart(key: key))
    }

    /// Loads a list page by page as it is scrolled, with a closure that makes the publisher of a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Makes the publisher of the page that is asked for.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, Pages: Publisher>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) -> Pages
    ) -> Publishers.Paginate<Self, ClosurePages<Key, Item, Pages>, Item>
    where Pages.Output == Page<Key, Item> {
        paginate(PagingRules(threshold: threshold), fetch)
    }

    /// Loads a list page by page as it is scrolled, by given rules, with a closure that makes the publisher of a page.
    ///
    /// - Parameters:
    ///   - rules: When to load, what to keep, and what to do about failures.
    ///   - fetch: Makes the publisher of the page that is asked for.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, Pages: Publisher>(
        _ rules: PagingRules, _ fetch: @escaping @Sendable (PageRequest<Key>) -> Pages
    ) -> Publishers.Paginate<Self, ClosurePages<Key, Item, Pages>, Item>
    where Pages.Output == Page<Key, Item> {
        paginate(rules, from: ClosurePages(fetch: fetch))
    }

    /// Loads a list page by page as it is scrolled, with an asynchronous closure that gets a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Gets the page that is asked for. It runs in a task that is cancelled with the load.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) async throws(E) -> Page<Key, Item>
    )
        -> Publishers.Paginate<
            Self, ClosurePages<Key, Item, Publishers.Async<Page<Key, Item>, E>>, Item
        >
    {
        paginate(PagingRules(threshold: threshold), fetch)
    }

    /// Loads a list page by page as it is scrolled, by given rules, with an asynchronous closure that gets a page.
    ///
    /// - Parameters:
    ///   - rules: When to load, what to keep, and what to do about failures.
    ///   - fetch: Gets the page that is asked for. It runs in a task that is cancelled with the load.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        _ rules: PagingRules,
        _ fetch: @escaping @Sendable (PageRequest<Key>) async throws(E) -> Page<Key, Item>
    )
        -> Publishers.Paginate<
            Self, ClosurePages<Key, Item, Publishers.Async<Page<Key, Item>, E>>, Item
        >
    {
        paginate(rules) { (request: PageRequest<Key>) in
            Publishers.Async { () async throws(E) in try await fetch(request) }
        }
    }
}
