extension Publishers {
    /// Publishes whether any value equals another. See ``Publisher/contains(_:)``.
    public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The value to search for.
        public let output: Upstream.Output

        /// Creates a publisher that publishes whether any value equals another.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - output: The value to search for.
        @export(implementation)
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            ContainsWhere(upstream: upstream, predicate: { [output] in $0 == output })
                .receive(subscriber: subscriber)
        }

        @export(implementation)
        public func _immediateResult(for receiver: _ResultReceiver) -> Result<Output?, Failure>? {
            ContainsWhere(upstream: upstream, predicate: { [output] in $0 == output })._immediateResult(
                for: receiver)
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publisher where Output: Equatable {
    /// Publishes whether any value equals another, then finishes.
    ///
    /// ```
    /// self         1--2--3--4--|
    /// contains(3)  ------(true|)
    /// ```
    ///
    /// Requests unlimited demand from upstream, and cancels it as soon as the result is known. The result is
    /// sent once there is demand.
    ///
    /// - Parameter output: The value to search for.
    @export(implementation)
    public func contains(
        _ output: Output
    ) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}
