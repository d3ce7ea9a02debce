import Streams

/// Holds back states until there is demand, and conflates those that wait.
@usableFromInline
struct StateOutlet<Item: Sendable> {
    @usableFromInline var demand = Subscribers.Demand.none
    @usableFromInline var waiting: ViewState<Item>?

    @inlinable
    init() {}

    /// Whether no state waits.
    @inlinable
    var isEmpty: Bool { waiting == nil }

    @inlinable
    mutating func request(_ more: Subscribers.Demand) {
        demand += more
    }

    /// Takes a state; one that still waits is skipped, and its change becomes part of the new one's.
    @inlinable
    mutating func offer(_ state: ViewState<Item>) {
        var state = state
        if let skipped = waiting {
            state.arrivedRow =
                state.arrivedRow ?? skipped.arrivedRow.flatMap { state.change.row(afterMoving: $0) }
            state.change = skipped.change.followed(by: state.change)
        }
        waiting = state
    }

    /// The state to deliver, if one waits and is wanted.
    @inlinable
    mutating func next() -> ViewState<Item>? {
        guard demand > .none, let state = waiting.take() else { return nil }
        demand -= 1
        return state
    }
}
