import Streams

extension ExtraPublishers {
    /// A publisher that shares one session of a feed. See `share(replay:scope:)`.
    public final class SharedStates<Upstream: Publisher, Item: Sendable>: Publisher
    where Upstream.Output == ViewState<Item>, Upstream.Failure == Never {
        public typealias Output = ViewState<Item>
        public typealias Failure = Never

        /// The feed.
        public let upstream: Upstream

        /// The lifetime of the session.
        public let scope: ReplayScope

        private let shared: SharedConnection<StateSubject<Item>>

        init(upstream: Upstream, bufferSize: Int, scope: ReplayScope) {
            precondition(bufferSize >= 0, "The size of a buffer must not be negative.")
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
    /// Shares one session of a feed, its rows and its loads, among all subscribers.
    ///
    /// ```swift
    /// let feed = signals.paginate(threshold: 5, from: users).share(replay: 1)
    /// ```
    ///
    /// The session starts with the first subscriber. A later subscriber receives the present state first.
    /// States are conflated for each subscriber by its own demand, with a `change` since the state that it
    /// received before; the first is a reload, whatever the screen shows. A subscriber after the end receives
    /// the last state, then the completion. A list that is shared has the `events` of its feed; `log` is
    /// written before `share`.
    ///
    /// - Parameters:
    ///   - bufferSize: With zero, a later subscriber receives the next state; with one or more, it receives
    ///     the present state first. A state is complete, so that at most one is kept.
    ///   - scope: With `.whileSubscribed` the session ends when the last subscriber cancels, and the next
    ///     subscriber starts a new one. With `.forever` it continues without subscribers until this publisher
    ///     is released, so that a screen that appears again has its rows.
    public func share<Item: Sendable>(
        replay bufferSize: Int = 1, scope: ExtraPublishers.ReplayScope = .whileSubscribed
    ) -> ExtraPublishers.SharedStates<Self, Item> where Output == ViewState<Item> {
        ExtraPublishers.SharedStates(upstream: self, bufferSize: bufferSize, scope: scope)
    }
}

/// A ``ViewState`` of any items, for operators of publishers of states that have no other parameter.
public protocol ViewStateProtocol: Sendable {
    /// An item of the list.
    associatedtype Item: Sendable

    /// The state itself.
    var viewState: ViewState<Item> { get }
}

extension ViewState: ViewStateProtocol {
    public var viewState: ViewState<Item> { self }
}

extension Publisher where Failure == Never, Output: ViewStateProtocol {
    /// Shares one session of a feed among all subscribers; a later one receives the present state first. See
    /// `share(replay:scope:)`.
    public func share()
        -> ExtraPublishers.SharedStates<Publishers.Map<Self, ViewState<Output.Item>>, Output.Item>
    {
        map { $0.viewState }.share(replay: 1)
    }
}
