extension Publishers {
    /// Delivers values and completion later. See `delay(for:scheduler:)`.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The delay.
        public let interval: Duration

        /// The scheduler that measures time and on which they are delivered.
        public let scheduler: Context

        /// Creates a publisher that delivers values and completion later.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - interval: The delay.
        ///   - scheduler: The scheduler that measures time and on which they are delivered.
        @export(implementation)
        public init(upstream: Upstream, interval: Duration, scheduler: Context) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
        }

        @export(implementation) @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: timed(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func timed(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Output, Failure> {
            DelayRule<Output, Failure>(interval: interval).subscriber(on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publisher {
    /// Delays values and the completion, on the main actor. See ``MainActorPublisher``.
    @export(implementation)  // First: the compiler tries overloads in this order, and `.main` fits here.
    public func delay(
        for interval: Duration, tolerance: Duration? = nil, scheduler: MainActor,
        options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.Delay<Self, MainActor>> {
        MainActorPublisher<Publishers.Delay<Self, MainActor>>(
            Publishers.Delay(upstream: self, interval: interval, scheduler: scheduler))
    }

    /// Delays values and the completion, including failures.
    ///
    /// ```
    /// self      1--2--|
    /// delay(2)  --1--2--|
    /// ```
    ///
    /// The subscription and the demand are not delayed, so that no more values wait than were requested. No
    /// signal is delivered after a cancellation.
    ///
    /// - Parameters:
    ///   - interval: The delay of each signal.
    ///   - tolerance: Ignored; signals are not delivered earlier or grouped.
    ///   - scheduler: The scheduler that measures time and on which signals are delivered.
    ///   - options: `nil`; schedulers have no options.
    @export(implementation)
    public func delay<Context: Scheduler>(
        for interval: Duration, tolerance: Duration? = nil, scheduler: Context,
        options: SchedulerOptions? = nil
    ) -> Publishers.Delay<Self, Context> {
        Publishers.Delay(upstream: self, interval: interval, scheduler: scheduler)
    }
}

/// Delays every signal by the same time.
struct DelayRule<Value: Sendable, Failure: Error>: TimingRule {
    var name: StaticString { "Delay" }

    let interval: Duration
    private var held = Fifo<(due: Duration, value: Value)>()
    private var nextDue: Duration?
    private var end: Duration?
    private var reached = Duration.seconds(Int64.min)

    init(interval: Duration) {
        self.interval = interval
    }

    var initialDemand: Subscribers.Demand { .none }

    /// `nil` if the next signal is due and waits for demand: upstream has sent more values than requested.
    var deadline: Duration? {
        guard let due = nextDue ?? end, due > reached else { return nil }
        return due
    }

    mutating func advance(to now: Duration) -> Subscribers.Completion<Failure>? {
        reached = now
        return nil
    }

    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        let due = now.moment(after: interval)
        held.append((due, input))
        if nextDue == nil { nextDue = due }
        return nil
    }

    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration) {
        end = now.moment(after: interval)
    }

    mutating func next(at now: Duration) -> Value? {
        guard let nextDue, nextDue <= now, let next = held.popFirst() else { return nil }
        self.nextDue = held.first?.due
        return next.value
    }

    func isDone(at now: Duration) -> Bool {
        held.isEmpty && end.map { $0 <= now } ?? true
    }

    func demand(for request: Subscribers.Demand) -> Subscribers.Demand { request }

    mutating func discard() {
        held = Fifo()
        nextDue = nil
    }
}
