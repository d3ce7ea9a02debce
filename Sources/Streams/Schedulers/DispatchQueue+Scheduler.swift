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
        asyncAfter(deadline: .now() + DispatchTimeInterval(ofNanoseconds: delay.clampedNanoseconds)) {
            work.run()
        }
        return work
    }
}

extension Duration {
    /// The duration in nanoseconds, between zero and 292 years.
    var clampedNanoseconds: Int64 {
        guard self > .zero else { return 0 }
        // Beyond `Int64` seconds a duration has no components.
        if self >= .seconds(Int64.max / 1_000_000_000) { return .max }
        let (seconds, attoseconds) = components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}

extension DispatchTimeInterval {
    /// Creates an interval of a number of nanoseconds that is not negative.
    ///
    /// A case of the interval has an `Int`. One of 32 bits counts nanoseconds up to 2 seconds: longer
    /// intervals are counted in the next unit that has room for them, and rounded up, so that no work runs
    /// early. The longest is 68 years then.
    ///
    /// - Parameters:
    ///   - nanoseconds: The number.
    ///   - limit: The largest count of a unit.
    init(ofNanoseconds nanoseconds: Int64, countingTo limit: Int64 = Int64(Int.max)) {
        func count(of unit: Int64) -> Int64 { (nanoseconds - 1) / unit + 1 }
        if nanoseconds <= limit {
            self = .nanoseconds(Int(nanoseconds))
        } else if count(of: 1_000) <= limit {
            self = .microseconds(Int(count(of: 1_000)))
        } else if count(of: 1_000_000) <= limit {
            self = .milliseconds(Int(count(of: 1_000_000)))
        } else {
            self = .seconds(Int(min(limit, count(of: 1_000_000_000))))
        }
    }
}
