extension Publishers {
    /// Publishes the first value. See ``Publisher/first()``.
    public struct First<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// Creates a publisher that publishes the first value.
        ///
        /// - Parameter upstream: The upstream publisher.
        @export(implementation)
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: ReduceProducer(Selection(.first), for: subscriber))
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            knownResult(Selection(.first), of: upstream, for: receiver)
        }
    }
}

extension Publishers.First: Equatable where Upstream: Equatable {}

extension Publisher {
    /// Publishes the first value, then finishes.
    ///
    /// ```
    /// self   a--b--c--|
    /// first  (a|)
    /// ```
    ///
    /// Requests unlimited demand from upstream, and cancels it as soon as the result is known. The result is
    /// sent once there is demand. A stream without values finishes without one.
    @export(implementation)
    public func first() -> Publishers.First<Self> {
        Publishers.First(upstream: self)
    }
}
