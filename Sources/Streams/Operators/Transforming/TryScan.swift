extension Publishers {
    /// Combines values with a closure that may throw and publishes each intermediate result. See
    /// `tryScan(_:_:)`.
    public struct TryScan<Upstream: Publisher, Output: Sendable, Failure: Error>: Publisher {
        /// The upstream publisher.
        public let upstream: Upstream

        /// The value to combine with the first one.
        public let initialResult: Output

        /// Combines the result so far with the next value, or throws the error that fails the stream.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws(Failure) -> Output

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @export(implementation)
        init(
            upstream: Upstream,
            initialResult: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws(Failure) -> Output,
            convert: @escaping @Sendable (Upstream.Failure) -> Failure
        ) {
            self.upstream = upstream
            self.initialResult = initialResult
            self.nextPartialResult = nextPartialResult
            self.convert = convert
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: Inner(
                    downstream: subscriber, result: initialResult, combine: nextPartialResult,
                    convert: convert))
        }

        @usableFromInline
        final class Inner<Downstream: Subscriber>: ThrowingRelay, @unchecked Sendable
        where Downstream.Input == Output, Downstream.Failure == Failure {
            // Sendable: `result` is touched in `handle(_:)` only, which is called serially.
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Failure = Upstream.Failure
            @usableFromInline let upstream = SubscriptionLink()
            @usableFromInline let downstream: Downstream
            @usableFromInline let combine:
                @Sendable (Output, Upstream.Output) throws(Downstream.Failure) -> Output
            @usableFromInline let convert: @Sendable (Upstream.Failure) -> Downstream.Failure
            @usableFromInline @exclusivity(unchecked) var result: Output

            @export(implementation)
            init(
                downstream: Downstream,
                result: Output,
                combine: @escaping @Sendable (Output, Upstream.Output) throws(Downstream.Failure) -> Output,
                convert: @escaping @Sendable (Upstream.Failure) -> Downstream.Failure
            ) {
                self.downstream = downstream
                self.result = result
                self.combine = combine
                self.convert = convert
            }

            @export(implementation)
            func handle(_ input: Upstream.Output) throws(Downstream.Failure) -> Subscribers.Demand {
                result = try combine(result, input)
                return downstream.receive(result)
            }
        }
    }
}

extension Publishers.TryScan where Failure == any Error {
    /// Creates a publisher that combines values with a closure that may throw and publishes each intermediate
    /// result.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - initialResult: The value to combine with the first one.
    ///   - nextPartialResult: Combines the result so far with the next value, or throws the error that fails
    ///     the stream.
    @export(implementation)
    public init(
        upstream: Upstream, initialResult: Output,
        nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws -> Output
    ) {
        self.init(
            upstream: upstream, initialResult: initialResult, nextPartialResult: nextPartialResult,
            convert: { $0 })
    }
}

extension Publisher {
    /// Combines values with a closure that may throw and publishes each intermediate result.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``scan(_:_:)``.
    ///
    /// - Parameters:
    ///   - initialResult: The value to combine with the first one; not published itself.
    ///   - nextPartialResult: Combines the result so far with the next value, or throws.
    @export(implementation)
    public func tryScan<T: Sendable>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T, any Error> {
        Publishers.TryScan(
            upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult,
            convert: { $0 })
    }

    /// Combines values and publishes each intermediate result, where upstream fails with the type that is
    /// thrown.
    @export(implementation)
    public func tryScan<T: Sendable>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws(Failure) -> T
    ) -> Publishers.TryScan<Self, T, Failure> {
        Publishers.TryScan(
            upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult,
            convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Combines values and publishes each intermediate result, where upstream cannot fail.
    @export(implementation)
    public func tryScan<T: Sendable, E: Error>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws(E) -> T
    ) -> Publishers.TryScan<Self, T, E> {
        Publishers.TryScan(
            upstream: self, initialResult: initialResult, nextPartialResult: nextPartialResult,
            convert: absurd)
    }
}
