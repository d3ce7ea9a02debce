// Other publishers deliver on other threads, or a subscriber receives what was sent before; these receive it
// on the main actor again.
extension MainActorPublisher {
    /// Sends the values of this publisher, then those of another.
    @export(implementation)
    public func append<P: Publisher>(_ publisher: P) -> MainActorPublisher<
        ExtraPublishers.MainActorJoin<Publishers.Concatenate<Base, P>>
    > where P.Output == Output, P.Failure == Failure {
        joined(base.append(publisher))
    }

    /// Sends the values of this publisher, then further values.
    @export(implementation)
    public func append(_ elements: Output...) -> MainActorPublisher<
        ExtraPublishers.MainActorJoin<Publishers.Concatenate<Base, Publishers.Sequence<[Output], Failure>>>
    > {
        joined(base.append(elements))
    }

    /// Sends the values of this publisher, then the elements of a sequence.
    @export(implementation)
    public func append<S: Sequence & Sendable>(_ elements: S) -> MainActorPublisher<
        ExtraPublishers.MainActorJoin<Publishers.Concatenate<Base, Publishers.Sequence<S, Failure>>>
    > where S.Element == Output {
        joined(base.append(elements))
    }

    /// Sends the values of another publisher, then those of this publisher.
    @export(implementation)
    public func prepend<P: Publisher>(_ publisher: P) -> MainActorPublisher<
        ExtraPublishers.MainActorJoin<Publishers.Concatenate<P, Base>>
    > where P.Output == Output, P.Failure == Failure {
        joined(base.prepend(publisher))
    }

    /// Sends some values, then those of this publisher.
    @export(implementation)
    public func prepend(_ elements: Output...) -> MainActorPublisher<
        ExtraPublishers.MainActorJoin<Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Base>>
    > {
        joined(base.prepend(elements))
    }

    /// Sends the elements of a sequence, then the values of this publisher.
    @export(implementation)
    public func prepend<S: Sequence & Sendable>(_ elements: S) -> MainActorPublisher<
        ExtraPublishers.MainActorJoin<Publishers.Concatenate<Publishers.Sequence<S, Failure>, Base>>
    > where S.Element == Output {
        joined(base.prepend(elements))
    }

    /// Shares one subscription among all subscribers. See ``Publisher/share()``.
    @export(implementation)
    public func share() -> MainActorPublisher<Publishers.ReceiveOn<Publishers.Share<Base>, MainActor>> {
        base.share().receive(on: MainActor.shared)
    }

    /// Subscribes again when this publisher fails. See ``Publisher/retry(_:)->Publishers.Retry<Self>``.
    @export(implementation)
    public func retry(_ retries: Int) -> MainActorPublisher<
        ExtraPublishers.MainActorJoin<Publishers.Retry<Base>>
    > {
        joined(base.retry(retries))
    }
}
