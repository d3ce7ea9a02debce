import Synchronization

/// Carries a subscriber's unmet demand over from one upstream to the next, for operators that subscribe
/// several times.
///
/// It is the subscription that downstream holds. It requests downstream's unmet demand from the upstream that
/// is attached next. The upstreams take turns, which are numbered from zero: the signals of an upstream whose
/// turn is over are ignored, its second completion included.
@usableFromInline
package final class DemandArbiter: Subscription, CustomStringConvertible {
    private struct State: Sendable {
        var unmet: Subscribers.Demand = .none
        var current: (any Subscription)?
        var isOpen = true
    }

    private let name: StaticString
    private let state = Locked(State())
    @usableFromInline let isUnlimited = Atomic<Bool>(false)
    /// The number of the turn; ``over`` if the stream was cancelled or has ended.
    @usableFromInline let turn = Atomic<Int>(0)

    /// Creates a subscription.
    ///
    /// - Parameter name: What ``Publisher/print(_:to:)`` prints for it, the name that it has in Combine.
    @usableFromInline
    package init(_ name: StaticString = "Concatenate") {
        self.name = name
    }

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
    @usableFromInline
    package func attach(_ subscription: any Subscription, turn: Int) {
        let unmet: Subscribers.Demand? = state.withLock { state in
            guard state.isOpen, state.current == nil, currentTurn == turn else { return nil }
            state.current = subscription
            return state.unmet
        }
        guard let unmet else { return subscription.cancel() }
        if unmet > .none { subscription.request(unmet) }
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
            state.unmet = state.unmet - 1 + more
            return state.unmet == .unlimited
        }
        if isUnlimited { self.isUnlimited.store(true, ordering: .relaxed) }
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        if demand == .unlimited { isUnlimited.store(true, ordering: .relaxed) }
        let current = state.withLock { state in
            state.unmet += demand
            return state.current
        }
        current?.request(demand)
    }

    @usableFromInline
    package func cancel() {
        turn.store(Self.over, ordering: .relaxed)
        close()?.cancel()
    }

    /// Releases an upstream that has ended and begins the next turn. Requests wait for the next upstream.
    ///
    /// - Returns: Whether it was the upstream's turn.
    @usableFromInline
    package func endTurn(_ turn: Int) -> Bool {
        guard move(from: turn, to: turn + 1) else { return false }
        let current: (any Subscription)? = state.withLock { state in
            let current = state.current
            state.current = nil
            return current
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

    @usableFromInline
    package var description: String { "\(name)" }

    private func move(from turn: Int, to next: Int) -> Bool {
        turn != Self.over
            && self.turn.compareExchange(expected: turn, desired: next, ordering: .relaxed).exchanged
    }

    private func close() -> (any Subscription)? {
        state.withLock { state in
            let current = state.current
            state.current = nil
            state.isOpen = false
            return current
        }
    }
}
