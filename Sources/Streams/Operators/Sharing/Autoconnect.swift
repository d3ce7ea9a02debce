extension Publishers {
    /// Connects for its subscribers. See ``ConnectablePublisher/autoconnect()``.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher, @unchecked Sendable {
        // Sendable: `subscribers` and `connection` belong to the drain's owner.

        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        @usableFromInline
        enum Event: Sendable {
            case came
            case left
        }

        /// Puts the comings and goings in one order, in which upstream is connected and let go of: a connection that
        /// was begun while the one before it was being cancelled would be cancelled with it.
        @usableFromInline let drain = Drain<Event>()
        /// Below zero for as long as one that has left at once has not been counted in.
        private var subscribers = 0
        private var connection: (any Cancellable)?

        /// Makes a publisher that connects another for its subscribers.
        ///
        /// - Parameter upstream: Where the values come from.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: SharedRelay(downstream: subscriber, onLeave: { self.submit(.left) }))
            submit(.came)
        }

        @usableFromInline
        func submit(_ event: Event) {
            drain.submit(event) { handle($0) }
        }

        private func handle(_ event: Event) {
            switch event {
            case .came:
                subscribers += 1
                if subscribers == 1 { connection = upstream.connect() }
            case .left:
                subscribers -= 1
                if subscribers == 0 { connection.take()?.cancel() }
            }
        }
    }
}
