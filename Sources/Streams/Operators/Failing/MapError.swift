extension Publishers {
    /// Converts the error that ends the stream. See ``Publisher/mapError(_:)``.
    public struct MapError<Upstream: Publisher, Failure: Error>: Publisher {
        public typealias Output = Upstream.Output

        /// The upstream publisher.
        public let upstream: Upstream

        /// Converts the error.
        public let transform: @Sendable (Upstream.Failure) -> Failure

        /// Creates a publisher that converts the error that ends the stream.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - transform: Converts the error.
        @export(implementation)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Failure) -> Failure) {
            self.upstream = upstream
            self.transform = transform
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, transform: transform))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            upstream._immediateResult(for: receiver)?.mapError(transform)
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay
        where Downstream.Input == Upstream.Output, Downstream.Failure == Failure {
            @usableFromInline let downstream: Downstream
            @usableFromInline let transform: @Sendable (Upstream.Failure) -> Downstream.Failure

            @export(implementation)
            init(
                downstream: Downstream,
                transform: @escaping @Sendable (Upstream.Failure) -> Downstream.Failure
            ) {
                self.downstream = downstream
                self.transform = transform
            }

            @export(implementation)
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                downstream.receive(input)
            }

            @export(implementation)
            func receive(completion: Subscribers.Completion<Upstream.Failure>) {
                downstream.receive(completion: completion.mapError(transform))
            }
        }
    }
}

extension Publisher {
    /// Converts the error that ends the stream.
    ///
    /// - Parameter transform: Converts the error; called at most once for each subscriber.
    @export(implementation)
    public func mapError<E: Error>(
        _ transform: @escaping @Sendable (Failure) -> E
    ) -> Publishers.MapError<Self, E> {
        Publishers.MapError(upstream: self, transform: transform)
    }
}
