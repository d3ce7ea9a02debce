import Foundation

extension Publisher {
    /// Sends a value after a quiet interval, on a run loop. See ``RunLoopScheduler``.
    @_disfavoredOverload  // `.main` means the main actor.
    public func debounce(
        for dueTime: Duration, scheduler: RunLoop, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, RunLoopScheduler> {
        debounce(for: dueTime, scheduler: RunLoopScheduler(scheduler))
    }

    /// Sends a value after a quiet interval, with an interval in seconds.
    @_disfavoredOverload  // The forms for a `Duration` and for the main actor go first.
    public func debounce(
        for dueTime: Seconds, scheduler: RunLoop, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, RunLoopScheduler> {
        debounce(for: dueTime.duration, scheduler: scheduler)
    }

    /// Sends a value after a quiet interval, with an interval in seconds.
    public func debounce(
        for dueTime: Seconds, scheduler: MainActor, options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.Debounce<Self, MainActor>> {
        debounce(for: dueTime.duration, scheduler: scheduler)
    }

    /// Sends a value after a quiet interval, with an interval in seconds.
    @_disfavoredOverload  // The forms for a `Duration` and for the main actor go first.
    public func debounce<Context: Scheduler>(
        for dueTime: Seconds, scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, Context> {
        debounce(for: dueTime.duration, scheduler: scheduler)
    }

    /// Sends a value after a quiet interval, on a scheduler whose type is not known.
    @_disfavoredOverload  // The forms that keep the type of the scheduler go first.
    public func debounce(
        for dueTime: Duration, scheduler: (any Scheduler)?, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, AnyScheduler> {
        debounce(for: dueTime, scheduler: AnyScheduler(argument: scheduler))
    }

    /// Sends a value after a quiet interval, on a scheduler whose type is not known, with an interval in seconds.
    @_disfavoredOverload  // The forms that keep the type of the scheduler go first.
    public func debounce(
        for dueTime: Seconds, scheduler: (any Scheduler)?, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, AnyScheduler> {
        debounce(for: dueTime.duration, scheduler: AnyScheduler(argument: scheduler))
    }
}
