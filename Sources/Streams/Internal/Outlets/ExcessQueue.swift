/// Queues the values of a subject that exceed the demand of a subscriber which must not receive them.
///
/// Use it between a subscriber that requests as many values as it can handle at a time and an upstream that
/// would otherwise drop the others. It is used where downstream has a flow control, and therefore must
/// receive all values.
struct ExcessQueue<Input: Sendable, Failure: Error>: Subscriber {
    private let upstream = SubscriptionLink()
    private let outlet: QueueingOutlet<Input, Failure>
    let flowControl: Subscribers.FlowControl?

    init(for downstream: AnySubscriber<Input, Failure>, flowControl: Subscribers.FlowControl) {
        let upstream = upstream
        let own = Subscribers.FlowControl(before: flowControl, keepsExcess: true)
        outlet = QueueingOutlet(
            to: downstream, of: "Buffer",
            onRequest: { demand, _ in upstream.request(own.request(demand)) },
            onCancel: { _ in upstream.cancel() })
        self.flowControl = own
    }

    func receive(subscription: any Subscription) {
        if upstream.attach(subscription) { outlet.begin() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        flowControl?.receivedValue()
        _ = outlet.offer(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if upstream.finish() { outlet.end(completion) }
    }
}

extension Subscriber {
    /// This subscriber, which limits its demand, behind a queue for the values that exceed it.
    ///
    /// - Parameter flowControl: The flow control of the subscriber downstream.
    @usableFromInline
    func queueingExcess(for flowControl: Subscribers.FlowControl) -> AnySubscriber<Input, Failure> {
        AnySubscriber(ExcessQueue(for: AnySubscriber(self), flowControl: flowControl))
    }
}
