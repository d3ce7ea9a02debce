/// A stage that subscribes to any number of publishers, its children, and sends their values downstream;
/// shared by `flatMap`, `merge` and `switchToLatest`.
///
/// A stage decides which children run and how many values are requested from them.
@usableFromInline
protocol FlatteningStage: SerialStage
where Event == FlatteningEvent<FlatteningChild<Self>, Downstream.Input, Downstream.Failure> {
    typealias Child = FlatteningChild<Self>

    var upstream: SubscriptionLink { get }
    /// The flow control of the children, if downstream has one. Its demand is what may be queued for the
    /// drain's owner.
    var flowControl: Subscribers.FlowControl? { get }
    /// The flow control of upstream, if downstream has one.
    var upstreamFlowControl: Subscribers.FlowControl? { get }
    var upstreamHasEnded: Bool { get set }

    /// Whether downstream has released its subscription, after all of its requests were handled.
    var isAbandoned: Bool { get set }

    /// The demand requested from upstream when a child finishes.
    var demandPerChild: Subscribers.Demand { get }

    /// Whether downstream has requested an unlimited number of values; may be read from any thread.
    var isUnlimited: Bool { get }

    /// What is requested from a child with its subscription, if that is known on any thread.
    var demandAtOnce: Subscribers.Demand { get }

    /// The event of a child's value that arrives while the drain has an owner. Called by the child.
    func event(of value: Downstream.Input, from child: Child) -> Event

    // What follows is called by the drain's owner only.

    /// Whether no child runs and no value waits.
    var isIdle: Bool { get }

    /// Whether the value of a child whose result is known can be delivered now, with no call to upstream
    /// before it.
    var admitsResult: Bool { get }

    /// Delivers a value. Called only when there is demand.
    ///
    /// - Returns: The demand that downstream returned, unless it was unlimited before.
    @discardableResult
    func send(_ value: Downstream.Input) -> Subscribers.Demand

    /// Whether children are begun in the order in which they were started.
    var keepsOrder: Bool { get }

    /// Adds a child.
    func add(_ child: Child)

    /// Takes a child's subscription.
    ///
    /// - Returns: The demand to request from it, if any.
    func attach(_ child: Child, _ subscription: any Subscription) -> Subscribers.Demand?

    /// Requests the first values from a child, whose subscription was taken; not called by the drain's owner.
    func begin(_ child: Child, _ subscription: any Subscription, requesting demand: Subscribers.Demand)

    /// Delivers a child's value, or keeps it until there is demand.
    ///
    /// - Returns: The additional demand to request from the child.
    func deliver(_ value: Downstream.Input, from child: Child) -> Subscribers.Demand

    /// Removes a child that has ended.
    ///
    /// - Returns: Whether it was running.
    func remove(_ child: Child) -> Bool

    /// The demand to request from upstream in place of a child that has finished; requested later if a loop
    /// has enough.
    func demandForNextChild() -> Subscribers.Demand

    /// Releases values and children that wait for demand, where none can arrive.
    func releaseIfAbandoned()

    /// Adds to the demand.
    func request(_ more: Subscribers.Demand)
}

/// The events of a flattening stage.
@usableFromInline
enum FlatteningEvent<Child: Sendable, Input: Sendable, Failure: Error>: StageEvent {
    case start(Child)
    case attached(Child)
    /// The first values of a child have been requested that was abandoned meanwhile.
    case begun(Child)
    case value(Child, Input)
    /// A value for which there is demand; no more values are requested from its child.
    case wanted(Input)
    case ended(Child, Subscribers.Completion<Failure>)
    case upstreamEnded(Subscribers.Completion<Failure>)
    case request(Subscribers.Demand)
    case cancel
}

