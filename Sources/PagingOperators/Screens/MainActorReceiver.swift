import Dispatch
import Streams

/// Takes states to the main actor, in order: at once where they come on it, or else as soon as it is free.
///
/// It asks for one state at a time, so that a feed conflates those that the main actor is too busy for.
final class MainActorReceiver<State: Sendable>: Subscriber, Cancellable {
    typealias Input = State
    typealias Failure = Never

    private let upstream = SubscriptionLink()
    private let show: @MainActor @Sendable (State) -> Void

    init(_ show: @escaping @MainActor @Sendable (State) -> Void) {
        self.show = show
    }

    func receive(subscription: any Subscription) {
        if upstream.attach(subscription) { subscription.request(.max(1)) }
    }

    func receive(_ state: State) -> Subscribers.Demand {
        if MainQueue.isCurrent {
            MainActor.assumeIsolated { deliver(state) }
            return .max(1)
        }
        MainActor.shared.schedule {
            MainActor.assumeIsolated { self.deliver(state) }
            self.upstream.request(.max(1))
        }
        return .none
    }

    /// Nothing: a state that is on its way is still to be shown.
    func receive(completion: Subscribers.Completion<Never>) {}

    func cancel() {
        upstream.cancel()
    }

    @MainActor
    private func deliver(_ state: State) {
        if !upstream.isStopped { show(state) }
    }
}

/// The queue that runs the main actor. On Linux that is not always the main thread.
private enum MainQueue {
    private static let key = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    /// Whether the caller runs on the main actor.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
