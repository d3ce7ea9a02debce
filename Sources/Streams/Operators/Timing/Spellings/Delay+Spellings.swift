import Foundation

extension Publisher {
    /// Delays values and the completion, on a run loop. See ``RunLoopScheduler``.
    @_disfavoredOverload  // `.main` means the main actor.
    public func delay(
        for interval: Duration, tolerance: Duration? = nil, scheduler: RunLoop,
        options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, RunLoopScheduler> {
        delay(for: interval, scheduler: RunLoopScheduler(scheduler))
    }

    /// Delays values and the completion, with an interval in seconds.
    @_disfavoredOverload  // The forms for a `Duration` and for the main actor go first.
    public func delay(
        for interval: Seconds, tolerance: Seconds? = nil, scheduler: RunLoop, options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, RunLoopScheduler> {
        delay(for: interval.duration, scheduler: scheduler)
    }

    /// Delays values and the completion, with an interval in seconds.
    public func delay(
        for interval: Seconds, tolerance: Seconds? = nil, scheduler: MainActor,
        options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.Delay<Self, MainActor>> {
        delay(for: interval.duration, scheduler: scheduler)
    }

    /// Delays values and the completion, with an interval in seconds.
    @_disfavoredOverload  // The forms for a `Duration` and for the main actor go first.
    public func delay<Context: Scheduler>(
        for interval: Seconds, tolerance: Seconds? = nil, scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, Context> {
        delay(for: interval.duration, scheduler: scheduler)
    }

    /// Delays values and the completion, on a scheduler whose type is not known.
    @_disfavoredOverload  // The forms that keep the type of the scheduler go first.
    public func delay(
        for interval: Duration, tolerance: Duration? = nil, scheduler: (any Scheduler)?,
        options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, AnyScheduler> {
        delay(for: interval, scheduler: AnyScheduler(argument: scheduler))
    }

    /// Delays values and the completion, on a scheduler whose type is not known, with an interval in seconds.
    @_disfavoredOverload  // The forms that keep the type of the scheduler go first.
    public func delay(
        for interval: Seconds, tolerance: Seconds? = nil, scheduler: (any Scheduler)?,
        options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, AnyScheduler> {
        delay(for: interval.duration, scheduler: AnyScheduler(argument: scheduler))
    }
}
