/// Subscribes a flattening stage to one of its children.
@usableFromInline
final class FlatteningChild<Stage: AnyObject & Sendable>: @unchecked Sendable {
    // Sendable: `subscription` and `index` belong to the owner of the stage's drain; `hasSubscription` to the child's
    // own signals, which are serial; `isUnlimited` is set before the first request, which they follow.

    @usableFromInline let stage: Stage
    @usableFromInline @exclusivity(unchecked) var subscription: (any Subscription)?
    /// Whether an unlimited number of values has been requested from the child.
    @usableFromInline @exclusivity(unchecked) var isUnlimited = false
    /// The child's place among those of the stage.
    @usableFromInline @exclusivity(unchecked) var index: Int?
    @usableFromInline @exclusivity(unchecked) var hasSubscription = false

    @inlinable
    init(stage: Stage) {
        self.stage = stage
    }
}

extension FlatteningChild: Subscriber where Stage: FlatteningStage {
    @usableFromInline typealias Input = Stage.Downstream.Input
    @usableFromInline typealias Failure = Stage.Downstream.Failure

    @inlinable var flowControl: Subscribers.FlowControl? { stage.downstream.flowControl }

    @inlinable
    func receive(subscription: any Subscription) {
        if hasSubscription { return subscription.cancel() }
        hasSubscription = true
        // Unlimited demand is requested at once, so that no value is lost that is sent to a subject after this returns;
        // but not from inside a value, where an endless child would never return to downstream.
        isUnlimited = stage.isUnlimited && !stage.drain.isOwnedByCaller
        var demand: Subscribers.Demand? = isUnlimited ? .unlimited : nil
        stage.perform(
            { if let initial = stage.attach(self, subscription) { demand = initial } },
            or: .attached(self, subscription))
        if let demand { subscription.request(demand) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        guard stage.drain.enter() else {
            stage.submit(.value(self, input))
            return .none
        }
        let more = stage.deliver(input, from: self)
        stage.leaveDrain()
        return more
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        stage.perform({ stage.end(self, completion) }, or: .ended(self, completion))
    }
}
