extension Publishers {
    /// Delivers values and completion on a scheduler. See `receive(on:)`.
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
    /// Signals that arrive while others wait are delivered in the same piece of work. A signal that arrives on the
    /// scheduler already, see ``Scheduler/isCurrent``, is delivered at once, after those that wait.
    ///
    /// - Parameters:
    ///   - scheduler: Where downstream gets its signals.
    ///   - options: `nil`; schedulers have no options.
    @inlinable
    @_disfavoredOverload  // The form for the main actor goes first where it fits.
    public func receive<Context: Scheduler>(
        on scheduler: Context, options: SchedulerOptions? = nil
    ) -> Publishers.ReceiveOn<Self, Context> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
    }

    /// Delivers values and completion on the main actor: `receive(on: .main)`.
    ///
    /// The closures of operators, `sink` and `assign` after it may access the state of the main actor; see
    /// ``MainActorPublisher``. A signal that arrives on the main actor is delivered at once, after those that wait.
    ///
    /// - Parameters:
    ///   - scheduler: The main actor, `.main` or `MainActor.shared`.
    ///   - options: `nil`; schedulers have no options.
    @inlinable
    public func receive(
        on scheduler: MainActor, options: SchedulerOptions? = nil
    ) -> MainActorPublisher<Publishers.ReceiveOn<Self, MainActor>> {
        MainActorPublisher<Publishers.ReceiveOn<Self, MainActor>>(
            Publishers.ReceiveOn(upstream: self, scheduler: scheduler))
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
        @usableFromInline var isDelivering = false
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
        let isCurrent = scheduler.isCurrent
        let mustSchedule = state.withLock { state in
            state.signals.append(signal)
            if isCurrent || state.isScheduled || state.isDelivering { return false }
            state.isScheduled = true
            return true
        }
        if isCurrent { deliver() } else if mustSchedule { scheduler.schedule { self.deliver() } }
    }

    /// Delivers the queued signals, unless they are being delivered: the caller is on the scheduler, and has been called
    /// by a subscriber.
    @inlinable
    func deliver() {
        let mustDeliver = state.withLock { state in
            defer { state.isDelivering = true }
            return !state.isDelivering
        }
        if !mustDeliver { return }
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
                state.isDelivering = false
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
