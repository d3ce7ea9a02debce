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
}
