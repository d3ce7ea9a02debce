extension Publishers {
    /// Passes on the last value that satisfies a condition. See ``Publisher/last(where:)``.
    public struct LastWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value may be the one that is passed on.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Makes a publisher that passes on the last value that satisfies a condition.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - predicate: Tells whether a value may be the one that is passed on.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryLastWhere<Upstream, Failure>(
                upstream: upstream, predicate: predicate, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Passes on the last value that satisfies a condition, when this stream finishes.
    ///
    /// ```
    /// self         1--2--3--4-----|
    /// last(where)  ---------------(3|)      { $0 < 4 }
    /// ```
    ///
    /// Upstream is asked for everything. The result waits for demand. A stream without such a value finishes
    /// without one.
    ///
    /// - Parameter predicate: Tells whether a value may be the one; called serially on the delivering thread.
    @inlinable
    public func last(
        where predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.LastWhere<Self> {
        Publishers.LastWhere(upstream: self, predicate: predicate)
    }
}
