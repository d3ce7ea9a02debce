// Other publishers deliver on other threads, or a subscriber receives what was sent before; these receive it
// on the main actor again. So they nest where they follow one another, other than the plain forms.
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
