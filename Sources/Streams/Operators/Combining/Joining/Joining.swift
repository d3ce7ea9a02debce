/// An event of a joining.
@usableFromInline
enum JoiningEvent<Failure: Error>: StageEvent {
    /// A side has received its subscription, and has requested the given demand.
    case attached(JoiningSide, any Subscription, requested: Subscribers.Demand)
    /// A side has received a value while another value was delivered.
    case value(@Sendable () -> Void)
    case completed(JoiningSide, Subscribers.Completion<Failure>)
    case request(Subscribers.Demand)
    case cancel
}

/// Subscribes to several publishers for one subscriber; shared by the operators that combine values.
///
/// Signals of the sides and requests of downstream are handled one at a time. A subclass decides how much to
/// request from a side and what to do with its values.
@usableFromInline
class Joining<Downstream: Subscriber>: SerialStage, @unchecked Sendable {
    // Sendable: the variables, here and in subclasses, belong to the drain's owner.

    @usableFromInline final let drain = Drain<JoiningEvent<Downstream.Failure>>()
    @usableFromInline final let link = SubscriptionLink()
    @usableFromInline final let downstream: Downstream
    @usableFromInline final let allSides: ContiguousArray<JoiningSide>

    /// The number of sides that have not completed.
    @usableFromInline @exclusivity(unchecked) final var runningSides: Int

    /// - Parameter keepsExcess: Whether values of a side that exceed the demand wait for a later one.
    @usableFromInline
    init(_ sides: ContiguousArray<JoiningSide>, downstream: Downstream, keepsExcess: Bool = false) {
        allSides = sides
        runningSides = sides.count
        self.downstream = downstream
        if let flowControl = downstream.flowControl {
            for side in sides {
                side.flowControl = drain.flowControl(before: flowControl, keepsExcess: keepsExcess)
            }
        }
    }

    // What follows is called by the drain's owner only.

    @usableFromInline var name: StaticString { "CombineLatest" }

    /// Handles additional demand of downstream.
    func request(_ more: Subscribers.Demand) {}

    /// Handles the finish of a side.
    func finished(_ side: JoiningSide) {}

    @usableFromInline
    final func handle(_ event: JoiningEvent<Downstream.Failure>) {
        switch event {
        case .attached(let side, let subscription, let requested):
            attach(side, subscription, requested: requested)
        case .value(let take): take()
        case .completed(let side, let completion): complete(side, completion)
        // Without demand where downstream has released its subscription.
        case .request(let more): if more > .none, !link.isStopped { request(more) }
        case .cancel: release()
        }
    }

    private func attach(
        _ side: JoiningSide, _ subscription: any Subscription, requested: Subscribers.Demand
    ) {
        if side.hasCompleted || link.isStopped { return drain.deferUpstream(.cancel(subscription)) }
        side.subscription = subscription
        let missing = requested == .unlimited ? .none : side.initialDemand - requested
        if missing > .none { drain.deferUpstream(.request(subscription, missing)) }
    }

    /// Requests values from a side, now or once it has a subscription.
    @usableFromInline
    final func request(_ more: Subscribers.Demand, from side: JoiningSide) {
        let missing = side.flowControl?.request(more) ?? more
        if let subscription = side.subscription {
            if missing > .none { drain.deferUpstream(.request(subscription, missing)) }
        } else {
            side.addInitialDemand(missing)
        }
    }

    private func complete(
        _ side: JoiningSide, _ completion: Subscribers.Completion<Downstream.Failure>
    ) {
        if side.hasCompleted || link.isStopped { return }
        side.hasCompleted = true
        runningSides -= 1
        side.subscription = nil
        if case .failure = completion { finish(completion) } else { finished(side) }
    }

    @usableFromInline
    final func release() {
        for side in allSides {
            if let subscription = side.subscription.take() { drain.deferUpstream(.cancel(subscription)) }
            side.removeAll()
        }
    }
}
