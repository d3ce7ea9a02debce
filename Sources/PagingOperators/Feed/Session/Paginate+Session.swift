import Streams

extension ExtraPublishers.Paginate {
    /// Runs a session of the feed.
    ///
    /// - Parameters:
    ///   - engine: The feed's engine, or one that contains it.
    ///   - downstream: The subscriber.
    ///   - startLoad: Starts a load of the engine.
    @inlinable
    func run<Engine: FeedEngine, Downstream: Subscriber>(
        _ engine: Engine, for downstream: Downstream,
        startLoad: @escaping EngineSession<Engine, Downstream>.StartLoad
    ) where Engine.Key == Source.Key, Engine.Input == Source.Item {
        let storage = source.storage
        let gate = storage?.makeGate()
        // The inputs that end: the start, the signals, and the store.
        let session = EngineSession(
            engine: engine, inputCount: storage == nil ? 2 : 3, downstream: downstream,
            startLoad: gate?.holding(startLoad) ?? startLoad)
        session.gate = gate
        if let storage { session.save(in: storage) }
        archive?.follow { [weak session] receive in
            guard let session else { return receive(nil) }
            session.submit(
                .read { engine in
                    let snapshot = engine?.paging.makeSnapshot()
                    return { receive(snapshot) }
                })
        }
        session.begin()
        session.own(
            source.invalidations?.sink { [weak session] in
                session?.submit(.engine(Engine.event(.invalidated)))
            })
        session.own(
            transform.observeCommands { [weak session] command in
                session?.submit(.engine(Engine.event(.command(command))))
            })
        // Before the first page is requested, so that signals that answer a state are received.
        signals.receive(subscriber: SignalReceiver(session: session))
        session.submit(.inputEnded(Engine.event(.start)))
        if let storage, let gate { session.read(storage, opening: gate) }
    }

    /// The engine of the feed, which has not started.
    @inlinable
    func makeEngine() -> PagingEngine<Source.Key, Source.Item, Item> {
        var start = start
        if source.storage != nil { start.keepsItems = true }
        return PagingEngine(
            rules: rules, transform: transform, start: start, difference: difference,
            keyForRow: { [source] in source.key(forRow: $0) })
    }
}

extension PageSource {
    /// Starts to load a page for a session.
    @inlinable
    func load<Engine: FeedEngine, Downstream: Subscriber>(
        _ request: PageRequest<Key>, id: LoadID, for session: EngineSession<Engine, Downstream>,
        link: SubscriptionLink
    ) where Engine.Key == Key, Engine.Input == Item {
        page(for: request).receive(
            subscriber: PageReceiver<Engine, Downstream, Failure>(session: session, id: id, link: link))
    }
}
