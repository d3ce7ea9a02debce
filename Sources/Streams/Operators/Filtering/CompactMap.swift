extension Publishers {
    /// Converts each value with a closure and drops `nil`. See ``Publisher/compactMap(_:)``.
    public struct CompactMap<Upstream: Publisher, Output: Sendable>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Converts a value, or returns `nil` to drop it.
        public let transform: @Sendable (Upstream.Output) -> Output?

        /// Creates a publisher that converts each value with a closure and drops `nil`.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - transform: Converts a value, or returns `nil` to drop it.
        @export(implementation)
        public init(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
            self.upstream = upstream
            self.transform = transform
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, transform: transform))
        }

        @export(implementation) @inline(__always)
        public func _attach<S: Subscriber>(
            _ makeSubscriber: (Unmanaged<AnyObject>) -> S
        ) -> AnyCancellable? where S.Input == Output, S.Failure == Failure {
            upstream._attach { conduit in
                Inner(downstream: makeSubscriber(conduit), transform: transform)
            }
        }

        @usableFromInline
        struct Inner<Downstream: Subscriber>: Relay
        where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
            @usableFromInline typealias Failure = Upstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline let transform: @Sendable (Upstream.Output) -> Output?

            @export(implementation)
            init(downstream: Downstream, transform: @escaping @Sendable (Upstream.Output) -> Output?) {
                self.downstream = downstream
                self.transform = transform
            }

            @export(implementation)
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                guard let output = transform(input) else { return .max(1) }
                return downstream.receive(output)
            }
        }
    }
}

extension Publisher {
    /// Converts each value with a closure and drops those for which it returns `nil`.
    ///
    /// ```
    /// self        1--x--3--|
    /// compactMap  1-----3--|      { Int($0) }
    /// ```
    ///
    /// - Parameter transform: Converts a value, or returns `nil`. Each dropped value requests one more from
    ///   upstream.
    @export(implementation)
    public func compactMap<T: Sendable>(
        _ transform: @escaping @Sendable (Output) -> T?
    ) -> Publishers.CompactMap<Self, T> {
        Publishers.CompactMap(upstream: self, transform: transform)
    }
}
