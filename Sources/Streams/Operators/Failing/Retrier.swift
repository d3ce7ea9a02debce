/// Subscribes to an upstream again and again, as often as a decision allows; shared by the retrying operators.
@usableFromInline
final class Retrier<Upstream: Publisher, Downstream: Subscriber>: Sendable
where Downstream.Input == Upstream.Output, Downstream.Failure == Upstream.Failure {
    /// Decides about a failure: calls the closure, now or later, to try again; returns whether it does.
    @usableFromInline
    typealias Decision = @Sendable (Downstream.Failure, _ again: @escaping @Sendable () -> Void) -> Bool

    private let upstream: Upstream
    @usableFromInline let downstream: Downstream
    @usableFromInline let arbiter: DemandArbiter
    @usableFromInline let onValue: @Sendable () -> Void
    private let decide: Decision
    /// Makes attempts one after the other, however soon each fails.
    private let attempts = Drain<Void>()

    @usableFromInline
    init(
        upstream: Upstream, downstream: Downstream,
        onValue: @escaping @Sendable () -> Void = {},
        cancelTimer: @escaping @Sendable () -> Void,
        decide: @escaping Decision
    ) {
        self.upstream = upstream
        self.downstream = downstream
        self.onValue = onValue
        self.decide = decide
        arbiter = DemandArbiter(onCancel: cancelTimer)
    }

    @usableFromInline
    func start() {
        downstream.receive(subscription: arbiter)
        attempt()
    }

    private func attempt() {
        attempts.submit(()) { _ in
            let turn = arbiter.currentTurn
            if turn == DemandArbiter.over { return }
            upstream.receive(subscriber: Attempt(retrier: self, turn: turn))
        }
    }

    @usableFromInline
    func fail(_ turn: Int, with error: Downstream.Failure) {
        guard arbiter.endTurn(turn) else { return }
        if decide(error, { self.attempt() }) { return }
        if arbiter.finish(turn: turn + 1) { downstream.receive(completion: .failure(error)) }
    }

    @usableFromInline
    struct Attempt: Subscriber {
        @usableFromInline let retrier: Retrier
        @usableFromInline let turn: Int

        @usableFromInline
        init(retrier: Retrier, turn: Int) {
            self.retrier = retrier
            self.turn = turn
        }

        @inlinable
        func receive(subscription: any Subscription) {
            retrier.arbiter.attach(subscription, turn: turn)
        }

        @inlinable
        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            guard retrier.arbiter.currentTurn == turn else { return .none }
            retrier.onValue()
            return retrier.arbiter.delivered(wanting: retrier.downstream.receive(input))
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            switch completion {
            case .finished:
                if retrier.arbiter.finish(turn: turn) { retrier.downstream.receive(completion: .finished) }
            case .failure(let error):
                retrier.fail(turn, with: error)
            }
        }
    }
}
