import Streams

/// Receives the list's signals.
@usableFromInline
struct SignalReceiver<Engine: FeedEngine>: Subscriber {
    @usableFromInline let session: EngineSession<Engine>
    @usableFromInline let link: SubscriptionLink

    @inlinable
    init(session: EngineSession<Engine>) {
        self.session = session
        link = session.makeInput()
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.attach(subscription) { subscription.request(.unlimited) }
    }

    @inlinable
    func receive(_ signal: ListSignal) -> Subscribers.Demand {
        if session.link.isStopped { return .none }
        if case .shown(let rows) = signal {
            session.submit(shown: rows)
        } else {
            session.submit(.engine(Engine.event(.signal(signal))))
        }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Never>) {
        if link.finish() { session.submit(.inputEnded(nil)) }
    }
}
