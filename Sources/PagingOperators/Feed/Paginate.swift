import Streams

extension Publishers {
    /// A list that is loaded page by page as it is scrolled. See `paginate(threshold:from:)`.
    ///
    /// Transforms that are written on it (`map(_:)`, `dedupe(by:)`) become part of it: they see items, one page at
    /// a time, before rows are counted. Operators of streams see its states.
    public struct Paginate<Signals: Publisher, Source: PageSource, Transform: PageTransform>: Publisher
    where Signals.Output == ListSignal, Signals.Failure == Never, Transform.Input == Source.Item {
        public typealias Output = ViewState<Transform.Output>
        public typealias Failure = Never

        /// What the list tells.
        public let signals: Signals

        /// Where pages come from.
        public let source: Source

        /// When pages are loaded, and what is done about failures.
        public let rules: PagingRules

        /// What is done to items before they are rows.
        public let transform: Transform

        /// Makes a feed.
        @inlinable
        public init(signals: Signals, source: Source, rules: PagingRules, transform: Transform) {
            self.signals = signals
            self.source = source
            self.rules = rules
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            receive(subscriber: subscriber, onHint: { _ in })
        }

        /// Attaches a subscriber, and something that is told which rows are shown.
        @inlinable
        func receive<S: Subscriber>(
            subscriber: S, onHint: @escaping @Sendable (Int) -> Void
        ) where S.Input == Output, S.Failure == Never {
            let engine = PagingEngine<Source.Key, Transform>(rules: rules, transform: transform)
            PagingSession(engine: engine, source: source, downstream: subscriber, onHint: onHint)
                .start(with: signals)
        }
    }
}

extension Publisher where Output == ListSignal, Failure == Never {
    /// Loads a list page by page as it is scrolled.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).dedupe(by: \.id)
    /// ```
    ///
    /// The first page loads at subscription. After that a page is loaded while fewer than `threshold` rows lie
    /// beyond the row that was shown last, one at a time. Each subscriber has a session of its own: its rows, its
    /// loads. States that a subscriber has no demand for are conflated to the latest, whose `change` is then that
    /// from the state it got before. The feed finishes when the signals have finished and nothing is being loaded;
    /// a page that fails is a state, not an end.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more. With zero, only `.loadMore` loads further pages.
    ///   - source: Where pages come from.
    @inlinable
    public func paginate<Source: PageSource>(
        threshold: Int, from source: Source
    ) -> Publishers.Paginate<Self, Source, IdentityTransform<Source.Item>> {
        paginate(PagingRules(threshold: threshold), from: source)
    }

    /// Loads a list page by page as it is scrolled, by given rules.
    @inlinable
    public func paginate<Source: PageSource>(
        _ rules: PagingRules, from source: Source
    ) -> Publishers.Paginate<Self, Source, IdentityTransform<Source.Item>> {
        Publishers.Paginate(signals: self, source: source, rules: rules, transform: IdentityTransform())
    }

    /// Loads a list page by page as it is scrolled, with a closure that makes the publisher of a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Makes the publisher of the page that is asked for.
    @inlinable
    public func paginate<Key: Hashable & Sendable, Item: Sendable, Pages: Publisher>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) -> Pages
    ) -> Publishers.Paginate<Self, ClosurePages<Key, Item, Pages>, IdentityTransform<Item>>
    where Pages.Output == Page<Key, Item> {
        paginate(threshold: threshold, from: ClosurePages(fetch: fetch))
    }

    /// Loads a list page by page as it is scrolled, with an asynchronous closure that gets a page.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - fetch: Gets the page that is asked for. It runs in a task that is cancelled with the load.
    @inlinable
    public func paginate<Key: Hashable & Sendable, Item: Sendable, E: Error>(
        threshold: Int, _ fetch: @escaping @Sendable (PageRequest<Key>) async throws(E) -> Page<Key, Item>
    )
        -> Publishers.Paginate<
            Self, ClosurePages<Key, Item, Publishers.Async<Page<Key, Item>, E>>, IdentityTransform<Item>
        >
    {
        paginate(threshold: threshold) { (request: PageRequest<Key>) in
            Publishers.Async { () async throws(E) in try await fetch(request) }
        }
    }
}

extension Publisher where Output == Int, Failure == Never {
    /// Loads a list page by page, where this publisher sends the rows that come into view.
    ///
    /// - Parameters:
    ///   - threshold: In rows; zero or more.
    ///   - source: Where pages come from.
    @inlinable
    public func paginate<Source: PageSource>(
        threshold: Int, from source: Source
    ) -> Publishers.Paginate<Publishers.Map<Self, ListSignal>, Source, IdentityTransform<Source.Item>> {
        map { ListSignal.shown(row: $0) }.paginate(threshold: threshold, from: source)
    }
}
