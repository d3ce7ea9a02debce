import Streams

extension ExtraPublishers.Paginate {
    /// Runs a session of the feed.
    ///
    /// - Parameters:
    ///   - engine: The feed's engine, or one that contains it.
    ///   - downstream: The subscriber.
    ///   - startLoad: Starts a load of the engine.
    @inlinable
    func run<Engine: FeedEngine>(
        _ engine: Engine, for downstream: EngineSession<Engine>.Downstream,
        startLoad: @escaping EngineSession<Engine>.StartLoadFrom<Source>
    ) where Engine.Key == Source.Key, Engine.Input == Source.Item {
        downstream.flowControl?.addSource()
        // The inputs that end: the start or the sources, the signals, and a store.
        let session = EngineSession(
            engine: engine, inputCount: 2, downstream: downstream, trace: SessionTrace(hub))
        let replacements = source.replacements
        let store = replacements == nil ? session.use(source, startLoad: startLoad) : nil
        archive?.follow { [weak session] receive in
            guard let session else { return receive(nil) }
            session.submit(
                .read { engine in
                    let snapshot = engine?.paging.makeSnapshot()
                    return { receive(snapshot) }
                })
        }
        session.begin()
        // Only then a weak reference: each retain of the session would take twice as long.
        session.own(
            transform.commands?.observe { [weak session] command in
                session?.submit(.engine(Engine.event(.command(command))))
            })
        if let replacements {
            session.follow(replacements, startLoad: startLoad) { [signals, weak session] in
                if let session { signals.receive(subscriber: SignalReceiver(session: session)) }
            }
        } else {
            session.own(session.observeChanges(of: source))
            // Before the first page is requested, so that signals that answer a state are received.
            signals.receive(subscriber: SignalReceiver(session: session))
            session.submit(.inputEnded(Engine.event(.start)))
            store?.read(for: session)
        }
    }

    /// The engine of the feed, which has not started.
    @usableFromInline
    func makeEngine() -> PagingEngine<Source.Key, Source.Item, Item> {
        var start = start
        if source.storage != nil { start.keepsItems = true }
        return PagingEngine(
            rules: rules, transform: transform, start: start, difference: difference,
            keyForRow: { [source] in source.key(forRow: $0) })
    }
}
