import Synchronization

/// An operator's or a sink's link to its upstream: holds one subscription, and releases it exactly once.
///
/// It accepts one subscription and cancels any other (Reactive Streams 2.5), keeps requests that precede it,
/// and releases it when cancelled or finished. Downstream may hold the link as its subscription.
@usableFromInline
package final class SubscriptionLink: SourceSubscription, CustomStringConvertible, @unchecked Sendable {
    // Sendable: `subscription` is written by the caller that sets `claimed` and removed by the one that
    // clears `present`, which no caller does that counts as a user. It is read by users only. `weakened` is
    // written before `isWeak` is set, by the caller that has removed the subscription, or has claimed it, and
    // taken by the one that clears that.

    @usableFromInline let state = Atomic<UInt>(0)
    @exclusivity(unchecked) private var subscription: (any Subscription)?
    /// What is held of the subscription in its place once downstream has released its own.
    @exclusivity(unchecked) private var weakened: (any Subscription)?
    /// What was requested before there was a subscription.
    private let requested = DemandCounter()

    /// The stream was cancelled or has ended.
    @export(implementation) static var stopped: UInt { 1 }
    /// A subscription was accepted.
    private static var claimed: UInt { 2 }
    /// The subscription is held.
    private static var present: UInt { 4 }
    /// Downstream has released its ``StageSubscription``.
    private static var abandoned: UInt { 8 }
    /// The subscription is held weakly.
    private static var isWeak: UInt { 16 }
    /// The stream was cancelled, or has ended itself, before upstream had.
    private static var cancelled: UInt { 32 }
    /// Requests were made before there was a subscription. Until these are made, the caller that attaches it
    /// leaves it, and abandons it in place of one that releases downstream's subscription meanwhile.
    private static var early: UInt { 64 }
    /// Requests are not passed on: the last value has arrived.
    private static var satisfied: UInt { 128 }
    /// One caller that reads the subscription. The last one removes it if the stream has ended in the
    /// meantime.
    private static var user: UInt { 256 }

    @usableFromInline
    package init() {}

    /// Whether the stream was cancelled or has ended. No signal may be delivered then.
    @export(implementation) @inline(__always)
    package var isStopped: Bool { state.load(ordering: .relaxed) & Self.stopped != 0 }

    /// Whether downstream has released its ``StageSubscription``.
    @usableFromInline
    package var isAbandoned: Bool { state.load(ordering: .relaxed) & Self.abandoned != 0 }

    /// Takes the upstream subscription.
    ///
    /// - Returns: Whether it was accepted; if not, it has been cancelled.
    @usableFromInline
    @discardableResult
    package func attach(_ subscription: any Subscription) -> Bool {
        guard var seen = hold(subscription) else {
            subscription.cancel()
            return false
        }
        if seen & Self.early != 0 {
            let demand = takeRequested()
            if demand > .none { subscription.request(demand) }
            while !change(&seen, to: seen & ~Self.early) {}
        }
        if seen & Self.isWeak != 0 { subscription.requestNoMore() }
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
        if let subscription = current() { return subscription.request(demand) }
        if state.load(ordering: .relaxed) & (Self.stopped | Self.satisfied) != 0 { return }
        _ = requested.add(demand)
        while true {
            var seen = state.load(ordering: .sequentiallyConsistent)
            if seen & Self.present != 0 { break }
            if seen & (Self.early | Self.stopped) != 0 { return }
            if change(&seen, to: seen | Self.early) { return }
        }
        // A subscription that was attached meanwhile may have missed this demand.
        let missed = takeRequested()
        if missed > .none { current()?.request(missed) }
    }

    /// Passes no further requests on. To be called before the last value is delivered, inside which
    /// downstream may request another one.
    @usableFromInline
    func ignoreRequests() {
        var seen = state.load(ordering: .relaxed)
        while !change(&seen, to: seen | Self.satisfied) {}
    }

    @usableFromInline
    package func cancel() {
        if !isStopped { _ = cancelToFinish() }
    }

    /// Marks the stream as ended and releases upstream without cancelling it.
    ///
    /// - Returns: Whether the stream had not ended. The caller may then deliver a completion.
    @usableFromInline
    package func finish() -> Bool {
        release(setting: Self.stopped).isFirst
    }

    /// Marks the stream as ended and cancels upstream.
    ///
    /// - Returns: Whether the stream had not ended. The caller may then deliver a completion.
    @usableFromInline
    package func cancelToFinish() -> Bool {
        let (isFirst, subscription) = release(setting: Self.stopped | Self.cancelled)
        subscription?.cancel()
        return isFirst
    }

    /// Marks the stream as ended, for a caller that holds a lock.
    ///
    /// - Returns: The upstream subscription, to be cancelled outside the lock; `nil` if there is none, or the
    ///   stream had ended.
    func stop() -> (any Subscription)? {
        release(setting: Self.stopped | Self.cancelled).subscription
    }

    /// Abandons upstream: downstream has released its subscription, and so requests no more. Upstream can
    /// still be cancelled. See ``AbandonableSubscription``.
    @usableFromInline
    func abandon() {
        guard let subscription = release(setting: Self.abandoned).subscription else { return }
        if let seen = holdWeakly(subscription) {
            // A stage may have waited for demand that nothing can request now.
            if seen & Self.early == 0 { subscription.requestNoMore() }
        } else if state.load(ordering: .relaxed) & Self.cancelled != 0 {
            // The caller that has cancelled has left it to this one.
            subscription.cancel()
        }
    }

    /// The description of the upstream subscription; that of an empty one where there is none.
    @usableFromInline
    package var description: String {
        current().map { "\($0)" } ?? "Empty"
    }
}

