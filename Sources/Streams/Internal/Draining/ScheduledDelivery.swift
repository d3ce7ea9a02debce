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
        @usableFromInline var isDelivering = false
        /// Whether the scheduler, or a caller on it, has called while signals were being delivered.
        @usableFromInline var isDue = false

        @usableFromInline var hasWork: Bool { !isWorking && work != nil }
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
        send(.value(input))
        return .none
    }

    @export(implementation)
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        if !upstream.isStopped { send(.completion(completion)) }
    }

    /// Delivers a signal at once if the caller is on the scheduler, no other signal waits and none is being
    /// delivered.
    @export(implementation)
    func send(_ signal: Signal) {
        guard scheduler.isCurrent else { return add { $0.signals.append(signal) } }
        let isFirst = state.withLock { state in
            if state.isDelivering || !state.signals.isEmpty {
                state.signals.append(signal)
                return false
            }
            (state.isDelivering, state.isDue) = (true, false)
            return true
        }
        if isFirst {
            deliver(signal)
            deliverWaiting()
        } else {
            deliver()
        }
    }

    /// Does work on the scheduler after the signals that wait, but not after a cancellation. It is done
    /// before further work is added.
    @usableFromInline
    func perform(_ work: @escaping @Sendable () -> Void) {
        if scheduler.isCurrent {
            state.withLock { $0.work = work }
            deliver()
        } else {
            add { $0.work = work }
        }
    }

    /// Adds what waits until the scheduler calls.
    @export(implementation) @inline(__always)
    func add(_ change: (inout State) -> Void) {
        let mustSchedule = state.withLock { state in
            change(&state)
            if state.isScheduled || state.isDelivering { return false }
            state.isScheduled = true
            return true
        }
        if mustSchedule { scheduler.schedule { self.deliver() } }
    }

    /// Delivers the queued signals, unless they are being delivered: the caller is on the scheduler, and has
    /// been called by a subscriber, or by the scheduler from inside the call that schedules.
    ///
    /// Signals that arrive meanwhile follow the scheduler's other work: a stream that never rests would
    /// occupy it for ever.
    @export(implementation)
    func deliver() {
        var signals: ContiguousArray<Signal> = []
        let turn: Turn? = state.withLock { state in
            state.isDue = true
            if state.isDelivering { return nil }
            state.isDelivering = true
            return state.takeTurn(into: &signals)
        }
        if let turn { deliver(turn, &signals) }
    }

    /// Delivers what has become due during a delivery.
    @export(implementation)
    func deliverWaiting() {
        var signals: ContiguousArray<Signal> = []
        deliver(state.withLock { $0.takeTurn(into: &signals) }, &signals)
    }

    /// Delivers what the first turn and further ones take out, until nothing is due.
    @export(implementation)
    func deliver(_ first: Turn, _ signals: inout ContiguousArray<Signal>) {
        var turn = first
        while true {
            if turn == .schedule {
                scheduler.schedule { self.deliver() }
                turn = state.withLock { $0.takeTurn(into: &signals, hasScheduled: true) }
            }
            switch turn {
            case .deliver:
                for signal in signals where !upstream.isStopped { deliver(signal) }
                signals.removeAllForReuse()
            case .work: doWork()
            case .schedule, .stop: return
            }
            turn = state.withLock { $0.takeTurn(into: &signals) }
        }
    }

    @usableFromInline
    func doWork() {
        let work = state.withLock { state in
            (state.isDelivering, state.isWorking) = (false, true)
            return state.work.take()
        }
        if !upstream.isStopped { work?() }
        state.withLock { ($0.isDelivering, $0.isDue, $0.isWorking) = (true, true, false) }
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
}

extension ScheduledDelivery.State {
    /// Exchanges an empty array for the queued signals, if they are due, or keeps it for reuse.
    ///
    /// - Parameters:
    ///   - signals: An empty array.
    ///   - hasScheduled: Whether the caller has scheduled the delivery of those that are not due.
    @export(implementation)
    mutating func takeTurn(
        into signals: inout ContiguousArray<ScheduledDelivery.Signal>, hasScheduled: Bool = false
    ) -> ScheduledDelivery.Turn {
        if isDue, !self.signals.isEmpty {
            isDue = false
            swap(&self.signals, &signals)
            // New signals are appended to the array passed in, or at first to the spare one.
            if self.signals.capacity == 0 { swap(&self.signals, &spare) }
            return .deliver
        }
        isScheduled = !self.signals.isEmpty
        if !isScheduled, hasWork { return .work }
        // Until it is scheduled, no other caller delivers.
        if isScheduled, !hasScheduled { return .schedule }
        (isDelivering, isDue) = (false, false)
        if spare.capacity == 0 { swap(&spare, &signals) }
        return .stop
    }
}
