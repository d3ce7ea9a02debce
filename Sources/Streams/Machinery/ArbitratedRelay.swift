/// Passes on a stream whose demand an arbiter counts, and its end.
@usableFromInline
struct ArbitratedRelay<Downstream: Subscriber>: Relay {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline let arbiter: DemandArbiter
    @usableFromInline let downstream: Downstream

    @inlinable
    init(arbiter: DemandArbiter, downstream: Downstream) {
        self.arbiter = arbiter
        self.downstream = downstream
    }

    @inlinable
    func receive(subscription: any Subscription) {
        arbiter.attach(subscription)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if arbiter.isStopped { return .none }
        return arbiter.delivered(wanting: downstream.receive(input))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if arbiter.finish() { downstream.receive(completion: completion) }
    }

    /// Goes on with one last value, which waits for demand, when upstream has ended.
    @inlinable
    func finish(with value: Downstream.Input) {
        arbiter.detach()
        arbiter.attach(SingleValue(value, for: self))
    }
}
