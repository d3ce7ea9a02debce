import Synchronization

/// Runs the parts of a concatenation one after another.
///
/// The parts that have not run yet are on a stack. The class is not generic, so that its work looks up no
/// metadata.
@usableFromInline
class PartSequence: @unchecked Sendable {
    // Sendable: all variables are protected.

    /// Subscribes to the publisher of a part, with the number of the part's turn.
    @usableFromInline typealias Start = @Sendable (_ parts: PartSequence, _ turn: Int) -> Void

    @usableFromInline final let arbiter = DemandArbiter()
    private final let waiting = Locked<ContiguousArray<Start>>([])
    /// How many parts are to be started, one after another: without recursion where one ends at once.
    private final let starts = Atomic<Int>(0)
    private final let onEnd: @Sendable (PartSequence) -> Void

    /// Creates a sequence without parts.
    ///
    /// - Parameter onEnd: Called when the last part has finished, with this sequence.
    @usableFromInline
    init(onEnd: @escaping @Sendable (PartSequence) -> Void) {
        self.onEnd = onEnd
    }

    /// Adds a part that runs before those that wait.
    @usableFromInline
    final func push(_ part: @escaping Start) {
        waiting.withLock { $0.append(part) }
    }

    /// Runs the next part, or ends the sequence if there is none.
    @usableFromInline
    final func startNext() {
        if starts.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue > 1 { return }
        repeat {
            runNext()
        } while starts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }

    private final func runNext() {
        let turn = arbiter.currentTurn
        if turn == DemandArbiter.over { return }
        let part = waiting.withLock { $0.isEmpty ? nil : $0.removeLast() }
        if let part {
            part(self, turn)
        } else if arbiter.finish(turn: turn) {
            onEnd(self)
        }
    }
}