extension FlatteningStage {
    /// Starts a child; delivers its result at once if that is known, there is demand, and the drain has no
    /// owner.
    ///
    /// - Returns: The demand to return to upstream.
    @export(implementation)
    @discardableResult
    func start<P: Publisher>(_ publisher: P) -> Subscribers.Demand
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        let isOwner = drain.enter()
        if isOwner, admitsResult, let result = publisher._immediateResult(for: .stage) {
            deliver(result)
            let demand = demandPerChild > .none ? demandForNextChild() : .none
            leaveDrain()
            return demand
        }
        let child = Child(stage: self)
        if isOwner {
            add(child)
            leaveDrain()
        } else {
            upstreamFlowControl?.receivedValue()
            post(.start(child))
        }
        if !link.isStopped { publisher.receive(subscriber: child) }
        return .none
    }

    /// Notes that no further child follows, or that upstream has failed.
    @export(implementation)
    func endUpstream(_ completion: Subscribers.Completion<Downstream.Failure>) {
        submit(.upstreamEnded(completion))
    }

    @export(implementation)
    func handle(_ event: Event) {
        switch event {
        case .start(let child):
            upstreamFlowControl?.request(.max(1))
            add(child)
        case .attached(let child):
            guard let subscription = child.offered.take() else { break }
            if let initial = attach(child, subscription) {
                deferBegin(child, subscription, requesting: initial)
            }
            if child.mayBeAbandoned, child.endBegin() { deferAbandonment(of: subscription) }
        case .begun(let child):
            abandonOffered(by: child)
        case .value(let child, let value):
            didTakeQueuedValue()
            let more = deliver(value, from: child)
            if more > .none, let subscription = child.subscription {
                drain.deferUpstream(.request(subscription, more))
            }
        case .wanted(let value):
            didTakeQueuedValue()
            if !link.isStopped { send(value) }
        case .ended(let child, let completion):
            end(child, completion)
        case .upstreamEnded(let completion):
            upstreamHasEnded = true
            // A paused request for the next child would hold this stage.
            if demandPerChild > .none { _ = flowControl?.remove(self) }
            if case .failure = completion { finish(completion) } else { finishIfDone() }
        case .request(let more):
            // Sent by a link that was abandoned, after the last request.
            if more == .none, link.isAbandoned, flowControl == nil { isAbandoned = true }
            request(more)
        case .cancel:
            release()
        }
    }

    /// Counts a value that is queued: a source does not run ahead of an owner that the system suspends.
    @export(implementation)
    func willQueueValue() {
        guard let flowControl else { return }
        flowControl.receivedValue()
        if upstreamFlowControl !== flowControl { upstreamFlowControl?.receivedValue() }
    }

    @export(implementation)
    func didTakeQueuedValue() {
        guard let flowControl else { return }
        flowControl.request(.max(1))
        if upstreamFlowControl !== flowControl { upstreamFlowControl?.request(.max(1)) }
    }

    @export(implementation)
    func deliver(_ result: Result<Downstream.Input?, Downstream.Failure>) {
        switch result {
        // The closure that has made it may have cancelled.
        case .success(let value?): if !link.isStopped { send(value) }
        case .success(nil): break
        case .failure(let error): finish(.failure(error))
        }
    }

    @export(implementation)
    func end(_ child: Child, _ completion: Subscribers.Completion<Downstream.Failure>) {
        guard remove(child) else { return }
        _ = flowControl?.remove(child)
        child.subscription = nil
        if case .failure = completion { return finish(completion) }
        let demand = demandPerChild > .none ? demandForNextChild() : .none
        if demand > .none { drain.deferUpstream(.request(upstream, demand)) }
        finishIfDone()
    }

    @export(implementation)
    func begin(_ child: Child, _ subscription: any Subscription, requesting demand: Subscribers.Demand) {
        subscription.request(demand)
    }

    /// Requests the first values from a child when no event is being handled.
    @export(implementation)
    func deferBegin(
        _ child: Child, _ subscription: any Subscription, requesting demand: Subscribers.Demand
    ) {
        guard let upstreamFlowControl else { return drain.deferUpstream(.request(subscription, demand)) }
        let pause = UpstreamPause(upstreamFlowControl)
        drain.deferUpstream(
            .run {
                self.begin(child, subscription, requesting: demand)
                pause.end()
            })
    }

    @export(implementation)
    func demandForNextChild() -> Subscribers.Demand { demandPerChild }

    /// The demand for a demand of downstream: unlimited where downstream keeps all values, so that none waits
    /// here, and is out of order, or lost at a switch.
    @export(implementation)
    func ownDemand(for demand: Subscribers.Demand) -> Subscribers.Demand {
        demand > .none && flowControl?.admitsExcess == true ? .unlimited : demand
    }

    /// What is requested from a child at once where the demand is not downstream's own.
    @export(implementation)
    static var prefetched: Subscribers.Demand { .max(16) }

    /// The demand in place of a value of a child from which a few are requested at a time: requested later if
    /// a loop has enough.
    @export(implementation)
    func replacement(for child: Child) -> Subscribers.Demand {
        guard let flowControl, flowControl.isPaused else { return .max(1) }
        return pauses(child, for: flowControl) ? .none : .max(1)
    }

    @usableFromInline
    func pauses(_ child: Child, for flowControl: Subscribers.FlowControl) -> Bool {
        guard let subscription = child.subscription else { return false }
        return flowControl.pause(child) { subscription.request(.max(1)) }
    }

    @export(implementation)
    func finishIfDone() {
        if upstreamHasEnded, isIdle, link.finish() { downstream.receive(completion: .finished) }
        releaseIfAbandoned()
    }

    /// Whether no value can be delivered any more, so that a child that waits for a request waits for ever.
    /// An end is delivered.
    @export(implementation)
    func neverRequests(with demand: Subscribers.Demand) -> Bool { demand == .none && isAbandoned }

    /// Abandons the subscription of a child, which can still be cancelled. See ``AbandonableSubscription``.
    @usableFromInline
    func abandon(_ child: Child) {
        _ = flowControl?.remove(child)
        guard let subscription = child.subscription else { return }
        child.subscription = subscription.whenAbandoned
        if child.endRequests() { deferAbandonment(of: subscription) }
    }

    @usableFromInline
    func abandonOffered(by child: Child) {
        if let subscription = child.offered.take() { deferAbandonment(of: subscription) }
    }

    @usableFromInline
    func deferAbandonment(of subscription: any Subscription) {
        drain.deferUpstream(.run { subscription.requestNoMore() })
    }

    /// Cancels a child, unless it has ended.
    @export(implementation)
    func cancel(_ child: Child) {
        _ = flowControl?.remove(child)
        if let subscription = child.subscription.take() { drain.deferUpstream(.cancel(subscription)) }
    }
}
