import Synchronization

/// Carries a subscriber's demand from one upstream to the next, for operators that subscribe again.
///
/// It is the subscription that downstream holds. What downstream has asked for and not received is asked of the
/// upstream that is attached next. The upstreams take turns, which are numbered from zero: what one signals when
/// its turn is over does not count, and an upstream that ends twice ends once.
@usableFromInline
package final class DemandArbiter: Subscription {
    private struct State: Sendable {
        var unmet: Subscribers.Demand = .none
        var current: (any Subscription)?
        var isOpen = true
    }

    private let state = Locked(State())
    @usableFromInline let isUnlimited = Atomic<Bool>(false)
    /// The number of the turn; ``over`` when the stream was cancelled or has ended.
    @usableFromInline let turn = Atomic<Int>(0)

    @usableFromInline
    package init() {}

    /// Whether the stream was cancelled or has ended: nothing may be delivered any more.
    @inlinable
    package var isStopped: Bool { currentTurn == Self.over }

    @inlinable
    static var over: Int { .max }

    /// The number of the turn.
    @inlinable
    package var currentTurn: Int { turn.load(ordering: .relaxed) }

    /// Takes the subscription of an upstream and asks it for what is unmet; cancels it if it is not its turn, or
    /// while there is another.
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

    /// Notes that a value was delivered.
    ///
    /// - Parameter wanted: What downstream asked for in return.
    /// - Returns: The same, to be returned upstream.
    @inlinable
    package func delivered(wanting wanted: Subscribers.Demand) -> Subscribers.Demand {
        if !isUnlimited.load(ordering: .relaxed) { settle(wanted) }
        return wanted
    }

    @usableFromInline
    func settle(_ wanted: Subscribers.Demand) {
        let isUnlimited = state.withLock { state in
            state.unmet = state.unmet - 1 + wanted
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

    /// Lets go of the upstream that has ended, so that requests wait for the next, whose turn it is then.
    ///
    /// - Returns: Whether it was its turn.
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

    /// Ends the stream with an upstream.
    ///
    /// - Returns: Whether it was its turn: the caller may then deliver a completion.
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
            let current = state.current
            state.current = nil
            state.isOpen = false
            return current
        }
    }
}
