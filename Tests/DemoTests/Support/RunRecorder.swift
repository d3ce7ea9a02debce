import Flux
import LoopbackServer
import PagingSimulation

@testable import Demo

/// Records the states of a run.
final class RunRecorder: StatePrinter {
    /// What is compared of a row: comparing addresses, in each row of each state, takes long.
    struct ShownRow: Sendable, Equatable {
        let id: Int
        let image: ImageState<PNG>
    }

    private var mirror = RowMirror<ShownRow>()
    /// The first state's `change` that did not lead to the state's rows.
    private(set) var mismatch: Mismatch?
    private(set) var summary: Summary<Int>?
    /// The number of times the list failed.
    private(set) var failures = 0
    /// The largest number of rows of a state.
    private(set) var mostRows = 0
    /// The number of rows removed from the list.
    private(set) var removedRows = 0
    /// The number of states with a warning.
    private(set) var warnings = 0
    /// Whether a state had a row twice.
    private(set) var hasDuplicates = false
    private var hasFailed = false

    /// The rows that the states' changes led to.
    var rows: [ShownRow] { mirror.rows }

    func print(_ state: UserListState) {
        do throws(Mismatch) {
            try mirror.apply(
                state.change, leadingTo: state.items.map { ShownRow(id: $0.id, image: $0.image) })
        } catch {
            mismatch = mismatch ?? error
        }
        if state.error != nil && !hasFailed { failures += 1 }
        hasFailed = state.error != nil
        if state.warning != nil { warnings += 1 }
        mostRows = max(mostRows, state.items.count)
        removedRows += state.change.removed.map(\.count).reduce(0, +)
        guard !state.change.inserted.isEmpty else { return }
        hasDuplicates = hasDuplicates || Set(state.items.map(\.id)).count < state.items.count
    }

    func finish(_ summary: Summary<Int>) {
        self.summary = summary
    }

    /// A run that fails has no summary.
    func fail(_ error: any Error, _ summary: Summary<Int>) {}
}
