import Streams

/// Receives the one page of a load.
@usableFromInline
struct PageReceiver<Engine: FeedEngine, Failure: Error>: Subscriber {
    @usableFromInline let session: EngineSession<Engine>
    @usableFromInline let store: SessionStore<Engine.Key, Engine.Input>?
    @usableFromInline let id: LoadID
    @usableFromInline let direction: LoadDirection
    @usableFromInline let link: SubscriptionLink
    @usableFromInline let observer: PageLoadObserver?

    @inlinable
    init(
        session: EngineSession<Engine>, store: SessionStore<Engine.Key, Engine.Input>?,
        id: LoadID, direction: LoadDirection, link: SubscriptionLink, observer: PageLoadObserver?
    ) {
        self.observer = observer
        self.session = session
        self.store = store
        self.id = id
        self.direction = direction
        self.link = link
    }

    @inlinable
    func receive(subscription: any Subscription) {
        if link.attach(subscription) { subscription.request(.max(1)) }
    }

    @inlinable
    func receive(_ page: Page<Engine.Key, Engine.Input>) -> Subscribers.Demand {
        if link.cancelToFinish() {
            observer?.end()
            store?.saver.pageLoaded(direction)
            session.submit(ended(.loaded(id, page)))
        } else {
            observer?.receiveLatePage()
        }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard link.finish() else { return }
        observer?.end()
        switch completion {
        case .finished: fail(PagingError.noPage)
        case .failure(let error): fail(error)
        }
    }

    /// Receives what a page's publisher sends at once, in place of a subscription.
    @inlinable
    func receive(_ result: Result<Page<Engine.Key, Engine.Input>?, Failure>) {
        if case .success(let page?) = result { _ = receive(page) }
        receive(completion: result.completion)
    }

    /// Ends the load with an error: at once or, if the session reads a store, after that, so that its rows
    /// are shown first.
    @usableFromInline
    func fail(_ error: any Error) {
        let event = ended(.failed(id, error))
        guard let store else { return session.submit(event) }
        store.gate.pass { [weak session] in session?.submit(event) }
    }

    /// The end of the load, with its last event.
    @inlinable
    func ended(_ event: PagingEngine<Engine.Key, Engine.Input, Engine.Item>.Event)
        -> EngineSession<Engine>.Event
    {
        .loadEnded(Engine.id(id), Engine.event(event))
    }
}
