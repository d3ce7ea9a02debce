import Streams

/// One of the subscribers of a ``StateSubject``.
final class StateListener<Item: Sendable>: @unchecked Sendable {
    // Sendable: the variables belong to the owner of the subject's drain.

    /// The subscription that the subscriber holds.
    let link = SubscriptionLink()

    private var subscriber: AnySubscriber<ViewState<Item>, Never>?
    private var outlet = ConflatingOutlet<ViewState<Item>>()
    /// Whether the subscriber has received a state, which changes are relative to.
    private var hasReceived = false
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
        if hasReceived {
            outlet.offer(state)
        } else {
            offerFirst(state)
        }
        deliver()
    }

    /// Keeps the first state. It is complete, since the screen may show the list of another session, of which
    /// no row has moved.
    private func offerFirst(_ state: ViewState<Item>) {
        var first = outlet.waiting.map { state.conflated(with: $0) } ?? state
        first.change = .reload
        if case .moved = first.scrollTarget { first.scrollTarget = nil }
        outlet.waiting = first
    }

    func request(_ demand: Subscribers.Demand) {
        outlet.request(demand)
        deliver()
    }

    private func deliver() {
        guard let subscriber, !outlet.isEmpty else { return }
        outlet.deliver(to: subscriber, of: link)
        if outlet.isEmpty { hasReceived = true }
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
