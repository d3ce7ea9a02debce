extension Publisher {
    /// Publishes the least value when this stream finishes.
    ///
    /// ```
    /// self  3--1--2-----|
    /// min   ------------(1|)
    /// ```
    ///
    /// Requests unlimited demand from upstream. The value is sent once there is demand; of several equal ones
    /// it is the first. A stream without values finishes without one.
    ///
    /// - Parameter areInIncreasingOrder: Returns whether the first of two values is less than the second;
    ///   called serially.
    @export(implementation)
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self, Failure> {
        max(by: { areInIncreasingOrder($1, $0) })
    }

    /// Publishes the least value, with a closure that may throw.
    ///
    /// An error that the closure throws cancels upstream and fails the stream. Typed throws are kept, as in
    /// `tryMap(_:)`. Apart from that it is the same as ``min(by:)``.
    ///
    /// - Parameter areInIncreasingOrder: Returns whether the first of two values is less than the second, or
    ///   throws; called serially.
    @export(implementation)
    public func tryMin(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self, any Error> {
        .init(
            upstream: self, areInIncreasingOrder: reversed(areInIncreasingOrder), convert: { $0 })
    }

    /// Publishes the least value, where upstream fails with the type that is thrown.
    @export(implementation)
    public func tryMin(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.TryComparison<Self, Failure> {
        .init(upstream: self, areInIncreasingOrder: reversed(areInIncreasingOrder), convert: { $0 })
    }
}

extension Publisher where Failure == Never {
    /// Publishes the least value, where upstream cannot fail.
    @export(implementation)
    public func tryMin<E: Error>(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(E) -> Bool
    ) -> Publishers.TryComparison<Self, E> {
        .init(
            upstream: self, areInIncreasingOrder: reversed(areInIncreasingOrder), convert: absurd)
    }
}

extension Publisher where Output: Comparable {
    /// Publishes the least value when this stream finishes. See ``Publisher/min(by:)``.
    @export(implementation)
    public func min() -> Publishers.Comparison<Self, Failure> {
        min(by: { $0 < $1 })
    }
}

/// The order with its two sides exchanged.
@export(implementation)
func reversed<Value, E: Error>(
    _ areInIncreasingOrder: @escaping @Sendable (Value, Value) throws(E) -> Bool
) -> @Sendable (Value, Value) throws(E) -> Bool {
    { (first, second) throws(E) in try areInIncreasingOrder(second, first) }
}
