extension Publishers {
    /// Sends a value after a quiet interval. See `debounce(for:scheduler:)`.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The length of the quiet interval.
        public let dueTime: Duration

        /// The scheduler that measures time and on which values are delivered.
        public let scheduler: Context

        /// Creates a publisher that sends a value after a quiet interval.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - dueTime: The length of the quiet interval.
        ///   - scheduler: The scheduler that measures time and on which values are delivered.
        @export(implementation)
        public init(upstream: Upstream, dueTime: Duration, scheduler: Context) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(
                subscriber: PacedStage(
                    .quiet(dueTime), named: "Debounce", on: scheduler, for: AnySubscriber(subscriber)))
        }
    }
}

extension Publisher {
    /// Sends a value after a quiet interval, on the main actor. See ``MainActorPublisher``.
    @export(implementation)  // First: the compiler tries overloads in this order, and `.main` fits here.
    public func debounce(
        for dueTime: Duration, scheduler: MainActor, options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.Debounce<Self, MainActor>> {
        MainActorPublisher<Publishers.Debounce<Self, MainActor>>(
            Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler))
    }

    /// Sends a value after a quiet interval, in which no other value has arrived.
    ///
    /// ```
    /// self         ab---c--d-----ef|
    /// debounce(2)  ---b---c--d-----(f|)
    /// ```
    ///
    /// A value that waits when this publisher finishes is delivered before the finish (Combine drops it), and
    /// dropped when it fails. The operator requests an unlimited number of values; a value that is due and
    /// has no demand waits until a later one replaces it, and is delivered before the end or the failure.
    ///
    /// - Parameters:
    ///   - dueTime: The length of the quiet interval.
    ///   - scheduler: The scheduler that measures time and on which signals are delivered.
    ///   - options: `nil`; schedulers have no options.
    @export(implementation)
    public func debounce<Context: Scheduler>(
        for dueTime: Duration, scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, Context> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler)
    }
}
