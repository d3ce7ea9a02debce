import Dispatch

extension MainActor: Scheduler {
    /// The time since the system started.
    public nonisolated var now: Duration { DispatchQueue.main.now }

    /// Runs work on the main actor, in the order in which it is scheduled.
    public nonisolated func schedule(_ action: @escaping @Sendable () -> Void) {
        DispatchQueue.main.schedule(action)
    }

    @discardableResult
    public nonisolated func schedule(
        after delay: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        DispatchQueue.main.schedule(after: delay, action)
    }
}
