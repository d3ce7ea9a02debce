extension Publishers {
    /// Sends the greatest value. See ``Publisher/max(by:)``.
    public struct Comparison<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// Tells whether the first of two values is less than the second.
        public let areInIncreasingOrder: @Sendable (Upstream.Output, Upstream.Output) -> Bool

        /// Makes a publisher that sends the greatest value.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - areInIncreasingOrder: Tells whether the first of two values is less than the second.
        @inlinable
        public init(
            upstream: Upstream,
            areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
        ) {
            self.upstream = upstream
            self.areInIncreasingOrder = areInIncreasingOrder
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            TryComparison<Upstream, Failure>(
                upstream: upstream, areInIncreasingOrder: areInIncreasingOrder, convert: { $0 }
            ).receive(subscriber: subscriber)
        }
    }
}

extension Publisher {
    /// Sends the least value, when this stream finishes.
    ///
    /// ```
    /// self  3--1--2-----|
    /// min   ------------(1|)
    /// ```
    ///
    /// Upstream is asked for everything. The value waits for demand; of several equal ones it is the first. A
    /// stream without values finishes without one.
    ///
    /// - Parameter areInIncreasingOrder: Tells whether the first of two values is less than the second;
    ///   called serially.
    @inlinable
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        max(by: { areInIncreasingOrder($1, $0) })
    }

    /// Sends the greatest value, when this stream finishes.
    ///
    /// ```
    /// self  3--1--2-----|
    /// max   ------------(3|)
    /// ```
    ///
    /// Upstream is asked for everything. The value waits for demand; of several equal ones it is the first. A
    /// stream without values finishes without one.
    ///
    /// - Parameter areInIncreasingOrder: Tells whether the first of two values is less than the second;
    ///   called serially.
    @inlinable
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        Publishers.Comparison(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }
}

extension Publisher where Output: Comparable {
    /// Sends the least value, when this stream finishes. See ``Publisher/min(by:)``.
    @inlinable
    public func min() -> Publishers.Comparison<Self> {
        min(by: { $0 < $1 })
    }

    /// Sends the greatest value, when this stream finishes. See ``Publisher/max(by:)``.
    @inlinable
    public func max() -> Publishers.Comparison<Self> {
        max(by: { $0 < $1 })
    }
}
