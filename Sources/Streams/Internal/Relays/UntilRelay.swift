/// Forwards a stream until another publisher ends it, at any moment and from any thread.
///
/// Signals go through a drain, so that the end does not overlap a value.
@usableFromInline
final class UntilRelay<Downstream: Subscriber>: Subscriber {
    @usableFromInline
    enum Event: Sendable {
        case value(Downstream.Input)
        case end(Subscribers.Completion<Downstream.Failure>)
    }

    @usableFromInline let drain = Drain<Event>()
    @usableFromInline let upstream = SubscriptionLink()
    /// The link to the other publisher, which is cancelled with the stream.
    @usableFromInline let interrupter = SubscriptionLink()
    /// The subscription that downstream holds.
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let flowControl: Subscribers.FlowControl?

    @export(implementation)
    init(downstream: Downstream) {
        self.downstream = downstream
        flowControl = drain.flowControl(before: downstream.flowControl, requesting: .unlimited)
    }

    /// Sends the subscription downstream. Call this before anything else.
    @usableFromInline
    func begin() {
        let (upstream, interrupter) = (upstream, interrupter)
        link.attach(
            as: "PrefixUntilOutput",
            request: { upstream.request($0) },
            cancel: {
                upstream.cancel()
                interrupter.cancel()
            })
        downstream.receive(subscription: link)
    }

    /// Cancels upstream and ends the stream, unless it has ended.
    @usableFromInline
    func interrupt(_ completion: Subscribers.Completion<Downstream.Failure>) {
        upstream.cancel()
        interrupter.cancel()
        submit(.end(completion))
    }

    @usableFromInline
    func receive(subscription: any Subscription) {
        upstream.attach(subscription)
    }

    @export(implementation)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        guard drain.enter() else {
            submit(.value(input))
            return .none
        }
        let demand = link.isStopped ? .none : downstream.receive(input)
        if !drain.leaveQuickly() { leaveSlowly() }
        return demand
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard upstream.finish() else { return }
        interrupter.cancel()
        submit(.end(completion))
    }

    @usableFromInline
    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    @usableFromInline
    func leaveSlowly() {
        drain.leave { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .value(let value):
            if link.isStopped { return }
            let demand = downstream.receive(value)
            if demand > .none { drain.deferUpstream(.request(upstream, demand)) }
        case .end(let completion):
            if link.finish() { downstream.receive(completion: completion) }
        }
    }
}
