extension Publishers {
    /// Tells whether any value satisfies a condition. See ``Publisher/contains(where:)``.
    public struct ContainsWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value is what is looked for.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Makes a publisher that tells whether any value satisfies a condition.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - predicate: Tells whether a value is what is looked for.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryContainsWhere<Upstream, Failure>(
                upstream: upstream, predicate: predicate, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Sends whether any value satisfies a condition, then finishes.
    ///
    /// ```
    /// self             1--2--3--4--|
    /// contains(where)  ------(true|)      { $0 > 2 }
    /// ```
    ///
    /// Upstream is asked for everything, and cancelled as soon as the result is known, which waits for
    /// demand.
    ///
    /// - Parameter predicate: Tells whether a value is what is looked for; called serially on the delivering
    ///   thread.
    @inlinable
    public func contains(
        where predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.ContainsWhere<Self> {
        Publishers.ContainsWhere(upstream: self, predicate: predicate)
    }
}
