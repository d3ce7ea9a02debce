extension Publishers {
    /// Shares one subscription among all subscribers. See ``Publisher/share()``.
    public final class Share<Upstream: Publisher>: Publisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        @usableFromInline let shared = SharedConnection(keepsTarget: false) {
            PassthroughSubject<Output, Failure>()
        }

        /// Makes a publisher that shares its subscription.
        ///
        /// - Parameter upstream: Where the values come from.
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable
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
    /// Upstream is subscribed when the first subscriber comes and cancelled when the last one leaves; the next
    /// after that subscribes it anew. Each subscriber gets the values that come while it is there and has demand
    /// for; one that comes after the end gets the completion.
    @_disfavoredOverload  // A form for a known kind of value goes first where it fits.
    public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }
}
