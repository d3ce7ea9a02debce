extension Publishers {
    /// Counts the values. See ``Publisher/count()``.
    public struct Count<Upstream: Publisher>: Publisher {
        public typealias Output = Int
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes a publisher that counts the values.
        ///
        /// - Parameter upstream: Where the values come from.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: ReduceProducer(Values(), for: subscriber, convert: { $0 }))
        }

        @usableFromInline
        struct Values: Accumulator {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Value = Int
            @usableFromInline typealias Thrown = Upstream.Failure

            @usableFromInline var count = 0

            @inlinable
            init() {}

            @inlinable
            var value: Int? { count }

            @inlinable
            mutating func take(_ input: Upstream.Output) -> AccumulatorState {
                count += 1
                return .open
            }
        }
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends the number of values, when this stream finishes.
    ///
    /// ```
    /// self   a--b--c-----|
    /// count  ------------(3|)
    /// ```
    ///
    /// Upstream is asked for everything. The result waits for demand.
    @inlinable
    public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}
