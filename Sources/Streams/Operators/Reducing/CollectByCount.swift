extension Publishers {
    /// Sends values in arrays of a certain length. See ``Publisher/collect(_:)-(Int)``.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// How many values make an array.
        public let count: Int

        /// Creates a publisher that sends values in arrays of a certain length.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - count: How many values make an array; at least one.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "An array to collect has at least one element.")
            self.upstream = upstream
            self.count = count
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let arbiter = DemandArbiter()
            subscriber.receive(subscription: arbiter)
            upstream.receive(
                subscriber: Inner(
                    relay: ArbitratedRelay(arbiter: arbiter, downstream: subscriber), count: count))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Subscriber, @unchecked Sendable
        where Downstream.Input == [Upstream.Output], Downstream.Failure == Upstream.Failure {
            // Sendable: `values` is touched by signals only, which are serial.
            @usableFromInline let relay: ArbitratedRelay<Downstream>
            @usableFromInline let count: Int
            @usableFromInline @exclusivity(unchecked) var values: [Upstream.Output] = []

            @inlinable
            init(relay: ArbitratedRelay<Downstream>, count: Int) {
                self.relay = relay
                self.count = count
            }

            @inlinable
            func receive(subscription: any Subscription) {
                let count = count
                relay.receive(
                    subscription: BoundSubscription(
                        request: { subscription.request($0 * count) },
                        cancel: { subscription.cancel() }))
            }

            @inlinable
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                guard relay.isCurrent else { return .none }
                values.append(input)
                if values.count < count { return .none }
                return relay.receive(takeValues()) * count
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                guard relay.isCurrent else { return }
                let rest = takeValues()
                if case .finished = completion, !rest.isEmpty {
                    relay.finish(with: rest)
                } else {
                    relay.receive(completion: completion)
                }
            }

            @inlinable
            func takeValues() -> [Upstream.Output] {
                let taken = values
                values = []
                return taken
            }
        }
    }
}

extension Publishers.CollectByCount: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends values in arrays of a certain length.
    ///
    /// ```
    /// self        a--b------c--d------e--|
    /// collect(2)  ---[a,b]-----[c,d]-----([e]|)
    /// ```
    ///
    /// Each array asked for is `count` values asked of upstream. The rest is sent in a shorter array when the
    /// stream finishes; it waits for demand (Combine's does not). When the stream fails, the rest is dropped.
    ///
    /// - Parameter count: How many values make an array; at least one.
    @inlinable
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}
