import PagingOperators

/// A screen that receives every state; a placeholder is `nil`.
typealias SimulatedScreen = RowMirror<SimulatedRow?>

/// A screen that receives only some states, each with the changes of the skipped ones.
struct SlowScreen {
    private let skippedStates: Int
    private var screen = SimulatedScreen()
    private var waiting = RowChange.none
    private var skipped = 0

    init(skippedStates: Int) {
        self.skippedStates = skippedStates
    }

    mutating func show(_ change: RowChange, leadingTo rows: [SimulatedRow?]) throws(Mismatch) {
        waiting = waiting.followed(by: change)
        if skipped < skippedStates {
            skipped += 1
            return
        }
        let change = waiting
        waiting = .none
        skipped = 0
        do throws(Mismatch) {
            try screen.apply(change, leadingTo: rows)
        } catch {
            throw Mismatch("after states that were skipped: \(error)")
        }
    }
}
