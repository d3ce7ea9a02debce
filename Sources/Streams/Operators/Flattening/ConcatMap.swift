extension Publisher {
    /// Makes a publisher from each value and sends what they send, one after the other.
    ///
    /// ```
    /// self       a-b-----------|
    /// concatMap  a1-a2-a3-b1-b2|
    /// ```
    ///
    /// The same as `flatMap(maxPublishers:_:)` with one publisher at a time: upstream is asked for its next value
    /// when a publisher has finished. An upstream that drops values for which there is no demand, such as a
    /// subject, drops those that it sends while a publisher runs; put a buffer before this operator to keep them.
    ///
    /// - Parameter transform: Makes a publisher from a value; called serially.
    @inlinable
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        flatMap(maxPublishers: .max(1), transform)
    }

    /// Makes a publisher from each value and sends what they send, one after the other, where the new
    /// publishers cannot fail.
    @inlinable
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        concatMap { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher from each value and sends what they send, one after the other, where only the new
    /// publishers can fail.
    @inlinable
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).concatMap(transform)
    }

    /// Makes a publisher from each value and sends what they send, one after the other, where nothing can fail.
    @inlinable
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        flatMap(maxPublishers: .max(1), transform)
    }
}
