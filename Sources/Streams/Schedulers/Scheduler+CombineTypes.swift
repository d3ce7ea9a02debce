import Foundation

// The types of time that generic code for Combine names: `S.SchedulerTimeType.Stride`, `S.SchedulerOptions`.
// ``Scheduler`` declares those of schedulers.

extension RunLoop {
    /// The type of the run loop's times.
    public typealias SchedulerTimeType = Duration

    /// The type of the run loop's options.
    public typealias SchedulerOptions = Streams.SchedulerOptions
}

extension Duration {
    /// The type of the difference of two times.
    public typealias Stride = Seconds

    /// The time that follows this one by a duration.
    public func advanced(by duration: Duration) -> Duration { self + duration }

    /// The time that follows this one by an interval, such as a number of seconds.
    public func advanced(by interval: Seconds) -> Duration { self + interval.duration }

    /// The duration from this time to another.
    public func distance(to other: Duration) -> Duration { other - self }

    /// The interval from this time to another.
    @_disfavoredOverload  // The form for a `Duration` goes first.
    public func distance(to other: Duration) -> Seconds { Seconds(other - self) }
}
