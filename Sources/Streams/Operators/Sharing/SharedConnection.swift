/// Counts the subscribers of a shared stream, and holds the connection to its upstream.
///
/// The target is the object that subscribers are attached to, such as a subject.
@usableFromInline
package final class SharedConnection<Target: Sendable>: Sendable {
    private enum State: Sendable {
        case idle(Target?)
        /// The link is stopped once upstream has ended. There is no further connection then, and the target
        /// stays.
        case connected(Target, subscribers: Int, SubscriptionLink)
    }

    private let keepsTarget: Bool
    /// The initial count of a connection: the first subscriber, and one more if the connection outlives the
    /// subscribers.
    private let firstCount: Int
    private let makeTarget: @Sendable () -> Target
    private let state = Locked(State.idle(nil))

    /// Creates a connection without subscribers.
    ///
    /// - Parameters:
    ///   - keepsTarget: Whether the target outlives the last subscriber; otherwise each connection has its
    ///     own.
    ///   - staysConnected: Whether the connection outlives the last subscriber, until ``unsubscribe()`` is
    ///     called once more.
    ///   - makeTarget: Creates a target. It is called under a lock, and must not call user code.
    @usableFromInline
    package init(
        keepsTarget: Bool, staysConnected: Bool = false, makeTarget: @escaping @Sendable () -> Target
    ) {
        self.keepsTarget = keepsTarget
        firstCount = staysConnected ? 2 : 1
        self.makeTarget = makeTarget
    }

    /// Counts a subscriber, before it is attached to the target.
    ///
    /// - Returns: The target to attach the subscriber to, and, for the first subscriber, the link to connect
    ///   upstream with after that. The link is stopped by then if the subscriber has cancelled and no other
    ///   has subscribed.
    @usableFromInline
    func subscribe() -> (target: Target, connection: SubscriptionLink?) {
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

    /// Counts a cancellation, and cancels upstream with the last.
    @usableFromInline
    package func unsubscribe() {
        let last: (Target, (any Subscription)?)? = state.withLock { state in
            guard case .connected(let target, let count, let connection) = state, !connection.isStopped
            else { return nil }
            if count > 1 {
                state = .connected(target, subscribers: count - 1, connection)
                return nil
            }
            state = .idle(keepsTarget ? target : nil)
            // Stopped before another connection can begin, whose values a kept target would send a second
            // time.
            return (target, connection.stop())
        }
        last?.1?.cancel()
    }
}

extension SharedConnection where Target: Subject {
    /// Attaches a subscriber to the subject, and the subject to upstream if it is the first.
    @export(implementation)
    package func attach<S: Subscriber, P: Publisher>(_ subscriber: S, to upstream: P)
    where
        S.Input == P.Output, S.Failure == P.Failure, Target.Output == P.Output, Target.Failure == P.Failure
    {
        let (target, connection) = subscribe()
        target.receive(subscriber: SharedRelay(downstream: subscriber, onEnd: { self.unsubscribe() }))
        if let connection, !connection.isStopped {
            upstream.receive(subscriber: SubjectSubscriber(target, by: .connection, upstream: connection))
        }
    }
}

/// Forwards the signals of the shared subject, and calls a closure once when the subscription ends.
@usableFromInline
struct SharedRelay<Downstream: Subscriber>: Relay {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let end: SharedEnd

    @export(implementation)
    init(downstream: Downstream, onEnd: @escaping @Sendable () -> Void) {
        self.downstream = downstream
        end = SharedEnd(onEnd)
    }

    @export(implementation)
    func receive(subscription: any Subscription) {
        guard link.attach(subscription) else { return }
        let (link, end) = (link, end)
        downstream.receive(
            subscription: BoundSubscription(
                "Multicast",
                request: { link.request($0) },
                cancel: { if link.cancelToFinish() { end.note() } },
                abandon: { link.abandon() }))
    }

    @export(implementation)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        link.isStopped ? .none : downstream.receive(input)
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if link.finish() {
            end.note()
            downstream.receive(completion: completion)
        }
    }
}

/// Calls a closure at the end of a subscription, and keeps it only until then: downstream may keep its
/// subscription, and the closure holds what is shared.
@usableFromInline
final class SharedEnd: Sendable {
    private let action: Locked<(@Sendable () -> Void)?>

    @usableFromInline
    init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    @usableFromInline
    func note() { action.exchange(nil)?() }
}
