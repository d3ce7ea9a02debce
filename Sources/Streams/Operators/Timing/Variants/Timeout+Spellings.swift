extension Publisher {
    /// Ends the stream if no value arrives in time, with an interval in seconds.
    public func timeout(
        _ interval: Seconds, scheduler: MainActor, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> MainActorPublisher<Publishers.Timeout<Self, MainActor>> {
        timeout(interval.duration, scheduler: scheduler, customError: customError)
    }

    /// Ends the stream if no value arrives in time, with an interval in seconds.
    public func timeout<Context: Scheduler>(
        _ interval: Seconds, scheduler: Context, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, Context> {
        timeout(interval.duration, scheduler: scheduler, customError: customError)
    }

    /// Ends the stream if no value arrives in time, on a scheduler whose type is not known, or on a run loop.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func timeout(
        _ interval: Duration, scheduler: any SchedulerErasing, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, AnyScheduler> {
        timeout(interval, scheduler: scheduler.eraseToAnyScheduler(), customError: customError)
    }

    /// Ends the stream if no value arrives in time, on a scheduler whose type is not known, or on a run loop,
    /// with an interval in seconds.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func timeout(
        _ interval: Seconds, scheduler: any SchedulerErasing, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self, AnyScheduler> {
        timeout(interval.duration, scheduler: scheduler.eraseToAnyScheduler(), customError: customError)
    }
}

extension Publishers.Timeout {
    /// Creates a publisher that ends the stream if no value arrives in time, with options, as in Combine.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - interval: The maximum time until the next value.
    ///   - scheduler: The scheduler that measures time and on which values are delivered.
    ///   - options: `nil`; schedulers have no options.
    ///   - customError: Returns the error with which the stream fails; if `nil`, the stream finishes.
    public init(
        upstream: Upstream, interval: Duration, scheduler: Context, options: SchedulerOptions?,
        customError: (@Sendable () -> Upstream.Failure)?
    ) {
        self.init(upstream: upstream, interval: interval, scheduler: scheduler, customError: customError)
    }

    /// Creates a publisher that ends the stream if no value arrives in time, with an interval in seconds.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - interval: The maximum time until the next value.
    ///   - scheduler: The scheduler that measures time and on which values are delivered.
    ///   - options: `nil`; schedulers have no options.
    ///   - customError: Returns the error with which the stream fails; if `nil`, the stream finishes.
    public init(
        upstream: Upstream, interval: Seconds, scheduler: Context, options: SchedulerOptions? = nil,
        customError: (@Sendable () -> Upstream.Failure)?
    ) {
        self.init(
            upstream: upstream, interval: interval.duration, scheduler: scheduler, customError: customError)
    }
}
