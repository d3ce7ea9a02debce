extension ExtraPublishers {
    /// Publishes all values and the completion of a stream as values. See ``Publisher/materialize()``.
    public struct Materialize<Upstream: Publisher>: Publisher {
        public typealias Output = Signal<Upstream.Output, Upstream.Failure>
        public typealias Failure = Never

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that publishes all values and the completion of a stream as values.
        ///
        /// - Parameter upstream: The upstream publisher.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let arbiter = DemandArbiter("Materialize")
            subscriber.receive(subscription: arbiter)
            upstream.receive(
                subscriber: Inner(relay: ArbitratedRelay(arbiter: arbiter, downstream: subscriber)))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Input == Output {
            @usableFromInline let relay: ArbitratedRelay<Downstream>

            @inlinable
            init(relay: ArbitratedRelay<Downstream>) {
                self.relay = relay
            }

            @inlinable var flowControl: Subscribers.FlowControl? { relay.downstream.flowControl }

            @inlinable
            func receive(subscription: any Subscription) {
                relay.receive(subscription: subscription)
            }

            @inlinable
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                relay.receive(.value(input))
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                relay.finish(with: Signal(completion))
            }
        }
    }
}

extension ExtraPublishers.Materialize: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes all values and the completion of this stream as values, then finishes. Not in Combine.
    ///
    /// ```
    /// self         1-----------2-----------x
    /// materialize  .value(1)---.value(2)---(.failure(x) |)
    /// ```
    ///
    /// The completion counts as a value, and is sent once there is demand. ``Publisher/dematerialize()``
    /// reverses it.
    @inlinable
    @_disfavoredOverload
    public func materialize() -> ExtraPublishers.Materialize<Self> {
        ExtraPublishers.Materialize(upstream: self)
    }
}
