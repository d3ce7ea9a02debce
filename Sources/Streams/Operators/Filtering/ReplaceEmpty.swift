extension Publishers {
    /// Sends a value in place of none. See ``Publisher/replaceEmpty(with:)``.
    public struct ReplaceEmpty<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// What is sent if upstream sends nothing.
        public let output: Output

        /// Creates a publisher that sends a value in place of none.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - output: What is sent if upstream sends nothing.
        @inlinable
        public init(upstream: Upstream, output: Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let arbiter = DemandArbiter()
            subscriber.receive(subscription: arbiter)
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

            @inlinable
            init(relay: ArbitratedRelay<Downstream>, substitute: Downstream.Input) {
                self.relay = relay
                self.substitute = substitute
            }

            @inlinable
            func receive(subscription: any Subscription) {
                relay.receive(subscription: subscription)
            }

            @inlinable
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                guard relay.isCurrent else { return .none }
                isEmpty = false
                // Demand need not be counted: after a value there is no substitute to carry it over to.
                return relay.downstream.receive(input)
            }

            @inlinable
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
    /// Sends a value in place of none, when this stream finishes without a value.
    ///
    /// ```
    /// self             ---------|
    /// replaceEmpty(0)  ---------(0|)
    /// ```
    ///
    /// The value waits for demand.
    ///
    /// - Parameter output: What is sent if this stream sends nothing.
    @inlinable
    public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        Publishers.ReplaceEmpty(upstream: self, output: output)
    }
}
