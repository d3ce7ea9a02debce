import Streams

/// Holds back states until there is demand, and conflates those that wait.
struct StateOutlet<Item: Sendable> {
    private var demand = Subscribers.Demand.none
    private var waiting: ViewState<Item>?

    /// Whether no state waits.
    var isEmpty: Bool { waiting == nil }

    mutating func request(_ more: Subscribers.Demand) {
        demand += more
    }

    /// Takes a state; one that still waits is skipped, and its change becomes part of the new one's.
    mutating func offer(_ state: ViewState<Item>) {
        var state = state
        if let skipped = waiting { state.change = skipped.change.followed(by: state.change) }
        waiting = state
    }

    /// The state to deliver, if one waits and is wanted.
    mutating func next() -> ViewState<Item>? {
        guard demand > .none, let state = waiting.take() else { return nil }
        demand -= 1
        return state
    }
}
