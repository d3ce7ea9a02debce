/// Forwards the values and the completion of an upstream whose demand an arbiter counts, while it is the
/// upstream's turn.
@usableFromInline
struct ArbitratedRelay<Downstream: Subscriber>: Relay {
    @usableFromInline typealias Failure = Downstream.Failure
    @usableFromInline let arbiter: DemandArbiter
    @usableFromInline let downstream: Downstream
    @usableFromInline let turn: Int

    @export(implementation)
    init(arbiter: DemandArbiter, downstream: Downstream, turn: Int = 0) {
        self.arbiter = arbiter
        self.downstream = downstream
        self.turn = turn
    }

    /// Whether it is this upstream's turn; its signals are ignored otherwise.
    @export(implementation)
    var isCurrent: Bool { arbiter.currentTurn == turn }

    @export(implementation)
    func receive(subscription: any Subscription) {
        arbiter.attach(subscription, turn: turn)
    }

    @export(implementation)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        guard isCurrent else { return .none }
        return arbiter.delivered(returning: downstream.receive(input))
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if arbiter.finish(turn: turn) { downstream.receive(completion: completion) }
    }

    /// Ends the upstream's turn and sends one more value, which waits for demand, and a finish.
    @export(implementation)
    func finish(with value: Downstream.Input) {
        guard arbiter.endTurn(turn) else { return }
        let last = ArbitratedRelay(arbiter: arbiter, downstream: downstream, turn: turn + 1)
        last.receive(subscription: LoadedValue(value, for: last))
    }
}
