extension Publisher {
    /// Delivers values and completion on a scheduler whose type is not known, or on a run loop.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func receive(
        on scheduler: any SchedulerErasing, options: SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, AnyScheduler> {
        receive(on: scheduler.eraseToAnyScheduler())
    }

    /// Subscribes to this publisher on a scheduler whose type is not known, or on a run loop.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func subscribe(
        on scheduler: any SchedulerErasing, options: SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, AnyScheduler> {
        subscribe(on: scheduler.eraseToAnyScheduler())
    }
}

extension Publishers.ReceiveOn {
    /// Creates a publisher that delivers values and completion on a scheduler, with options, as in Combine.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - scheduler: The scheduler on which they are delivered.
    ///   - options: `nil`; schedulers have no options.
    public init(upstream: Upstream, scheduler: Context, options: SchedulerOptions?) {
        self.init(upstream: upstream, scheduler: scheduler)
    }
}

extension Publishers.SubscribeOn {
    /// Creates a publisher that subscribes, requests and cancels on a scheduler, with options, as in Combine.
    ///
    /// - Parameters:
    ///   - upstream: The upstream publisher.
    ///   - scheduler: The scheduler on which upstream is called.
    ///   - options: `nil`; schedulers have no options.
    public init(upstream: Upstream, scheduler: Context, options: SchedulerOptions?) {
        self.init(upstream: upstream, scheduler: scheduler)
    }
}
