import Streams

/// Tells a source of a session from those before and after it.
@usableFromInline
package final class SourceIdentity: Sendable {
    @usableFromInline
    init() {}
}

/// Drives an engine for one subscriber: passes events to it, one at a time, and performs its actions.
///
/// The session owns what every engine needs: the drain, the downstream subscription, the demand and the state
/// that waits for it, the running loads and the upstream subscriptions. It finishes when its inputs have
/// ended, the engine is at rest and the last state is delivered.
///
/// The type of the subscriber is erased: the project that shows a list compiles the session once for a type
/// of rows, and not once more for each chain of operators behind a feed.
@usableFromInline
package final class EngineSession<Engine: SessionEngine>: SerialStage, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline
    package typealias Downstream = AnySubscriber<Engine.State, Never>

    @usableFromInline
    package enum Event: StageEvent {
        case engine(Engine.Event)
        /// An input has ended, with its last event if it has one.
        case inputEnded(Engine.Event?)
        /// A load has ended, with its last event.
        case loadEnded(Engine.ID, Engine.Event)
        /// The list has another source: the loads that follow are its.
        case sourceReplaced(SourceLoads, Engine.Event)
        /// The store of a source was read, an input that ends with that.
        case storeRead(StoreGate, Engine.Event?)
        /// A change of a source, without effect once the list has another one.
        case sourceChanged(SourceIdentity, Engine.Event)
        case read(Reader)
        case request(Subscribers.Demand)
        case cancel
    }

    /// Reads the engine, or `nil` after the end of the session; returns a closure to call once the drain is
    /// free.
    @usableFromInline
    package typealias Reader = @Sendable (Engine?) -> @Sendable () -> Void

    /// Starts a load: subscribes to its publisher and attaches the subscription to the link. For a request
    /// that changes a running load, the link is that load's.
    @usableFromInline
    package typealias StartLoad =
        @Sendable (EngineSession, Engine.ID, Engine.Request, SubscriptionLink) -> Void

    /// The loads of a source.
    @usableFromInline
    package struct SourceLoads: Sendable {
        @usableFromInline let start: StartLoad
        /// Observes the changes of the source, before its first load starts; `nil` if that is done already.
        @usableFromInline let observe: (@Sendable () -> Void)?
        /// Holds back loads and failures until the store of the source was read; `nil` without a store.
        @usableFromInline let gate: StoreGate?
        /// Tells the changes of the source from those of others.
        @usableFromInline let identity: SourceIdentity
        /// Reads the engine for the last time, before another source replaces this one, and at the end.
        @usableFromInline let onRelease: Reader?

        @usableFromInline
        init(
            start: @escaping StartLoad, observe: (@Sendable () -> Void)? = nil, gate: StoreGate? = nil,
            identity: SourceIdentity = SourceIdentity(), onRelease: Reader? = nil
        ) {
            self.identity = identity
            self.start = start
            self.observe = observe
            self.gate = gate
            self.onRelease = onRelease
        }
    }

    @usableFromInline package let drain = Drain<Event>()
    @usableFromInline package let link = SubscriptionLink()
    @usableFromInline package let downstream: Downstream
    @usableFromInline let inputs = Locked<[SubscriptionLink]>([])
    /// Makes events; `nil` for a session that has none.
    @usableFromInline let trace: SessionTrace<Engine>?
    /// The hub of the trace, for hints: each checks whether there are subscribers.
    @usableFromInline let hub: PageEventHub

    /// The loads of the present source; `nil` before there is one.
    @usableFromInline @exclusivity(unchecked) var source: SourceLoads?
    /// `nil` after the end.
    @usableFromInline @exclusivity(unchecked) var engine: Engine?
    @usableFromInline @exclusivity(unchecked) var loads = RunningLoads<Engine.ID>()
    @usableFromInline @exclusivity(unchecked) var outlet = ConflatingOutlet<Engine.State>()
    /// How many inputs may still send events.
    @usableFromInline @exclusivity(unchecked) var openInputs: Int

    /// Makes a session, which starts with ``begin()``.
    ///
    /// - Parameters:
    ///   - engine: The engine to drive.
    ///   - inputCount: How many inputs end with an `inputEnded` event.
    ///   - downstream: The subscriber.
    ///   - trace: Makes events of what the session does.
    @usableFromInline
    package init(
        engine: Engine, inputCount: Int, downstream: Downstream, trace: SessionTrace<Engine>? = nil
    ) {
        self.engine = engine
        self.trace = trace
        hub = trace?.hub ?? PageEventHub()
        self.downstream = downstream
        openInputs = inputCount
    }

    /// Makes a link for an upstream subscription, which is cancelled at the end of the session.
    @usableFromInline
    package func makeInput() -> SubscriptionLink {
        let input = SubscriptionLink()
        inputs.withLock { $0.append(input) }
        if link.isStopped { input.cancel() }
        return input
    }

    /// Keeps an observation until the end of the session.
    @usableFromInline
    package func own(_ observation: AnyCancellable?) {
        guard let observation else { return }
        makeInput().attach(request: { _ in }, cancel: { observation.cancel() })
    }
}

