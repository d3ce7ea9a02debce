import Streams

extension Publishers {
    /// Shares one session of a feed. See `share(replay:scope:)`.
    public final class SharedStates<Upstream: Publisher, Item: Sendable>: Publisher
    where Upstream.Output == ViewState<Item>, Upstream.Failure == Never {
        public typealias Output = ViewState<Item>
        public typealias Failure = Never

        /// The feed.
        public let upstream: Upstream

        /// How long the session goes on.
        public let scope: ReplayScope

        private let shared: SharedConnection<StateSubject<Item>>

        /// Makes a feed whose subscribers share a session.
        ///
        /// - Parameters:
        ///   - upstream: The feed.
        ///   - bufferSize: Whether those who come later get the present state; zero or more.
        ///   - scope: How long the session goes on.
        public init(upstream: Upstream, bufferSize: Int, scope: ReplayScope) {
            precondition(bufferSize >= 0, "A buffer cannot be of negative size.")
            self.upstream = upstream
            self.scope = scope
            shared = SharedConnection(keepsTarget: false, staysConnected: scope == .forever) {
                StateSubject(replaysLatest: bufferSize > 0)
            }
        }

        deinit {
            if scope == .forever { shared.unsubscribe() }
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            shared.attach(subscriber, to: upstream)
        }
    }
}

extension Publisher where Failure == Never {
    /// Shares one session of a feed among all subscribers: its rows, its loads.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).share(replay: 1)
    /// ```
    ///
    /// The session begins with the first subscriber. One that comes later gets the present state first; each has its
    /// states conflated by its own demand, with a `change` from what it saw itself. One that comes after the end gets
    /// the last state, then the completion.
    ///
    /// - Parameters:
    ///   - bufferSize: With zero, those who come later wait for the next state; with one or more, they get the present
    ///     state first. It says all there is to say, so that no more is kept.
    ///   - scope: With `.whileSubscribed` the session ends when the last subscriber leaves, and one that comes after
    ///     that begins a new one. With `.forever` it goes on without subscribers until this publisher is released, so
    ///     that a screen that comes back finds its rows.
    public func share<Item: Sendable>(
        replay bufferSize: Int = 1, scope: Publishers.ReplayScope = .whileSubscribed
    ) -> Publishers.SharedStates<Self, Item> where Output == ViewState<Item> {
        Publishers.SharedStates(upstream: self, bufferSize: bufferSize, scope: scope)
    }
}
