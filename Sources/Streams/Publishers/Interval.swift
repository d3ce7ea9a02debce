extension ExtraPublishers {
    /// Sends a number at fixed intervals after subscription: 0, 1, 2 and so on.
    ///
    /// ```
    /// Interval(every: 2)  --0-1-2-3
    /// ```
    ///
    /// A tick without demand is dropped, together with its number; a loop over ``Publisher/values`` receives
    /// all, however late, unless it is buffered by `.bufferingNewest(1)`. Ticks are due at multiples of the
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
///
/// Ticks are sent by the work of the timer, which sets the next one, so that they need no other order, and
/// come on the scheduler only.
private final class IntervalRun<Context: Scheduler>: @unchecked Sendable {
    // Sendable: `next` is accessed by the work of the timer, and before the first one is set.

    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        var timer: (any Cancellable)?
        /// How many timers were set.
        var count = 0
        /// The thread that is setting a timer.
        var settingThread: UInt = 0
        /// Whether the scheduler has run the work of the timer from inside the call that sets it.
        var hasFiredInside = false
    }

    private let interval: Duration
    private let scheduler: Context
    private let downstream: AnySubscriber<Int, Never>
    private let link = SubscriptionLink()
    private let state = Locked(State())
    private let beginning: Duration
    /// The number of the next tick. An `Int` of 32 bits would overflow after a month of milliseconds.
    private var next: Int64 = 0

    init(interval: Duration, scheduler: Context, downstream: AnySubscriber<Int, Never>) {
        self.interval = interval
        self.scheduler = scheduler
        self.downstream = downstream
        beginning = scheduler.now
    }

    func start() {
        link.attach(
            ObjectSubscription(
                self,
                request: { run, more in
                    unsafeDowncast(run, to: Self.self).state.withLock { $0.demand += more }
                },
                cancel: { unsafeDowncast($0, to: Self.self).cancelTimer() }))
        downstream.receive(subscription: StageSubscription(link, of: "Timer"))
        if setTimer() { tickAndSetTimer() }
    }

    private func cancelTimer() {
        state.withLock { $0.timer.take() }?.cancel()
    }

    /// Called by the scheduler.
    private func fire() {
        let isInside = state.withLock { state in
            state.hasFiredInside = state.settingThread == ThreadID.current
            return state.hasFiredInside
        }
        if !isInside { tickAndSetTimer() }
    }

    private func tickAndSetTimer() {
        repeat { tick() } while setTimer()
    }

    private func tick() {
        if link.isStopped { return }
        let passed = (scheduler.now - beginning).attoseconds / interval.attoseconds
        let number = max(next, Int64(clamping: passed - 1))
        next = number + 1
        let admitsExcess = downstream.admitsExcess
        let isSent = state.withLock { state in
            let isSent = state.demand > .none || admitsExcess
            if isSent { state.demand -= 1 }
            return isSent
        }
        if !isSent { return }
        let more = downstream.receive(Int(clamping: number))
        if more > .none { state.withLock { $0.demand += more } }
    }

    /// Whether no tick can be delivered any more: downstream has released its subscription.
    private var isAbandoned: Bool {
        link.isAbandoned && !downstream.admitsExcess && state.withLock { $0.demand == .none }
    }

    /// - Returns: Whether the timer has fired from inside the call: no stack is used for that.
    private func setTimer() -> Bool {
        if link.isStopped || isAbandoned { return false }
        let (passed, overflows) = interval.attoseconds.multipliedReportingOverflow(by: Int128(next + 1))
        let due = beginning.moment(after: Duration(attoseconds: overflows ? .max : passed))
        let number = state.withLock { state in
            state.count &+= 1
            state.settingThread = ThreadID.current
            state.hasFiredInside = false
            return state.count
        }
        let timer = scheduler.schedule(in: due - scheduler.now) { self.fire() }
        let (hasFired, old): (Bool, (any Cancellable)?) = state.withLock { state in
            // One that has fired on another thread meanwhile has set the next one.
            if state.count != number { return (false, nil) }
            state.settingThread = 0
            if state.hasFiredInside { return (true, nil) }
            defer { state.timer = timer }
            return (false, state.timer)
        }
        // Released outside the lock.
        withExtendedLifetime(old) {}
        if link.isStopped { cancelTimer() }
        return hasFired
    }
}
