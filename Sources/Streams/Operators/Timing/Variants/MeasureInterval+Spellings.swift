import Foundation

extension Publisher {
    /// Sends the time between values, measured by a run loop. See ``RunLoopScheduler``.
    public func measureInterval(
        using scheduler: RunLoop, options: SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, RunLoopScheduler> {
        measureInterval(using: RunLoopScheduler(scheduler))
    }

    /// Sends the time between values, measured by a scheduler whose type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func measureInterval(
        using scheduler: any Scheduler, options: SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, AnyScheduler> {
        measureInterval(using: AnyScheduler(scheduler))
    }
}
