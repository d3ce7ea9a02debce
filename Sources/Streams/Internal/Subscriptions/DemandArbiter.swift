import Synchronization

/// Carries a subscriber's unmet demand over from one upstream to the next, for operators that subscribe
/// several times.
///
/// It requests downstream's unmet demand from the upstream that is attached next. The upstreams take turns,
/// which are numbered from zero: the signals of an upstream whose turn is over are ignored, its second
/// completion included. Downstream holds an ``ArbitratedSubscription``.
@usableFromInline
package final class DemandArbiter: Sendable {
    fileprivate struct State: Sendable {
        var unmet: Subscribers.Demand = .none
        var current: (any Subscription)?
        var hasUpstream = false
        /// The turn whose upstream is being asked for the unmet demand. Its caller then abandons that
        /// upstream, where downstream has released its subscription.
        var requestingTurn: Int?
        var isOpen = true
        /// Whether downstream has released its subscription.
        var isAbandoned = false
    }

    fileprivate let name: StaticString
    private let state = Locked(State())
    @usableFromInline let isUnlimited = Atomic<Bool>(false)
    /// The number of the turn; ``over`` if the stream was cancelled or has ended.
    @usableFromInline let turn = Atomic<Int>(0)

    /// Creates an arbiter.
    ///
    /// - Parameter name: What ``Publisher/print(_:to:)`` prints for the subscription, the name that it has in
    ///   Combine.
    @usableFromInline
    package init(_ name: StaticString = "Concatenate") {
        self.name = name
    }

    /// The subscription that downstream holds. To be sent downstream once, before anything else.
    @usableFromInline
    package var subscription: any Subscription { ArbitratedSubscription(self) }

    /// Whether the stream was cancelled or has ended. No signal may be delivered then.
    @export(implementation)
    package var isStopped: Bool { currentTurn == Self.over }

    @export(implementation)
    static var over: Int { .max }

    /// Whether an unlimited number of values was requested.
    @export(implementation)
    package var hasUnlimitedDemand: Bool { isUnlimited.load(ordering: .relaxed) }

    /// The number of the turn.
    @export(implementation)
    package var currentTurn: Int { turn.load(ordering: .relaxed) }

    /// Takes the subscription of an upstream and requests the unmet demand; cancels it if it is not the
    /// upstream's turn, or if it has a subscription already.
    ///
    /// The subscription is abandoned where downstream has released its own: there are no more requests, and
    /// an upstream that waits for one, such as a sequence, holds this object.
    @usableFromInline
    package func attach(_ subscription: any Subscription, turn: Int) {
        var (unmet, isAbandoned): (Subscribers.Demand?, Bool) = state.withLock { state in
            guard state.isOpen, !state.hasUpstream, currentTurn == turn else { return (nil, false) }
            state.hasUpstream = true
            state.current = state.isAbandoned ? subscription.whenAbandoned : subscription
            state.requestingTurn = state.unmet > .none ? turn : nil
            return (state.unmet, state.isAbandoned)
        }
        guard let unmet else { return subscription.cancel() }
        if unmet > .none {
            subscription.request(unmet)
            isAbandoned = state.withLock { $0.endRequesting(in: turn) }
        }
        if isAbandoned { subscription.requestNoMore() }
    }

    /// Counts a value that was delivered.
    ///
    /// - Parameter more: The demand that downstream returned.
    /// - Returns: The same demand, to be returned upstream.
    @export(implementation)
    package func delivered(returning more: Subscribers.Demand) -> Subscribers.Demand {
        if !isUnlimited.load(ordering: .relaxed) { settle(more) }
        return more
    }

    @usableFromInline
    func settle(_ more: Subscribers.Demand) {
        let isUnlimited = state.withLock { state in
            // In this order: the demand that a value has returned that was not requested replaces it.
            state.unmet = state.unmet + more - 1
            return state.unmet == .unlimited
        }
        if isUnlimited { self.isUnlimited.store(true, ordering: .relaxed) }
    }

    fileprivate func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        if demand == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
        let current = state.withLock { state in
            state.unmet += demand
            return state.current
        }
        current?.request(demand)
    }

    fileprivate func cancel() {
        turn.store(Self.over, ordering: .relaxed)
        close()?.cancel()
    }

    /// Abandons the upstream's subscription: downstream has released its own.
    fileprivate func abandon() {
        let (current, isRequesting): ((any Subscription)?, Bool) = state.withLock { state in
            if state.isAbandoned { return (nil, false) }
            state.isAbandoned = true
            let current = state.current
            state.current = current?.whenAbandoned
            return (current, state.requestingTurn != nil)
        }
        if !isRequesting { current?.requestNoMore() }
    }

    /// Releases an upstream that has ended and begins the next turn. Requests wait for the next upstream.
    ///
    /// - Returns: Whether it was the upstream's turn.
    @usableFromInline
    package func endTurn(_ turn: Int) -> Bool {
        guard move(from: turn, to: turn + 1) else { return false }
        let current: (any Subscription)? = state.withLock { state in
            state.hasUpstream = false
            return state.takeCurrent()
        }
        _ = current
        return true
    }

    /// Ends the stream with the completion of an upstream.
    ///
    /// - Returns: Whether it was the upstream's turn. The caller may then deliver a completion.
    @usableFromInline
    package func finish(turn: Int) -> Bool {
        guard move(from: turn, to: Self.over) else { return false }
        _ = close()
        return true
    }

    private func move(from turn: Int, to next: Int) -> Bool {
        turn != Self.over
            && self.turn.compareExchange(expected: turn, desired: next, ordering: .relaxed).exchanged
    }

    private func close() -> (any Subscription)? {
        state.withLock { state in
            state.isOpen = false
            return state.takeCurrent()
        }
    }
}

extension DemandArbiter.State {
    fileprivate mutating func takeCurrent() -> (any Subscription)? {
        let taken = current
        current = nil
        return taken
    }

    /// Notes that an upstream has been asked for the unmet demand, which may have ended its turn.
    ///
    /// - Returns: Whether it is to be abandoned.
    fileprivate mutating func endRequesting(in turn: Int) -> Bool {
        if requestingTurn == turn { requestingTurn = nil }
        return isAbandoned
    }
}

/// The subscription that an operator with an arbiter sends downstream.
///
/// An upstream that waits for a request holds the arbiter, which holds that upstream's subscription.
/// Downstream holds this object instead, so that a subscriber that releases its subscription does not keep
/// them. See ``StageSubscription``.
private final class ArbitratedSubscription: AbandonableSubscription, CustomStringConvertible {
    private let arbiter: DemandArbiter

    init(_ arbiter: DemandArbiter) {
        self.arbiter = arbiter
    }

    deinit {
        abandon()
    }

    func abandon() { arbiter.abandon() }

    func request(_ demand: Subscribers.Demand) { arbiter.request(demand) }

    func cancel() { arbiter.cancel() }

    var description: String { "\(arbiter.name)" }
}
