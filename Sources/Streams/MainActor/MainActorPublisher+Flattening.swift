// The publishers of the values deliver on their own threads, so that the stream is not one of the main actor.
extension MainActorPublisher {
    /// Transforms each value, with a closure of the main actor, into a publisher, and merges the values of
    /// these publishers. See `Publisher.flatMap(maxPublishers:_:)`.
    ///
    /// The values are delivered by the publishers that the closure returns: write `receive(on: .main)` after
    /// it.
    ///
    /// - Parameters:
    ///   - maxPublishers: The number of publishers that run at the same time.
    ///   - transform: Returns a publisher for a value; called on the main actor.
    @export(implementation)
    @MainActor
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Base> where P.Failure == Failure {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.flatMap(maxPublishers: maxPublishers) { value in
            MainActor.assumeIsolated { transform(value) }
        }
    }

    /// Transforms each value, with a closure of the main actor, into a publisher that cannot fail.
    @MainActor
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Base>
    where P.Failure == Never {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.flatMap(maxPublishers: maxPublishers) { value in
            MainActor.assumeIsolated { transform(value) }
        }
    }
}

extension MainActorPublisher where Base.Failure == Never {
    /// Transforms each value, with a closure of the main actor, into a publisher that can fail.
    @MainActor
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Base, P.Failure>> {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.flatMap(maxPublishers: maxPublishers) { value in
            MainActor.assumeIsolated { transform(value) }
        }
    }

    /// Transforms each value, with a closure of the main actor, into a publisher; none of them fails.
    @MainActor
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Base> where P.Failure == Never {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.flatMap(maxPublishers: maxPublishers) { value in
            MainActor.assumeIsolated { transform(value) }
        }
    }
}

// The operators that Combine lacks. A project's own operator of the same name goes first.
extension MainActorPublisher {
    /// Transforms each value, with a closure of the main actor, into a publisher, and sends the values of one
    /// publisher after another. See `Publisher.concatMap(_:)`.
    ///
    /// - Parameter transform: Returns a publisher for a value; called on the main actor.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func concatMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Base> where P.Failure == Failure {
        flatMap(maxPublishers: .max(1), transform)
    }

    /// Transforms each value into a publisher that cannot fail, and sends the values of one publisher after
    /// another.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func concatMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Base>
    where P.Failure == Never {
        flatMap(maxPublishers: .max(1), transform)
    }

    /// Transforms each value, with a closure of the main actor, into a publisher, sends the values of that
    /// publisher, and cancels the previous one. See `Publisher.flatMapLatest(_:)`.
    ///
    /// - Parameter transform: Returns a publisher for a value; called on the main actor.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Base, P>> where P.Failure == Failure {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.flatMapLatest { value in MainActor.assumeIsolated { transform(value) } }
    }

    /// Transforms each value into a publisher that cannot fail, and sends the values of the latest publisher.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping (Output) -> P
    )
        -> Publishers.SwitchToLatest<
            Publishers.SetFailureType<P, Failure>, Publishers.Map<Base, Publishers.SetFailureType<P, Failure>>
        > where P.Failure == Never
    {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.flatMapLatest { value in MainActor.assumeIsolated { transform(value) } }
    }

    /// Transforms a value, with a closure of the main actor, into a publisher, and ignores further values
    /// until that has ended. See `Publisher.exhaustMap(_:)`.
    ///
    /// - Parameter transform: Returns a publisher for a value; called on the main actor.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> ExtraPublishers.ExhaustMap<P, Base> where P.Failure == Failure {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.exhaustMap { value in MainActor.assumeIsolated { transform(value) } }
    }

    /// Transforms a value into a publisher that cannot fail, and ignores further values until that ends.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> ExtraPublishers.ExhaustMap<Publishers.SetFailureType<P, Failure>, Base> where P.Failure == Never {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.exhaustMap { value in MainActor.assumeIsolated { transform(value) } }
    }
}

extension MainActorPublisher where Base.Failure == Never {
    /// Transforms each value into a publisher that can fail, and sends the values of one publisher after
    /// another.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func concatMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Base, P.Failure>> {
        flatMap(maxPublishers: .max(1), transform)
    }

    /// Transforms each value into a publisher, and sends the values of one publisher after another; none
    /// fails.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func concatMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Base> where P.Failure == Never {
        flatMap(maxPublishers: .max(1), transform)
    }

    /// Transforms each value into a publisher that can fail, and sends the values of the latest publisher.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Publishers.SetFailureType<Base, P.Failure>, P>> {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.flatMapLatest { value in MainActor.assumeIsolated { transform(value) } }
    }

    /// Transforms each value into a publisher, and sends the values of the latest publisher; neither fails.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Map<Base, P>> where P.Failure == Never {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.flatMapLatest { value in MainActor.assumeIsolated { transform(value) } }
    }

    /// Transforms a value into a publisher that can fail, and ignores further values until that ends.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> ExtraPublishers.ExhaustMap<P, Publishers.SetFailureType<Base, P.Failure>> {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.exhaustMap { value in MainActor.assumeIsolated { transform(value) } }
    }

    /// Transforms a value into a publisher, and ignores further values until that ends; neither fails.
    @_disfavoredOverload
    @export(implementation)
    @MainActor
    public func exhaustMap<P: Publisher>(
        _ transform: @escaping (Output) -> P
    ) -> ExtraPublishers.ExhaustMap<P, Base> where P.Failure == Never {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.exhaustMap { value in MainActor.assumeIsolated { transform(value) } }
    }
}
