extension Publisher {
    /// Subscribes again when this publisher fails, according to a policy, on a scheduler whose type is not
    /// known.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func retry(
        _ policy: RetryPolicy, scheduler: any SchedulerErasing
    ) -> ExtraPublishers.RetryWithPolicy<Self, AnyScheduler> {
        retry(policy, scheduler: scheduler.eraseToAnyScheduler())
    }
}
