/// Passes on a stream whose demand an arbiter counts, and its end, as long as it is its turn.
@usableFromInline
struct ArbitratedRelay<Downstream: Subscriber>: Relay {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline let arbiter: DemandArbiter
    @usableFromInline let downstream: Downstream
    @usableFromInline let turn: Int

    @inlinable
    init(arbiter: DemandArbiter, downstream: Downstream, turn: Int = 0) {
        self.arbiter = arbiter
        self.downstream = downstream
        self.turn = turn
    }

    /// Whether signals count.
    @inlinable
    var isCurrent: Bool { arbiter.currentTurn == turn }

    @inlinable
    func receive(subscription: any Subscription) {
        arbiter.attach(subscription, turn: turn)
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard isCurrent else { return .none }
        return arbiter.delivered(wanting: downstream.receive(input))
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if arbiter.finish(turn: turn) { downstream.receive(completion: completion) }
    }

    /// Goes on with one last value, which waits for demand, when upstream has ended.
    @inlinable
    func finish(with value: Downstream.Input) {
        guard arbiter.endTurn(turn) else { return }
        let last = ArbitratedRelay(arbiter: arbiter, downstream: downstream, turn: turn + 1)
        last.receive(subscription: SingleValue(value, for: last))
    }
}
