extension Publishers {
    /// Tells whether all values satisfy a condition. See ``Publisher/allSatisfy(_:)``.
    public struct AllSatisfy<Upstream: Publisher>: Publisher {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// The condition.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Makes a publisher that tells whether all values satisfy a condition.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - predicate: The condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryAllSatisfy<Upstream, Failure>(
                upstream: upstream, predicate: predicate, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Sends whether all values satisfy a condition, then finishes.
    ///
    /// ```
    /// self        1--2--3--4--|
    /// allSatisfy  ------(false|)      { $0 < 3 }
    /// ```
    ///
    /// Upstream is asked for everything, and cancelled as soon as the result is known, which waits for
    /// demand.
    ///
    /// - Parameter predicate: The condition; called serially on the delivering thread.
    @inlinable
    public func allSatisfy(
        _ predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.AllSatisfy<Self> {
        Publishers.AllSatisfy(upstream: self, predicate: predicate)
    }
}
