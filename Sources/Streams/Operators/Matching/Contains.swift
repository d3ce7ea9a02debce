extension Publishers {
    /// Tells whether a value is sent. See ``Publisher/contains(_:)``.
    public struct Contains<Upstream: Publisher>: Publisher where Upstream.Output: Equatable {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// What is looked for.
        public let output: Upstream.Output

        /// Creates a publisher that tells whether a value is sent.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - output: What is looked for.
        @inlinable
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            ContainsWhere<Upstream, Failure>(upstream: upstream, predicate: { [output] in $0 == output })
                .receive(subscriber: subscriber)
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}

extension Publisher where Output: Equatable {
    /// Sends whether one of the values equals another, then finishes.
    ///
    /// ```
    /// self         1--2--3--4--|
    /// contains(3)  ------(true|)
    /// ```
    ///
    /// Upstream is asked for everything, and cancelled as soon as the result is known, which waits for
    /// demand.
    ///
    /// - Parameter output: What is looked for.
    @inlinable
    public func contains(
        _ output: Output
    ) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}
