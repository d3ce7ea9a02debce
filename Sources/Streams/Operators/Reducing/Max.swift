extension Publisher {
    /// Publishes the greatest value when this stream finishes.
    ///
    /// ```
    /// self  3--1--2-----|
    /// max   ------------(3|)
    /// ```
    ///
    /// Requests unlimited demand from upstream. The value is sent once there is demand; of several equal ones
    /// it is the first. A stream without values finishes without one.
    ///
    /// - Parameter areInIncreasingOrder: Returns whether the first of two values is less than the second;
    ///   called serially.
    @export(implementation)
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self, Failure> {
        .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder)
    }

    /// Publishes the greatest value, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``max(by:)``.
    ///
    /// - Parameter areInIncreasingOrder: Returns whether the first of two values is less than the second, or
    ///   throws; called serially.
    @export(implementation)
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self, any Error> {
        .init(
            upstream: self, areInIncreasingOrder: areInIncreasingOrder, convert: { $0 })
    }

    /// Publishes the greatest value, where upstream fails with the type that is thrown.
    @export(implementation)
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.TryComparison<Self, Failure> {
        .init(upstream: self, areInIncreasingOrder: areInIncreasingOrder, convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Publishes the greatest value, where upstream cannot fail.
    @export(implementation)
    public func tryMax<E: Error>(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(E) -> Bool
    ) -> Publishers.TryComparison<Self, E> {
        .init(
            upstream: self, areInIncreasingOrder: areInIncreasingOrder, convert: absurd)
    }
}

extension Publisher where Output: Comparable {
    /// Publishes the greatest value when this stream finishes. See ``Publisher/max(by:)``.
    @export(implementation)
    public func max() -> Publishers.Comparison<Self, Failure> {
        max(by: { $0 < $1 })
    }
}