// What follows is called by the drain's owner only. What contains the engine, or delivers a state, is not
// inlined: it would be compiled, for each engine, in all places where the drain handles events.
extension EngineSession {
    @inlinable @inline(never)
    package func handle(_ event: Event) {
        if link.isStopped { return handleAfterEnd(event) }
        switch event {
        case .engine(let event):
            advance(event)
        case .inputEnded(let event):
            openInputs -= 1
            if let event { advance(event) }
        case .loadEnded(let id, let event):
            _ = loads.remove(id)
            advance(event)
        case .sourceReplaced(let loads, let event):
            releaseSource()
            source = loads
            if loads.gate != nil { openInputs += 1 }
            if let observe = loads.observe { drain.deferUpstream(.run(observe)) }
            advance(event)
        case .storeRead(let gate, let event):
            openInputs -= 1
            if let event, source?.gate === gate { advance(event) }
        case .sourceChanged(let identity, let event):
            if source?.identity === identity { advance(event) }
        case .read(let reader):
            drain.deferUpstream(.run(reader(engine)))
        case .request(let demand):
            outlet.request(demand)
        case .cancel:
            break
        }
        deliver()
        if openInputs == 0, engine?.isAtRest != false, outlet.isEmpty { finish(.finished) }
    }

    @usableFromInline @inline(never)
    func handleAfterEnd(_ event: Event) {
        switch event {
        case .cancel: release()
        case .read(let reader): drain.deferUpstream(.run(reader(nil)))
        case .engine, .inputEnded, .loadEnded, .sourceReplaced, .storeRead, .sourceChanged, .request:
            break
        }
    }

    /// Whether there are subscribers to the events of the session.
    @inlinable @inline(__always)
    var isObserved: Bool { hub.isObserved }

    @inlinable @inline(never)
    func advance(_ event: Engine.Event) {
        if isObserved, let trace { return advance(event, observedBy: trace) }
        guard let actions = engine?.handle(event) else { return }
        // Downstream may cancel from inside a state: the actions after it are not performed then.
        for action in actions where !link.isStopped { perform(action) }
    }

    @usableFromInline @inline(never)
    func advance(_ event: Engine.Event, observedBy trace: SessionTrace<Engine>) {
        if engine == nil { return }
        let step = trace.handle(event, by: &engine)
        for action in step.actions where !link.isStopped {
            trace.willPerform(action)
            perform(action)
        }
        if !link.isStopped { trace.didPerform(step) }
    }

    @inlinable
    func perform(_ action: SessionAction<Engine.State, Engine.ID, Engine.Request>) {
        switch action {
        case .publish(let state):
            deliver(state)
        case .load(let id, let request):
            start(id, request)
        case .cancelLoad(let id):
            cancel(id)
        }
    }

    @inlinable
    func start(_ id: Engine.ID, _ request: Engine.Request) {
        let load = loads.link(of: id)
        drain.deferUpstream(
            .run { [startLoad = source?.start] in
                if !load.isStopped { startLoad?(self, id, request, load) }
            })
    }

    @inlinable
    func cancel(_ id: Engine.ID) {
        guard let load = loads.remove(id) else { return }
        drain.deferUpstream(Engine.sharesWork(id) ? .run { load.cancel() } : .cancel(load))
    }

    @inlinable @inline(never)
    func deliver(_ state: Engine.State) {
        outlet.deliver(state, to: downstream, of: link)
    }

    @inlinable @inline(never)
    func deliver() {
        outlet.deliver(to: downstream, of: link)
    }

    @usableFromInline
    package func release() {
        if engine != nil { trace?.end(loads.ids) }
        for load in loads.removeAll() { drain.deferUpstream(.cancel(load)) }
        for input in inputs.exchange([]) { drain.deferUpstream(.cancel(input)) }
        outlet = ConflatingOutlet()
        releaseSource()
        engine = nil
    }

    @usableFromInline
    func releaseSource() {
        guard let source else { return }
        if let read = source.onRelease, engine != nil { drain.deferUpstream(.run(read(engine))) }
        if let gate = source.gate { drain.deferUpstream(.run { gate.close() }) }
        self.source = nil
    }
}
