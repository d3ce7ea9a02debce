extension Publishers {
    /// Sends a value when no other has followed it for a while. See ``Publisher/debounce(for:scheduler:)``.
    public struct Debounce<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// Where the values come from.
        public let upstream: Upstream

        /// How long it has to be quiet.
        public let dueTime: Duration

        /// Where the time passes, and where values are delivered.
        public let scheduler: Context

        /// Makes a publisher that sends a value when no other has followed it for a while.
        ///
        /// - Parameters:
        ///   - upstream: Where the values come from.
        ///   - dueTime: How long it has to be quiet.
        ///   - scheduler: Where the time passes, and where values are delivered.
        @inlinable
        public init(upstream: Upstream, dueTime: Duration, scheduler: Context) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: paced(AnySubscriber(subscriber)))
        }

        @usableFromInline
        func paced(_ downstream: AnySubscriber<Output, Failure>) -> AnySubscriber<Output, Failure> {
            DebounceRule<Output, Failure>(dueTime: dueTime).subscriber(
                on: scheduler, deliveringTo: downstream)
        }
    }
}

extension Publisher {
    /// Sends a value when no other has followed it for a while.
    ///
    /// ```
    /// self         ab---c--d-----ef|
    /// debounce(2)  ---b---c--d-----(f|)
    /// ```
    ///
    /// A value that waits when this publisher finishes is delivered before the finish (Combine drops it), and
    /// dropped when it fails. Upstream is asked for everything; a value for which there is no demand waits for
    /// it, until a later one takes its place.
    ///
    /// - Parameters:
    ///   - dueTime: How long it has to be quiet after a value.
    ///   - scheduler: Where the time passes, and where downstream gets its signals.
    @inlinable
    public func debounce<Context: Scheduler>(
        for dueTime: Duration, scheduler: Context
    ) -> Publishers.Debounce<Self, Context> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler)
    }
}

/// Lets the last value pass when it has been quiet.
///
/// The timer that is set at the first value of a burst rings within it, and is set again: one timer for each
/// due time, not for each value.
struct DebounceRule<Value: Sendable, Failure: Error>: TimingRule {
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

    mutating func pass(to now: Duration) -> Subscribers.Completion<Failure>? {
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
