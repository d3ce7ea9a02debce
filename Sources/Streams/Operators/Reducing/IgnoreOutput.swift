extension Publishers {
    /// Drops all values and passes on the end. See ``Publisher/ignoreOutput()``.
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        public typealias Output = Never
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes a publisher that drops all values and passes on the end.
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
            @usableFromInline typealias Value = Never
            @usableFromInline typealias Thrown = Upstream.Failure

            @inlinable
            init() {}

            @inlinable
            var value: Never? { nil }

            @inlinable
            mutating func take(_ input: Upstream.Output) -> AccumulatorState {
                .open
            }
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Drops all values and passes on the end.
    ///
    /// ```
    /// self          a--b--c--|
    /// ignoreOutput  ---------|
    /// ```
    ///
    /// Upstream is asked for everything; the end needs no demand.
    @inlinable
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}
