import Dispatch

extension MainActor: Scheduler {
    /// Whether the caller runs on the main queue, as functions do that are isolated to the main actor; not
    /// within `sync` of another queue, though that may run on the main thread.
    public nonisolated var isCurrent: Bool { DispatchQueue.getSpecific(key: mainQueueMark) != nil }

    /// The time since the system started.
    public nonisolated var now: Duration { DispatchQueue.main.now }

    /// Runs work on the main actor, in the order in which it is scheduled.
    public nonisolated func schedule(_ action: @escaping @Sendable () -> Void) {
        DispatchQueue.main.schedule(action)
    }

    @discardableResult
    public nonisolated func schedule(
        in delay: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        DispatchQueue.main.schedule(in: delay, action)
    }
}

// In an extension of the protocol, so that `.main` also fits the forms of operators for any scheduler.
// Otherwise such a form fails only after the compiler has tried all closures of the chain.
extension Scheduler where Self == MainActor {
    /// The main actor as a scheduler, the same as `MainActor.shared`: `receive(on: .main)`.
    public static var main: MainActor { MainActor.shared }
}

/// Marks the main queue, which runs the jobs of the main actor. Not the main thread: on Linux, another thread
/// runs the queue once the main function has become asynchronous.
private let mainQueueMark: DispatchSpecificKey<Void> = {
    let mark = DispatchSpecificKey<Void>()
    DispatchQueue.main.setSpecific(key: mark, value: ())
    return mark
}()
