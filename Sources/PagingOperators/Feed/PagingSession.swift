import Streams

/// Drives an engine for one subscriber: hands it what happens, one event at a time, and does what it says.
@usableFromInline
final class PagingSession<Source: PageSource, Item: Sendable, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == ViewState<Item>, Downstream.Failure == Never {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline
    typealias Engine = PagingEngine<Source.Key, Source.Item, Item>

    @usableFromInline
    enum Event: Sendable {
        case start
        case signal(ListSignal)
        case answer(LoadID, Engine.Event)
        case invalidated
        case command(TransformCommand)
        case save(@Sendable (PagingSnapshot<Source.Key, Source.Item>?) -> Void)
        case signalsEnded
        case request(Subscribers.Demand)
        case cancel
    }

    @usableFromInline let drain = Drain<Event>()
    /// The subscription that downstream holds.
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let signalsLink = SubscriptionLink()
    /// What the source and the transforms have to tell.
    @usableFromInline let listening = Locked<[AnyCancellable]>([])
    @usableFromInline let source: Source
    @usableFromInline let downstream: Downstream
    @usableFromInline let onHint: (@Sendable (Int) -> Void)?

    @usableFromInline @exclusivity(unchecked) var engine: Engine
    @usableFromInline @exclusivity(unchecked) var loads = RunningLoads()
    @usableFromInline @exclusivity(unchecked) var outlet = StateOutlet<Item>()
    /// What may still begin a load when nothing is being loaded: the start, and the signals.
    @usableFromInline @exclusivity(unchecked) var openInputs = 2

    @inlinable
    init(
        engine: Engine, source: Source, downstream: Downstream, onHint: (@Sendable (Int) -> Void)? = nil
    ) {
        self.engine = engine
        self.source = source
        self.downstream = downstream
        self.onHint = onHint
    }

    @inlinable
    func start<Signals: Publisher>(with signals: Signals)
    where Signals.Output == ListSignal, Signals.Failure == Never {
        link.attach(
            request: { demand in self.submit(.request(demand)) },
            cancel: { self.submit(.cancel) })
        downstream.receive(subscription: link)
        listen()
        // Before the first page is asked for, so that a list that answers its arrival is heard.
        signals.receive(subscriber: SignalReceiver(session: self))
        submit(.start)
    }

    @inlinable
    func listen() {
        var listeners: [AnyCancellable] = []
        if let invalidations = source.invalidations {
            listeners.append(invalidations.sink { [weak self] in self?.submit(.invalidated) })
        }
        if let listener = engine.transform.observeCommands({ [weak self] in self?.submit(.command($0)) }) {
            listeners.append(listener)
        }
        if !listeners.isEmpty { _ = listening.exchange(listeners) }
    }

    @inlinable
    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    /// Takes a hint. Most need nothing, and cost next to nothing.
    @inlinable
    func submit(shown row: Int) {
        guard drain.enterAnonymously() else { return submit(.signal(.shown(row: row))) }
        if !engine.takesNote(ofShown: row) { handle(.signal(.shown(row: row))) }
        if !drain.leaveQuickly() { leaveDrain() }
    }

    @inlinable
    func leaveDrain() {
        drain.leave { handle($0) }
    }
}

// What follows is called by the drain's owner only.
extension PagingSession {
    @inlinable
    func handle(_ event: Event) {
        if case .cancel = event { return letGo() }
        if link.isStopped { return ignore(event) }
        switch event {
        case .start:
            openInputs -= 1
            perform(engine.handle(.start))
        case .signal(let signal):
            perform(engine.handle(.signal(signal)))
        case .answer(let id, let event):
            _ = loads.remove(id)
            perform(engine.handle(event))
        case .invalidated: perform(engine.handle(.invalidated))
        case .command(let command): perform(engine.handle(.command(command)))
        case .save(let receive):
            let snapshot = engine.makeSnapshot()
            drain.deferUpstream(.run { receive(snapshot) })
        case .signalsEnded: openInputs -= 1
        case .request(let demand): outlet.request(demand)
        case .cancel: break
        }
        deliver()
        finishIfDone()
    }

    @inlinable
    func ignore(_ event: Event) {
        if case .save(let receive) = event { drain.deferUpstream(.run { receive(nil) }) }
    }

    @inlinable
    func perform(_ actions: [Engine.Action]) {
        // A state may be answered by a cancellation: what stands after it is not wanted any more.
        for action in actions where !link.isStopped {
            switch action {
            case .publish(let state):
                outlet.offer(state)
                deliver()
            case .load(let id, let request):
                startLoad(id, request)
            case .cancelLoad(let id):
                if let load = loads.remove(id) { drain.deferUpstream(.cancel(load)) }
            }
        }
    }

    @inlinable
    func startLoad(_ id: LoadID, _ request: PageRequest<Source.Key>) {
        let load = SubscriptionLink()
        loads.add(load, id)
        drain.deferUpstream(
            .run { [source] in
                if load.isStopped { return }
                source.page(for: request).receive(subscriber: PageReceiver(session: self, id: id, link: load))
            })
    }

    @inlinable
    func deliver() {
        while !link.isStopped, let state = outlet.next() {
            outlet.request(downstream.receive(state))
        }
    }

    @inlinable
    func finishIfDone() {
        guard openInputs == 0, engine.isAtRest, outlet.isEmpty, link.finish() else { return }
        letGo()
        downstream.receive(completion: .finished)
    }

    @inlinable
    func letGo() {
        for load in loads.removeAll() { drain.deferUpstream(.cancel(load)) }
        outlet = StateOutlet()
        engine = Engine(rules: engine.rules, transform: engine.initialTransform)
        drain.deferUpstream(.cancel(signalsLink))
        let listeners = listening.exchange([])
        if !listeners.isEmpty {
            drain.deferUpstream(.run { for listener in listeners { listener.cancel() } })
        }
    }
}

extension PagingSession {
    /// Takes the list's signals.
    @usableFromInline
    struct SignalReceiver: Subscriber {
        @usableFromInline let session: PagingSession

        @inlinable
        init(session: PagingSession) {
            self.session = session
        }

        @inlinable
        func receive(subscription: any Subscription) {
            if session.signalsLink.attach(subscription) { subscription.request(.unlimited) }
        }

        @inlinable
        func receive(_ signal: ListSignal) -> Subscribers.Demand {
            if session.link.isStopped { return .none }
            if case .shown(let row) = signal {
                session.submit(shown: row)
                session.onHint?(row)
            } else {
                session.submit(.signal(signal))
            }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Never>) {
            if session.signalsLink.finish() { session.submit(.signalsEnded) }
        }
    }

    /// Takes the one page of a load.
    @usableFromInline
    struct PageReceiver: Subscriber {
        @usableFromInline let session: PagingSession
        @usableFromInline let id: LoadID
        @usableFromInline let link: SubscriptionLink

        @inlinable
        init(session: PagingSession, id: LoadID, link: SubscriptionLink) {
            self.session = session
            self.id = id
            self.link = link
        }

        @inlinable
        func receive(subscription: any Subscription) {
            if link.attach(subscription) { subscription.request(.max(1)) }
        }

        @inlinable
        func receive(_ page: Page<Source.Key, Source.Item>) -> Subscribers.Demand {
            if link.cancelToFinish() { session.submit(.answer(id, .loaded(id, page))) }
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Source.Failure>) {
            guard link.finish() else { return }
            switch completion {
            case .finished: session.submit(.answer(id, .failed(id, PagingError.noPage)))
            case .failure(let error): session.submit(.answer(id, .failed(id, error)))
            }
        }
    }
}
