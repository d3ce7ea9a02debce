import Synchronization

/// An operator's or a sink's link to its upstream: holds one subscription, and releases it exactly once.
///
/// It accepts one subscription and cancels any other (Reactive Streams 2.5), keeps requests that precede it,
/// and releases it when cancelled or finished. Downstream may hold the link as its subscription.
@usableFromInline
package final class SubscriptionLink: Subscription, CustomStringConvertible {
    @usableFromInline let stopped = Atomic<Bool>(false)
    private let abandoned = Atomic<Bool>(false)
    private let state = Locked(State())

    private struct State: Sendable {
        var subscription: (any Subscription)?
        /// What was requested before there was a subscription.
        var requested = Subscribers.Demand.none
        var isReleased = false
    }

    @usableFromInline
    package init() {}

    /// Whether the stream was cancelled or has ended. No signal may be delivered then.
    @inlinable @inline(__always)
    package var isStopped: Bool { stopped.load(ordering: .relaxed) }

    /// Whether downstream has released its ``StageSubscription``.
    @usableFromInline
    package var isAbandoned: Bool { abandoned.load(ordering: .relaxed) }

    /// Takes the upstream subscription.
    ///
    /// - Returns: Whether it was accepted; if not, it has been cancelled.
    @usableFromInline
    @discardableResult
    package func attach(_ subscription: any Subscription) -> Bool {
        let requested: Subscribers.Demand? = state.withLock { state in
            if state.isReleased || state.subscription != nil { return nil }
            if !isAbandoned { state.subscription = subscription }
            return state.requested
        }
        guard let requested else {
            subscription.cancel()
            return false
        }
        if requested > .none { subscription.request(requested) }
        return true
    }

    /// Takes two closures as the upstream subscription. See ``BoundSubscription``.
    ///
    /// - Parameters:
    ///   - name: What ``Publisher/print(_:to:)`` prints for it, the name that it has in Combine.
    ///   - request: Called with each demand.
    ///   - cancel: Called at a cancellation.
    /// - Returns: Whether they were accepted; if not, `cancel` has been called.
    @usableFromInline
    @discardableResult
    package func attach(
        as name: StaticString = "Subscription",
        request: @escaping @Sendable (Subscribers.Demand) -> Void, cancel: @escaping @Sendable () -> Void
    ) -> Bool {
        attach(BoundSubscription(name, request: request, cancel: cancel))
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let subscription: (any Subscription)? = state.withLock { state in
            if state.subscription == nil { state.requested += demand }
            return state.subscription
        }
        subscription?.request(demand)
    }

    @usableFromInline
    package func cancel() {
        if isStopped || stopped.exchange(true, ordering: .relaxed) { return }
        release()?.cancel()
    }

    /// Marks the stream as ended and releases upstream without cancelling it.
    ///
    /// - Returns: Whether the stream had not ended. The caller may then deliver a completion.
    @usableFromInline
    package func finish() -> Bool {
        guard !stopped.exchange(true, ordering: .relaxed) else { return false }
        _ = release()
        return true
    }

    /// Marks the stream as ended and cancels upstream.
    ///
    /// - Returns: Whether the stream had not ended. The caller may then deliver a completion.
    @usableFromInline
    package func cancelToFinish() -> Bool {
        guard !stopped.exchange(true, ordering: .relaxed) else { return false }
        release()?.cancel()
        return true
    }

    /// Releases upstream, without cancelling it: downstream has released its subscription, and so requests no more.
    @usableFromInline
    func abandon() {
        abandoned.store(true, ordering: .relaxed)
        let subscription: (any Subscription)? = state.withLock { $0.subscription.take() }
        // A stage may have waited for demand that nothing can request now.
        subscription?.request(.none)
    }

    /// The description of the upstream subscription; that of an empty one where there is none.
    @usableFromInline
    package var description: String {
        state.withLock { $0.subscription }.map { "\($0)" } ?? "Empty"
    }

    private func release() -> (any Subscription)? {
        state.withLock { state in
            state.isReleased = true
            return state.subscription.take()
        }
    }
}
