extension Publishers {
    /// Passes on the first value. See ``Publisher/first()``.
    public struct First<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes a publisher that passes on the first value.
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
                return .settled
            }
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Passes on the first value, then finishes.
    ///
    /// ```
    /// self   a--b--c--|
    /// first  (a|)
    /// ```
    ///
    /// Upstream is asked for everything, and cancelled as soon as the result is known, which waits for
    /// demand. A stream without values finishes without one.
    @inlinable
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }
}
