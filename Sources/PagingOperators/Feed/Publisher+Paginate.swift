import Streams

extension Publisher where Output == ListSignal, Failure == Never {
    /// Loads a list page by page as it is scrolled.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id)
    /// ```
    ///
    /// The first page is loaded at subscription. After that a page is loaded while fewer than `threshold`
    /// rows lie beyond the rows in view, one at a time in each direction. Each subscriber has a session with
    /// its own rows and loads; share one among several with `share(replay:)`. States for which a subscriber
    /// has no demand are conflated to the latest, with the `change` from the state that it received before.
    /// States are delivered one at a time, on the thread of the signal or the page that caused them; deliver
    /// them elsewhere with `receive(on:)`. The feed finishes when the signals have finished and nothing is
    /// being loaded. A page that fails is a state and does not end the feed.
    ///
    /// A signal that needs no page costs O(1), and a page O(*n*), its size, independently of the length of
    /// the list.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more. With zero, rows that are shown load no further pages.
    ///   - source: The source of the pages.
    ///   - key: The key of the page that is loaded first, and by a refresh; it may be in the middle of the
    ///     list. `nil` for the source's first page.
    @_disfavoredOverload
    public func paginate<Source: PageSource>(
        threshold: Int, from source: Source, startingAt key: Source.Key? = nil
    ) -> ExtraPublishers.Paginate<Self, Source, Source.Item> {
        paginate(PagingRules(threshold: threshold), from: source, startingAt: key)
    }

    /// Loads a list page by page as it is scrolled, by the given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load pages, how many rows to keep, and the effect of failures.
    ///   - source: The source of the pages.
    ///   - key: The key of the page that is loaded first; `nil` for the source's first page.
    @_disfavoredOverload
    public func paginate<Source: PageSource>(
        _ rules: PagingRules, from source: Source, startingAt key: Source.Key? = nil
    ) -> ExtraPublishers.Paginate<Self, Source, Source.Item> {
        feed(of: source, rules, startingAt: key)
    }

    // Of another name: a call of `paginate` prefers the form for any source.
    private func feed<Source: PageSource>(
        of source: Source, _ rules: PagingRules, startingAt key: Source.Key?
    ) -> ExtraPublishers.Paginate<Self, Source, Source.Item> {
        ExtraPublishers.Paginate(
            signals: self, source: source, rules: rules, transform: IdentityTransform(),
            start: PagingStart(key: key), difference: .ofIdentifiableItems)
    }

