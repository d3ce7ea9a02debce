import Synchronization

/// Sends the values of one child at a time, the last that was started; used by `switchToLatest`.
///
/// Downstream's unmet demand is requested from the child.
@usableFromInline
final class Switching<Downstream: Subscriber>: FlatteningStage, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline typealias Event = FlatteningEvent<Child, Downstream.Input, Downstream.Failure>
    @usableFromInline typealias Child = FlatteningChild<Switching>

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let flowControl: Subscribers.FlowControl?

    @usableFromInline let unlimited = Atomic<Bool>(false)
    /// Whether downstream keeps the values that it has not requested.
    @usableFromInline let admitsExcess = Atomic<Bool>(false)
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var current: Child?
    @usableFromInline @exclusivity(unchecked) var upstreamHasEnded = false
    @usableFromInline @exclusivity(unchecked) var isAbandoned = false
    /// The last child, if it is not held any more. It holds this stage.
    @usableFromInline @exclusivity(unchecked) var abandoned: WeakChild<Child>?

    @export(implementation)
    init(downstream: Downstream) {
        self.downstream = downstream
        flowControl = drain.flowControl(
            before: downstream.flowControl, requesting: Self.prefetched, keepsExcess: true)
        if flowControl?.admitsExcess == true {
            demand = .unlimited
            admitsExcess.store(true, ordering: .relaxed)
        }
    }

    @export(implementation) var upstreamFlowControl: Subscribers.FlowControl? { flowControl }

    @export(implementation) var isUnlimited: Bool { unlimited.load(ordering: .relaxed) }

    /// Whether a few values are requested from each child at a time.
    @export(implementation) var isPrefetching: Bool {
        admitsExcess.load(ordering: .relaxed) && !isUnlimited
    }

    @export(implementation) var demandAtOnce: Subscribers.Demand {
        isUnlimited ? .unlimited : isPrefetching ? Self.prefetched : .none
    }

    /// The child is needed to tell whether it is still the last.
    @export(implementation)
    func event(of value: Downstream.Input, from child: Child) -> Event { .value(child, value) }
    @export(implementation) var name: StaticString { "SwitchToLatest" }
    @export(implementation) var demandPerChild: Subscribers.Demand { .none }
}

// What follows is called by the drain's owner only.
extension Switching {
    @export(implementation) var isIdle: Bool { current == nil && abandoned == nil }

    /// A child that runs is cancelled before the next one sends.
    @export(implementation)
    var admitsResult: Bool { demand > .none && isIdle && !link.isStopped }

    /// Only the last child sends.
    @export(implementation) var keepsOrder: Bool { false }

    @export(implementation)
    func add(_ child: Child) {
        if link.isStopped { return }
        cancelCurrent()
        current = child
    }

    @export(implementation)
    func attach(_ child: Child, _ subscription: any Subscription) -> Subscribers.Demand? {
        guard child === current, child.subscription == nil, !link.isStopped else {
            drain.deferUpstream(.cancel(subscription))
            return nil
        }
        child.subscription = subscription
        releaseIfAbandoned()
        if child.isUnlimited || demand == .none { return nil }
        if !isPrefetching { return demand }
        return child.requestedAtOnce > .none ? nil : Self.prefetched
    }

    @export(implementation)
    func deliver(_ value: Downstream.Input, from child: Child) -> Subscribers.Demand {
        if child !== current || link.isStopped { return .none }
        return send(value)
    }

    @export(implementation)
    @discardableResult
    func send(_ value: Downstream.Input) -> Subscribers.Demand {
        if demand == .unlimited {
            _ = downstream.receive(value)
            guard isPrefetching, let current else { return .none }
            return replacement(for: current)
        }
        demand -= 1
        let more = downstream.receive(value)
        demand += more
        if demand == .none { releaseIfAbandoned() }
        return more
    }

    @export(implementation)
    func request(_ more: Subscribers.Demand) {
        let isFirst = demand == .none
        demand += ownDemand(for: more)
        if flowControl == nil ? demand == .unlimited : more == .unlimited {
            unlimited.store(true, ordering: .relaxed)
        } else if demand == .unlimited {
            admitsExcess.store(true, ordering: .relaxed)
        }
        if let subscription = current?.subscription {
            // A loop's demand is requested as it has room.
            let missing = isPrefetching ? (isFirst ? Self.prefetched : .none) : more
            if missing > .none { drain.deferUpstream(.request(subscription, missing)) }
        }
        releaseIfAbandoned()
    }

    /// Releases the child, which holds this stage, if no demand can arrive. One whose subscription has not
    /// arrived is released then: it would be taken for one that was replaced.
    @export(implementation)
    func releaseIfAbandoned() {
        guard neverRequests(with: demand), let child = current, child.subscription != nil else { return }
        current = nil
        abandoned = WeakChild(child)
        abandon(child)
    }

    @export(implementation)
    func remove(_ child: Child) -> Bool {
        guard child === current || isAbandoned && child === abandoned?.child else { return false }
        current = nil
        abandoned = nil
        return true
    }

    @export(implementation)
    func release() {
        cancelCurrent()
        drain.deferUpstream(.cancel(upstream))
    }

    @export(implementation)
    func cancelCurrent() {
        if let child = current.take() { cancel(child) }
        if let child = abandoned.take()?.child { cancel(child) }
    }
}
