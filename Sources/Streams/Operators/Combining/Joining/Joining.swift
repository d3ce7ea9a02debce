/// What happens to a joining.
@usableFromInline
enum JoiningEvent<Failure: Error>: StageEvent {
    /// A subscription has come, which was asked for something already.
    case attached(JoiningSide, any Subscription, asked: Subscribers.Demand)
    /// A value has come while another was taken.
    case value(@Sendable () -> Void)
    case ended(JoiningSide, Subscribers.Completion<Failure>)
    case request(Subscribers.Demand)
    case cancel
}

/// Subscribes to several publishers for one subscriber; shared by the operators that join values.
///
/// What the sides send and downstream asks is handled one at a time. Subclasses say what is asked of a side and
/// what becomes of its values.
@usableFromInline
class Joining<Downstream: Subscriber>: SerialStage, @unchecked Sendable {
    // Sendable: the variables, here and in subclasses, belong to the drain's owner.

    @usableFromInline final let drain = Drain<JoiningEvent<Downstream.Failure>>()
    @usableFromInline final let link = SubscriptionLink()
    @usableFromInline final let downstream: Downstream
    @usableFromInline final let allSides: ContiguousArray<JoiningSide>

    @usableFromInline
    init(_ sides: ContiguousArray<JoiningSide>, downstream: Downstream) {
        allSides = sides
        self.downstream = downstream
    }

    // What follows is called by the drain's owner only.

    /// Notes what downstream asks for in addition.
    func request(_ more: Subscribers.Demand) {}

    /// Notes that a side has finished.
    func finished(_ side: JoiningSide) {}

    @usableFromInline
    final func handle(_ event: JoiningEvent<Downstream.Failure>) {
        switch event {
        case .attached(let side, let subscription, let asked): attach(side, subscription, asked: asked)
        case .value(let take): take()
        case .ended(let side, let completion): end(side, completion)
        case .request(let more): if !link.isStopped { request(more) }
        case .cancel: release()
        }
    }

    private func attach(_ side: JoiningSide, _ subscription: any Subscription, asked: Subscribers.Demand) {
        if side.hasEnded || link.isStopped { return drain.deferUpstream(.cancel(subscription)) }
        side.subscription = subscription
        let missing = asked == .unlimited ? .none : side.wanted - asked
        if missing > .none { drain.deferUpstream(.request(subscription, missing)) }
    }

    /// Asks a side for more, now or when its subscription comes.
    @usableFromInline
    final func ask(_ side: JoiningSide, for more: Subscribers.Demand) {
        if let subscription = side.subscription {
            drain.deferUpstream(.request(subscription, more))
        } else {
            side.want(more)
        }
    }

    private func end(_ side: JoiningSide, _ completion: Subscribers.Completion<Downstream.Failure>) {
        if side.hasEnded || link.isStopped { return }
        side.hasEnded = true
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
