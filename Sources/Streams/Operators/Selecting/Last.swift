extension Publishers {
    /// Passes on the last value. See ``Publisher/last()``.
    public struct Last<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes a publisher that passes on the last value.
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
            @usableFromInline typealias Value = Upstream.Output
            @usableFromInline typealias Thrown = Upstream.Failure

            @usableFromInline var value: Upstream.Output?

            @inlinable
            init() {}

            @inlinable
            mutating func take(_ input: Upstream.Output) -> AccumulatorState {
                value = input
                return .open
            }
        }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Passes on the last value, when this stream finishes.
    ///
    /// ```
    /// self  a--b--c-----|
    /// last  ------------(c|)
    /// ```
    ///
    /// Upstream is asked for everything. The result waits for demand. A stream without values finishes
    /// without one.
    @inlinable
    public func last() -> Publishers.Last<Self> {
        Publishers.Last(upstream: self)
    }
}
