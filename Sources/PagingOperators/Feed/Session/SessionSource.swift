import Streams

/// The source of a session, with its store.
@usableFromInline
package struct SessionSource<Source: PageSource>: Sendable {
    @usableFromInline let source: Source
    /// `nil` if the list is not stored.
    @usableFromInline let store: SessionStore<Source.Key, Source.Item>?

    @inlinable
    init(_ source: Source, store: SessionStore<Source.Key, Source.Item>?) {
        self.source = source
        self.store = store
    }

    /// Starts to load a page for a session.
    @inlinable
    func load<Engine: FeedEngine>(
        _ request: PageRequest<Source.Key>, id: LoadID, for session: EngineSession<Engine>,
        link: SubscriptionLink
    ) where Engine.Key == Source.Key, Engine.Input == Source.Item {
        var request = request
        request.observer = session.trace?.observer(of: id, request)
        let page = source.page(for: request)
        let receiver = PageReceiver<Engine, Source.Failure>(
            session: session, store: store, id: id, direction: request.direction, link: link,
            observer: request.observer)
        if let result = page._immediateResult(for: .stage) {
            receiver.receive(result)
        } else {
            page.receive(subscriber: receiver)
        }
    }
}

/// The store of a session's source.
@usableFromInline
package final class SessionStore<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    @usableFromInline let gate: StoreGate
    @usableFromInline let saver: ListSaver<Key, Item>
    private let storage: PageStorage<Key, Item>

    /// Saves the list of a session while the session has the source.
    @usableFromInline
    init<Engine: FeedEngine>(
        _ storage: PageStorage<Key, Item>, of session: EngineSession<Engine>
    ) where Engine.Key == Key, Engine.Input == Item {
        self.storage = storage
        let gate = StoreGate(holdsLoads: storage.isReadFirst)
        self.gate = gate
        saver = ListSaver(storage) { [weak session] take in
            guard let session else { return take { _ in nil }() }
            session.submit(
                .read { [weak session] engine in
                    // A cancelled load may keep the store of a source that was replaced.
                    guard session?.source?.gate === gate else { return take { _ in nil } }
                    return take { engine?.paging.makeStorableList(since: $0) }
                })
        }
    }

    /// Reads the stored list, and shows it if the session has no pages of the source by then.
    @usableFromInline
    func read<Engine: FeedEngine>(for session: EngineSession<Engine>)
    where Engine.Key == Key, Engine.Input == Item {
        // Held loads keep their source.
        storage.store.scheduler.schedule { [weak session, storage, gate] in
            let list = storage.read()
            session?.submit(
                .read { [weak session] engine in
                    var list = list
                    // It does not replace the load of a page that it does not have.
                    if let start = engine?.paging.setup.start, list?.hasPage(with: start.key) == false {
                        list?.isValid = false
                    }
                    let event = list.map { Engine.event(.stored($0)) }
                    return { [weak session] in
                        session?.submit(.storeRead(gate, event))
                        // After the cancellation of loads that the list has made unnecessary.
                        session?.submit(.read { _ in { gate.open() } })
                    }
                })
        }
    }
}

extension EngineSession where Engine: FeedEngine {
    /// Starts a load of a source.
    @usableFromInline
    package typealias StartLoadFrom<Source: PageSource> =
        @Sendable (SessionSource<Source>, EngineSession, Engine.ID, Engine.Request, SubscriptionLink) -> Void

    /// Takes the source of a session that has just one. To be called before the session begins.
    ///
    /// - Returns: The store of the source, which is read once the session has begun.
    @inlinable
    func use<Source: PageSource>(_ source: Source, startLoad: @escaping StartLoadFrom<Source>)
        -> SessionStore<Source.Key, Source.Item>?
    where Engine.Key == Source.Key, Engine.Input == Source.Item {
        let source = makeSource(source)
        if source.store != nil { openInputs += 1 }
        self.source = makeLoads(from: source, startLoad: startLoad)
        return source.store
    }

    /// Replaces the source of the session by each one that a publisher sends. It is one of the session's
    /// inputs, and the signals, which have no effect before the first source, are another.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - startLoad: Starts a load of a source.
    ///   - observeSignals: Subscribes to the signals.
    @usableFromInline
    func follow<Source: PageSource>(
        _ sources: AnyPublisher<Source, Never>, startLoad: @escaping StartLoadFrom<Source>,
        observeSignals: @escaping @Sendable () -> Void
    ) where Engine.Key == Source.Key, Engine.Input == Source.Item {
        if isObserved {
            submit(
                .read { [trace] engine in
                    if engine != nil { trace?.beginWithoutSource() }
                    return {}
                })
        }
        let follower = SourceFollower()
        // The last source stays after the end of its publisher, which releases the closures below.
        own(AnyCancellable { follower.keep(nil) })
        own(
            sources.sink(
                receiveCompletion: { [weak self] _ in self?.endSources(of: follower) },
                receiveValue: { [weak self] source in
                    guard let self, !link.isStopped else { return }
                    take(source, for: follower, startLoad: startLoad, observeSignals: observeSignals)
                }))
    }

