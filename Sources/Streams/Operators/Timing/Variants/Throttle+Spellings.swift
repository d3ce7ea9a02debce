extension Publisher {
    /// Sends at most one value in an interval, with an interval in seconds.
    public func throttle(
        for interval: Seconds, scheduler: MainActor, latest: Bool
    ) -> MainActorPublisher<Publishers.Throttle<Self, MainActor>> {
        throttle(for: interval.duration, scheduler: scheduler, latest: latest)
    }

    /// Sends at most one value in an interval, with an interval in seconds.
    public func throttle<Context: Scheduler>(
        for interval: Seconds, scheduler: Context, latest: Bool
    ) -> Publishers.Throttle<Self, Context> {
        throttle(for: interval.duration, scheduler: scheduler, latest: latest)
    }

    /// Sends at most one value in an interval, on a scheduler whose type is not known, or on a run loop.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func throttle(
        for interval: Duration, scheduler: any SchedulerErasing, latest: Bool
    ) -> Publishers.Throttle<Self, AnyScheduler> {
        throttle(for: interval, scheduler: scheduler.eraseToAnyScheduler(), latest: latest)
    }

    /// Sends at most one value in an interval, on a scheduler whose type is not known, or on a run loop, with
    /// an interval in seconds.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func throttle(
        for interval: Seconds, scheduler: any SchedulerErasing, latest: Bool
    ) -> Publishers.Throttle<Self, AnyScheduler> {
        throttle(for: interval.duration, scheduler: scheduler.eraseToAnyScheduler(), latest: latest)
    }
}

extension Publishers.Throttle {
    /// Creates a publisher that sends at most one value in an interval, with an interval in seconds.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - interval: The minimum time between two values.
    ///   - scheduler: The scheduler that measures time and on which values are delivered.
    ///   - latest: Whether the last value of an interval is sent; otherwise the first is.
    public init(upstream: Upstream, interval: Seconds, scheduler: Context, latest: Bool) {
        self.init(upstream: upstream, interval: interval.duration, scheduler: scheduler, latest: latest)
    }
}
