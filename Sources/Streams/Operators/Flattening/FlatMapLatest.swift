extension Publisher {
    /// Makes a publisher from each value, sends what it sends, and cancels the one before it.
    ///
    /// ```
    /// self           a-----b---------|
    /// flatMapLatest  -a1-a2-b1-b2-b3-|
    /// ```
    ///
    /// The same as `map` and `switchToLatest()`: upstream is asked for an unlimited number of values, demand that
    /// is unmet carries over to the next publisher, and the stream finishes when upstream and the last of the new
    /// publishers have.
    ///
    /// - Parameter transform: Makes a publisher from a value; called serially.
    @inlinable
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
        map(transform).switchToLatest()
    }

    /// Makes a publisher from each value and sends what the last of them sends, where the new publishers cannot fail.
    @inlinable
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    )
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<P, Failure>, Publishers.Map<Self, Publishers.SetFailureType<P, Failure>>
        > where P.Failure == Never
    {
        flatMapLatest { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Makes a publisher from each value and sends what the last of them sends, where only the new publishers can fail.
    @inlinable
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Publishers.SetFailureType<Self, P.Failure>, P>> {
        setFailureType(to: P.Failure.self).flatMapLatest(transform)
    }

    /// Makes a publisher from each value and sends what the last of them sends, where nothing can fail.
    @inlinable
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Never {
        map(transform).switchToLatest()
    }
}
