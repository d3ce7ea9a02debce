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
    public static func publish<Context: Scheduler>(
        every interval: Duration, on scheduler: Context
    ) -> Publishers.MakeConnectable<Publishers.Map<Publishers.Interval<Context>, Date>> {
        Publishers.Interval(every: interval, scheduler: scheduler).map { _ in Date() }.makeConnectable()
    }

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
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
        in mode: RunLoop.Mode
    ) -> Publishers.MakeConnectable<Publishers.Map<Publishers.Interval<RunLoopScheduler>, Date>> {
        publish(every: .seconds(interval), on: RunLoopScheduler(runLoop))
    }
}
