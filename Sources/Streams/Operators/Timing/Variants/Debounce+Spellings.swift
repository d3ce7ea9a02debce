extension Publisher {
    /// Sends a value after a quiet interval, with an interval in seconds.
    public func debounce(
        for dueTime: Seconds, scheduler: MainActor, options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.Debounce<Self, MainActor>> {
        debounce(for: dueTime.duration, scheduler: scheduler)
    }

    /// Sends a value after a quiet interval, with an interval in seconds.
    public func debounce<Context: Scheduler>(
        for dueTime: Seconds, scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, Context> {
        debounce(for: dueTime.duration, scheduler: scheduler)
    }

    /// Sends a value after a quiet interval, on a scheduler whose type is not known, or on a run loop.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func debounce(
        for dueTime: Duration, scheduler: any SchedulerErasing, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, AnyScheduler> {
        debounce(for: dueTime, scheduler: scheduler.eraseToAnyScheduler())
    }

    /// Sends a value after a quiet interval, on a scheduler whose type is not known, or on a run loop, with
    /// an interval in seconds.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func debounce(
        for dueTime: Seconds, scheduler: any SchedulerErasing, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, AnyScheduler> {
        debounce(for: dueTime.duration, scheduler: scheduler.eraseToAnyScheduler())
    }
}

extension Publishers.Debounce {
    /// Creates a publisher that sends a value after a quiet interval, with options, as in Combine.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - dueTime: The length of the quiet interval.
    ///   - scheduler: The scheduler that measures time and on which values are delivered.
    ///   - options: `nil`; schedulers have no options.
    public init(upstream: Upstream, dueTime: Duration, scheduler: Context, options: SchedulerOptions?) {
        self.init(upstream: upstream, dueTime: dueTime, scheduler: scheduler)
    }

    /// Creates a publisher that sends a value after a quiet interval, with an interval in seconds.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - dueTime: The length of the quiet interval.
    ///   - scheduler: The scheduler that measures time and on which values are delivered.
    ///   - options: `nil`; schedulers have no options.
    public init(
        upstream: Upstream, dueTime: Seconds, scheduler: Context, options: SchedulerOptions? = nil
    ) {
        self.init(upstream: upstream, dueTime: dueTime.duration, scheduler: scheduler)
    }
}
