import Dispatch

extension DispatchQueue: Scheduler {
    /// The time since the system started.
    public var now: Duration {
        .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds))
    }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        async(execute: action)
    }

    @discardableResult
    public func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        let work = ScheduledAction(action)
        asyncAfter(deadline: .now() + .nanoseconds(delay.clampedNanoseconds)) { work.run() }
        return work
    }
}

extension Duration {
    /// The duration in nanoseconds, between zero and 292 years.
    var clampedNanoseconds: Int {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = components
        let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : whole.addingSaturating(Int(attoseconds / 1_000_000_000))
    }
}

extension Int {
    fileprivate func addingSaturating(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}
