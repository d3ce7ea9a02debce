extension Publisher {
    /// Transforms each value into a publisher, and sends the values of these publishers, one publisher after
    /// another.
    ///
    /// ```
    /// self       a-b-----------|
    /// concatMap  a1-a2-a3-b1-b2|
    /// ```
    ///
    /// The same as `flatMap(maxPublishers:_:)` with one publisher at a time: the next value of upstream is
    /// requested when a publisher has finished. An upstream that drops values without demand, such as a
    /// subject, drops those that it sends while a publisher runs; place a buffer before this operator to keep
    /// them.
    ///
    /// As with Combine's `flatMap(maxPublishers: .max(1))`, a publisher that has finished is followed by the
    /// next one also while its last value waits for demand, so that work goes on without a subscriber. Where
    /// demand is bounded, as before another `concatMap`, publishers that finish at once are therefore created
    /// as fast as upstream sends; with an endless upstream, without end. A failure of upstream then drops the
    /// values that wait. There, make one operator of both:
    /// `concatMap { first($0).concatMap { second($0) } }`.
    ///
    /// - Parameter transform: Returns a publisher for a value; called serially.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure {
        flatMap(maxPublishers: .max(1), transform)
    }

    /// Transforms each value into a publisher that cannot fail, and sends the values of one publisher after
    /// another.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
        concatMap { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Transforms each value into a publisher that can fail, and sends the values of one publisher after
    /// another.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
        setFailureType(to: P.Failure.self).concatMap(transform)
    }

    /// Transforms each value into a publisher, and sends the values of one publisher after another; none
    /// fails.
    @export(implementation)
    @_disfavoredOverload  // Gives way to a project's own operator of this name.
    public func concatMap<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
        flatMap(maxPublishers: .max(1), transform)
    }
}
