extension Publishers {
    /// Drops values up to the first that does not satisfy a condition. See ``Publisher/drop(while:)``.
    public struct DropWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value is dropped.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Makes a publisher that drops values up to the first that does not satisfy a condition.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - predicate: Tells whether a value is dropped.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryDropWhile<Upstream, Failure>(
                upstream: upstream, predicate: predicate, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Drops values as long as they satisfy a condition.
    ///
    /// ```
    /// self         1--2--3--1--|
    /// drop(while)  ------3--1--|      { $0 < 3 }
    /// ```
    ///
    /// A dropped value is replaced upstream by one more request.
    ///
    /// - Parameter predicate: Tells whether a value is dropped; not called again after the first that is not;
    ///   called serially on the delivering thread.
    @inlinable
    public func drop(
        while predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.DropWhile<Self> {
        Publishers.DropWhile(upstream: self, predicate: predicate)
    }
}
