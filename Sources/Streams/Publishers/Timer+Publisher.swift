import Foundation

extension Timer {
    /// A publisher that sends the current date at fixed intervals once it is connected.
    ///
    /// ```swift
    /// let clock = Timer.publish(every: .seconds(1), on: DispatchQueue.main).autoconnect().sink { date in show(date) }
    /// ```
    ///
    /// All subscribers share the timer. Dates for which a subscriber has no demand are dropped.
    ///
    /// - Parameters:
    ///   - interval: The time between two dates, and before the first; greater than zero.
    ///   - scheduler: The scheduler that measures time and on which the dates are delivered; in Combine, a
    ///     run loop.
    ///   - options: `nil`; schedulers have no options.
    public static func publish<Context: Scheduler>(
        every interval: Duration, on scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.MakeConnectable<Publishers.Map<ExtraPublishers.Interval<Context>, Date>> {
        ExtraPublishers.Interval(every: interval, scheduler: scheduler).map { _ in Date() }.makeConnectable()
    }

    /// A publisher that sends the current date at fixed intervals, on a scheduler whose type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public static func publish(
        every interval: Duration, on scheduler: any Scheduler, options: SchedulerOptions? = nil
    ) -> Publishers.MakeConnectable<Publishers.Map<ExtraPublishers.Interval<AnyScheduler>, Date>> {
        publish(every: interval, on: AnyScheduler(scheduler))
    }

    /// The publisher that a run loop's timer has in Combine, for a property that stores it.
    public typealias TimerPublisher = Publishers.MakeConnectable<
        Publishers.Map<ExtraPublishers.Interval<RunLoopScheduler>, Date>
    >

    /// A publisher that sends the current date at fixed intervals, in seconds, on a run loop, once it is connected.
    ///
    /// ```swift
    /// let clock = Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { date in show(date) }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: The time between two dates, and before the first, in seconds; greater than zero.
    ///   - tolerance: Ignored; dates are not sent earlier or grouped.
    ///   - runLoop: The run loop. See ``RunLoopScheduler``.
    ///   - mode: Ignored; dates are sent in all modes.
    ///   - options: `nil`; schedulers have no options.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
        in mode: RunLoop.Mode, options: SchedulerOptions? = nil
    ) -> TimerPublisher {
        publish(every: .seconds(interval), on: RunLoopScheduler(runLoop))
    }
}
