import Streams

/// Sends the states of one session to several subscribers, and the present one to later subscribers.
///
/// States are conflated for each subscriber by its own demand.
final class StateSubject<Item: Sendable>: Subject, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner. Not an `EngineSession`: that has one subscriber,
    // with whom it ends, and loads; this has many, and outlives them. They share the drain, the outlet and
    // its delivery.

    typealias Output = ViewState<Item>
    typealias Failure = Never

    private enum Event: Sendable {
        case state(Output)
        case finished
        case attach(StateListener<Item>)
        case request(StateListener<Item>, Subscribers.Demand)
        case detach(StateListener<Item>)
    }

    /// Runs what may call subscribers.
    typealias Delivery = @Sendable (_ delivery: @Sendable () -> Void) -> Void

    private let replaysLatest: Bool
    private let deliver: Delivery?
    private let drain = Drain<Event>()
    private let upstream = SubscriptionLink()

    private var latest: Output?
    private var listeners: [StateListener<Item>] = []
    private var hasFinished = false

    /// Creates a subject without a state.
    ///
    /// - Parameters:
    ///   - replaysLatest: Whether a later subscriber receives the present state first.
    ///   - deliver: Runs each delivery to subscribers; `nil` to run it as it is. A delivery from inside
    ///     another one only queues a state.
    init(replaysLatest: Bool, deliver: Delivery? = nil) {
        self.replaysLatest = replaysLatest
        self.deliver = deliver
    }

    deinit {
        upstream.cancel()
    }

    func send(_ state: Output) {
        submit(.state(state))
    }

    func send(completion: Subscribers.Completion<Never>) {
        submit(.finished)
    }

    func send(subscription: any Subscription) {
        if upstream.attach(subscription) { subscription.request(.unlimited) }
    }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Never {
        subscriber.flowControl?.addSource()
        let listener = StateListener(AnySubscriber(subscriber))
        listener.link.attach(
            request: { demand in self.submit(.request(listener, demand)) },
            cancel: { self.submit(.detach(listener)) })
        subscriber.receive(subscription: listener.link)
        submit(.attach(listener))
    }

    private func submit(_ event: Event) {
        let delivery = { @Sendable in self.drain.submit(event) { self.handle($0) } }
        if let deliver { deliver(delivery) } else { delivery() }
    }

    private func handle(_ event: Event) {
        switch event {
        case .state(let state):
            keep(state)
            for listener in listeners { listener.offer(state) }
        case .finished:
            hasFinished = true
            for listener in listeners { finishIfDone(listener) }
        case .attach(let listener):
            if listener.link.isStopped { return }
            listeners.append(listener)
            listener.attach(latest)
            finishIfDone(listener)
        case .request(let listener, let demand):
            listener.request(demand)
            finishIfDone(listener)
        case .detach(let listener):
            remove(listener)
        }
    }

    /// Keeps a state for later subscribers, without what is reported once: the list may have scrolled since.
    /// Without subscribers, the row of a jump waits for the next one.
    private func keep(_ state: Output) {
        guard replaysLatest else { return }
        var kept = state
        if !listeners.isEmpty {
            kept.scrollTarget = nil
            kept.warning = nil
        } else if let latest {
            kept.scrollTarget = state.scrollTarget(since: latest)
            kept.warning = state.warning ?? latest.warning
        }
        latest = kept
    }

    /// Ends the stream of a subscriber that has received the last state.
    private func finishIfDone(_ listener: StateListener<Item>) {
        if hasFinished, listener.finish() { remove(listener) }
    }

    private func remove(_ listener: StateListener<Item>) {
        listener.release()
        listeners.removeAll { $0 === listener }
    }
}
