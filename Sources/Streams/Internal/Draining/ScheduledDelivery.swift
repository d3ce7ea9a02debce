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
        /// What is to be done on the scheduler once the signals are delivered.
        @usableFromInline var work: (@Sendable () -> Void)?
        /// Whether work is being done: signals that it sends are delivered at once, further work follows it.
        @usableFromInline var isWorking = false
        @usableFromInline var isScheduled = false

        @usableFromInline var hasWork: Bool { !isWorking && work != nil }
        @usableFromInline var isDelivering = false
        /// Whether the scheduler, or a caller on it, has called while signals were being delivered.
        @usableFromInline var isDue = false
    }

    /// What the caller that delivers does next.
    @usableFromInline
    enum Turn: Sendable {
        case deliver, work, schedule, stop
    }

    @usableFromInline let upstream = SubscriptionLink()
    @usableFromInline let downstream: Downstream
    @usableFromInline let scheduler: Context
    @usableFromInline let flowControl: Subscribers.FlowControl?
    @usableFromInline let state: Locked<State>
    /// What downstream requested and has not got yet.
    @usableFromInline let unmet = UnmetDemand()

    @usableFromInline
    init(downstream: Downstream, scheduler: Context) {
        self.downstream = downstream
        self.scheduler = scheduler
        flowControl = downstream.flowControl.map { Subscribers.FlowControl(before: $0, keepsExcess: true) }
        state = Locked(State())
    }

    @export(implementation)
    func receive(subscription: any Subscription) {
        guard upstream.attach(subscription) else { return }
        let counting = CountingSubscription(upstream, unmet, flowControl)
        state.withLock { $0.isDelivering = true }
        downstream.receive(subscription: counting)
        let mustSchedule = state.withLock { state in
            (state.isDelivering, state.isDue) = (false, false)
            state.isScheduled = !state.signals.isEmpty || state.hasWork
            return state.isScheduled
        }
        if mustSchedule {
            if scheduler.isCurrent { deliver() } else { scheduler.schedule { self.deliver() } }
        }
        // Requests wait, too: an upstream may answer one at once, with values without end.
        counting.open()
    }

    @export(implementation)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        if upstream.isStopped { return .none }
        flowControl?.receivedValue()
        enqueue(.value(input))
        return .none
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if !upstream.isStopped { enqueue(.completion(completion)) }
    }

    /// Does work on the scheduler after the signals that wait, but not after a cancellation. It is done
    /// before further work is added.
    @usableFromInline
    func perform(_ work: @escaping @Sendable () -> Void) {
        enqueue { $0.work = work }
    }

    @export(implementation)
    func enqueue(_ signal: Signal) {
        enqueue { $0.signals.append(signal) }
    }

    @export(implementation) @inline(__always)
    func enqueue(_ add: (inout State) -> Void) {
        let isCurrent = scheduler.isCurrent
        let mustSchedule = state.withLock { state in
            add(&state)
            if isCurrent || state.isScheduled || state.isDelivering { return false }
            state.isScheduled = true
            return true
        }
        if isCurrent { deliver() } else if mustSchedule { scheduler.schedule { self.deliver() } }
    }

    /// Delivers the queued signals, unless they are being delivered: the caller is on the scheduler, and has
    /// been called by a subscriber, or by the scheduler from inside the call that schedules.
    ///
    /// Signals that arrive meanwhile follow the scheduler's other work: a stream that never rests would
    /// occupy it for ever.
    @export(implementation)
    func deliver() {
        let isFirst = state.withLock { state in
            defer { (state.isDelivering, state.isDue) = (true, true) }
            return !state.isDelivering
        }
        if !isFirst { return }
        var signals: ContiguousArray<Signal> = []
        while true {
            var turn = takeTurn(into: &signals, hasScheduled: false)
            if turn == .schedule {
                scheduler.schedule { self.deliver() }
                turn = takeTurn(into: &signals, hasScheduled: true)
            }
            switch turn {
            case .deliver:
                for signal in signals where !upstream.isStopped { deliver(signal) }
                signals.removeAllForReuse()
            case .work:
                let work = state.withLock { state in
                    (state.isDelivering, state.isWorking) = (false, true)
                    return state.work.take()
                }
                if !upstream.isStopped { work?() }
                state.withLock { ($0.isDelivering, $0.isDue, $0.isWorking) = (true, true, false) }
            case .schedule, .stop: return
            }
        }
    }

    @export(implementation)
    func deliver(_ signal: Signal) {
        switch signal {
        case .value(let value):
            let demand = downstream.receive(value)
            let (canRequest, isExcess) = unmet.settleOne(adding: demand)
            if let flowControl {
                // For upstream, a value that was not requested is.
                upstream.request(flowControl.request(isExcess ? max(demand, .max(1)) : demand))
            } else {
                upstream.request(demand)
                if !canRequest { upstream.abandon() }
            }
        case .completion(let completion):
            if upstream.finish() { downstream.receive(completion: completion) }
        }
    }

    /// Exchanges an empty array for the queued signals, if they are due, or keeps it for reuse.
    ///
    /// - Parameters:
    ///   - signals: An empty array.
    ///   - hasScheduled: Whether the caller has scheduled the delivery of those that are not due.
    @export(implementation)
    func takeTurn(into signals: inout ContiguousArray<Signal>, hasScheduled: Bool) -> Turn {
        state.withLock { state in
            let isDue = state.isDue
            if isDue, !state.signals.isEmpty {
                state.isDue = false
                swap(&state.signals, &signals)
                // New signals are appended to the array passed in, or at first to the spare one.
                if state.signals.capacity == 0 { swap(&state.signals, &state.spare) }
                return .deliver
            }
            state.isScheduled = !state.signals.isEmpty
            if !state.isScheduled, state.hasWork { return .work }
            // Until it is scheduled, no other caller delivers.
            if state.isScheduled, !hasScheduled { return .schedule }
            (state.isDelivering, state.isDue) = (false, false)
            swap(&state.spare, &signals)
            return .stop
        }
    }
}
