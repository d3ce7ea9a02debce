extension Publishers {
    /// Shares one subscription among all subscribers. See ``Publisher/share()``.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        @usableFromInline let shared = SharedConnection(keepsTarget: false) {
            PassthroughSubject<Output, Failure>()
        }

        /// Creates a publisher that shares its subscription.
        ///
        /// - Parameter upstream: The upstream publisher.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            shared.attach(subscriber, to: upstream)
        }

        public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
    }
}

extension Publisher {
    /// Shares one subscription to this publisher among all subscribers.
    ///
    /// ```
    /// self    1--2--3--4--|
    /// first   1--2--3--4--|
    /// second      --3--4--|
    /// ```
    ///
    /// The first subscription subscribes to upstream, and the last cancellation cancels it; the next
    /// subscription after that subscribes again. A subscriber receives the values that are sent while it is
    /// subscribed and has demand; one that subscribes after the end receives the completion.
    public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }
}
