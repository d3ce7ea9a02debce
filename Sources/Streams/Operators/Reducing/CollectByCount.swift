extension Publishers {
    /// Publishes values in arrays of a given length. See ``Publisher/collect(_:)-(Int)``.
    public struct CollectByCount<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The length of an array.
        public let count: Int

        /// Creates a publisher that publishes values in arrays of a given length.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - count: The length of an array; at least one.
        @export(implementation)
        public init(upstream: Upstream, count: Int) {
            precondition(count > 0, "The length of an array to collect must be at least one.")
            self.upstream = upstream
            self.count = count
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let arbiter = DemandArbiter("CollectByCount")
            subscriber.receive(subscription: arbiter.subscription)
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

            @export(implementation)
            init(relay: ArbitratedRelay<Downstream>, count: Int) {
                self.relay = relay
                self.count = count
            }

            @export(implementation) var flowControl: Subscribers.FlowControl? { relay.downstream.flowControl }

            @export(implementation)
            func receive(subscription: any Subscription) {
                let count = count
                let link = SubscriptionLink()
                link.attach(subscription)
                relay.receive(
                    subscription: BoundSubscription(
                        request: { link.request($0 * count) },
                        cancel: { link.cancel() },
                        abandon: { link.abandon() }))
            }

            @export(implementation)
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                guard relay.isCurrent else { return .none }
                values.append(input)
                if values.count < count { return .none }
                return relay.receive(takeValues()) * count
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                guard relay.isCurrent else { return }
                let rest = takeValues()
                if case .finished = completion, !rest.isEmpty {
                    relay.finish(with: rest)
                } else {
                    relay.receive(completion: completion)
                }
            }

            @export(implementation)
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
    /// Publishes values in arrays of a given length.
    ///
    /// ```
    /// self        a--b------c--d------e--|
    /// collect(2)  ---[a,b]-----[c,d]-----([e]|)
    /// ```
    ///
    /// Requests `count` values from upstream for each array. When the stream finishes, the remaining values
    /// are sent in a shorter array, once there is demand (Combine does not wait for demand); when it fails,
    /// they are dropped.
    ///
    /// - Parameter count: The length of an array; at least one.
    @export(implementation)
    public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        Publishers.CollectByCount(upstream: self, count: count)
    }
}
