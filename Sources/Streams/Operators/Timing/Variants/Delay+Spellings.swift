extension Publisher {
    /// Delays values and the completion, with an interval in seconds.
    public func delay(
        for interval: Seconds, tolerance: Seconds? = nil, scheduler: MainActor,
        options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.Delay<Self, MainActor>> {
        delay(for: interval.duration, scheduler: scheduler)
    }

    /// Delays values and the completion, with an interval in seconds.
    public func delay<Context: Scheduler>(
        for interval: Seconds, tolerance: Seconds? = nil, scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, Context> {
        delay(for: interval.duration, scheduler: scheduler)
    }

    /// Delays values and the completion, on a scheduler whose type is not known, or on a run loop.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func delay(
        for interval: Duration, tolerance: Duration? = nil, scheduler: any SchedulerErasing,
        options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, AnyScheduler> {
        delay(for: interval, scheduler: scheduler.eraseToAnyScheduler())
    }

    /// Delays values and the completion, on a scheduler whose type is not known, or on a run loop, with an
    /// interval in seconds.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func delay(
        for interval: Seconds, tolerance: Seconds? = nil, scheduler: any SchedulerErasing,
        options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, AnyScheduler> {
        delay(for: interval.duration, scheduler: scheduler.eraseToAnyScheduler())
    }
}

extension Publishers.Delay {
    /// Creates a publisher that delivers values and completion later, with a tolerance, as in Combine.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - interval: The delay.
    ///   - tolerance: Ignored; signals are not delivered earlier or grouped.
    ///   - scheduler: The scheduler that measures time and on which they are delivered.
    ///   - options: `nil`; schedulers have no options.
    public init(
        upstream: Upstream, interval: Duration, tolerance: Duration?, scheduler: Context,
        options: SchedulerOptions? = nil
    ) {
        self.init(upstream: upstream, interval: interval, scheduler: scheduler)
    }

    /// Creates a publisher that delivers values and completion later, with an interval in seconds.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - interval: The delay.
    ///   - tolerance: Ignored; signals are not delivered earlier or grouped.
    ///   - scheduler: The scheduler that measures time and on which they are delivered.
    ///   - options: `nil`; schedulers have no options.
    public init(
        upstream: Upstream, interval: Seconds, tolerance: Seconds? = nil, scheduler: Context,
        options: SchedulerOptions? = nil
    ) {
        self.init(upstream: upstream, interval: interval.duration, scheduler: scheduler)
    }
}
