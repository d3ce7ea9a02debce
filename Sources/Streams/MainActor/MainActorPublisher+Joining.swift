// Other publishers deliver on other threads, or a subscriber receives what was sent before; these receive it
// on the main actor again.
extension MainActorPublisher {
    /// Sends the values of this publisher, then those of another.
    @export(implementation)
    public func append<P: Publisher>(_ publisher: P) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Concatenate<Base, P>, MainActor>
    > where P.Output == Output, P.Failure == Failure {
        base.append(publisher).receive(on: MainActor.shared)
    }

    /// Sends the values of this publisher, then further values.
    @export(implementation)
    public func append(_ elements: Output...) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Concatenate<Base, Publishers.Sequence<[Output], Failure>>, MainActor>
    > {
        base.append(elements).receive(on: MainActor.shared)
    }

    /// Sends the values of this publisher, then the elements of a sequence.
    @export(implementation)
    public func append<S: Sequence & Sendable>(_ elements: S) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Concatenate<Base, Publishers.Sequence<S, Failure>>, MainActor>
    > where S.Element == Output {
        base.append(elements).receive(on: MainActor.shared)
    }

    /// Sends the values of another publisher, then those of this publisher.
    @export(implementation)
    public func prepend<P: Publisher>(_ publisher: P) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Concatenate<P, Base>, MainActor>
    > where P.Output == Output, P.Failure == Failure {
        base.prepend(publisher).receive(on: MainActor.shared)
    }

    /// Sends some values, then those of this publisher.
    @export(implementation)
    public func prepend(_ elements: Output...) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Base>, MainActor>
    > {
        base.prepend(elements).receive(on: MainActor.shared)
    }

    /// Sends the elements of a sequence, then the values of this publisher.
    @export(implementation)
    public func prepend<S: Sequence & Sendable>(_ elements: S) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Concatenate<Publishers.Sequence<S, Failure>, Base>, MainActor>
    > where S.Element == Output {
        base.prepend(elements).receive(on: MainActor.shared)
    }

    /// Shares one subscription among all subscribers. See ``Publisher/share()``.
    @export(implementation)
    public func share() -> MainActorPublisher<Publishers.ReceiveOn<Publishers.Share<Base>, MainActor>> {
        base.share().receive(on: MainActor.shared)
    }

    /// Subscribes again when this publisher fails. See ``Publisher/retry(_:)->Publishers.Retry<Self>``.
    @export(implementation)
    public func retry(_ retries: Int) -> MainActorPublisher<
        Publishers.ReceiveOn<Publishers.Retry<Base>, MainActor>
    > {
        // The last failure is sent by a thread that subscribes, if that has not returned.
        base.retry(retries).receive(on: MainActor.shared)
    }
}

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
    ) -> Publishers.FlatMap<P, Publishers.Map<Base, P>> where P.Failure == Failure {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.map { value in MainActor.assumeIsolated { transform(value) } }
            .flatMap(maxPublishers: maxPublishers) { $0 }
    }

    /// Transforms each value, with a closure of the main actor, into a publisher that cannot fail.
    @MainActor
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Publishers.Map<Base, P>>
    where P.Failure == Never {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.map { value in MainActor.assumeIsolated { transform(value) } }
            .flatMap(maxPublishers: maxPublishers) { $0.setFailureType(to: Failure.self) }
    }
}

extension MainActorPublisher where Base.Failure == Never {
    /// Transforms each value, with a closure of the main actor, into a publisher that can fail.
    @MainActor
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Publishers.Map<Base, P>, P.Failure>> {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.map { value in MainActor.assumeIsolated { transform(value) } }
            .setFailureType(to: P.Failure.self)
            .flatMap(maxPublishers: maxPublishers) { $0 }
    }

    /// Transforms each value, with a closure of the main actor, into a publisher; none of them fails.
    @MainActor
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.Map<Base, P>> where P.Failure == Never {
        let transform: @MainActor @Sendable (Output) -> P = { transform($0) }
        return base.map { value in MainActor.assumeIsolated { transform(value) } }
            .flatMap(maxPublishers: maxPublishers) { $0 }
    }
}
