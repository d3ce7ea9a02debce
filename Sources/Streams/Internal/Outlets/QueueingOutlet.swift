/// Delivers values that are offered from any thread to one subscriber, on demand, and queues the rest.
///
/// The completion follows the queued values. Signals are delivered serially, from whatever threads values are
/// offered and requested.
final class QueueingOutlet<Value: Sendable, Failure: Error>: AbandonableSubscription, @unchecked Sendable {
    // Sendable: `downstream` belongs to the drain's owner.

    /// How many values may wait for demand, and which values are dropped beyond that.
    enum Capacity: Sendable {
        case unlimited
        case newest(Int)
        case oldest(Int)
    }

    /// The result of offering a value.
    enum OfferResult: Sendable {
        /// There was demand for the value.
        case sent
        /// The value waits for demand.
        case waits(count: Int)
        /// This value, the new one or one that waited, exceeded the capacity and was dropped.
        case dropped(Value)
        /// The stream has ended.
        case refused
    }

    private enum Step: Sendable {
        case value(Value)
        case completion(Subscribers.Completion<Failure>)
    }

    private enum Event: Sendable {
        case subscription
        case change
        /// A request from inside a signal.
        case request(Subscribers.Demand, unmet: Subscribers.Demand)
        /// Downstream has released its subscription, and values may wait for demand that cannot come.
        case abandon
        case cancel
    }

    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        /// Values for which there was demand, and which have not been delivered yet.
        var requested = Fifo<Value>()
        /// Values that wait for demand.
        var waiting = Fifo<Value>()
        var completion: Subscribers.Completion<Failure>?
        var hasBegun = false

        mutating func nextStep() -> Step? {
            guard hasBegun else { return nil }
            if let value = requested.popFirst() { return .value(value) }
            guard waiting.isEmpty else { return nil }
            return completion.map { .completion($0) }
        }

        /// - Returns: The part of the demand that is not met by values that waited.
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
    private var downstream: AnySubscriber<Value, Failure>?
    private let name: StaticString
    private let capacity: Capacity
    private let onRequest: @Sendable (_ demand: Subscribers.Demand, _ unmet: Subscribers.Demand) -> Void
    private let onCancel: @Sendable (QueueingOutlet) -> Void
    private let state = Locked(State())
    /// Delivers signals one at a time.
    private let drain = Drain<Event>()
    /// The subscription that downstream holds. It releases the outlet, and with it downstream, at the end.
    private let link = SubscriptionLink()

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
        drain.submit(.subscription) { handle($0) }
    }

    /// The unmet demand; none after the end.
    var demand: Subscribers.Demand {
        link.isStopped ? .none : state.withLock { $0.completion == nil ? $0.demand : .none }
    }

    var isStopped: Bool { link.isStopped }

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
        case .waits: if link.isAbandoned { drain.submit(.abandon) { handle($0) } }
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

    func request(_ demand: Subscribers.Demand) {
        let unmet = state.withLock { $0.add(demand) }
        let isInside = drain.isOwnedByCaller
        drain.submit(isInside ? .request(demand, unmet: unmet) : .change) { handle($0) }
        if !isInside { onRequest(demand, unmet) }
    }

    /// The link holds the outlet weakly then: the source of its values holds it.
    var weakened: any Subscription { weakReference }

    func abandon() {
        drain.submit(.abandon) { handle($0) }
    }

    func cancel() {
        onCancel(self)
        drain.submit(.cancel) { handle($0) }
        let dropped: (Fifo<Value>, Fifo<Value>) = state.withLock { state in
            let dropped = (state.requested, state.waiting)
            (state.requested, state.waiting) = (Fifo(), Fifo())
            return dropped
        }
        _ = dropped
    }

    private func pump() {
        drain.submit(.change) { handle($0) }
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

    private func deliver() {
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
    private func report(_ demand: Subscribers.Demand, _ unmet: Subscribers.Demand) {
        drain.deferUpstream(.run { [onRequest] in onRequest(demand, unmet) })
    }
}
