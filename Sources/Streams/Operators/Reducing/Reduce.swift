extension Publishers {
    /// Accumulates all values and sends the result. See ``Publisher/reduce(_:_:)``.
    public struct Reduce<Upstream: Publisher, Output: Sendable>: Publisher {
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// What the first value is combined with.
        public let initial: Output

        /// Combines the result so far with the next value.
        public let nextPartialResult: @Sendable (Output, Upstream.Output) -> Output

        /// Makes a publisher that accumulates all values and sends the result.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - initial: What the first value is combined with.
        ///   - nextPartialResult: Combines the result so far with the next value.
        @inlinable
        public init(
            upstream: Upstream,
            initial: Output,
            nextPartialResult: @escaping @Sendable (Output, Upstream.Output) -> Output
        ) {
            self.upstream = upstream
            self.initial = initial
            self.nextPartialResult = nextPartialResult
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryReduce<Upstream, Output, Failure>(
                upstream: upstream, initial: initial, nextPartialResult: nextPartialResult, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Accumulates all values and sends the result when this stream finishes.
    ///
    /// ```
    /// self    1--2--3-----|
    /// reduce  ------------(6|)      reduce(0, +)
    /// ```
    ///
    /// Upstream is asked for everything. The result waits for demand.
    ///
    /// - Parameters:
    ///   - initialResult: What the first value is combined with; sent if there is none.
    ///   - nextPartialResult: Combines the result so far with the next value; called serially.
    @inlinable
    public func reduce<T: Sendable>(
        _ initialResult: T,
        _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        Publishers.Reduce(upstream: self, initial: initialResult, nextPartialResult: nextPartialResult)
    }
}
