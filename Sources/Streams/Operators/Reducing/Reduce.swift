extension Publishers {
    /// Combines all values and publishes the result. See ``Publisher/reduce(_:_:)``.
    public struct Reduce<Upstream: Publisher, Output: Sendable, Failure: Error>: Publisher {
        /// The upstream publisher.
        public let upstream: Upstream

        /// The value to combine with the first one.
        public let initial: Output

        /// Combines the result so far with the next value, or throws the error that fails the stream.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) throws(Failure) -> Output

        @usableFromInline let convert: @Sendable (Upstream.Failure) -> Failure

        @export(implementation)
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

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ReduceProducer(
                    Values(combine: nextPartialResult, result: initial), for: subscriber, convert: convert))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            knownResult(
                Values(combine: nextPartialResult, result: initial), of: upstream, for: receiver,
                convert: convert)
        }

        @usableFromInline
        struct Values: Accumulator {
            @usableFromInline let combine: @Sendable (Output, Upstream.Output) throws(Failure) -> Output
            @usableFromInline var result: Output

            @export(implementation)
            init(
                combine: @escaping @Sendable (Output, Upstream.Output) throws(Failure) -> Output,
                result: Output
            ) {
                self.combine = combine
                self.result = result
            }

            @export(implementation)
            var value: Output? { result }

            @export(implementation)
            mutating func add(_ input: Upstream.Output) throws(Failure) -> AccumulatorState {
                result = try combine(result, input)
                return .open
            }
        }
    }

    /// Combine's name for ``Reduce`` with a closure that throws.
    public typealias TryReduce = Reduce
}

extension Publishers.Reduce where Failure == Upstream.Failure {
    /// Creates a publisher that combines all values and publishes the result.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - initial: The value to combine with the first one.
    ///   - nextPartialResult: Combines the result so far with the next value.
    @export(implementation)
    public init(
        upstream: Upstream,
        initial: Output,
        nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
    ) {
        self.init(
            upstream: upstream, initial: initial, nextPartialResult: nextPartialResult, convert: { $0 })
    }
}

extension Publisher {
    /// Combines all values and publishes the result when this stream finishes.
    ///
    /// ```
    /// self    1--2--3-----|
    /// reduce  ------------(6|)      reduce(0, +)
    /// ```
    ///
    /// Requests unlimited demand from upstream. The result is sent once there is demand.
    ///
    /// - Parameters:
    ///   - initialResult: The value to combine with the first one; the result of a stream without values.
    ///   - nextPartialResult: Combines the result so far with the next value; called serially.
    @export(implementation)
    public func reduce<T: Sendable>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Reduce<Self, T, Failure> {
        .init(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }

    /// Combines all values with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``reduce(_:_:)``.
    ///
    /// - Parameters:
    ///   - initialResult: The value to combine with the first one; the result of a stream without values.
    ///   - nextPartialResult: Combines the result so far with the next value, or throws; called serially.
    @export(implementation)
    public func tryReduce<T: Sendable>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T, any Error> {
        .init(
            upstream: self, initial: initialResult, nextPartialResult: nextPartialResult, convert: { $0 })
    }

    /// Combines all values, where upstream fails with the type that is thrown.
    @export(implementation)
    public func tryReduce<T: Sendable>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws(Failure) -> T
    ) -> Publishers.TryReduce<Self, T, Failure> {
        .init(
            upstream: self, initial: initialResult, nextPartialResult: nextPartialResult, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Combines all values, where upstream cannot fail.
    @export(implementation)
    public func tryReduce<T: Sendable, E: Error>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) throws(E) -> T
    ) -> Publishers.TryReduce<Self, T, E> {
        .init(
            upstream: self, initial: initialResult, nextPartialResult: nextPartialResult, convert: absurd)
    }
}
