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
            upstream.receive(
                subscriber: SharedRelay(downstream: subscriber, onEnd: { counter.submit(.cancelled) }))
            counter.submit(.subscribed(connect: { upstream.connect() }))
        }
    }
}

/// Counts the subscribers of a connection, and holds the connection while there are any.
///
/// Subscriptions and cancellations are handled one at a time: a connection that began while the previous one
/// was being cancelled would be cancelled with it.
@usableFromInline
final class ConnectionCounter: @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline
    enum Event: Sendable {
        case subscribed(connect: @Sendable () -> any Cancellable)
        case cancelled
    }

    private let drain = Drain<Event>()
    /// Less than zero while a subscriber that has cancelled at once has not been counted yet.
    private var count = 0
    private var connection: (any Cancellable)?

    @usableFromInline
    init() {}

    @usableFromInline
    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .subscribed(let connect):
            count += 1
            if count == 1 { connection = connect() }
        case .cancelled:
            count -= 1
            if count == 0 { connection.take()?.cancel() }
        }
    }
}
