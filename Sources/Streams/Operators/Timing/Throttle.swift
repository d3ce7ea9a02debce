extension Publishers {
    /// Sends at most one value in an interval. See ``Publisher/throttle(for:scheduler:latest:)``.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How far apart the values are at least.
        public let interval: Duration

        /// Where the time passes, and where values are delivered.
        public let scheduler: Context

        /// Whether the last value of an interval is sent, or the first.
        public let latest: Bool

        /// Makes a publisher that sends at most one value in an interval.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - interval: How far apart the values are at least.
        ///   - scheduler: Where the time passes, and where values are delivered.
        ///   - latest: Whether the last value of an interval is sent, or the first.
        @inlinable
        public init(upstream: Upstream, interval: Duration, scheduler: Context, latest: Bool) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: paced(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func paced(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Output, Failure> {
            ThrottleRule<Output, Failure>(interval: interval, takesLatest: latest)
                .subscriber(on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publisher {
    /// Sends the first value at once, and then at most one in each interval.
    ///
    /// ```
    /// self                        abcde-----f--|
    /// throttle(3, latest: true)   a--d--e---f--|
    /// throttle(3, latest: false)  a--b--e---f--|
    /// ```
    ///
    /// A value that waits for the interval to end is delivered with the completion, if that comes before.
    /// Upstream is asked for everything; while there is no demand, one value waits, as within an interval.
    ///
    /// - Parameters:
    ///   - interval: How far apart the values are at least.
    ///   - scheduler: Where the time passes, and where downstream gets its signals.
    ///   - latest: Of the values that come within an interval, whether the last is sent at its end, or the first.
    @inlinable
    public func throttle<Context: Scheduler>(
        for interval: Duration, scheduler: Context, latest: Bool
    ) -> Publishers.Throttle<Self, Context> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}

/// Lets one value pass in an interval.
struct ThrottleRule<Value: Sendable, Failure: Error>: TimingRule {
    let interval: Duration
    let takesLatest: Bool
    private var pending: Value?
    private var opens: Duration?
    /// Once the interval is over only demand is missing, and no timer.
    private var hasPassed = true
    private var isEnding = false

    init(interval: Duration, takesLatest: Bool) {
        self.interval = interval
        self.takesLatest = takesLatest
    }

    var deadline: Duration? { pending == nil || hasPassed ? nil : opens }

    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        if takesLatest || pending == nil { pending = input }
        return pass(to: now)
    }

    mutating func pass(to now: Duration) -> Subscribers.Completion<Failure>? {
        if let opens, opens <= now { hasPassed = true }
        return nil
    }

    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration) {
        isEnding = true
    }

    mutating func next(at now: Duration) -> Value? {
        guard hasPassed || isEnding, let value = pending.take() else { return nil }
        opens = now + interval
        hasPassed = false
        return value
    }

    func isDone(at now: Duration) -> Bool { pending == nil }

    mutating func discard() {
        pending = nil
    }
}
