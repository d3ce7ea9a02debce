import Synchronization

/// Merges the values of any number of children; shared by `flatMap` and `merge`.
///
/// Where downstream's demand is unlimited, so is each child's. Where downstream has a flow control, values do
/// not wait, and a few are requested from each child at a time, more of them unless the flow control pauses
/// it. Without a limit of children, one that is added while others are paused waits behind them, and pauses
/// upstream meanwhile, so that it does not overtake them. Otherwise one value is requested from each child at
/// a time, and at most that one waits for downstream.
@usableFromInline
final class Flattening<Downstream: Subscriber>: FlatteningStage, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline typealias Event = FlatteningEvent<Child, Downstream.Input, Downstream.Failure>
    @usableFromInline typealias Child = FlatteningChild<Flattening>

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let flowControl: Subscribers.FlowControl?
    /// The flow control of upstream, with a demand of one, less one for each child that waits behind paused
    /// ones.
    @usableFromInline let upstreamFlowControl: Subscribers.FlowControl?
    @usableFromInline let demandPerChild: Subscribers.Demand
    @usableFromInline let name: StaticString

    @usableFromInline let unlimited = Atomic<Bool>(false)
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var children: ContiguousArray<Child> = []
    @usableFromInline @exclusivity(unchecked) var waiting = Fifo<(child: Child, value: Downstream.Input)>()
    @usableFromInline @exclusivity(unchecked) var upstreamHasEnded = false
    @usableFromInline @exclusivity(unchecked) var isAbandoned = false
    @usableFromInline @exclusivity(unchecked) var abandoned = AbandonedChildren<Flattening>()
    /// Whether a value was released that waited for demand: the stream does not finish.
    @usableFromInline @exclusivity(unchecked) var lacksValue = false

    @export(implementation)
    init(
        downstream: Downstream, demandPerChild: Subscribers.Demand = .none, name: StaticString = "Merge"
    ) {
        self.downstream = downstream
        flowControl = drain.flowControl(
            before: downstream.flowControl, requesting: Self.prefetched, keepsExcess: true)
        upstreamFlowControl = drain.flowControl(
            before: downstream.flowControl, requesting: .max(1), keepsExcess: true)
        self.name = name
        self.demandPerChild = demandPerChild
        if flowControl?.admitsExcess == true { demand = .unlimited }
    }

    @export(implementation) var isUnlimited: Bool { unlimited.load(ordering: .relaxed) }

    /// Unlimited once downstream has requested all, unless values may exceed the demand: then subjects lose
    /// none, and a child may have to wait behind others.
    @export(implementation) var demandAtOnce: Subscribers.Demand {
        isUnlimited && flowControl?.admitsExcess != true ? .unlimited : .none
    }

    /// An event that does not hold the child where that is not needed: threads that retain and release one
    /// child at the same time delay each other.
    @export(implementation)
    func event(of value: Downstream.Input, from child: Child) -> Event {
        child.isUnlimitedAtOnce ? .wanted(value) : .value(child, value)
    }
}

// What follows is called by the drain's owner only.
extension Flattening {
    @export(implementation)
    var isIdle: Bool { children.isEmpty && waiting.isEmpty && abandoned.count == 0 && !lacksValue }

    /// The value of a child would overtake those of children that wait to be begun.
    @export(implementation)
    var admitsResult: Bool {
        demand > .none && !link.isStopped && !drain.isPreceded && upstreamFlowControl?.isFilled != true
    }

    @export(implementation) var keepsOrder: Bool { true }

    @export(implementation)
    func add(_ child: Child) {
        if link.isStopped { return }
        child.index = children.count
        children.append(child)
    }

    @export(implementation)
    func attach(_ child: Child, _ subscription: any Subscription) -> Subscribers.Demand? {
        guard !link.isStopped, child.subscription == nil, child.index != nil else {
            drain.deferUpstream(.cancel(subscription))
            return nil
        }
        child.subscription = subscription
        if child.isUnlimited { return nil }
        if neverRequests(with: demand) {
            if child.isAbandoned { abandon(child) } else { releaseIfAbandoned() }
            if lacksValue { return nil }
        }
        child.isUnlimited = demand == .unlimited && (flowControl == nil || isUnlimited)
        return child.isUnlimited ? .unlimited : demand == .unlimited ? Self.prefetched : .max(1)
    }

