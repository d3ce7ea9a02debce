extension Publishers {
    /// Transforms each value into a publisher and merges the values of these publishers. See
    /// `flatMap(maxPublishers:_:)`.
    public struct FlatMap<NewPublisher: Publisher, Upstream: Publisher>: Publisher
    where NewPublisher.Failure == Upstream.Failure {
        public typealias Output = NewPublisher.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The number of publishers that run at a time.
        public let maxPublishers: Subscribers.Demand

        /// Returns a publisher for a value.
        public let transform: @Sendable (Upstream.Output) -> NewPublisher

        /// Creates a publisher that transforms each value into a publisher and merges the values of these
        /// publishers.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - maxPublishers: The number of publishers that run at a time; with `.none`, none is created.
        ///   - transform: Returns a publisher for a value.
        @export(implementation)
        public init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping @Sendable (Upstream.Output) -> NewPublisher
        ) {
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let flattening = Flattening(
                downstream: subscriber, demandPerChild: maxPublishers == .unlimited ? .none : .max(1),
                name: "FlatMap")
            flattening.begin()
            let receiver = FlatteningUpstream(stage: flattening, demand: maxPublishers, transform: transform)
            if maxPublishers < .unlimited, let flowControl = flattening.upstreamFlowControl {
                upstream.receive(subscriber: receiver.queueingExcess(for: flowControl))
            } else {
                upstream.receive(subscriber: receiver)
            }
        }
    }
}

extension Publisher {
    /// Transforms each value into a publisher and merges the values of these publishers.
    ///
    /// ```
    /// self     a-----b-------|
    /// flatMap  a1-a2-b1-a3-b2|
    /// ```
    ///
    /// The operator requests `maxPublishers` values from upstream, independently of downstream, and one more
    /// when a new publisher finishes. The stream finishes when upstream and all new publishers have finished;
    /// a failure of any of them cancels the others. New publishers may send from several threads at once.
    /// Where downstream's demand is limited, one value at a time is requested from each of them, and a
    /// failure drops the rest of those that wait for demand.
    ///
    /// A function that calls itself inside of `flatMap` nests the operators, and each level takes some
    /// kilobytes of stack. For more than a few dozen levels use `append` with a ``Deferred``, which takes
    /// none.
    ///
    /// - Parameters:
    ///   - maxPublishers: The number of publishers that run at a time. With `.none` no value is requested, as
    ///     in Combine: the stream ends when this publisher does.
    ///   - transform: Returns a publisher for a value; called serially.
    @export(implementation)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// Transforms each value into a publisher that cannot fail, and merges the values of these publishers.
    @export(implementation)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Transforms each value into a publisher that can fail, and merges the values of these publishers.
    @export(implementation)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }

    /// Transforms each value into a publisher, and merges the values of these publishers; none of them fails.
    @export(implementation)
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}
