extension ExtraPublishers {
    /// Sends a number at fixed intervals after subscription: 0, 1, 2 and so on.
    ///
    /// ```
    /// Interval(every: 2)  --0-1-2-3
    /// ```
    ///
    /// A tick without demand is dropped, together with its number. Ticks are due at multiples of the
    /// interval: a late one does not delay the next, and of several missed ones only the last is sent.
    public struct Interval<Context: Scheduler>: Publisher {
        public typealias Output = Int
        public typealias Failure = Never

        /// The time between two ticks.
        public let interval: Duration

        /// The scheduler that measures time and on which the ticks are delivered.
        public let scheduler: Context

        /// Creates a publisher of ticks.
        ///
        /// - Parameters:
        ///   - interval: The time between two ticks, and before the first; greater than zero.
        ///   - scheduler: The scheduler that measures time and on which the ticks are delivered. On an
        ///     ``ImmediateScheduler`` they follow each other without end.
        public init(every interval: Duration, scheduler: Context) {
            precondition(interval > .zero, "The interval must be greater than zero.")
            self.interval = interval
            self.scheduler = scheduler
        }

        @export(implementation)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Never {
            subscriber.flowControl?.addSource()
            start(for: AnySubscriber(subscriber))
        }

        @usableFromInline
        func start(for subscriber: AnySubscriber<Int, Never>) {
            IntervalRun(interval: interval, scheduler: scheduler, downstream: subscriber).start()
        }
    }
}

extension ExtraPublishers.Interval {
    /// Creates a publisher of ticks at intervals in seconds.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks, in seconds, and before the first; greater than zero.
    ///   - scheduler: The scheduler that measures time and on which the ticks are delivered.
    @_disfavoredOverload  // The form of durations goes first.
    public init(every interval: Seconds, scheduler: Context) {
        self.init(every: interval.duration, scheduler: scheduler)
    }
}

extension ExtraPublishers.Interval where Context == AnyScheduler {
    /// Creates a publisher of ticks on a scheduler whose type is not known.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks, and before the first; greater than zero.
    ///   - scheduler: The scheduler that measures time and on which the ticks are delivered.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public init(every interval: Duration, scheduler: any Scheduler) {
        self.init(every: interval, scheduler: AnyScheduler(scheduler))
    }

    /// Creates a publisher of ticks at intervals in seconds, on a scheduler whose type is not known.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks, in seconds, and before the first; greater than zero.
    ///   - scheduler: The scheduler that measures time and on which the ticks are delivered.
    @_disfavoredOverload  // The form that keeps the type of the scheduler goes first.
    public init(every interval: Seconds, scheduler: any Scheduler) {
        self.init(every: interval.duration, scheduler: AnyScheduler(scheduler))
    }
}

/// Sends the ticks of one subscriber, with one timer at a time.
private final class IntervalRun<Context: Scheduler>: SerialStage, @unchecked Sendable {
    // Sendable: the variables belong to the drain's owner.

    enum Event: StageEvent {
        case start
        case timer
        case tick
        case request(Subscribers.Demand)
        case cancel
    }

    private let interval: Duration
    private let scheduler: Context
    let downstream: AnySubscriber<Int, Never>
    var name: StaticString { "Timer" }
    let drain = Drain<Event>()
    let link = SubscriptionLink()
    private let beginning: Duration
    private var demand = Subscribers.Demand.none
    private var next = 0
    private var timer: (any Cancellable)?

    init(interval: Duration, scheduler: Context, downstream: AnySubscriber<Int, Never>) {
        self.interval = interval
        self.scheduler = scheduler
        self.downstream = downstream
        beginning = scheduler.now
    }

    func start() {
        submit(.start)
        // Not before the drain is left, so that no tick waits for this thread.
        perform({ setTimer() }, or: .timer)
    }

    func handle(_ event: Event) {
        switch event {
        case .start:
            begin()
        case .timer:
            setTimer()
        case .request(let more):
            demand += more
        case .tick:
            tick()
            setTimer()
        case .cancel:
            release()
        }
    }

    func release() {
        timer.take()?.cancel()
    }

    private func tick() {
        if link.isStopped { return }
        let passed = (scheduler.now - beginning).attoseconds / interval.attoseconds
        let number = max(next, Int(clamping: passed - 1))
        next = number + 1
        if demand > .none || downstream.admitsExcess {
            demand = demand - 1 + downstream.receive(number)
        }
    }

    private func setTimer() {
        if link.isStopped { return }
        let due = beginning + interval * (next + 1)
        timer = scheduler.schedule(in: due - scheduler.now) { self.submitTick() }
    }

    /// Ticks on this thread, which is one of the scheduler's. If another thread is the owner, for the few
    /// instructions of a request, the scheduler calls again.
    private func submitTick() {
        if drain.isOwnedByCaller { return submit(.tick) }
        guard drain.enter() else { return scheduler.schedule { self.submitTick() } }
        handle(.tick)
        leaveDrain()
    }
}
