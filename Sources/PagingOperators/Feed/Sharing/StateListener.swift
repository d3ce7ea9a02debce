import Streams

/// One of the subscribers of a ``StateSubject``.
final class StateListener<Item: Sendable>: @unchecked Sendable {
    // Sendable: the variables belong to the owner of the subject's drain.

    /// The subscription that the subscriber holds.
    let link = SubscriptionLink()

    private var subscriber: AnySubscriber<ViewState<Item>, Never>?
    private var outlet = ConflatingOutlet<ViewState<Item>>()
    /// Whether changes are relative to a state that the subscriber has received, or that waits for demand.
    private var hasState = false
    /// Whether the subject sends states to the subscriber. Its first request may precede that.
    private var isAttached = false

    init(_ subscriber: AnySubscriber<ViewState<Item>, Never>) {
        self.subscriber = subscriber
    }

    /// Begins with the present state, if there is one.
    func attach(_ state: ViewState<Item>?) {
        isAttached = true
        if let state { offer(state) }
    }

    /// Delivers a state, or keeps it until there is demand.
    func offer(_ state: ViewState<Item>) {
        var state = state
        if !hasState {
            state.change = RowChange(inserted: [0..<state.rowCount])
            // It has no rows in view that could have moved.
            if case .moved = state.scrollTarget { state.scrollTarget = nil }
        }
        hasState = true
        outlet.offer(state)
        deliver()
    }

    func request(_ demand: Subscribers.Demand) {
        outlet.request(demand)
        deliver()
    }

    private func deliver() {
        if let subscriber { outlet.deliver(to: subscriber, of: link) }
    }

    /// Ends the stream, unless a state waits for demand, or the subscriber is not attached yet.
    ///
    /// - Returns: Whether it has ended.
    func finish() -> Bool {
        guard isAttached, outlet.isEmpty, let subscriber, link.finish() else { return false }
        subscriber.receive(completion: .finished)
        return true
    }

    func release() {
        subscriber = nil
        outlet = ConflatingOutlet()
    }
}