    /// Loads a list page by page as it is scrolled, from a source whose type is not known.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - source: The source of the pages.
    ///   - key: The key of the page that is loaded first; `nil` for the source's first page.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        threshold: Int, from source: any PageSource<Key, Item, E>, startingAt key: Key? = nil
    ) -> ExtraPublishers.Paginate<Self, AnyPageSource<Key, Item, E>, Item> {
        paginate(PagingRules(threshold: threshold), from: AnyPageSource(source), startingAt: key)
    }

    /// Loads a list page by page as it is scrolled, by the given rules, from a source whose type is not
    /// known.
    ///
    /// - Parameters:
    ///   - rules: When to load pages, how many rows to keep, and the effect of failures.
    ///   - source: The source of the pages.
    ///   - key: The key of the page that is loaded first; `nil` for the source's first page.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        _ rules: PagingRules, from source: any PageSource<Key, Item, E>, startingAt key: Key? = nil
    ) -> ExtraPublishers.Paginate<Self, AnyPageSource<Key, Item, E>, Item> {
        feed(of: AnyPageSource(source), rules, startingAt: key)
    }

    /// Loads the list of the latest source that a publisher sends, page by page as it is scrolled: for a
    /// search, a filter, or another user's list.
    ///
    /// ```swift
    /// let results = signals.paginate(
    ///     threshold: 5,
    ///     from: queries.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main).map {
    ///         SearchPages($0)
    ///     })
    /// ```
    ///
    /// A new source cancels the loads of the one before it. The rows stay until the first row of the new
    /// source, or its end, is loaded. They then change by the difference, if rows have an identity. With
    /// ``PagingRules/SourceChange/removesRows`` they are removed at once. The list scrolls to its start,
    /// unless it was scrolled before and one of the rows in view is in the new list as well. If the first
    /// page fails, the rows stay, and `.retry` or `.refresh` loads it again.
    ///
    /// There is no state, and signals have no effect, before the first source. A source that is equal to the
    /// one before, if its type is `Equatable`, is ignored: one of yours, not behind an operator. The last
    /// source stays when the publisher finishes; the feed finishes when the signals have finished as well and
    /// nothing is being loaded.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - sources: Sends the sources.
    ///   - key: The key of the page with which each list begins; `nil` for the source's first page.
    public func paginate<Source: PageSource>(
        threshold: Int, from sources: any Publisher<Source, Never>, startingAt key: Source.Key? = nil
    ) -> ExtraPublishers.Paginate<Self, LatestPages<AnyPublisher<Source, Never>>, Source.Item> {
        // An existential, because with a generic parameter any mistake later in the chain is reported as that
        // of a source that is no publisher.
        paginate(PagingRules(threshold: threshold), from: sources, startingAt: key)
    }

    /// Loads the list of the latest source that a publisher sends, page by page as it is scrolled, by the
    /// given rules.
    ///
    /// - Parameters:
    ///   - rules: When to load pages, how many rows to keep, and the effect of failures.
    ///   - sources: Sends the sources.
    ///   - key: The key of the page with which each list begins; `nil` for the source's first page.
    public func paginate<Source: PageSource>(
        _ rules: PagingRules, from sources: any Publisher<Source, Never>, startingAt key: Source.Key? = nil
    ) -> ExtraPublishers.Paginate<Self, LatestPages<AnyPublisher<Source, Never>>, Source.Item> {
        paginate(rules, from: LatestPages(sources.eraseToAnyPublisher()), startingAt: key)
    }

    /// Loads a list page by page as it is scrolled, with a closure that returns the publisher of a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Returns the publisher of the requested page.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, Pages: Publisher>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) -> Pages
    ) -> ExtraPublishers.Paginate<Self, ClosurePages<Key, Item, Pages>, Item>
    where Pages.Output == Page<Key, Item> {
        paginate(PagingRules(threshold: threshold), fetch)
    }

    /// Loads a list page by page as it is scrolled, by the given rules, with a closure that returns the
    /// publisher of a page.
    ///
    /// - Parameters:
    ///   - rules: When to load pages, how many rows to keep, and the effect of failures.
    ///   - fetch: Returns the publisher of the requested page.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, Pages: Publisher>(
        _ rules: PagingRules, _ fetch: @escaping @Sendable (PageRequest<Key>) -> Pages
    ) -> ExtraPublishers.Paginate<Self, ClosurePages<Key, Item, Pages>, Item>
    where Pages.Output == Page<Key, Item> {
        paginate(rules, from: ClosurePages(fetch: fetch))
    }

    /// Loads a list page by page as it is scrolled, with an asynchronous closure that returns a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Returns the requested page. It runs in a task that is cancelled with the load.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) async throws(E) -> Page<Key, Item>
    )
        -> ExtraPublishers.Paginate<
            Self, ClosurePages<Key, Item, ExtraPublishers.Async<Page<Key, Item>, E>>, Item
        >
    {
        paginate(PagingRules(threshold: threshold), fetch)
    }

    /// Loads a list page by page as it is scrolled, by the given rules, with an asynchronous closure that
    /// returns a page.
    ///
    /// - Parameters:
    ///   - rules: When to load pages, how many rows to keep, and the effect of failures.
    ///   - fetch: Returns the requested page. It runs in a task that is cancelled with the load.
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        _ rules: PagingRules,
        _ fetch: @escaping @Sendable (PageRequest<Key>) async throws(E) -> Page<Key, Item>
    )
        -> ExtraPublishers.Paginate<
            Self, ClosurePages<Key, Item, ExtraPublishers.Async<Page<Key, Item>, E>>, Item
        >
    {
        paginate(rules) { (request: PageRequest<Key>) in
            ExtraPublishers.Async { () async throws(E) in try await fetch(request) }
        }
    }
}
