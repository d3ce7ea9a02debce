extension Publishers {
    /// Delivers values and completion on a scheduler. See ``Publisher/receive(on:)``.
    public struct ReceiveOn<Upstream: Publisher, Context: Scheduler>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The upstream publisher.
        public let upstream: Upstream

        /// The scheduler on which they are delivered.
        public let scheduler: Context

        /// Creates a publisher that delivers values and completion on a scheduler.
        ///
        /// - Parameters:
        ///   - upstream: The upstream publisher.
        ///   - scheduler: The scheduler on which they are delivered.
        @inlinable
        public init(upstream: Upstream, scheduler: Context) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @inlinable @inline(__always)
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: ScheduledDelivery(downstream: subscriber, scheduler: scheduler))
        }
    }
}

extension Publisher {
    /// Delivers values and completion on a scheduler, in order and one at a time, even if the scheduler is
    /// concurrent. The subscription is delivered synchronously, on the subscribing thread.
    ///
    /// Signals that arrive while others wait are delivered in the same piece of work.
    ///
    /// - Parameter scheduler: Where downstream gets its signals.
    @inlinable
    public func receive<Context: Scheduler>(on scheduler: Context) -> Publishers.ReceiveOn<Self, Context> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
    }
}

/// Delivers signals on a scheduler.
@usableFromInline
final class ScheduledDelivery<Downstream: Subscriber, Context: Scheduler>: StoppingRelay {
    @usableFromInline
    enum Signal: Sendable {
        case value(Downstream.Input)
        case completion(Subscribers.Completion<Downstream.Failure>)
    }

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var signals: ContiguousArray<Signal> = []
        /// An empty array that replaces `signals` while they are delivered.
        @usableFromInline var spare: ContiguousArray<Signal> = []
        @usableFromInline var isScheduled = false
    }

    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let scheduler: Context
    @usableFromInline let state: Locked<State>

    @usableFromInline
    init(downstream: Downstream, scheduler: Context) {
        self.downstream = downstream
        self.scheduler = scheduler
        state = Locked(State())
    }

    @inlinable
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if !upstream.isStopped { enqueue(.value(input)) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if !upstream.isStopped { enqueue(.completion(completion)) }
    }

    @inlinable
    func enqueue(_ signal: Signal) {
        let mustSchedule = state.withLock { state in
            state.signals.append(signal)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if mustSchedule { scheduler.schedule { self.deliver() } }
    }

    @inlinable
    func deliver() {
        var signals: ContiguousArray<Signal> = []
        while takeSignals(into: &signals) {
            for signal in signals where !upstream.isStopped { deliver(signal) }
            signals.removeAllForReuse()
        }
    }

    @inlinable
    func deliver(_ signal: Signal) {
        switch signal {
        case .value(let value):
            let demand = downstream.receive(value)
            if demand > .none { upstream.request(demand) }
        case .completion(let completion):
            if upstream.finish() { downstream.receive(completion: completion) }
        }
    }

    /// Exchanges an empty array for the queued signals, or keeps it for reuse if there are none.
    ///
    /// - Returns: Whether signals were queued.
    @inlinable
    func takeSignals(into signals: inout ContiguousArray<Signal>) -> Bool {
        state.withLock { state in
            if state.signals.isEmpty {
                state.isScheduled = false
                swap(&state.spare, &signals)
                return false
            }
            swap(&state.signals, &signals)
            // New signals are appended to the array passed in, or at first to the spare one.
            if state.signals.capacity == 0 { swap(&state.signals, &state.spare) }
            return true
        }
    }
}
