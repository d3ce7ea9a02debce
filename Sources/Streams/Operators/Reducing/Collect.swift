extension Publishers {
    /// Sends all values in one array. See ``Publisher/collect()``.
    public struct Collect<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Makes a publisher that sends all values in one array.
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
            @usableFromInline typealias Value = [Upstream.Output]
            @usableFromInline typealias Thrown = Upstream.Failure

            @usableFromInline var values: [Upstream.Output] = []

            @inlinable
            init() {}

            @inlinable
            var value: [Upstream.Output]? { values }

            @inlinable
            mutating func take(_ input: Upstream.Output) -> AccumulatorState {
                values.append(input)
                return .open
            }
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Sends all values in one array, when this stream finishes; none if it fails.
    ///
    /// ```
    /// self     a--b--c-----|
    /// collect  ------------([a,b,c]|)
    /// ```
    ///
    /// Upstream is asked for everything, and everything is kept. The array waits for demand.
    @inlinable
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }
}
