import Foundation

extension Publisher {
    /// Delivers values and completion on a run loop. See ``RunLoopScheduler``.
    @_disfavoredOverload  // `.main` means the main actor.
    public func receive(
        on scheduler: RunLoop, options: SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, RunLoopScheduler> {
        receive(on: RunLoopScheduler(scheduler))
    }

    /// Subscribes to this publisher on a run loop. See ``RunLoopScheduler``.
    @_disfavoredOverload  // `.main` means the main actor.
    public func subscribe(
        on scheduler: RunLoop, options: SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, RunLoopScheduler> {
        subscribe(on: RunLoopScheduler(scheduler))
    }

    /// Delivers values and completion on a scheduler whose type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func receive(
        on scheduler: any Scheduler, options: SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, AnyScheduler> {
        receive(on: AnyScheduler(scheduler))
    }

    /// Subscribes to this publisher on a scheduler whose type is not known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func subscribe(
        on scheduler: any Scheduler, options: SchedulerOptions? = nil
    ) -> Publishers.SubscribeOn<Self, AnyScheduler> {
        subscribe(on: AnyScheduler(scheduler))
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
