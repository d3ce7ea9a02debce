import Dispatch
import Foundation

/// Runs work as operations of the queue, which limits how many run at once.
extension OperationQueue: Scheduler {
    /// The time since the system started.
    public var now: Duration { DispatchQueue.main.now }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        addOperation(action)
    }

    @discardableResult
    public func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        let work = ScheduledAction(action)
        if delay > .zero {
            DispatchQueue.global().schedule(in: delay) { self.addOperation { work.run() } }
        } else {
            addOperation { work.run() }
        }
        return work
    }
}
