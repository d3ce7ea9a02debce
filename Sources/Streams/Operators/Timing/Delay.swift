extension Publishers {
    /// Delivers values and completion later. See ``Publisher/delay(for:scheduler:)``.
    public struct Delay<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How much later they are delivered.
        public let interval: Duration

        /// Where the time passes, and where they are delivered.
        public let scheduler: Context

        /// Makes a publisher that delivers values and completion later.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - interval: How much later they are delivered.
        ///   - scheduler: Where the time passes, and where they are delivered.
        @inlinable
        public init(upstream: Upstream, interval: Duration, scheduler: Context) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: paced(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func paced(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Output, Failure> {
            DelayRule<Output, Failure>(interval: interval).subscriber(on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publisher {
    /// Delivers values and completion, failures too, a while after they come.
    ///
    /// ```
    /// self      1--2--|
    /// delay(2)  --1--2--|
    /// ```
    ///
    /// The subscription and the demand are not late, so no more values are on their way than were asked for.
    /// After a cancellation nothing is delivered any more.
    ///
    /// - Parameters:
    ///   - interval: How long each signal is held.
    ///   - scheduler: Where the time passes, and where downstream gets its signals.
    @inlinable
    public func delay<Context: Scheduler>(
        for interval: Duration, scheduler: Context
    ) -> Publishers.Delay<Self, Context> {
        Publishers.Delay(upstream: self, interval: interval, scheduler: scheduler)
    }
}

/// Holds every signal for the same time.
struct DelayRule<Value: Sendable, Failure: Error>: TimingRule {
    let interval: Duration
    private var held = Fifo<(due: Duration, value: Value)>()
    private var nextDue: Duration?
    private var end: Duration?
    private var reached = Duration.zero

    init(interval: Duration) {
        self.interval = interval
    }

    var initialDemand: Subscribers.Demand { .none }

    /// None when what comes next is due, and waits for demand: an upstream has sent more than it was asked for.
    var deadline: Duration? {
        guard let due = nextDue ?? end, due > reached else { return nil }
        return due
    }

    mutating func pass(to now: Duration) -> Subscribers.Completion<Failure>? {
        reached = now
        return nil
    }

    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        held.append((now + interval, input))
        if nextDue == nil { nextDue = now + interval }
        return nil
    }

    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration) {
        end = now + interval
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
