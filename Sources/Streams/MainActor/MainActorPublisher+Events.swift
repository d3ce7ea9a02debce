extension MainActorPublisher {
    /// Calls closures of the main actor before each signal is sent downstream, or each request upstream.
    ///
    /// A subscription, a request or a cancellation on another thread is not delayed: its closure is scheduled
    /// on the main actor. See
    /// ``Publisher/handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)``.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Called with the upstream subscription.
    ///   - receiveOutput: Called with each value.
    ///   - receiveCompletion: Called with the completion.
    ///   - receiveCancel: Called when the stream is cancelled before it completes.
    ///   - receiveRequest: Called with each demand.
    @MainActor
    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil,
        receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (() -> Void)? = nil,
        receiveRequest: ((Subscribers.Demand) -> Void)? = nil
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

/// Returns a closure to call with what is delivered, on the main actor.
@MainActor
private func delivered<Value: Sendable>(_ call: ((Value) -> Void)?) -> (@Sendable (Value) -> Void)? {
    guard let call else { return nil }
    let work: @MainActor @Sendable (Value) -> Void = { call($0) }
    return { value in MainActor.assumeIsolated { work(value) } }
}

/// Returns a closure to call on any thread.
@MainActor
private func performed<Value: Sendable>(_ call: ((Value) -> Void)?) -> (@Sendable (Value) -> Void)? {
    guard let call else { return nil }
    let work: @MainActor @Sendable (Value) -> Void = { call($0) }
    return { value in MainActor.shared.perform { work(value) } }
}

/// Returns a closure to call on any thread.
@MainActor
private func performed(_ call: (() -> Void)?) -> (@Sendable () -> Void)? {
    guard let call else { return nil }
    let work: @MainActor @Sendable () -> Void = { call() }
    return { MainActor.shared.perform(work) }
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
