extension Publishers {
    /// Passes on values up to the first that does not satisfy a condition. See ``Publisher/prefix(while:)``.
    public struct PrefixWhile<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value is passed on.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Makes a publisher that passes on values up to the first that does not satisfy a condition.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - predicate: Tells whether a value is passed on.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryPrefixWhile<Upstream, Failure>(
                upstream: upstream, predicate: predicate, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Passes on values as long as they satisfy a condition, then finishes.
    ///
    /// ```
    /// self           1--2--3--1--|
    /// prefix(while)  1--2--|           { $0 < 3 }
    /// ```
    ///
    /// The first value that does not satisfy it cancels upstream and is not passed on.
    ///
    /// - Parameter predicate: Tells whether a value is passed on; not called again after the first that is
    ///   not; called serially on the delivering thread.
    @inlinable
    public func prefix(
        while predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.PrefixWhile<Self> {
        Publishers.PrefixWhile(upstream: self, predicate: predicate)
    }
}
