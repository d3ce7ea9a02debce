import Streams

/// Sends the states of one session to several subscribers, and the present one to those that come later.
///
/// Each subscriber has its states conflated by its own demand.
final class StateSubject<Item: Sendable>: Subject, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    typealias Output = ViewState<Item>
    typealias Failure = Never

    private enum Event: Sendable {
        case state(Output)
        case finished
        case attach(StateListener<Item>)
        case request(StateListener<Item>, Subscribers.Demand)
        case detach(StateListener<Item>)
    }

    private let replaysLatest: Bool
    private let drain = Drain<Event>()
    private let upstream = SubscriptionLink()

    private var latest: Output?
    private var listeners: [StateListener<Item>] = []
    private var hasFinished = false

    init(replaysLatest: Bool) {
        self.replaysLatest = replaysLatest
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
        let listener = StateListener(AnySubscriber(subscriber))
        listener.link.attach(
            request: { demand in self.submit(.request(listener, demand)) },
            cancel: { self.submit(.detach(listener)) })
        subscriber.receive(subscription: listener.link)
        submit(.attach(listener))
    }

    private func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .state(let state):
            if replaysLatest { latest = state }
            for listener in listeners { listener.offer(state) }
        case .finished:
            hasFinished = true
            for listener in listeners { settle(listener) }
        case .attach(let listener):
            if listener.link.isStopped { return }
            listeners.append(listener)
            if let latest { listener.offer(latest) }
            settle(listener)
        case .request(let listener, let demand):
            listener.request(demand)
            settle(listener)
        case .detach(let listener):
            letGo(of: listener)
        }
    }

    /// Ends the stream of a subscriber that has got all there is.
    private func settle(_ listener: StateListener<Item>) {
        if hasFinished, listener.finish() { letGo(of: listener) }
    }

    private func letGo(of listener: StateListener<Item>) {
        listener.letGo()
        listeners.removeAll { $0 === listener }
    }
}
