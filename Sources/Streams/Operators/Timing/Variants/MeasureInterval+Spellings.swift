extension Publisher {
    /// Sends the time between values, measured by a scheduler whose type is not known, or by a run loop.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public func measureInterval(
        using scheduler: any SchedulerErasing, options: SchedulerOptions? = nil
    ) -> Publishers.MeasureInterval<Self, AnyScheduler> {
        measureInterval(using: scheduler.eraseToAnyScheduler())
    }
}
