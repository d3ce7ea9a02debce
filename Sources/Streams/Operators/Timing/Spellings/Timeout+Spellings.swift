import Foundation

extension Publisher {
    /// Ends the stream if no value arrives in time, on a run loop. See ``RunLoopScheduler``.
    @_disfavoredOverload  // `.main` means the main actor.
    public func timeout(
        _ interval: Duration, scheduler: RunLoop, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, RunLoopScheduler> {
        timeout(interval, scheduler: RunLoopScheduler(scheduler), customError: customError)
    }

    /// Ends the stream if no value arrives in time, with an interval in seconds.
    @_disfavoredOverload  // `.main` means the main actor.
    public func timeout(
        _ interval: Seconds, scheduler: RunLoop, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, RunLoopScheduler> {
        timeout(interval.duration, scheduler: scheduler, customError: customError)
    }

    /// Ends the stream if no value arrives in time, with an interval in seconds.
    public func timeout<Context: Scheduler>(
        _ interval: Seconds, scheduler: Context, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, Context> {
        timeout(interval.duration, scheduler: scheduler, customError: customError)
    }

    /// Ends the stream if no value arrives in time, with an interval in seconds.
    public func timeout(
        _ interval: Seconds, scheduler: MainActor, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> MainActorPublisher<Publishers.Timeout<Self, MainActor>> {
        timeout(interval.duration, scheduler: scheduler, customError: customError)
    }

    /// Ends the stream if no value arrives in time, on a scheduler whose type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func timeout(
        _ interval: Duration, scheduler: any Scheduler, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, AnyScheduler> {
        timeout(interval, scheduler: AnyScheduler(scheduler), customError: customError)
    }

    /// Ends the stream if no value arrives in time, on a scheduler whose type is not known, with an interval
    /// in seconds.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func timeout(
        _ interval: Seconds, scheduler: any Scheduler, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, AnyScheduler> {
        timeout(interval.duration, scheduler: AnyScheduler(scheduler), customError: customError)
    }
}
