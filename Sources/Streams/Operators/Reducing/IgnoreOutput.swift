extension Publishers {
    /// Drops all values and publishes the completion. See ``Publisher/ignoreOutput()``.
    public struct IgnoreOutput<Upstream: Publisher>: Publisher {
        public typealias Output = Never
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that drops all values and publishes the completion.
        ///
        /// - Parameter upstream: The upstream publisher.
        @export(implementation)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: ReduceProducer(Values(), for: subscriber))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            knownResult(Values(), of: upstream, for: receiver)
        }

        @usableFromInline
        struct Values: Accumulator {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Value = Never
            @usableFromInline typealias Thrown = Upstream.Failure

            @export(implementation)
            init() {}

            @export(implementation)
            var value: Never? { nil }

            @export(implementation)
            mutating func add(_ input: Upstream.Output) -> AccumulatorState { .open }
        }
    }
}

extension Publishers.IgnoreOutput: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Drops all values and publishes the completion.
    ///
    /// ```
    /// self          a--b--c--|
    /// ignoreOutput  ---------|
    /// ```
    ///
    /// Requests unlimited demand from upstream. The completion needs no demand.
    @export(implementation)
    public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        Publishers.IgnoreOutput(upstream: self)
    }
}
