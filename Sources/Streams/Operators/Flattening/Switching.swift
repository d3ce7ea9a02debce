import Synchronization

/// Passes on the values of one child at a time: the last that was started.
@usableFromInline
final class Switching<Downstream: Subscriber>: SerialStage, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline typealias Child = SwitchingChild<Downstream>

    @usableFromInline
    enum Event: StageEvent {
        case start(Child)
        case attached(Child, any Subscription, isAsked: Bool)
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

    /// Whether downstream has asked for everything; may be read by anybody.
    @usableFromInline let isUnlimited = Atomic<Bool>(false)
    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var current: Child?
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    @usableFromInline @exclusivity(unchecked) var upstreamHasEnded = false

    @inlinable
    init(downstream: Downstream) {
        self.downstream = downstream
    }

    /// Replaces the child by another.
    @inlinable
    func start<P: Publisher>(_ publisher: P)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        let child = Child(switching: self)
        perform({ replaceChild(by: child) }, or: .start(child))
        if !link.isStopped { publisher.receive(subscriber: child) }
    }
}

// What follows is called by the drain's owner only.
extension Switching {
    @inlinable
    func handle(_ event: Event) {
        switch event {
        case .start(let child):
            replaceChild(by: child)
        case .attached(let child, let subscription, let isAsked):
            attach(child, subscription, isAsked: isAsked)
        case .value(let child, let value):
            let more = deliver(value, from: child)
            if more > .none, let subscription { drain.deferUpstream(.request(subscription, more)) }
        case .ended(let child, let completion):
            end(child, completion)
        case .upstreamEnded(let completion):
            upstreamHasEnded = true
            if case .failure = completion { finish(completion) } else { finishIfDone() }
        case .request(let more):
            demand += more
            if demand == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
            if let subscription { drain.deferUpstream(.request(subscription, more)) }
        case .cancel:
            release()
        }
    }

    @inlinable
    func replaceChild(by child: Child) {
        if link.isStopped { return }
        cancelChild()
        current = child
    }

    @inlinable
    func attach(_ child: Child, _ new: any Subscription, isAsked: Bool) {
        guard child === current, subscription == nil, !link.isStopped else {
            return drain.deferUpstream(.cancel(new))
        }
        subscription = new
        if demand > .none, !isAsked { drain.deferUpstream(.request(new, demand)) }
    }

    /// Delivers a value of the present child.
    ///
    /// - Returns: What to ask the child for in addition.
    @inlinable
    func deliver(_ value: Downstream.Input, from child: Child) -> Subscribers.Demand {
        if child !== current || link.isStopped { return .none }
        if demand == .unlimited {
            _ = downstream.receive(value)
            return .none
        }
        demand -= 1
        let more = downstream.receive(value)
        demand += more
        return more
    }

    @inlinable
    func end(_ child: Child, _ completion: Subscribers.Completion<Downstream.Failure>) {
        guard child === current else { return }
        current = nil
        subscription = nil
        if case .failure = completion { finish(completion) } else { finishIfDone() }
    }

    @inlinable
    func finishIfDone() {
        if upstreamHasEnded, current == nil, link.finish() {
            downstream.receive(completion: .finished)
        }
    }

    @inlinable
    func release() {
        cancelChild()
        drain.deferUpstream(.cancel(upstream))
    }

    @inlinable
    func cancelChild() {
        current = nil
        if let subscription = subscription.take() { drain.deferUpstream(.cancel(subscription)) }
    }
}

/// Subscribes a switching to one of its children.
@usableFromInline
final class SwitchingChild<Downstream: Subscriber>: Subscriber, @unchecked Sendable {
    // Sendable: `hasSubscription` is touched by the child's own signals, which are serial.

    @usableFromInline let switching: Switching<Downstream>
    @usableFromInline @exclusivity(unchecked) var hasSubscription = false

    @inlinable
    init(switching: Switching<Downstream>) {
        self.switching = switching
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if hasSubscription { return subscription.cancel() }
        hasSubscription = true
        // Asked at once, so that nothing is lost that is sent to a subject after this returns. Not from inside a
        // value, where an endless child would never let downstream get to it.
        let isAsked = switching.isUnlimited.load(ordering: .relaxed) && !switching.drain.isOwnedByCaller
        switching.perform(
            { switching.attach(self, subscription, isAsked: isAsked) },
            or: .attached(self, subscription, isAsked: isAsked))
        if isAsked { subscription.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard switching.drain.enter() else {
            switching.submit(.value(self, input))
            return .none
        }
        let more = switching.deliver(input, from: self)
        switching.leaveDrain()
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        switching.perform({ switching.end(self, completion) }, or: .ended(self, completion))
    }
}
