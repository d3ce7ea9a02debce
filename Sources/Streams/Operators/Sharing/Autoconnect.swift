extension Publishers {
    /// Connects for its subscribers. See ``ConnectablePublisher/autoconnect()``.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        @usableFromInline let shared = SharedConnection<Void>(keepsTarget: true) {}

        /// Makes a publisher that connects another for its subscribers.
        ///
        /// - Parameter upstream: Where the values come from.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let (_, connection) = shared.join()
            upstream.receive(subscriber: SharedRelay(downstream: subscriber, shared: shared))
            guard let connection, !connection.isStopped else { return }
            let handle = upstream.connect()
            connection.attach(BoundSubscription(request: { _ in }, cancel: { handle.cancel() }))
        }
    }
}