    /// A child waits behind those that are paused, unless each is requested from upstream when one has ended.
    @export(implementation)
    func begin(_ child: Child, _ subscription: any Subscription, requesting demand: Subscribers.Demand) {
        guard demandPerChild == .none, let flowControl, let upstreamFlowControl else {
            return subscription.request(demand)
        }
        flowControl.start(child, subscription, requesting: demand, pausing: upstreamFlowControl)
    }

    @export(implementation)
    func deliver(_ value: Downstream.Input, from child: Child) -> Subscribers.Demand {
        if link.isStopped { return .none }
        if demand == .none {
            waiting.append((child, value))
            releaseIfAbandoned()
            return .none
        }
        send(value)
        return child.isUnlimited ? .none : replacement(for: child)
    }

    @export(implementation)
    @discardableResult
    func send(_ value: Downstream.Input) -> Subscribers.Demand {
        if demand == .unlimited {
            _ = downstream.receive(value)
            return .none
        }
        demand -= 1
        let more = downstream.receive(value)
        demand += more
        if flowControl == nil, demand == .unlimited { becomeUnlimited() }
        return more
    }

    @export(implementation)
    func request(_ more: Subscribers.Demand) {
        demand += ownDemand(for: more)
        if flowControl == nil ? demand == .unlimited : more == .unlimited { becomeUnlimited() }
        while demand > .none, !link.isStopped, let (child, value) = waiting.popFirst() {
            send(value)
            if !child.isUnlimited, let subscription = child.subscription {
                drain.deferUpstream(.request(subscription, .max(1)))
            }
        }
        finishIfDone()
    }

    /// Requests all values from the children, once downstream itself has requested all: a child with a demand
    /// of one loses what a subject sends while its value waits for the drain.
    @export(implementation)
    func becomeUnlimited() {
        if isUnlimited { return }
        unlimited.store(true, ordering: .relaxed)
        for child in children where !child.isUnlimited {
            guard let subscription = child.subscription else { continue }
            child.isUnlimited = true
            drain.deferUpstream(.request(subscription, .unlimited))
        }
    }

    /// The next child waits where a loop has enough values: the value of one that ends at once does not wait
    /// for demand then, and would be followed by the next one without end.
    @export(implementation)
    func demandForNextChild() -> Subscribers.Demand {
        if upstreamHasEnded { return .none }
        guard let flowControl, flowControl.isPaused,
            flowControl.pause(self, resume: { self.upstream.request(self.demandPerChild) })
        else { return demandPerChild }
        return .none
    }

    /// Releases the values that wait and the children, which hold this stage, if no demand can arrive.
    @export(implementation)
    func releaseIfAbandoned() {
        guard neverRequests(with: demand), !link.isStopped, !(children.isEmpty && waiting.isEmpty) else {
            return
        }
        if !waiting.isEmpty { lacksValue = true }
        waiting = Fifo()
        for child in children {
            abandoned.append(child)
            abandon(child)
        }
        children = []
        // Until then, each child that ends without a value is followed by another one.
        if lacksValue, demandPerChild > .none { drain.deferUpstream(.run { self.upstream.abandon() }) }
    }

    @export(implementation)
    func remove(_ child: Child) -> Bool {
        guard let index = child.index, !link.isStopped else { return false }
        child.index = nil
        if child.isAbandoned {
            abandoned.remove(at: index)
            return true
        }
        if let last = children.popLast(), last !== child {
            children[index] = last
            last.index = index
        }
        return true
    }

    @export(implementation)
    func cancelAndRemove(_ child: Child) {
        child.index = nil
        cancel(child)
    }

    @export(implementation)
    func release() {
        waiting = Fifo()
        // First, so that upstream is not resumed when the children that wait are cancelled.
        upstreamFlowControl?.close()
        for child in children { cancelAndRemove(child) }
        children = []
        if isAbandoned { for child in abandoned.removeAll() { cancelAndRemove(child) } }
        if demandPerChild > .none { _ = flowControl?.remove(self) }
        drain.deferUpstream(.cancel(upstream))
    }
}
