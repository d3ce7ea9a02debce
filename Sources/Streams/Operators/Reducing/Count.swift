extension Publishers {
    /// Publishes the number of values. See ``Publisher/count()``.
    public struct Count<Upstream: Publisher>: Publisher {
        public typealias Output = Int
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that publishes the number of values.
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
            @usableFromInline typealias Value = Int
            @usableFromInline typealias Thrown = Upstream.Failure

            @usableFromInline var count = 0

            @export(implementation)
            init() {}

            @export(implementation)
            var value: Int? { count }

            @export(implementation)
            mutating func add(_ input: Upstream.Output) -> AccumulatorState {
                count += 1
                return .open
            }
        }
    }
}

extension Publishers.Count: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the number of values when this stream finishes.
    ///
    /// ```
    /// self   a--b--c-----|
    /// count  ------------(3|)
    /// ```
    ///
    /// Requests unlimited demand from upstream. The result is sent once there is demand.
    @export(implementation)
    public func count() -> Publishers.Count<Self> {
        Publishers.Count(upstream: self)
    }
}
