extension Publishers {
    /// Combines values and publishes each intermediate result. See ``Publisher/scan(_:_:)``.
    public struct Scan<Upstream: Publisher, Output: Sendable>: Publisher {
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The value to combine with the first one.
        public let initialResult: Output

        /// Combines the result so far with the next value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        /// Creates a publisher that combines values and publishes each intermediate result.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - initialResult: The value to combine with the first one.
        ///   - nextPartialResult: Combines the result so far with the next value.
        @export(implementation)
        public init(
            upstream: Upstream,
            initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: Inner(downstream: subscriber, result: initialResult, combine: nextPartialResult))
        }

        @export(implementation) @inline(__always)
        public func _attach<S: Subscriber>(
            _ makeSubscriber: (Unmanaged<AnyObject>) -> S
        ) -> AnyCancellable? where S.Input == Output, S.Failure == Failure {
            upstream._attach { conduit in
                Inner(
                    downstream: makeSubscriber(conduit), result: initialResult, combine: nextPartialResult)
            }
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: Relay, @unchecked Sendable
        where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
            // Sendable: `result` is touched in `receive(_:)` only, which is called serially.
            @usableFromInline typealias Failure = Upstream.Failure
            @usableFromInline let downstream: Downstream
            @usableFromInline let combine: @Sendable (Output, Upstream.Output) -> Output
            @usableFromInline @exclusivity(unchecked) var result: Output

            @export(implementation)
            init(
                downstream: Downstream,
                result: Output,
                combine: @escaping @Sendable (Output, Upstream.Output) -> Output
            ) {
                self.downstream = downstream
                self.result = result
                self.combine = combine
            }

            @export(implementation)
            func receive(_ input: Upstream.Output) -> Subscribers.Demand {
                result = combine(result, input)
                return downstream.receive(result)
            }
        }
    }
}

extension Publisher {
    /// Combines values and publishes each intermediate result.
    ///
    /// ```
    /// self  1--2--3--|
    /// scan  1--3--6--|      scan(0, +)
    /// ```
    ///
    /// - Parameters:
    ///   - initialResult: The value to combine with the first one; not published itself.
    ///   - nextPartialResult: Combines the result so far with the next value.
    @export(implementation)
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        Publishers.Scan(upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult)
    }
}
