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
        @export(implementation)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
            let arbiter = DemandArbiter("Materialize")
            subscriber.receive(subscription: arbiter.subscription)
            upstream.receive(
                subscriber: Inner(relay: ArbitratedRelay(arbiter: arbiter, downstream: subscriber)))
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber where Downstream.Input == Output {
            @usableFromInline let relay: ArbitratedRelay<Downstream>

            @export(implementation)
            init(relay: ArbitratedRelay<Downstream>) {
                self.relay = relay
            }

            @export(implementation) var flowControl: Subscribers.FlowControl? { relay.downstream.flowControl }

            @export(implementation)
            func receive(subscription: any Subscription) {
                relay.receive(subscription: subscription)
            }

            @export(implementation)
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                relay.receive(.value(input))
            }

            @export(implementation)
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
    @export(implementation)
    @_disfavoredOverload
    public func materialize() -> ExtraPublishers.Materialize<Self> {
        ExtraPublishers.Materialize(upstream: self)
    }
}
