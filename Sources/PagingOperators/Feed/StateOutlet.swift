import Streams

/// Holds back states until there is demand, and conflates those that wait.
@usableFromInline
typealias StateOutlet<Item: Sendable> = ConflatingOutlet<ViewState<Item>>

extension ConflatingOutlet {
    /// Takes a state. One that still waits is skipped, and its change becomes part of the new state's.
    @inlinable
    mutating func offer<Item>(_ state: ViewState<Item>) where Value == ViewState<Item> {
        offer(state) { skipped, state in
            var state = state
            state.arrivedRow =
                state.arrivedRow ?? skipped.arrivedRow.flatMap { state.change.row(afterMoving: $0) }
            state.change = skipped.change.followed(by: state.change)
            return state
        }
    }
}
