extension Publishers {
    /// Connects automatically for its subscribers. See ``ConnectablePublisher/autoconnect()``.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        @usableFromInline let counter = ConnectionCounter()

        /// Creates a publisher that connects another for its subscribers.
        ///
        /// - Parameter upstream: The upstream publisher.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (upstream, counter) = (upstream, counter)
            counter.addSubscriber()
            let relay = SharedRelay(downstream: subscriber, onEnd: { counter.removeSubscriber() })
            upstream.receive(subscriber: relay)
            counter.connect(for: relay.link) { onStart in upstream._connect(onStart: onStart) }
        }
    }
}

/// Counts the subscribers of a connection, and holds the connection while there are any.
///
/// A subscriber is counted before it is attached, so that one that cancels at once does not end the
/// connection of the others. Connections begin and end one at a time: one that began while the previous one
/// was being cancelled would be cancelled with it. If upstream sends values before `connect()` returns, the
/// cancellation of the last subscriber ends the connection at once: `connect()` may not return before.
@usableFromInline
final class ConnectionCounter: @unchecked Sendable {
    // Sendable: `connection` belongs to the drain's owner.

    /// Connects, and passes on what ends the connection, before that can send values.
    @usableFromInline
    typealias Connect =
        @Sendable (_ onStart: (@escaping @Sendable () -> Void) -> Void) -> any Cancellable

    private enum Event: Sendable {
        case attached(SubscriptionLink, Connect)
        case cancelled
    }

    private struct State: Sendable {
        var subscribers = 0
        /// Ends the connection whose `connect()` has not returned.
        var disconnect: (@Sendable () -> Void)?
        /// Whether the present connection was ended before its `connect()` returned.
        var isInterrupted = false
    }

    private let drain = Drain<Event>()
    private let state = Locked(State())
    private var connection: (any Cancellable)?

    @usableFromInline
    init() {}

    /// Counts a subscriber, before it is attached.
    @usableFromInline
    func addSubscriber() {
        state.withLock { $0.subscribers += 1 }
    }

    /// Connects for a subscriber that is attached, unless there is a connection or the subscriber has
    /// cancelled.
    @usableFromInline
    func connect(for subscriber: SubscriptionLink, _ connect: @escaping Connect) {
        drain.submit(.attached(subscriber, connect)) { handle($0) }
    }

    /// Counts the end of a subscriber. Ends the connection with the last.
    @usableFromInline
    func removeSubscriber() {
        let disconnect: (@Sendable () -> Void)? = state.withLock { state in
            state.subscribers -= 1
            guard state.subscribers == 0, let disconnect = state.disconnect else { return nil }
            state.isInterrupted = true
            return disconnect
        }
        disconnect?()
        drain.submit(.cancelled) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .attached(let subscriber, let connect):
            // Another that is counted may not be attached yet. It connects itself.
            if subscriber.isStopped { return }
            let (hasSubscribers, isInterrupted) = state.withLock { ($0.subscribers > 0, $0.isInterrupted) }
            if hasSubscribers, connection == nil || isInterrupted { replaceConnection(by: connect) }
        case .cancelled:
            if state.withLock({ $0.subscribers == 0 }) { connection.take()?.cancel() }
        }
    }

    private func replaceConnection(by connect: Connect) {
        // One that was interrupted, perhaps by a thread that has not finished, ends before another begins.
        connection.take()?.cancel()
        state.withLock { $0.isInterrupted = false }
        connection = connect { disconnect in noteStart(disconnect) }
        // Released outside of the lock.
        _ = state.withLock { $0.disconnect.take() }
    }

    /// Notes what ends a connection, or ends it if all subscribers have cancelled meanwhile.
    private func noteStart(_ disconnect: @escaping @Sendable () -> Void) {
        let isInterrupted = state.withLock { state in
            state.isInterrupted = state.subscribers == 0
            if !state.isInterrupted { state.disconnect = disconnect }
            return state.isInterrupted
        }
        if isInterrupted { disconnect() }
    }
}
