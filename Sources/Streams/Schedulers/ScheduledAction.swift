import Synchronization

/// Work that runs at most once, and is released when it is cancelled.
package final class ScheduledAction: Cancellable, @unchecked Sendable {
    // Sendable: `action` belongs to the caller that sets `isTaken`.

    private let isTaken = Atomic<Bool>(false)
    @exclusivity(unchecked) private var action: (@Sendable () -> Void)?

    package init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    /// Whether it has run or was cancelled.
    var isDone: Bool { isTaken.load(ordering: .acquiring) }

    package func run() {
        if !isTaken.exchange(true, ordering: .acquiringAndReleasing) { action.take()?() }
    }

    package func cancel() {
        if !isTaken.exchange(true, ordering: .acquiringAndReleasing) { action = nil }
    }
}
