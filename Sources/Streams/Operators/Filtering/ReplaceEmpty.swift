extension Publishers {
    /// Publishes a value if upstream finishes without one. See ``Publisher/replaceEmpty(with:)``.
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The value to publish if upstream has none.
        public let output: Output

        /// Creates a publisher that publishes a value if upstream finishes without one.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - output: The value to publish if upstream has none.
        @export(implementation)
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let arbiter = DemandArbiter("ReplaceEmpty")
            subscriber.receive(subscription: arbiter.subscription)
            upstream.receive(
                subscriber: Inner(
                    relay: ArbitratedRelay(arbiter: arbiter, downstream: subscriber), substitute: output))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Subscriber, @unchecked Sendable {
            // Sendable: `isEmpty` is touched by signals only, which are serial.
            @usableFromInline let relay: ArbitratedRelay<Downstream>
            @usableFromInline let substitute: Downstream.Input
            @usableFromInline @exclusivity(unchecked) var isEmpty = true

            @export(implementation)
            init(relay: ArbitratedRelay<Downstream>, substitute: Downstream.Input) {
                self.relay = relay
                self.substitute = substitute
            }

            @export(implementation) var flowControl: Subscribers.FlowControl? { relay.downstream.flowControl }

            @export(implementation)
            func receive(subscription: any Subscription) {
                relay.receive(subscription: subscription)
            }

            @export(implementation)
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                guard relay.isCurrent else { return .none }
                isEmpty = false
                // Demand need not be counted: after a value there is no substitute that would need it.
                return relay.downstream.receive(input)
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Downstream.Failure>) {
                guard relay.isCurrent else { return }
                if case .finished = completion, isEmpty {
                    relay.finish(with: substitute)
                } else {
                    relay.receive(completion: completion)
                }
            }
        }
    }
}

extension Publishers.ReplaceEmpty: Equatable where Upstream: Equatable, Upstream.Output: Equatable {}

extension Publisher {
    /// Publishes a value if this stream finishes without one.
    ///
    /// ```
    /// self             ---------|
    /// replaceEmpty(0)  ---------(0|)
    /// ```
    ///
    /// The value is sent once there is demand.
    ///
    /// - Parameter output: The value to publish if this stream has none.
    @export(implementation)
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}
