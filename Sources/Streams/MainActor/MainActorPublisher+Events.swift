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

    /// Stops in the debugger, by the signal `SIGTRAP`, when a closure returns `true`. See
    /// ``Publisher/breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)``.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Returns whether to stop at the subscription; called on the subscribing
    ///     thread.
    ///   - receiveOutput: Returns whether to stop before a value is delivered; called on the main actor.
    ///   - receiveCompletion: Returns whether to stop before the completion is delivered; called on the main
    ///     actor.
    @MainActor
    public func breakpoint(
        receiveSubscription: (@Sendable (any Subscription) -> Bool)? = nil,
        receiveOutput: ((Output) -> Bool)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Bool)? = nil
    ) -> MainActorPublisher<Publishers.HandleEvents<Base>> {
        MainActorPublisher<Publishers.HandleEvents<Base>>(
            base.breakpoint(
                receiveSubscription: receiveSubscription,
                receiveOutput: delivered(receiveOutput),
                receiveCompletion: delivered(receiveCompletion)))
    }

    /// Stops in the debugger before a failure is delivered. See ``Publisher/breakpointOnError()``.
    public func breakpointOnError() -> MainActorPublisher<Publishers.HandleEvents<Base>> {
        MainActorPublisher<Publishers.HandleEvents<Base>>(base.breakpointOnError())
    }

    /// Sends the time between the values. See `Publisher.measureInterval(using:options:)`.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler that measures time; `MainActor.shared`, as `.main` is the run loop here,
    ///     after which `receive(on: .main)` has to follow again.
    ///   - options: `nil`; schedulers have no options.
    @export(implementation)
    public func measureInterval<Context: Scheduler>(
        using scheduler: Context, options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.MeasureInterval<Base, Context>> {
        MainActorPublisher<Publishers.MeasureInterval<Base, Context>>(
            base.measureInterval(using: scheduler, options: options))
    }

    /// Publishes all values and the completion as values. See ``Publisher/materialize()``.
    @_disfavoredOverload  // A project's own operator goes first.
    @export(implementation)
    public func materialize() -> MainActorPublisher<
        Publishers.ReceiveOn<ExtraPublishers.Materialize<Base>, MainActor>
    > {
        // The completion waits for demand, and is sent by the thread of the request.
        base.materialize().receive(on: MainActor.shared)
    }

    /// Publishes the values, and the completion, of the signals that it receives. See
    /// ``Publisher/dematerialize()``.
    @_disfavoredOverload  // A project's own operator goes first.
    @export(implementation)
    public func dematerialize<Value: Sendable, E: Error>() -> MainActorPublisher<
        ExtraPublishers.Dematerialize<Base, Value, E>
    > where Output == Signal<Value, E>, Failure == Never {
        MainActorPublisher<ExtraPublishers.Dematerialize<Base, Value, E>>(base.dematerialize())
    }
}

/// Returns a closure to call with what is delivered, on the main actor.
@MainActor
private func delivered<Value: Sendable, Result: Sendable>(
    _ call: ((Value) -> Result)?
) -> (@Sendable (Value) -> Result)? {
    guard let call else { return nil }
    let work: @MainActor @Sendable (Value) -> Result = { call($0) }
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
