import Foundation

extension Publisher {
    /// Delivers values and completion on a run loop. See ``RunLoopScheduler``.
    @_disfavoredOverload  // `.main` means the main actor.
    public func receive(
        on scheduler: RunLoop, options: SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, RunLoopScheduler> {
        receive(on: RunLoopScheduler(scheduler))
    }

    /// Subscribes to this publisher on a run loop. See ``RunLoopScheduler``.
    @_disfavoredOverload  // `.main` means the main actor.
    public func subscribe(
        on scheduler: RunLoop, options: SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, RunLoopScheduler> {
        subscribe(on: RunLoopScheduler(scheduler))
    }
}
