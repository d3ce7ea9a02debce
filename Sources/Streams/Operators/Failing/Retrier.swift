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
            if !arbiter.isStopped { upstream.receive(subscriber: Attempt(retrier: self)) }
        }
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if case .failure(let error) = completion, !arbiter.isStopped {
            arbiter.detach()
            if decide(error, { self.attempt() }) { return }
        }
        if arbiter.finish() { downstream.receive(completion: completion) }
    }

    @usableFromInline
    struct Attempt: Subscriber {
        @usableFromInline let retrier: Retrier

        @usableFromInline
        init(retrier: Retrier) {
            self.retrier = retrier
        }

        @inlinable
        func receive(subscription: any Subscription) {
            retrier.arbiter.attach(subscription)
        }

        @inlinable
        func receive(_ input: Downstream.Input) -> Subscribers.Demand {
            if retrier.arbiter.isStopped { return .none }
            retrier.onValue()
            return retrier.arbiter.delivered(wanting: retrier.downstream.receive(input))
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            retrier.end(completion)
        }
    }
}
