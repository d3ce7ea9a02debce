extension Publishers {
    /// Accumulates all values with a closure that may throw and sends the result. See
    /// `tryReduce(_:_:)`.
    public struct TryReduce<Upstream: Publisher, Output: Sendable, Failure: Error>: Publisher {
        /// Where the values come from.
        public let upstream: Upstream

        /// What the first value is combined with.
        public let initial: Output

        /// Combines the result so far with the next value, or throws the error that ends the stream.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws(Failure) -> Output

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @inlinable
        init(
            upstream: Upstream,
            initial: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) throws(Failure) -> Output,
            convert: @escaping @Sendable (Upstream.Failure) -> Failure
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
            self.convert = convert
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ReduceProducer(
                    Values(combine: nextPartialResult, result: initial), for: subscriber, convert: convert))
        }

        @usableFromInline
        struct Values: Accumulator {
            @usableFromInline let combine: @Sendable (Output, Upstream.Output) throws(Failure) -> Output
            @usableFromInline var result: Output

            @inlinable
            init(
                combine: @escaping @Sendable (Output, Upstream.Output) throws(Failure) -> Output,
                result: Output
            ) {
                self.combine = combine
                self.result = result
            }

            @inlinable
            var value: Output? { result }

            @inlinable
            mutating func take(_ input: Upstream.Output) throws(Failure) -> AccumulatorState {
                result = try combine(result, input)
                return .open
            }
        }
    }
}

extension Publisher {
    /// Accumulates all values and sends the result when this stream finishes; what the closure throws cancels
    /// upstream and fails the stream.
    ///
    /// Upstream is asked for everything. The result waits for demand.
    ///
    /// Typed throws are kept, as in `tryMap(_:)`.
    ///
    /// - Parameters:
    ///   - initialResult: What the first value is combined with; sent if there is none.
    ///   - nextPartialResult: Combines the result so far with the next value, or throws; called serially.
    @inlinable
    public func tryReduce<T: Sendable>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T, any Error> {
        Publishers.TryReduce(
            upstream: self, initial: initialResult, nextPartialResult: nextPartialResult, convert: { $0 })
    }

    /// Accumulates all values and sends the result, where upstream fails with the type that is thrown.
    @inlinable
    public func tryReduce<T: Sendable>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws(Failure) -> T
    ) -> Publishers.TryReduce<Self, T, Failure> {
        Publishers.TryReduce(
            upstream: self, initial: initialResult, nextPartialResult: nextPartialResult, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Accumulates all values and sends the result, where upstream cannot fail.
    @inlinable
    public func tryReduce<T: Sendable, E: Error>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws(E) -> T
    ) -> Publishers.TryReduce<Self, T, E> {
        Publishers.TryReduce(
            upstream: self, initial: initialResult, nextPartialResult: nextPartialResult, convert: absurd)
    }
}
