/// Counts the subscribers of a shared stream, and holds the one connection to its upstream.
///
/// The target is what subscribers are attached to, such as a subject.
@usableFromInline
package final class SharedConnection<Target: Sendable>: Sendable {
    private enum State: Sendable {
        case idle(Target?)
        /// The link is stopped once upstream has ended. There is no further connection then, and the target stays.
        case connected(Target, subscribers: Int, SubscriptionLink)
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
            }
        }
    }

    /// Counts a subscriber out, and cancels upstream with the last.
    @usableFromInline
    package func leave() {
        let last: (Target, SubscriptionLink)? = state.withLock { state in
            guard case .connected(let target, let count, let connection) = state, !connection.isStopped
            else { return nil }
            if count > 1 {
                state = .connected(target, subscribers: count - 1, connection)
                return nil
            }
            state = .idle(keepsTarget ? target : nil)
            return (target, connection)
        }
        last?.1.cancel()
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
            upstream.receive(subscriber: SubjectSubscriber(target, upstream: connection))
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
