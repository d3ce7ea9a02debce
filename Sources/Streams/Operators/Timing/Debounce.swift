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
        @inlinable
        public init(upstream: Upstream, dueTime: Duration, scheduler: Context) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
        }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: timed(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func timed(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Output, Failure> {
            DebounceRule<Output, Failure>(dueTime: dueTime).subscriber(
                on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publisher {
    /// Sends a value after a quiet interval, in which no other value has arrived.
    ///
    /// ```
    /// self         ab---c--d-----ef|
    /// debounce(2)  ---b---c--d-----(f|)
    /// ```
    ///
    /// A value that waits when this publisher finishes is delivered before the finish (Combine drops it), and
    /// dropped when it fails. The operator requests an unlimited number of values; a value without demand
    /// waits until a later one replaces it.
    ///
    /// - Parameters:
    ///   - dueTime: The length of the quiet interval.
    ///   - scheduler: The scheduler that measures time and on which signals are delivered.
    ///   - options: `nil`; schedulers have no options.
    @inlinable
    public func debounce<Context: Scheduler>(
        for dueTime: Duration, scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.Debounce<Self, Context> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler)
    }

    /// Sends a value after a quiet interval, on the main actor. See ``MainActorPublisher``.
    @inlinable
    public func debounce(
        for dueTime: Duration, scheduler: MainActor, options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.Debounce<Self, MainActor>> {
        MainActorPublisher<Publishers.Debounce<Self, MainActor>>(
            Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler))
    }
}

/// Releases the last value after a quiet interval.
///
/// The timer that is set at the first value of a burst fires within the burst, and is set again: one timer
/// for each interval, not for each value.
struct DebounceRule<Value: Sendable, Failure: Error>: TimingRule {
    var name: StaticString { "Debounce" }

    let dueTime: Duration
    private var pending: (due: Duration, value: Value)?
    private var ready: Value?

    init(dueTime: Duration) {
        self.dueTime = dueTime
    }

    var deadline: Duration? { pending?.due }

    mutating func take(_ input: Value, at now: Duration) -> Subscribers.Completion<Failure>? {
        pending = (now + dueTime, input)
        return nil
    }

    mutating func advance(to now: Duration) -> Subscribers.Completion<Failure>? {
        if let pending, pending.due <= now { release() }
        return nil
    }

    mutating func complete(_ completion: Subscribers.Completion<Failure>, at now: Duration) {
        if case .finished = completion, pending != nil { release() }
        pending = nil
    }

    private mutating func release() {
        ready = pending.take()?.value
    }

    mutating func next(at now: Duration) -> Value? { ready.take() }

    func isDone(at now: Duration) -> Bool { ready == nil }

    mutating func discard() {
        pending = nil
        ready = nil
    }
}
