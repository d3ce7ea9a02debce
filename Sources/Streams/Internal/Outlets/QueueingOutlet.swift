/// Delivers values that are offered from any thread to one subscriber, on demand, and queues the rest.
///
/// The completion follows the queued values. Signals are delivered serially, from whatever threads values are
/// offered and requested.
@usableFromInline
final class QueueingOutlet<Value: Sendable, Failure: Error>: AbandonableSubscription, @unchecked Sendable {
    // Sendable: `downstream` belongs to the drain's owner.

    /// How many values may wait for demand, and which values are dropped beyond that.
    @usableFromInline
    enum Capacity: Sendable {
        case unlimited
        case newest(Int)
        case oldest(Int)
    }

    /// The result of offering a value.
    @usableFromInline
    enum OfferResult: Sendable {
        /// The value was sent: there was demand for it.
        case sent
        /// The value waits for demand.
        case waits(count: Int)
        /// A value, the new one or one that waited, exceeded the capacity and was dropped.
        case dropped(Value)
        /// The stream has ended.
        case refused
    }

    @usableFromInline
    enum Step: Sendable {
        case value(Value)
        case completion(Subscribers.Completion<Failure>)
    }

    @usableFromInline
    enum Event: Sendable {
        case subscription
        case change
        /// A request from inside a signal.
        case request(Subscribers.Demand, unmet: Subscribers.Demand)
        /// Downstream has released its subscription, and values may wait for demand that cannot come.
        case abandon
        case cancel
    }

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var demand = Subscribers.Demand.none
        /// Values for which there was demand, and which have not been delivered yet.
        @usableFromInline var requested = Fifo<Value>()
        /// Values that wait for demand.
        @usableFromInline var waiting = Fifo<Value>()
        @usableFromInline var completion: Subscribers.Completion<Failure>?
        @usableFromInline var hasBegun = false

        @export(implementation)
        mutating func nextStep() -> Step? {
            guard hasBegun else { return nil }
            if let value = requested.popFirst() { return .value(value) }
            guard waiting.isEmpty else { return nil }
            return completion.map { .completion($0) }
        }

        /// - Returns: The part of the demand that is not met by values that waited.
        @export(implementation)
        mutating func add(_ more: Subscribers.Demand) -> Subscribers.Demand {
            demand += more
            var unmet = more
            while demand > .none, let value = waiting.popFirst() {
                requested.append(value)
                demand -= 1
                unmet -= 1
            }
            return unmet
        }

