import Synchronization

/// Merges the values of any number of children into one stream; shared by `flatMap` and `merge`.
///
/// Where downstream's demand is unlimited, so is each child's. Otherwise each child is asked for one value at a
/// time, and at most that one waits for downstream.
@usableFromInline
final class Flattening<Downstream: Subscriber>: SerialStage, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline typealias Child = FlatteningChild<Downstream>

    @usableFromInline
    enum Event: StageEvent {
        case start(Child)
        case attached(Child, any Subscription)
        case value(Child, Downstream.Input)
        case ended(Child, Subscribers.Completion<Downstream.Failure>)
        case upstreamEnded(Subscribers.Completion<Downstream.Failure>)
        case request(Subscribers.Demand)
        case cancel
    }

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    /// What upstream is asked for when a child ends.
    @usableFromInline let demandPerChild: Subscribers.Demand

    /// Whether downstream has asked for everything; may be read by anybody.
    @usableFromInline let isUnlimited = Atomic<Bool>(false)
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var children: ContiguousArray<Child> = []
    @usableFromInline @exclusivity(unchecked) var waiting = Fifo<(child: Child, value: Downstream.Input)>()
    @usableFromInline @exclusivity(unchecked) var upstreamHasEnded = false

    @inlinable
    init(downstream: Downstream, demandPerChild: Subscribers.Demand = .none) {
        self.downstream = downstream
        self.demandPerChild = demandPerChild
    }

    /// Adds a child.
    @inlinable
    func start<P: Publisher>(_ publisher: P)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        let child = Child(flattening: self)
        perform({ add(child) }, or: .start(child))
        if !link.isStopped { publisher.receive(subscriber: child) }
    }

    /// Notes that no further child comes, unless the stream fails.
    @inlinable
    func endUpstream(_ completion: Subscribers.Completion<Downstream.Failure>) {
        submit(.upstreamEnded(completion))
    }
}

// What follows is called by the drain's owner only.
extension Flattening {
    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .start(let child):
            add(child)
        case .attached(let child, let subscription):
            if let initial = attach(child, subscription) {
                drain.deferUpstream(.request(subscription, initial))
            }
        case .value(let child, let value):
            let more = deliver(value, from: child)
            if more > .none, let subscription = child.subscription {
                drain.deferUpstream(.request(subscription, more))
            }
        case .ended(let child, let completion):
            end(child, completion)
        case .upstreamEnded(let completion):
            endUpstreamNow(completion)
        case .request(let more):
            request(more)
        case .cancel:
            release()
        }
    }

    @inlinable
    func add(_ child: Child) {
        if link.isStopped { return }
        child.index = children.count
        children.append(child)
    }

    /// Takes a child's subscription.
    ///
    /// - Returns: What to ask it for, unless it has been asked.
    @inlinable
    func attach(_ child: Child, _ subscription: any Subscription) -> Subscribers.Demand? {
        guard !link.isStopped, child.subscription == nil, child.index != nil else {
            drain.deferUpstream(.cancel(subscription))
            return nil
        }
        child.subscription = subscription
        if child.isUnlimited { return nil }
        child.isUnlimited = demand == .unlimited
        return child.isUnlimited ? .unlimited : .max(1)
    }

    /// Delivers a value or keeps it until it is wanted.
    ///
    /// - Returns: What to ask the child for next.
    @inlinable
    func deliver(_ value: Downstream.Input, from child: Child) -> Subscribers.Demand {
        if link.isStopped { return .none }
        if demand == .unlimited {
            _ = downstream.receive(value)
        } else if demand > .none {
            send(value)
        } else {
            keep(value, from: child)
            return .none
        }
        return child.isUnlimited ? .none : .max(1)
    }

    @inlinable
    func send(_ value: Downstream.Input) {
        demand -= 1
        demand += downstream.receive(value)
    }

    @inlinable
    func keep(_ value: Downstream.Input, from child: Child) {
        waiting.append((child, value))
    }

    @inlinable
    func request(_ more: Subscribers.Demand) {
        demand += more
        if demand == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
        while demand > .none, !link.isStopped, let (child, value) = waiting.popFirst() {
            send(value)
            if !child.isUnlimited, let subscription = child.subscription {
                drain.deferUpstream(.request(subscription, .max(1)))
            }
        }
        finishIfDone()
    }

    @inlinable
    func end(_ child: Child, _ completion: Subscribers.Completion<Downstream.Failure>) {
        guard let index = child.index, !link.isStopped else { return }
        child.index = nil
        child.subscription = nil
        if let last = children.popLast(), last !== child {
            children[index] = last
            last.index = index
        }
        if case .failure = completion {
            finish(completion)
        } else {
            if demandPerChild > .none { drain.deferUpstream(.request(upstream, demandPerChild)) }
            finishIfDone()
        }
    }

    @inlinable
    func endUpstreamNow(_ completion: Subscribers.Completion<Downstream.Failure>) {
        upstreamHasEnded = true
        if case .failure = completion { finish(completion) } else { finishIfDone() }
    }

    @inlinable
    func finishIfDone() {
        if upstreamHasEnded, children.isEmpty, waiting.isEmpty, link.finish() {
            downstream.receive(completion: .finished)
        }
    }

    @inlinable
    func release() {
        waiting = Fifo()
        for child in children {
            child.index = nil
            if let subscription = child.subscription.take() { drain.deferUpstream(.cancel(subscription)) }
        }
        children = []
        drain.deferUpstream(.cancel(upstream))
    }
}

/// Subscribes a flattening to one of its children.
@usableFromInline
final class FlatteningChild<Downstream: Subscriber>: Subscriber, @unchecked Sendable {
    // Sendable: `subscription` and `index` belong to the owner of the flattening's drain; `hasSubscription` to the
    // child's own signals, which are serial; `isUnlimited` is set before the first request, which they follow.

    @usableFromInline let flattening: Flattening<Downstream>
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    @usableFromInline @exclusivity(unchecked) var isUnlimited = false
    @usableFromInline @exclusivity(unchecked) var index: Int?
    @usableFromInline @exclusivity(unchecked) var hasSubscription = false

    @inlinable
    init(flattening: Flattening<Downstream>) {
        self.flattening = flattening
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if hasSubscription { return subscription.cancel() }
        hasSubscription = true
        if flattening.isUnlimited.load(ordering: .relaxed), !flattening.drain.isOwnedByCaller {
            // Asked at once, so that nothing is lost that is sent to a subject after this returns. Not from inside
            // a value, where an endless child would never let downstream get to it.
            isUnlimited = true
            flattening.perform(
                { _ = flattening.attach(self, subscription) }, or: .attached(self, subscription))
            return subscription.request(.unlimited)
        }
        var initial: Subscribers.Demand?
        flattening.perform(
            { initial = flattening.attach(self, subscription) }, or: .attached(self, subscription))
        if let initial { subscription.request(initial) }
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard flattening.drain.enter() else {
            flattening.submit(.value(self, input))
            return .none
        }
        let more = flattening.deliver(input, from: self)
        flattening.leaveDrain()
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        flattening.perform({ flattening.end(self, completion) }, or: .ended(self, completion))
    }
}
