import Streams

/// Delivers states on the main actor, in order: synchronously if they arrive on it, or else scheduled.
///
/// Its demand is one state at a time, so that a feed conflates states while the main actor is busy.
final class MainActorReceiver<State: Sendable>: Subscriber, Cancellable {
    typealias Input = State
    typealias Failure = Never

    private let upstream = SubscriptionLink()
    private let show: @MainActor @Sendable (State) -> Void
    private let onEnd: @MainActor @Sendable () -> Void

    init(
        _ show: @escaping @MainActor @Sendable (State) -> Void,
        onEnd: @escaping @MainActor @Sendable () -> Void
    ) {
        self.show = show
        self.onEnd = onEnd
    }

    func receive(subscription: any Subscription) {
        if upstream.attach(subscription) { subscription.request(.max(1)) }
    }

    func receive(_ state: State) -> Subscribers.Demand {
        if MainActor.shared.isCurrent {
            MainActor.assumeIsolated { deliver(state) }
            return .max(1)
        }
        MainActor.shared.schedule {
            MainActor.assumeIsolated { self.deliver(state) }
            self.upstream.request(.max(1))
        }
        return .none
    }

    /// Calls `onEnd`, after the states that are scheduled.
    func receive(completion: Subscribers.Completion<Never>) {
        MainActor.shared.schedule { [onEnd] in
            MainActor.assumeIsolated { onEnd() }
        }
    }

    func cancel() {
        upstream.cancel()
    }

    @MainActor
    private func deliver(_ state: State) {
        if !upstream.isStopped { show(state) }
    }
}
