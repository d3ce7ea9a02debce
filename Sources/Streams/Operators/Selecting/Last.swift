extension Publishers {
    /// Publishes the last value. See ``Publisher/last()``.
    public struct Last<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that publishes the last value.
        ///
        /// - Parameter upstream: The upstream publisher.
        @export(implementation)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: ReduceProducer(Selection(.last), for: subscriber))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            knownResult(Selection(.last), of: upstream, for: receiver)
        }
    }
}

extension Publishers.Last: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the last value when this stream finishes.
    ///
    /// ```
    /// self  a--b--c-----|
    /// last  ------------(c|)
    /// ```
    ///
    /// Requests unlimited demand from upstream. The result is sent once there is demand. A stream without
    /// values finishes without one.
    @export(implementation)
    public func last() -> Publishers.Last<Self> {
        Publishers.Last(upstream: self)
    }
}
