import Synchronization

/// The upstreams that are attached to a subject.
///
/// An unlimited number of values is requested from each, once a subscriber of the subject has requested any;
/// from those of a ``CurrentValueSubject`` at once. While all subscribers have a flow control, the values
/// that they request are requested. Each upstream is cancelled when the subject ends or is released.
///
/// A subject that is attached by connections, as that of ``Publisher/multicast(subject:)``, forgets what was
/// requested when its last subscriber has cancelled: the next connection, perhaps of a loop, requests what
/// its own subscribers request.
@usableFromInline
package struct SubjectUpstreams: ~Copyable, Sendable {
    fileprivate struct State: Sendable {
        /// `nil` once the subject has ended.
        var subscriptions: [any Subscription]? = []
        /// The number of subscriptions at which those that have ended are removed: twice that of the last
        /// time.
        var limit = 8
        /// The demand that is not requested yet.
        var pending = Subscribers.Demand.none
        /// The demand to request from an upstream that is attached later.
        var initial = Subscribers.Demand.none
    }

    /// Whether an unlimited number of values is requested: further demand has no effect.
    private let isUnlimited = Atomic<Bool>(false)
    /// Whether a connection has attached the subject.
    private let hasConnections = Atomic<Bool>(false)
    private let state = Locked(State())

    @usableFromInline
    package init() {}

    deinit {
        cancelAll()
    }

    /// Takes the subscription of an upstream; cancels it if the subject has ended.
    ///
    /// - Parameters:
    ///   - subscription: The subscription.
    ///   - demand: What to request at once. By default, what subscribers have requested so far.
    @usableFromInline
    package func attach(_ subscription: any Subscription, requesting demand: Subscribers.Demand = .none) {
        if (subscription as? SubjectSubscription)?.attachment == .connection {
            hasConnections.store(true, ordering: .relaxed)
        }
        let initial: Subscribers.Demand? = state.withLock { state in
            state.removeStopped()
            state.subscriptions?.append(subscription)
            return state.subscriptions == nil ? nil : state.initial
        }
        guard let initial else { return subscription.cancel() }
        request(max(initial, demand), from: [subscription])
    }

    /// Notes the demand of a subscriber.
    ///
    /// - Parameters:
    ///   - demand: The demand.
    ///   - unmet: The part of it that values that waited have not met; by default all of it. With a flow
    ///     control only this part is requested, and the whole of the first demand.
    ///   - flowControl: That of the subscriber.
    /// - Returns: Whether it is to be requested from upstream, by ``requestPending()``.
    @usableFromInline
    package func note(
        _ demand: Subscribers.Demand, unmet: Subscribers.Demand? = nil, flowControl: Subscribers.FlowControl?
    ) -> Bool {
        if isUnlimited.load(ordering: .relaxed) { return false }
        let more = flowControl == nil ? .unlimited : demand
        return state.withLock { state in
            if more == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
            let missing = more == .unlimited || state.initial == .none ? more : unmet ?? more
            state.initial = max(state.initial, more)
            guard let subscriptions = state.subscriptions, !subscriptions.isEmpty else { return false }
            state.pending += missing
            return missing > .none
        }
    }

    /// Forgets the demand of subscribers that have all cancelled, if connections attach the subject. Called
    /// by the owner of the subject's drain, before another subscriber can request values.
    @usableFromInline
    package func forgetDemand() {
        guard hasConnections.load(ordering: .relaxed) else { return }
        state.withLock { state in
            (state.initial, state.pending) = (.none, .none)
            isUnlimited.store(false, ordering: .relaxed)
        }
    }

    /// Requests the demand that was noted. Not to be called while the subject delivers: upstream may send
    /// from inside.
    @usableFromInline
    package func requestPending() {
        let (subscriptions, demand): ([any Subscription], Subscribers.Demand) = state.withLock { state in
            defer { state.pending = .none }
            return (state.subscriptions ?? [], state.pending)
        }
        request(demand, from: subscriptions)
    }

    private func request(_ demand: Subscribers.Demand, from subscriptions: [any Subscription]) {
        if demand == .none { return }
        for subscription in subscriptions {
            if let subscription = subscription as? SubjectSubscription {
                subscription.open(requesting: demand)
            } else {
                subscription.request(demand)
            }
        }
    }

    /// Cancels the upstreams of a subject that has ended.
    @usableFromInline
    package func cancelAll() {
        let subscriptions: [any Subscription]? = state.withLock { state in
            state.subscriptions.take()
        }
        for subscription in subscriptions ?? [] { subscription.cancel() }
    }
}

extension SubjectUpstreams.State {
    /// Removes stopped links, which are left by connections that were cancelled, and hold nothing.
    fileprivate mutating func removeStopped() {
        guard let count = subscriptions?.count, count >= limit else { return }
        subscriptions?.removeAll { ($0 as? SubjectSubscription)?.isStopped == true }
        limit = max(8, 2 * (subscriptions?.count ?? 0))
    }
}
