import Streams

/// One of the subscribers of a ``StateSubject``.
final class StateListener<Item: Sendable>: @unchecked Sendable {
    // Sendable: the variables belong to the owner of the subject's drain.

    /// The subscription that the subscriber holds.
    let link = SubscriptionLink()

    private var subscriber: AnySubscriber<ViewState<Item>, Never>?
    private var outlet = StateOutlet<Item>()
    /// Whether changes are from a state that the subscriber has seen, or that waits for it.
    private var hasState = false

    init(_ subscriber: AnySubscriber<ViewState<Item>, Never>) {
        self.subscriber = subscriber
    }

    /// Takes a state and delivers it, if it is wanted.
    func offer(_ state: ViewState<Item>) {
        var state = state
        if !hasState { state.change = RowChange(inserted: [0..<state.rowCount]) }
        hasState = true
        outlet.offer(state)
        deliver()
    }

    func request(_ demand: Subscribers.Demand) {
        outlet.request(demand)
        deliver()
    }

    private func deliver() {
        while !link.isStopped, let subscriber, let state = outlet.next() {
            outlet.request(subscriber.receive(state))
        }
    }

    /// Ends the stream, unless a state still waits.
    ///
    /// - Returns: Whether it has ended.
    func finish() -> Bool {
        guard outlet.isEmpty, let subscriber, link.finish() else { return false }
        subscriber.receive(completion: .finished)
        return true
    }

    func letGo() {
        subscriber = nil
        outlet = StateOutlet()
    }
}
