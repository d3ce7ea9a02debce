import Synchronization

/// The subscription that a scheduled delivery sends downstream: counts what is requested.
///
/// Requests that are made while downstream receives it wait until then.
///
/// Downstream holds this object, and nothing else does. Once it is released and all that was requested is
/// delivered, no request can follow, so that upstream's subscription is released as well. See
/// ``StageSubscription``.
@usableFromInline
final class CountingSubscription: AbandonableSubscription, CustomStringConvertible {
    private let link: SubscriptionLink
    private let unmet: UnmetDemand
    private let flowControl: Subscribers.FlowControl?
    private let early = EarlyRequests()

    @usableFromInline
    init(_ link: SubscriptionLink, _ unmet: UnmetDemand, _ flowControl: Subscribers.FlowControl?) {
        self.link = link
        self.unmet = unmet
        self.flowControl = flowControl
    }

    deinit {
        abandon()
    }

    func abandon() {
        if !unmet.abandon() { link.abandon() }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        unmet.add(demand)
        pass(early.add(demand))
    }

    /// Passes requests on: downstream has received the subscription.
    @usableFromInline
    func open() { pass(early.open()) }

    private func pass(_ demand: Subscribers.Demand) {
        if demand > .none { link.request(flowControl?.request(demand) ?? demand) }
    }

    @usableFromInline
    func cancel() { link.cancel() }

    @usableFromInline
    var description: String { "\(link)" }
}

/// What a subscriber requested and has not got yet, and whether it can request more.
@usableFromInline
final class UnmetDemand: Sendable {
    @usableFromInline let count = DemandCounter()
    private let isAbandoned = Atomic<Bool>(false)

    @usableFromInline
    init() {}

    func add(_ demand: Subscribers.Demand) {
        if count.current < .unlimited { _ = count.add(demand) }
    }

    /// Records the delivery of a value.
    ///
    /// - Parameter demand: The demand that downstream returned for it.
    /// - Returns: Whether downstream can request more: it holds its subscription, or returns a demand for a
    ///   value that it is still to get. And whether the value was not requested.
    @export(implementation)
    func settleOne(adding demand: Subscribers.Demand) -> (canRequest: Bool, isExcess: Bool) {
        if count.current == .unlimited { return (true, false) }
        let before = count.update { $0 + demand - 1 }
        return (canRequest, before == Subscribers.Demand.none)
    }

    /// Records that downstream has released its subscription.
    ///
    /// - Returns: Whether downstream can request more.
    func abandon() -> Bool {
        isAbandoned.store(true, ordering: .sequentiallyConsistent)
        return canRequest
    }

    @usableFromInline var canRequest: Bool {
        count.outstanding.load(ordering: .sequentiallyConsistent) != 0
            || !isAbandoned.load(ordering: .sequentiallyConsistent)
    }
}
