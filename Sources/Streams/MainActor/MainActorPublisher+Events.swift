extension MainActorPublisher {
    /// Calls closures of the main actor before each signal is sent downstream, or each request upstream.
    ///
    /// A subscription, a request or a cancellation on another thread is not delayed: its closure is scheduled on the
    /// main actor. See ``Publisher/handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Called with the upstream subscription.
    ///   - receiveOutput: Called with each value.
    ///   - receiveCompletion: Called with the completion.
    ///   - receiveCancel: Called when the stream is cancelled before it completes.
    ///   - receiveRequest: Called with each demand.
    public func handleEvents(
        receiveSubscription: (@MainActor @Sendable (any Subscription) -> Void)? = nil,
        receiveOutput: (@MainActor @Sendable (Output) -> Void)? = nil,
        receiveCompletion: (@MainActor @Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (@MainActor @Sendable () -> Void)? = nil,
        receiveRequest: (@MainActor @Sendable (Subscribers.Demand) -> Void)? = nil
    ) -> MainActorPublisher<Publishers.HandleEvents<Base>> {
        let events: Publishers.HandleEvents<Base> = base.handleEvents(
            receiveSubscription: performed(receiveSubscription),
            receiveOutput: delivered(receiveOutput),
            receiveCompletion: delivered(receiveCompletion),
            receiveCancel: performed(receiveCancel),
            receiveRequest: performed(receiveRequest))
        return MainActorPublisher<Publishers.HandleEvents<Base>>(events)
    }

    /// Prints each signal. See ``Publisher/print(_:to:)``.
    public func print(
        _ prefix: String = "", to stream: (any TextOutputStream & Sendable)? = nil
    ) -> MainActorPublisher<Publishers.Print<Base>> {
        MainActorPublisher<Publishers.Print<Base>>(base.print(prefix, to: stream))
    }
}

/// A closure to call with what is delivered, on the main actor.
private func delivered<Value: Sendable>(
    _ call: (@MainActor @Sendable (Value) -> Void)?
) -> (@Sendable (Value) -> Void)? {
    guard let call else { return nil }
    return { value in MainActor.assumeIsolated { call(value) } }
}

/// A closure to call on any thread.
private func performed<Value: Sendable>(
    _ call: (@MainActor @Sendable (Value) -> Void)?
) -> (@Sendable (Value) -> Void)? {
    guard let call else { return nil }
    return { value in MainActor.shared.perform { call(value) } }
}

/// A closure to call on any thread.
private func performed(_ call: (@MainActor @Sendable () -> Void)?) -> (@Sendable () -> Void)? {
    guard let call else { return nil }
    return { MainActor.shared.perform(call) }
}

extension MainActor {
    /// Runs work on the main actor: at once if the caller is on it, and scheduled otherwise.
    nonisolated func perform(_ work: @escaping @MainActor @Sendable () -> Void) {
        if isCurrent {
            MainActor.assumeIsolated(work)
        } else {
            schedule { MainActor.assumeIsolated(work) }
        }
    }
}
