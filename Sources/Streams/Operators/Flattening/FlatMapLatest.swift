extension Publisher {
    /// Transforms each value into a publisher, sends the values of that publisher, and cancels the previous
    /// one.
    ///
    /// ```
    /// self           a-----b---------|
    /// flatMapLatest  -a1-a2-b1-b2-b3-|
    /// ```
    ///
    /// The same as `map` and `switchToLatest()`: the operator requests an unlimited number of values from
    /// upstream, and unmet demand carries over to the next publisher. The stream finishes when upstream and
    /// the last of the new publishers have finished. A failure of either cancels the other.
    ///
    /// - Parameter transform: Returns a publisher for a value; called serially.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
        map(transform).switchToLatest()
    }

    /// Transforms each value into a publisher that cannot fail, and sends the values of the latest publisher.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
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
    /// Transforms each value into a publisher that can fail, and sends the values of the latest publisher.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Publishers.SetFailureType<Self, P.Failure>, P>> {
        setFailureType(to: P.Failure.self).flatMapLatest(transform)
    }

    /// Transforms each value into a publisher, and sends the values of the latest publisher; neither fails.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Never {
        map(transform).switchToLatest()
    }
}
