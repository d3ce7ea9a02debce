import Streams

extension ViewState: Conflatable {
    /// The same state, with the change since the state before the skipped one.
    @inlinable
    package func conflated(with skipped: ViewState) -> ViewState {
        var state = self
        state.scrollTarget = scrollTarget ?? skipped.scrollTarget.flatMap { change.row(afterMoving: $0) }
        state.warning = warning ?? skipped.warning
        state.change = skipped.change.followed(by: change)
        return state
    }
}
