extension Publishers {
    /// Passes on the first value that satisfies a condition. See ``Publisher/first(where:)``.
    public struct FirstWhere<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether a value is the one that is passed on.
        public let predicate: @Sendable (Upstream.Output) -> Bool

        /// Makes a publisher that passes on the first value that satisfies a condition.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - predicate: Tells whether a value is the one that is passed on.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryFirstWhere<Upstream, Failure>(
                upstream: upstream, predicate: predicate, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Passes on the first value that satisfies a condition, then finishes.
    ///
    /// ```
    /// self          1--2--3--4--|
    /// first(where)  ------(3|)        { $0 > 2 }
    /// ```
    ///
    /// Upstream is asked for everything, and cancelled as soon as the result is known, which waits for
    /// demand. A stream without such a value finishes without one.
    ///
    /// - Parameter predicate: Tells whether a value is the one; called serially on the delivering thread.
    @inlinable
    public func first(
        where predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.FirstWhere<Self> {
        Publishers.FirstWhere(upstream: self, predicate: predicate)
    }
}
