import PagingOperators

/// How an engine is broken, to test that the simulation detects it.
package struct Deviation {
    package typealias Engine = PagingEngine<Int, SimulatedRow, SimulatedRow>

    /// Changes the rules of the engine.
    package var changeRules: (PagingRules) -> PagingRules
    /// Replaces an event by others.
    package var changeEvent: (Engine.Event, Engine) -> [Engine.Event]
    /// Changes the actions of the engine.
    package var changeActions: ([Engine.Action]) -> [Engine.Action]
    /// Changes the states of the engine.
    package var changeState: (ViewState<SimulatedRow>) -> ViewState<SimulatedRow>

    package init(
        changeRules: @escaping (PagingRules) -> PagingRules = { $0 },
        changeEvent: @escaping (Engine.Event, Engine) -> [Engine.Event] = { event, _ in [event] },
        changeActions: @escaping ([Engine.Action]) -> [Engine.Action] = { $0 },
        changeState: @escaping (ViewState<SimulatedRow>) -> ViewState<SimulatedRow> = { $0 }
    ) {
        self.changeRules = changeRules
        self.changeEvent = changeEvent
        self.changeActions = changeActions
        self.changeState = changeState
    }

    /// Handles an event with an engine that is broken.
    ///
    /// - Parameter state: The last state.
    func handle(
        _ event: Engine.Event, with engine: inout Engine, after state: ViewState<SimulatedRow>
    ) -> [Engine.Action] {
        let events = changeEvent(event, engine)
        if events.count == 1 { return changeActions(engine.handle(events[0])) }
        return changeActions(joined(events.flatMap { engine.handle($0) }, after: state))
    }

    /// The actions of several events, as if one had led to them: with one state, unless it is the last one
    /// again, and without the loads that are cancelled again.
    private func joined(
        _ actions: [Engine.Action], after old: ViewState<SimulatedRow>
    ) -> [Engine.Action] {
        var cancelled: Set<LoadID> = []
        var started: Set<LoadID> = []
        var state: ViewState<SimulatedRow>?
        for action in actions {
            switch action {
            case .cancelLoad(let id): cancelled.insert(id)
            case .load(let id, _): started.insert(id)
            case .publish(let new): state = state.map { new.conflated(with: $0) } ?? new
            }
        }
        let isDone = started.intersection(cancelled)
        var (cancellations, loads): ([Engine.Action], [Engine.Action]) = ([], [])
        for action in actions {
            switch action {
            case .cancelLoad(let id): if !isDone.contains(id) { cancellations.append(action) }
            case .load(let id, _): if !isDone.contains(id) { loads.append(action) }
            case .publish: break
            }
        }
        if let new = state, isSame(new, as: old) { state = nil }
        return cancellations + (state.map { [.publish($0)] } ?? []) + loads
    }

    private func isSame(_ new: ViewState<SimulatedRow>, as old: ViewState<SimulatedRow>) -> Bool {
        let states = zip([new.refresh, new.append, new.prepend], [old.refresh, old.append, old.prepend])
        return new.change.isEmpty && new.scrollTarget == nil && new.warning == nil
            && states.allSatisfy { LoadKind($0) == LoadKind($1) } && new.total == old.total
            && new.isStored == old.isStored && new.tally.endedRefreshes == old.tally.endedRefreshes
    }
}