        @usableFromInline
        mutating func keep(_ value: Value, within capacity: Capacity) -> OfferResult {
            switch capacity {
            case .oldest(let limit) where waiting.count >= limit:
                return .dropped(value)
            case .newest(let limit) where waiting.count >= limit:
                waiting.append(value)
                return .dropped(waiting.popFirst() ?? value)
            default:
                waiting.append(value)
                return .waits(count: waiting.count)
            }
        }
    }

    /// Released at the end.
    @usableFromInline var downstream: AnySubscriber<Value, Failure>?
    @usableFromInline let name: StaticString
    @usableFromInline let capacity: Capacity
    @usableFromInline let onRequest:
        @Sendable (_ demand: Subscribers.Demand, _ unmet: Subscribers.Demand) -> Void
    @usableFromInline let onCancel: @Sendable (QueueingOutlet) -> Void
    @usableFromInline let state = Locked(State())
    /// Delivers signals one at a time.
    @usableFromInline let drain = Drain<Event>()
    /// The subscription that downstream holds. It releases the outlet, and with it downstream, at the end.
    @usableFromInline let link = SubscriptionLink()

    /// Creates a outlet.
    ///
    /// - Parameters:
    ///   - downstream: The subscriber.
    ///   - name: What ``Publisher/print(_:to:)`` prints for the subscription.
    ///   - capacity: How many values may wait.
    ///   - onRequest: Called with each demand, after values that waited were delivered for it, and the part
    ///     of it that these have not met.
    ///   - onCancel: Called when the subscriber cancels, or has released its subscription while values wait
    ///     for demand.
    init(
        to downstream: AnySubscriber<Value, Failure>,
        of name: StaticString,
        capacity: Capacity = .unlimited,
        onRequest:
            @escaping @Sendable (_ demand: Subscribers.Demand, _ unmet: Subscribers.Demand) -> Void = {
                _, _ in
            },
        onCancel: @escaping @Sendable (QueueingOutlet) -> Void
    ) {
        self.downstream = downstream
        self.name = name
        self.capacity = capacity
        self.onRequest = onRequest
        self.onCancel = onCancel
    }

    /// Sends the subscription downstream, then the values that were offered before.
    func begin() {
        link.attach(self)
        submit(.subscription)
    }

    /// The unmet demand; none after the end.
    var demand: Subscribers.Demand {
        link.isStopped ? .none : state.withLock { $0.completion == nil ? $0.demand : .none }
    }

    var isStopped: Bool { link.isStopped }

    @export(implementation)
    func offer(_ value: Value) -> OfferResult {
        if link.isStopped { return .refused }
        let result: OfferResult = state.withLock { state in
            if state.completion != nil { return .refused }
            guard state.demand > .none else { return state.keep(value, within: capacity) }
            state.demand -= 1
            state.requested.append(value)
            return .sent
        }
        switch result {
        case .sent: pump()
        case .waits: if link.isAbandoned { submit(.abandon) }
        case .dropped, .refused: break
        }
        return result
    }

    /// Ends the stream after the values that wait.
    ///
    /// - Returns: Whether the stream had not ended.
    @discardableResult
    func end(_ completion: Subscribers.Completion<Failure>) -> Bool {
        if link.isStopped { return false }
        let isFirst = state.withLock { state in
            if state.completion != nil { return false }
            state.completion = completion
            return true
        }
        if isFirst { pump() }
        return isFirst
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        let unmet = state.withLock { $0.add(demand) }
        let isInside = drain.isOwnedByCaller
        submit(isInside ? .request(demand, unmet: unmet) : .change)
        if !isInside { onRequest(demand, unmet) }
    }

    /// The link holds the outlet weakly then: the source of its values holds it.
    @usableFromInline var weakened: any Subscription { weakReference }

    @usableFromInline
    func abandon() {
        submit(.abandon)
    }

    @usableFromInline
    func cancel() {
        onCancel(self)
        submit(.cancel)
        let dropped: (Fifo<Value>, Fifo<Value>) = state.withLock { state in
            let dropped = (state.requested, state.waiting)
            (state.requested, state.waiting) = (Fifo(), Fifo())
            return dropped
        }
        _ = dropped
    }

    /// Delivers what is due.
    @export(implementation)
    func pump() {
        guard drain.enter() else { return submit(.change) }
        deliver()
        if !drain.leaveQuickly() { handleMail() }
    }

    // What is not called for each value is not exported: it is long.
    @usableFromInline @inline(never)
    func handleMail() {
        drain.leave { handle($0) }
    }

    @usableFromInline @inline(never)
    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    private func handle(_ event: Event) {
        switch event {
        case .subscription:
            state.withLock { $0.hasBegun = true }
            downstream?.receive(subscription: StageSubscription(link, of: name))
        case .change: break
        case .request(let demand, let unmet): report(demand, unmet)
        case .abandon: if hasUndeliverableValues, link.finish() { cancel() }
        case .cancel: downstream = nil
        }
        deliver()
    }

    /// Whether values wait for demand that cannot come. No completion can follow them.
    private var hasUndeliverableValues: Bool {
        link.isAbandoned
            && state.withLock { state in
                state.demand == .none && state.requested.isEmpty && !state.waiting.isEmpty
            }
    }

    @export(implementation)
    func deliver() {
        while !link.isStopped, let downstream, let step = state.withLock({ $0.nextStep() }) {
            switch step {
            case .value(let value):
                let more = downstream.receive(value)
                if more > .none {
                    report(more, state.withLock { $0.add(more) })
                }
            case .completion(let completion):
                self.downstream = nil
                if link.finish() { downstream.receive(completion: completion) }
            }
        }
    }

    /// Reports a request from inside a signal once the drain is left. Values that are sent then are
    /// delivered, and may end the stream. Inside, they would be queued, without end if the demand is
    /// unlimited.
    @usableFromInline
    func report(_ demand: Subscribers.Demand, _ unmet: Subscribers.Demand) {
        drain.deferUpstream(.run { [onRequest] in onRequest(demand, unmet) })
    }
}
