/// Counts the subscribers of a shared publisher, and holds the one connection to its upstream.
@usableFromInline
final class ShareHub<Output: Sendable, Failure: Error>: Sendable {
    private enum State: Sendable {
        case idle
        case connected(subscribers: Int, SubscriptionLink)
        case ended
    }

    @usableFromInline let subject = PassthroughSubject<Output, Failure>()
    private let state = Locked(State.idle)

    /// Counts a subscriber in.
    ///
    /// - Returns: What to connect with, if it is the first.
    func join() -> SubscriptionLink? {
        state.withLock { state in
            switch state {
            case .idle:
                let connection = SubscriptionLink()
                state = .connected(subscribers: 1, connection)
                return connection
            case .connected(let count, let connection):
                state = .connected(subscribers: count + 1, connection)
                return nil
            case .ended:
                return nil
            }
        }
    }

    /// Counts a subscriber out, and cancels upstream with the last.
    func leave() {
        let last: SubscriptionLink? = state.withLock { state in
            guard case .connected(let count, let connection) = state else { return nil }
            state = count > 1 ? .connected(subscribers: count - 1, connection) : .idle
            return count > 1 ? nil : connection
        }
        last?.cancel()
    }

    func end(_ completion: Subscribers.Completion<Failure>) {
        _ = state.exchange(.ended)
        subject.send(completion: completion)
    }
}

/// Feeds the shared subject from upstream.
@usableFromInline
struct ShareFeeder<Output: Sendable, Failure: Error>: Subscriber {
    @usableFromInline let connection: SubscriptionLink
    @usableFromInline let hub: ShareHub<Output, Failure>

    @usableFromInline
    func receive(subscription: any Subscription) {
        if connection.attach(subscription) { subscription.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
        if !connection.isStopped { hub.subject.send(input) }
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        if connection.finish() { hub.end(completion) }
    }
}

/// Passes on what the shared subject sends, and tells the hub, once, when its subscriber leaves.
struct SharedRelay<Downstream: Subscriber>: Relay {
    typealias Failure = Downstream.Failure
    let link = SubscriptionLink()
    let downstream: Downstream
    let hub: ShareHub<Downstream.Input, Downstream.Failure>

    func receive(subscription: any Subscription) {
        guard link.attach(subscription) else { return }
        let (link, hub) = (link, hub)
        downstream.receive(
            subscription: BoundSubscription(
                request: { link.request($0) },
                cancel: { if link.cancelToFinish() { hub.leave() } }))
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() { downstream.receive(completion: completion) }
    }
}
