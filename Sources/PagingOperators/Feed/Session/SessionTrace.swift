import Streams

/// Makes the events of a session, while they have a subscriber.
@usableFromInline
package final class SessionTrace<Engine: SessionEngine>: Sendable {
    @usableFromInline typealias Action = SessionAction<Engine.State, Engine.ID, Engine.Request>

    /// What the engine has done at an event.
    @usableFromInline
    struct Step: Sendable {
        @usableFromInline let actions: [Action]
        let explanation: PageExplanation
    }

    @usableFromInline let hub: PageEventHub
    private let session: Int
    private let handle: @Sendable (inout Engine, Engine.Event) -> Step
    private let event: @Sendable (Action) -> PageExplanation.Note?

    private init(
        _ hub: PageEventHub, handle: @escaping @Sendable (inout Engine, Engine.Event) -> Step,
        event: @escaping @Sendable (Action) -> PageExplanation.Note?
    ) {
        self.hub = hub
        session = hub.beginSession()
        self.handle = handle
        self.event = event
    }

    /// Whether there are subscribers.
    @inlinable
    var isObserved: Bool { hub.isObserved }

    /// Sends the beginning of a session that has no source yet. One with a source begins with the first event
    /// of its engine.
    @usableFromInline
    func beginWithoutSource() {
        send([PageExplanation.Note(kind: .began)])
    }

    /// Handles an event; what has caused the actions is sent before it returns.
    @usableFromInline
    func handle(_ event: Engine.Event, by engine: inout Engine?) -> Step {
        guard var running = engine.take() else { return Step(actions: [], explanation: PageExplanation()) }
        let step = handle(&running, event)
        engine = running
        send(step.explanation.causes)
        return step
    }

    /// Sends the event of an action that is about to be performed.
    @usableFromInline
    func willPerform(_ action: Action) {
        if let note = event(action) { send([note]) }
    }

    /// Sends the reasons for which there were no other actions.
    @usableFromInline
    func didPerform(_ step: Step) {
        send(step.explanation.reasons)
    }

    /// Sends the end of the session with its running loads.
    @usableFromInline
    func end(_ loads: ContiguousArray<Engine.ID>) {
        guard isObserved else { return }
        for load in loads { willPerform(.cancelLoad(load)) }
        send([PageExplanation.Note(kind: .ended)])
    }

    private func send(_ notes: [PageExplanation.Note]) {
        for note in notes { hub.send(PageEvent(note.kind, load: note.load, session: session)) }
    }
}

extension SessionTrace where Engine: FeedEngine {
    /// Makes the trace of a new session of a feed.
    @usableFromInline
    convenience init(_ hub: PageEventHub) {
        self.init(
            hub,
            handle: { engine, event in
                guard let pagingEvent = Engine.pagingEvent(event) else {
                    return Step(actions: engine.handle(event), explanation: PageExplanation())
                }
                let before = engine.paging.situation
                let actions = engine.handle(event)
                return Step(
                    actions: actions, explanation: engine.paging.explanation(of: pagingEvent, from: before))
            },
            event: { action in
                switch action {
                case .publish(let state):
                    return PageExplanation.Note(kind: .published(Engine.published(state)))
                case .load(let id, let request):
                    guard let (id, request) = Engine.pageLoad(id, request) else { return nil }
                    let kind = PageEvent.Kind.started(
                        key: PageEvent.text(of: request.key), direction: request.direction, attempt: 1)
                    return PageExplanation.Note(kind: kind, load: id.number)
                case .cancelLoad(let id):
                    return Engine.pageLoadID(id).map {
                        PageExplanation.Note(kind: .cancelled, load: $0.number)
                    }
                }
            })
    }

    /// Observes a load of a page; `nil` without subscribers.
    @usableFromInline
    func observer(of id: LoadID, _ request: PageRequest<Engine.Key>) -> PageLoadObserver? {
        guard isObserved else { return nil }
        return hub.observer(
            ofLoad: id.number, session: session, key: PageEvent.text(of: request.key),
            direction: request.direction, next: nil)
    }
}
