import PagingOperators

/// A screen that receives every state; a placeholder is `nil`.
typealias SimulatedScreen = RowMirror<SimulatedRow?>

/// A screen that receives only some states, each with the changes of the skipped ones.
struct SlowScreen {
    private let skippedStates: Int
    private var screen = SimulatedScreen()
    private var waiting: ViewState<SimulatedRow>?
    private var skipped = 0

    init(skippedStates: Int) {
        self.skippedStates = skippedStates
    }

    mutating func show(_ state: ViewState<SimulatedRow>, leadingTo rows: [SimulatedRow?]) throws(Mismatch) {
        let conflated = waiting.map { state.conflated(with: $0) } ?? state
        waiting = conflated
        if skipped < skippedStates {
            skipped += 1
            return
        }
        waiting = nil
        skipped = 0
        do throws(Mismatch) {
            try screen.apply(conflated.change, leadingTo: rows)
            if let target = conflated.scrollTarget {
                try Mismatch.unless(rows.indices.contains(target.row), "\(target) is not there")
            }
        } catch {
            throw Mismatch("after states that were skipped: \(error)")
        }
    }
}
