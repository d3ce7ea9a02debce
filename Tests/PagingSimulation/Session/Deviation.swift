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
    func handle(_ event: Engine.Event, with engine: inout Engine) -> [Engine.Action] {
        var actions: [Engine.Action] = []
        for event in changeEvent(event, engine) { actions += engine.handle(event) }
        return changeActions(actions)
    }
}
