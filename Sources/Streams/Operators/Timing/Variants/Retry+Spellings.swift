import Foundation

extension Publisher {
    /// Subscribes again when this publisher fails, according to a policy, on a run loop. See
    /// ``RunLoopScheduler``.
    public func retry(
        _ policy: RetryPolicy, scheduler: RunLoop
    ) -> ExtraPublishers.RetryWithPolicy<Self, RunLoopScheduler> {
        retry(policy, scheduler: RunLoopScheduler(scheduler))
    }

    /// Subscribes again when this publisher fails, according to a policy, on a scheduler whose type is not
    /// known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func retry(
        _ policy: RetryPolicy, scheduler: any Scheduler
    ) -> ExtraPublishers.RetryWithPolicy<Self, AnyScheduler> {
        retry(policy, scheduler: AnyScheduler(scheduler))
    }
}