    /// Ends the input of the sources. If none was sent, the session never subscribes to the signals, so that
    /// their input ends as well.
    private func endSources(of follower: SourceFollower) {
        submit(.inputEnded(nil))
        if follower.isFirst { submit(.inputEnded(nil)) }
    }

    /// Takes the next source in place of the one before.
    private func take<Source: PageSource>(
        _ source: Source, for follower: SourceFollower, startLoad: @escaping StartLoadFrom<Source>,
        observeSignals: @escaping @Sendable () -> Void
    ) where Engine.Key == Source.Key, Engine.Input == Source.Item {
        let isFirst = follower.isFirst
        follower.begin()
        let sessionSource = makeSource(source)
        let identity = SourceIdentity()
        let loads = makeLoads(
            from: sessionSource, startLoad: startLoad, identity: identity,
            observe: { [weak self] in
                guard let self, !link.isStopped else { return }
                follower.keep(observeChanges(of: source, identity))
            })
        let event = Engine.event(
            .sourceReplaced(
                keyForRow: { source.key(forRow: $0) }, keepsItems: sessionSource.store != nil))
        if isFirst {
            begin(.sourceReplaced(loads, event), observingSignalsBy: observeSignals)
        } else {
            submit(.sourceReplaced(loads, event))
        }
        sessionSource.store?.read(for: self)
    }

    /// Takes the first source, and then the signals: those that are sent at the subscription to them, and
    /// those that answer the first state, count for that source. They wait until this event is handled.
    private func begin(_ firstSource: Event, observingSignalsBy observe: @escaping @Sendable () -> Void) {
        submit(
            .read { [weak self] engine in
                guard engine != nil, let self else { return {} }
                observe()
                // Not queued: the next source may wait already.
                handle(firstSource)
                return {}
            })
    }

    /// Observes the invalidations and insertions of a source, before its first load starts. What it sends at
    /// the subscription, as a `CurrentValueSubject` does, has no effect: its pages are newer.
    ///
    /// - Parameter identity: That of the source among those that a session has one after another. Another
    ///   thread may still be in a closure here when the next source has replaced this one.
    @usableFromInline
    func observeChanges<Source: PageSource>(
        of source: Source, _ identity: SourceIdentity? = nil
    ) -> AnyCancellable? where Engine.Input == Source.Item {
        let subscribing = OneWaySwitch()
        defer { subscribing.turnOff() }
        @Sendable func changed(_ event: Engine.Event) -> Event {
            identity.map { .sourceChanged($0, event) } ?? .engine(event)
        }
        let invalidations = source.invalidations?.sink { [weak self] in
            if !subscribing.isOn { self?.submit(changed(Engine.event(.invalidated))) }
        }
        let insertions = source.insertions?.sink { [weak self] insertion in
            let edge: Edge = insertion.edge == .start ? .start : .end
            if !subscribing.isOn { self?.submit(changed(Engine.event(.inserted(insertion.item, edge)))) }
        }
        guard let insertions else { return invalidations }
        return AnyCancellable {
            invalidations?.cancel()
            insertions.cancel()
        }
    }

    @usableFromInline
    func makeSource<Source: PageSource>(_ source: Source) -> SessionSource<Source>
    where Engine.Key == Source.Key, Engine.Input == Source.Item {
        SessionSource(source, store: source.storage.map { SessionStore($0, of: self) })
    }

    @inlinable
    func makeLoads<Source: PageSource>(
        from source: SessionSource<Source>, startLoad: @escaping StartLoadFrom<Source>,
        identity: SourceIdentity = SourceIdentity(), observe: (@Sendable () -> Void)? = nil
    ) -> SourceLoads where Engine.Key == Source.Key, Engine.Input == Source.Item {
        let start: StartLoad = { startLoad(source, $0, $1, $2, $3) }
        guard let store = source.store else {
            return SourceLoads(start: start, observe: observe, identity: identity)
        }
        return SourceLoads(
            start: store.gate.holding(start), observe: observe, gate: store.gate, identity: identity,
            onRelease: Self.saving(in: store))
    }

    @usableFromInline
    static func saving(in store: SessionStore<Engine.Key, Engine.Input>) -> Reader {
        { engine in store.saver.take { engine?.paging.makeStorableList(since: $0) } }
    }
}

/// A switch that is on until it is turned off.
private final class OneWaySwitch: Sendable {
    private let state = Locked(true)

    var isOn: Bool { state.withLock { $0 } }

    func turnOff() { state.withLock { $0 = false } }
}

/// What a session keeps of the source that it follows.
private final class SourceFollower: Sendable {
    private struct State: Sendable {
        var isFirst = true
        var observation: AnyCancellable?
    }

    private let state = Locked(State())

    /// Whether no source has been sent yet.
    var isFirst: Bool { state.withLock { $0.isFirst } }

    /// Ends what belongs to the source before.
    func begin() {
        state.withLock { $0.isFirst = false }
        keep(nil)
    }

    func keep(_ observation: AnyCancellable?) {
        let old = state.withLock { state in
            defer { state.observation = observation }
            return state.observation
        }
        old?.cancel()
    }
}
