import Streams

/// Receives the one page of a load.
@usableFromInline
struct PageReceiver<Engine: FeedEngine, Downstream: Subscriber, Failure: Error>: Subscriber
where Downstream.Input == Engine.State, Downstream.Failure == Never {
    @usableFromInline let session: EngineSession<Engine, Downstream>
    @usableFromInline let id: LoadID
    @usableFromInline let link: SubscriptionLink

    @inlinable
    init(session: EngineSession<Engine, Downstream>, id: LoadID, link: SubscriptionLink) {
        self.session = session
        self.id = id
        self.link = link
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.attach(subscription) { subscription.request(.max(1)) }
    }

    @inlinable
    func receive(_ page: Page<Engine.Key, Engine.Input>) -> Subscribers.Demand {
        if link.cancelToFinish() {
            session.submit(ended(.loaded(id, page)))
            session.onPage?()
        }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.finish() else { return }
        switch completion {
        case .finished: session.submit(failure: ended(.failed(id, PagingError.noPage)))
        case .failure(let error): session.submit(failure: ended(.failed(id, error)))
        }
    }

    /// The end of the load, with its last event.
    @inlinable
    func ended(_ event: PagingEngine<Engine.Key, Engine.Input, Engine.Item>.Event)
        -> EngineSession<Engine, Downstream>.Event
    {
        .loadEnded(Engine.id(id), Engine.event(event))
    }
}
