extension Publishers {
    /// Publishes all values in a single array. See ``Publisher/collect()``.
    public struct Collect<Upstream: Publisher>: Publisher {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that publishes all values in a single array.
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
            guard receiver == .sink, upstream._hasKnownValues else { return nil }
            var values: [Upstream.Output] = []
            let completion = upstream._sendKnownValues { value in
                values.append(value)
                return true
            }
            if case .failure(let error) = completion { return .failure(error) }
            return .success(values)
        }

        @usableFromInline
        struct Values: Accumulator {
            @usableFromInline typealias Input = Upstream.Output
            @usableFromInline typealias Value = [Upstream.Output]
            @usableFromInline typealias Thrown = Upstream.Failure

            @usableFromInline var values: [Upstream.Output] = []

            @export(implementation)
            init() {}

            @export(implementation)
            var value: [Upstream.Output]? { values }

            @export(implementation)
            mutating func add(_ input: Upstream.Output) -> AccumulatorState {
                values.append(input)
                return .open
            }
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes all values in a single array when this stream finishes, or none if it fails.
    ///
    /// ```
    /// self     a--b--c-----|
    /// collect  ------------([a,b,c]|)
    /// ```
    ///
    /// Requests unlimited demand from upstream, and keeps all values in memory. The array is sent once there
    /// is demand.
    @export(implementation)
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }
}
