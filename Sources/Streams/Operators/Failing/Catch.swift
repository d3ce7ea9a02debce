extension Publishers {
    /// Goes on with another publisher after a failure. See ``Publisher/catch(_:)``.
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes the publisher to go on with.
        public let handler: @Sendable (Upstream.Failure) -> NewPublisher

        /// Makes a publisher that goes on with another publisher after a failure.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - handler: Makes the publisher to go on with.
        @inlinable
        public init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) -> NewPublisher) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let arbiter = DemandArbiter()
            subscriber.receive(subscription: arbiter)
            upstream.receive(
                subscriber: Inner(arbiter: arbiter, downstream: subscriber) { failure in
                    handler(failure).receive(
                        subscriber: Continuation(arbiter: arbiter, downstream: subscriber))
                })
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Subscriber {
            @usableFromInline let arbiter: DemandArbiter
            @usableFromInline let downstream: Downstream
            @usableFromInline let onFailure: @Sendable (Upstream.Failure) -> Void

            @inlinable
            init(
                arbiter: DemandArbiter, downstream: Downstream,
                onFailure: @escaping @Sendable (Upstream.Failure) -> Void
            ) {
                self.arbiter = arbiter
                self.downstream = downstream
                self.onFailure = onFailure
            }

            @inlinable
            func receive(subscription: any Subscription) {
                arbiter.attach(subscription)
            }

            @inlinable
            func receive(_ input: Downstream.Input) -> Subscribers.Demand {
                if arbiter.isStopped { return .none }
                return arbiter.delivered(wanting: downstream.receive(input))
            }

            @inlinable
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                switch completion {
                case .finished:
                    if arbiter.finish() { downstream.receive(completion: .finished) }
                case .failure(let error):
                    if arbiter.isStopped { return }
                    arbiter.detach()
                    onFailure(error)
                }
            }
        }

        @usableFromInline typealias Continuation<Downstream: Subscriber> = ArbitratedRelay<Downstream>
    }
}

extension Publisher {
    /// Goes on with another publisher when this one fails. Demand that is unmet carries over.
    ///
    /// ```
    /// self      1--2--x
    /// catch     1--2--a--b--|
    /// ```
    ///
    /// - Parameter handler: Makes the publisher to go on with; called at most once.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }
}
