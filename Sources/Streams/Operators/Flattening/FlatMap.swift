extension Publishers {
    /// Makes a publisher from each value and merges what they send. See `flatMap(maxPublishers:_:)`.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How many of the new publishers run at a time.
        public let maxPublishers: Subscribers.Demand

        /// Makes a publisher from a value.
        public let transform: @Sendable (Upstream.Output) -> NewPublisher

        /// Makes a publisher that turns each value into a publisher and merges what they send.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - maxPublishers: How many of the new publishers run at a time; at least one.
        ///   - transform: Makes a publisher from a value.
        @inlinable
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping @Sendable (Upstream.Output) -> NewPublisher
        ) {
            precondition(maxPublishers > .none, "flatMap needs at least one publisher at a time.")
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(
                downstream: subscriber, demandPerChild: maxPublishers == .unlimited ? .none : .max(1))
            flattening.begin()
            upstream.receive(
                subscriber: FlatteningUpstream(
                    stage: flattening, demand: maxPublishers, transform: transform))
        }
    }
}

extension Publisher {
    /// Makes a publisher from each value and merges what they send.
    ///
    /// ```
    /// self     a-----b-------|
    /// flatMap  a1-a2-b1-a3-b2|
    /// ```
    ///
    /// Upstream is asked for `maxPublishers` values whatever downstream asks for, and for one more when a new
    /// publisher finishes. The stream finishes when upstream and all new publishers have; a failure of any of
    /// them cancels the others. New publishers may send from several threads at once.
    ///
    /// - Parameters:
    ///   - maxPublishers: How many of the new publishers run at a time; at least one.
    ///   - transform: Makes a publisher from a value; called serially.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Makes a publisher from each value and merges what they send, where the new publishers cannot fail.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher from each value and merges what they send, where only the new publishers can fail.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Makes a publisher from each value and merges what they send, where nothing can fail.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}
