/// Counts the subscribers of a shared stream, and holds the one connection to its upstream.
///
/// The target is what subscribers are attached to, such as a subject.
@usableFromInline
package final class SharedConnection<Target: Sendable>: Sendable {
    private enum State: Sendable {
        case idle(Target?)
        case connected(Target, subscribers: Int, SubscriptionLink)
        case ended(Target)
    }

    private let keepsTarget: Bool
    /// What a connection begins with: one more than its first subscriber if it outlives them.
    private let firstCount: Int
    private let makeTarget: @Sendable () -> Target
    private let state = Locked(State.idle(nil))

    /// Makes a count of zero.
    ///
    /// - Parameters:
    ///   - keepsTarget: Whether the target outlives the last subscriber; if not, there is one to a connection.
    ///   - staysConnected: Whether the connection outlives the last subscriber, until ``leave()`` is called once more.
    ///   - makeTarget: Makes a target. It is called under a lock, and calls nothing of the user's.
    @usableFromInline
    package init(
        keepsTarget: Bool, staysConnected: Bool = false, makeTarget: @escaping @Sendable () -> Target
    ) {
        self.keepsTarget = keepsTarget
        firstCount = staysConnected ? 2 : 1
        self.makeTarget = makeTarget
    }

    /// Counts a subscriber in, before it is attached to the target.
    ///
    /// - Returns: What to attach it to, and after that what to connect with, if it is the first. The connection
    ///   is stopped by then if the subscriber has left and no other has come.
    @usableFromInline
    func join() -> (target: Target, connection: SubscriptionLink?) {
        state.withLock { state in
            switch state {
            case .idle(let kept):
                let (target, connection) = (kept ?? makeTarget(), SubscriptionLink())
                state = .connected(target, subscribers: firstCount, connection)
                return (target, connection)
            case .connected(let target, let count, let connection):
                state = .connected(target, subscribers: count + 1, connection)
                return (target, nil)
            case .ended(let target):
                return (target, nil)
            }
        }
    }

    /// Counts a subscriber out, and cancels upstream with the last.
    @usableFromInline
    package func leave() {
        let last: (Target, SubscriptionLink)? = state.withLock { state in
            guard case .connected(let target, let count, let connection) = state else { return nil }
            if count > 1 {
                state = .connected(target, subscribers: count - 1, connection)
                return nil
            }
            state = .idle(keepsTarget ? target : nil)
            return (target, connection)
        }
        last?.1.cancel()
    }

    /// Notes that upstream has ended: it is not connected again, and the target stays.
    ///
    /// - Parameter connection: The connection that has ended; one that was replaced meanwhile doesn't count.
    @usableFromInline
    func end(_ connection: SubscriptionLink) {
        state.withLock { state in
            if case .connected(let target, _, let current) = state, current === connection {
                state = .ended(target)
            }
        }
    }
}

/// Feeds the shared subject from upstream.
@usableFromInline
struct SharedSubjectSubscriber<Target: Subject>: Subscriber {
    @usableFromInline let connection: SubscriptionLink
    @usableFromInline let target: Target
    @usableFromInline let shared: SharedConnection<Target>

    @inlinable
    init(connection: SubscriptionLink, target: Target, shared: SharedConnection<Target>) {
        self.connection = connection
        self.target = target
        self.shared = shared
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if connection.attach(subscription) { subscription.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Target.Output) -> Subscribers.Demand {
        if !connection.isStopped { target.send(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Target.Failure>) {
        guard connection.finish() else { return }
        shared.end(connection)
        target.send(completion: completion)
    }
}

extension SharedConnection where Target: Subject {
    /// Attaches a subscriber to the subject, and the subject to upstream if it is the first.
    @inlinable
    package func attach<S: Subscriber, P: Publisher>(_ subscriber: S, to upstream: P)
    where
        S.Input == P.Output, S.Failure == P.Failure, Target.Output == P.Output, Target.Failure == P.Failure
    {
        let (target, connection) = join()
        target.receive(subscriber: SharedRelay(downstream: subscriber, onLeave: { self.leave() }))
        if let connection, !connection.isStopped {
            upstream.receive(
                subscriber: SharedSubjectSubscriber(connection: connection, target: target, shared: self))
        }
    }
}

/// Passes on what the shared subject sends, and tells when its subscriber leaves, once.
@usableFromInline
struct SharedRelay<Downstream: Subscriber>: Relay {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let onLeave: @Sendable () -> Void

    @inlinable
    init(downstream: Downstream, onLeave: @escaping @Sendable () -> Void) {
        self.downstream = downstream
        self.onLeave = onLeave
    }

    @inlinable
    func receive(subscription: any Subscription) {
        guard link.attach(subscription) else { return }
        let (link, onLeave) = (link, onLeave)
        downstream.receive(
            subscription: BoundSubscription(
                request: { link.request($0) },
                cancel: { if link.cancelToFinish() { onLeave() } }))
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        link.isStopped ? .none : downstream.receive(input)
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() {
            onLeave()
            downstream.receive(completion: completion)
        }
    }
}
