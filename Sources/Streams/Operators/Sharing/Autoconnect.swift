extension Publishers {
    /// Connects for its subscribers. See ``ConnectablePublisher/autoconnect()``.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        @usableFromInline let users = ConnectionUsers()

        /// Makes a publisher that connects another for its subscribers.
        ///
        /// - Parameter upstream: Where the values come from.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (upstream, users) = (upstream, users)
            upstream.receive(
                subscriber: SharedRelay(downstream: subscriber, onLeave: { users.submit(.left) }))
            users.submit(.came(connect: { upstream.connect() }))
        }
    }
}

/// Counts those who use a connection, and holds it while there are any.
///
/// Their comings and goings have one order, in which it is begun and cancelled: a connection that was begun while the
/// one before it was being cancelled would be cancelled with it.
@usableFromInline
final class ConnectionUsers: @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline
    enum Event: Sendable {
        case came(connect: @Sendable () -> any Cancellable)
        case left
    }

    private let drain = Drain<Event>()
    /// Below zero for as long as one who has left at once has not been counted in.
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
        case .came(let connect):
            count += 1
            if count == 1 { connection = connect() }
        case .left:
            count -= 1
            if count == 0 { connection.take()?.cancel() }
        }
    }
}