extension SubscriptionLink {
    /// Holds a subscription, the first one only, while the stream has not ended.
    ///
    /// - Returns: The state in which it is held; `nil` if it was not accepted.
    @inline(__always)
    private func hold(_ subscription: any Subscription) -> UInt? {
        var seen = state.load(ordering: .relaxed)
        repeat {
            if seen & (Self.stopped | Self.claimed) != 0 { return nil }
        } while !change(&seen, to: seen | Self.claimed)
        seen |= Self.claimed
        if seen & Self.abandoned != 0 { return holdWeakly(subscription) }
        // There is nothing to destroy, which would cost as much as the rest.
        withUnsafeMutablePointer(to: &self.subscription) { $0.initialize(to: subscription) }
        repeat {
            if seen & Self.stopped != 0 {
                self.subscription = nil
                return nil
            }
            if seen & Self.abandoned != 0 {
                self.subscription = nil
                return holdWeakly(subscription)
            }
        } while !change(&seen, to: seen | Self.present)
        return seen | Self.present
    }

    /// Holds what is left of a subscription that was abandoned.
    ///
    /// - Returns: The state in which it is held; `nil` if the stream has ended.
    private func holdWeakly(_ subscription: any Subscription) -> UInt? {
        weakened = subscription.whenAbandoned
        var seen = state.load(ordering: .relaxed)
        repeat {
            if seen & Self.stopped != 0 {
                weakened = nil
                return nil
            }
        } while !change(&seen, to: seen | Self.isWeak)
        return seen | Self.isWeak
    }

    /// The subscription, while it is held.
    private func current() -> (any Subscription)? {
        var seen = state.load(ordering: .relaxed)
        repeat {
            if seen & Self.present == 0 || seen & (Self.stopped | Self.abandoned | Self.satisfied) != 0 {
                return nil
            }
        } while !change(&seen, to: seen + Self.user)
        let subscription = subscription
        leave()
        return subscription
    }

    /// Ends a caller's use of the subscription.
    private func leave() {
        var seen = state.wrappingSubtract(Self.user, ordering: .acquiringAndReleasing).newValue
        // Only callers that end or abandon the stream enter now: one that finds no user here is the last.
        while seen & Self.present != 0, seen & (Self.stopped | Self.abandoned) != 0, seen < Self.user {
            if change(&seen, to: seen & ~Self.present) {
                subscription = nil
                return
            }
        }
    }

    /// Marks the stream, and releases the subscription.
    ///
    /// - Returns: Whether it was not marked before, and the subscription, for the first caller.
    @inline(__always)
    private func release(setting mark: UInt) -> (isFirst: Bool, subscription: (any Subscription)?) {
        var seen = state.load(ordering: .relaxed)
        while true {
            if seen & (mark | Self.stopped) != 0 { return (false, nil) }
            if seen & Self.isWeak != 0 {
                guard change(&seen, to: (seen | mark) & ~Self.isWeak) else { continue }
                return (true, weakened.take())
            }
            if seen & Self.abandoned != 0 {
                // The caller that abandons it, or attaches it, releases it.
                guard change(&seen, to: seen | mark) else { continue }
                return (true, nil)
            }
            let isHeld = seen & Self.present != 0
            if !isHeld || seen >= Self.user {
                // A user, or the caller that attaches, removes it.
                let next = (seen | mark) + (isHeld ? Self.user : 0)
                guard change(&seen, to: next) else { continue }
                guard isHeld else { return (true, nil) }
                let subscription = subscription
                leave()
                return (true, subscription)
            }
            if change(&seen, to: (seen | mark) & ~Self.present) {
                return (true, subscription.take())
            }
        }
    }

    /// - Returns: Whether the state has been changed; if not, `seen` is the present state.
    private func change(_ seen: inout UInt, to next: UInt) -> Bool {
        let (exchanged, original) = state.compareExchange(
            expected: seen, desired: next, successOrdering: .sequentiallyConsistent,
            failureOrdering: .acquiring)
        if !exchanged { seen = original }
        return exchanged
    }

    private func takeRequested() -> Subscribers.Demand {
        requested.outstanding.load(ordering: .sequentiallyConsistent) == 0 ? .none : requested.takeAll()
    }
}
