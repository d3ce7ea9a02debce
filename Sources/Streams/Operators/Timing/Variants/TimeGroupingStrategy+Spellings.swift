import Foundation

extension Publishers.TimeGroupingStrategy {
    /// A group is sent at the end of each interval, in seconds, in which values arrived.
    public static func byTime(_ scheduler: Context, _ interval: Seconds) -> Self {
        .byTime(scheduler, interval.duration)
    }

    /// A group is sent at the end of each interval, in seconds, and whenever it reaches a number of values.
    public static func byTimeOrCount(_ scheduler: Context, _ interval: Seconds, _ count: Int) -> Self {
        .byTimeOrCount(scheduler, interval.duration, count)
    }
}

extension Publishers.TimeGroupingStrategy where Context == RunLoopScheduler {
    /// A group is sent at the end of each interval in which values arrived, on a run loop.
    @_disfavoredOverload  // The case goes first.
    public static func byTime(_ runLoop: RunLoop, _ interval: Duration) -> Self {
        .byTime(RunLoopScheduler(runLoop), interval)
    }

    /// A group is sent at the end of each interval, in seconds, in which values arrived, on a run loop.
    @_disfavoredOverload  // The case goes first.
    public static func byTime(_ runLoop: RunLoop, _ interval: Seconds) -> Self {
        .byTime(RunLoopScheduler(runLoop), interval.duration)
    }

    /// A group is sent at the end of each interval, and whenever it reaches a number of values, on a run
    /// loop.
    @_disfavoredOverload  // The case goes first.
    public static func byTimeOrCount(_ runLoop: RunLoop, _ interval: Duration, _ count: Int) -> Self {
        .byTimeOrCount(RunLoopScheduler(runLoop), interval, count)
    }

    /// A group is sent at the end of each interval, in seconds, and whenever it reaches a number of values,
    /// on a run loop.
    @_disfavoredOverload  // The case goes first.
    public static func byTimeOrCount(_ runLoop: RunLoop, _ interval: Seconds, _ count: Int) -> Self {
        .byTimeOrCount(RunLoopScheduler(runLoop), interval.duration, count)
    }
}

extension Publishers.TimeGroupingStrategy where Context == AnyScheduler {
    /// A group is sent at the end of each interval in which values arrived, on a scheduler whose type is not
    /// known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public static func byTime(_ scheduler: any Scheduler, _ interval: Duration) -> Self {
        .byTime(AnyScheduler(scheduler), interval)
    }

    /// A group is sent at the end of each interval, in seconds, in which values arrived, on a scheduler whose
    /// type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public static func byTime(_ scheduler: any Scheduler, _ interval: Seconds) -> Self {
        .byTime(AnyScheduler(scheduler), interval.duration)
    }

    /// A group is sent at the end of each interval, and whenever it reaches a number of values, on a
    /// scheduler whose type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public static func byTimeOrCount(
        _ scheduler: any Scheduler, _ interval: Duration, _ count: Int
    ) -> Self {
        .byTimeOrCount(AnyScheduler(scheduler), interval, count)
    }

    /// A group is sent at the end of each interval, in seconds, and whenever it reaches a number of values,
    /// on a scheduler whose type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public static func byTimeOrCount(
        _ scheduler: any Scheduler, _ interval: Seconds, _ count: Int
    ) -> Self {
        .byTimeOrCount(AnyScheduler(scheduler), interval.duration, count)
    }
}

extension Publishers.CollectByTime {
    /// Creates a publisher that sends values in groups, by time, with options, as in Combine.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - strategy: How values are grouped.
    ///   - options: `nil`; schedulers have no options.
    public init(
        upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Context>, options: SchedulerOptions?
    ) {
        self.init(upstream: upstream, strategy: strategy)
    }
}
