import Flux

@testable import Demo

/// Notes the states of a run.
final class RunRecorder: StatePrinter {
    private(set) var screen = Screen()
    private(set) var summary: Summary<Int>?
    /// How many times the list went over to a failure.
    private(set) var failures = 0
    /// The most rows that the list has had.
    private(set) var mostRows = 0
    /// How many rows have left the list.
    private(set) var removedRows = 0
    /// Whether a row has ever been in the list twice at a time.
    private(set) var hasDuplicates = false
    private var hasFailed = false

    func print(_ state: UserListState) {
        screen.show(state)
        if state.error != nil && !hasFailed { failures += 1 }
        hasFailed = state.error != nil
        mostRows = max(mostRows, state.items.count)
        removedRows += state.change.removed.map(\.count).reduce(0, +)
        guard !state.change.inserted.isEmpty else { return }
        hasDuplicates = hasDuplicates || Set(state.items.map(\.id)).count < state.items.count
    }

    func finish(_ summary: Summary<Int>) {
        self.summary = summary
    }
}
