import Synchronization

/// Runs the parts of a concatenation one after another.
///
/// The parts that have not run yet are on a stack. The class is not generic, so that its work looks up no
/// metadata.
///
/// A part starts where the one before it has ended, or on the thread that subscribes, if that has not
/// returned. In a sequence that delivers on the main actor, one that follows the main actor starts there.
@usableFromInline
class PartSequence: @unchecked Sendable {
    // Sendable: all variables are protected.

    /// Subscribes to the publisher of a part, with the number of the part's turn.
    @usableFromInline typealias Start = @Sendable (_ parts: PartSequence, _ turn: Int) -> Void

    /// Does work on the main actor.
    @usableFromInline typealias PerformWork = @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

    @usableFromInline final let arbiter = DemandArbiter()
    private final let waiting = Locked<ContiguousArray<WaitingPart>>([])
    /// How many parts are to be started, one after another: without recursion where one ends at once.
    private final let starts = Atomic<Int>(0)
    private final let onEnd: @Sendable (PartSequence) -> Void
    /// Does work on the main actor after what waits to be delivered there, in a sequence that delivers there;
    /// `nil` in others.
    private final let performOnMainActor: PerformWork?

    private struct WaitingPart {
        let start: Start
        /// Whether it starts on the main actor, after what waits to be delivered there.
        var startsOnMainActor = false
    }

    /// Creates a sequence without parts.
    ///
    /// - Parameters:
    ///   - performOnMainActor: Does work on the main actor after what waits to be delivered there, where
    ///     downstream receives signals on it; `nil` where it receives them on any thread.
    ///   - onEnd: Called when the last part has finished, with this sequence.
    @usableFromInline
    init(performOnMainActor: PerformWork?, onEnd: @escaping @Sendable (PartSequence) -> Void) {
        self.performOnMainActor = performOnMainActor
        self.onEnd = onEnd
    }

    /// Whether downstream receives signals on the main actor, whichever thread sends them.
    @usableFromInline
    final var deliversOnMainActor: Bool { performOnMainActor != nil }

    /// Adds a part that runs before those that wait.
    @usableFromInline
    final func push(_ part: @escaping Start) {
        waiting.withLock { $0.append(WaitingPart(start: part)) }
    }

    /// Lets the next of the parts that wait start on the main actor, in a sequence that delivers there.
    @usableFromInline
    final func continueOnMainActor() {
        waiting.withLock { parts in
            if !parts.isEmpty { parts[parts.count - 1].startsOnMainActor = true }
        }
    }

    /// Runs the next part, or ends the sequence if there is none.
    @usableFromInline
    final func startNext() {
        if deliversOnMainActor, MainActor.shared.isCurrent { continueOnMainActor() }
        if starts.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == 1 { runParts() }
    }

    private final func runParts() {
        repeat {
            if let performOnMainActor, waiting.withLock({ $0.last?.startsOnMainActor ?? false }) {
                return performOnMainActor {
                    self.runNext()
                    if self.hasMoreStarts() { self.runParts() }
                }
            }
            runNext()
        } while hasMoreStarts()
    }

    /// Whether another part is to be started, after one has been.
    private final func hasMoreStarts() -> Bool {
        starts.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue > 0
    }

    private final func runNext() {
        let turn = arbiter.currentTurn
        if turn == DemandArbiter.over { return }
        let part = waiting.withLock { $0.isEmpty ? nil : $0.removeLast() }
        if let part {
            part.start(self, turn)
        } else if arbiter.finish(turn: turn) {
            onEnd(self)
        }
    }
}
