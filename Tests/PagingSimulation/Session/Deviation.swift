import PagingOperators

/// How an engine differs from the reference, to test that the simulation detects it.
package struct Deviation {
    /// Changes the rules of the engine, but not those of the reference.
    package var changeRules: (PagingRules) -> PagingRules
    /// Changes the states of the engine before they are compared.
    package var changeState: (ViewState<SimulatedRow>) -> ViewState<SimulatedRow>

    package init(
        changeRules: @escaping (PagingRules) -> PagingRules = { $0 },
        changeState: @escaping (ViewState<SimulatedRow>) -> ViewState<SimulatedRow> = { $0 }
    ) {
        self.changeRules = changeRules
        self.changeState = changeState
    }
}
