extension Publishers {
    /// Sends at most one value in an interval. See `throttle(for:scheduler:latest:)`.
    public struct Throttle<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The minimum time between two values.
        public let interval: Duration

        /// The scheduler that measures time and on which values are delivered.
        public let scheduler: Context

        /// Whether the last value of an interval is sent; otherwise the first is.
        public let latest: Bool

        /// Creates a publisher that sends at most one value in an interval.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - interval: The minimum time between two values.
        ///   - scheduler: The scheduler that measures time and on which values are delivered.
        ///   - latest: Whether the last value of an interval is sent; otherwise the first is.
        @export(implementation)
        public init(upstream: Upstream, interval: Duration, scheduler: Context, latest: Bool) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.latest = latest
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: PacedStage(
                    .interval(interval, takesLatest: latest), named: "Throttle", on: scheduler,
                    for: AnySubscriber(subscriber)))
        }
    }
}

extension Publisher {
    /// Sends the first value at once, then at most one value in each interval, on the main actor. See
    /// ``MainActorPublisher``.
    @export(implementation)  // First: the compiler tries overloads in this order, and `.main` fits here.
    public func throttle(
        for interval: Duration, scheduler: MainActor, latest: Bool
    ) -> MainActorPublisher<Publishers.Throttle<Self, MainActor>> {
        MainActorPublisher<Publishers.Throttle<Self, MainActor>>(
            Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest))
    }

    /// Sends the first value at once, then at most one value in each interval.
    ///
    /// ```
    /// self                        abcde-----f--|
    /// throttle(3, latest: true)   a--d--e---f--|
    /// throttle(3, latest: false)  a--b--e---f--|
    /// ```
    ///
    /// The first value is delivered when the scheduler runs its work. If further values arrive before that,
    /// only one of them is delivered, which `latest` selects. On the main actor, a first value that is sent
    /// there is delivered synchronously.
    ///
    /// If the stream finishes or fails while a value waits for the end of the interval, that value is
    /// delivered at once, before the end. The operator requests an unlimited number of values. While there is
    /// no demand, one value is kept, which `latest` selects as within an interval.
    ///
    /// - Parameters:
    ///   - interval: The minimum time between two values.
    ///   - scheduler: The scheduler that measures time and on which signals are delivered.
    ///   - latest: Whether the last value that arrives within an interval is sent at its end; otherwise the
    ///     first is.
    @export(implementation)
    public func throttle<Context: Scheduler>(
        for interval: Duration, scheduler: Context, latest: Bool
    ) -> Publishers.Throttle<Self, Context> {
        Publishers.Throttle(upstream: self, interval: interval, scheduler: scheduler, latest: latest)
    }
}
