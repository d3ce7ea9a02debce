/// Keeps the latest value of two sides and sends them in pairs.
///
/// Where downstream's demand is unlimited, so is that of both sides. Otherwise each side is asked for one value
/// at a time, and for the next when a pair was sent.
@usableFromInline
final class LatestPairing<A: Sendable, B: Sendable, Downstream: Subscriber>: @unchecked Sendable
where Downstream.Input == (A, B) {
    // Sendable: the variables belong to the drain's owner.

    @usableFromInline
    enum Event: Sendable {
        case attached(Int, any Subscription)
        case valueA(A)
        case valueB(B)
        case ended(Int, Subscribers.Completion<Downstream.Failure>)
        case request(Subscribers.Demand)
        case cancel
    }

    /// What is known of a side besides its value.
    private struct Side {
        var subscription: (any Subscription)?
        var isAsked = false
        var hasEnded = false
    }

    @usableFromInline let drain = Drain<Event>()
    /// The subscription that downstream holds.
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let downstream: Downstream

    @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var latestA: A?
    @usableFromInline @exclusivity(unchecked) var latestB: B?
    private var hasUnsentPair = false
    private var sides = (Side(), Side())

    @usableFromInline
    init(downstream: Downstream) {
        self.downstream = downstream
    }

    /// Hands down the subscription. To be called before anything else.
    @inlinable
    func begin() {
        link.attach(
            BoundSubscription(
                request: { demand in self.submit(.request(demand)) },
                cancel: { self.submit(.cancel) }))
        downstream.receive(subscription: link)
    }

    @usableFromInline
    func submit(_ event: Event) {
        drain.submit(event) { handle($0) }
    }

    @inlinable
    func leaveDrain() {
        if !drain.leaveQuickly() { leaveDrainSlowly() }
    }

    @usableFromInline
    func leaveDrainSlowly() {
        drain.leave { handle($0) }
    }

    @usableFromInline
    struct SideA: Subscriber {
        @usableFromInline let pairing: LatestPairing

        @inlinable
        init(pairing: LatestPairing) {
            self.pairing = pairing
        }

        @usableFromInline
        func receive(subscription: any Subscription) {
            pairing.submit(.attached(0, subscription))
        }

        @inlinable
        func receive(_ input: A) -> Subscribers.Demand {
            if pairing.drain.enter() {
                pairing.takeA(input)
                pairing.leaveDrain()
            } else {
                pairing.submit(.valueA(input))
            }
            return .none
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            pairing.submit(.ended(0, completion))
        }
    }

    @usableFromInline
    struct SideB: Subscriber {
        @usableFromInline let pairing: LatestPairing

        @inlinable
        init(pairing: LatestPairing) {
            self.pairing = pairing
        }

        @usableFromInline
        func receive(subscription: any Subscription) {
            pairing.submit(.attached(1, subscription))
        }

        @inlinable
        func receive(_ input: B) -> Subscribers.Demand {
            if pairing.drain.enter() {
                pairing.takeB(input)
                pairing.leaveDrain()
            } else {
                pairing.submit(.valueB(input))
            }
            return .none
        }

        @usableFromInline
        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            pairing.submit(.ended(1, completion))
        }
    }
}

// What follows is called by the drain's owner only.
extension LatestPairing {
    @usableFromInline
    func handle(_ event: Event) {
        switch event {
        case .attached(let side, let subscription):
            attach(side, subscription)
        case .valueA(let value):
            takeA(value)
        case .valueB(let value):
            takeB(value)
        case .ended(let side, let completion):
            end(side, completion)
        case .request(let more):
            request(more)
        case .cancel:
            letGo()
        }
    }

    @inlinable
    func takeA(_ value: A) {
        latestA = value
        if demand == .unlimited, let latestB {
            if !link.isStopped { _ = downstream.receive((value, latestB)) }
        } else {
            valueCame(from: 0)
        }
    }

    @inlinable
    func takeB(_ value: B) {
        latestB = value
        if demand == .unlimited, let latestA {
            if !link.isStopped { _ = downstream.receive((latestA, value)) }
        } else {
            valueCame(from: 1)
        }
    }

    @usableFromInline
    func valueCame(from side: Int) {
        with(side) { $0.isAsked = false }
        hasUnsentPair = latestA != nil && latestB != nil
        sendIfWanted()
    }

    private func with(_ side: Int, _ body: (inout Side) -> Void) {
        if side == 0 { body(&sides.0) } else { body(&sides.1) }
    }

    private func attach(_ side: Int, _ subscription: any Subscription) {
        let isTaken = side == 0 ? sides.0.subscription != nil : sides.1.subscription != nil
        guard !isTaken, !link.isStopped else { return drain.afterwards(.cancel(subscription)) }
        with(side) { $0.subscription = subscription }
        ask(side)
    }

    /// Asks a side for its next value, if it is wanted and has not been asked for.
    private func ask(_ side: Int) {
        guard demand > .none else { return }
        with(side) { state in
            guard let subscription = state.subscription, !state.isAsked, !state.hasEnded else { return }
            state.isAsked = true
            drain.afterwards(.request(subscription, demand == .unlimited ? .unlimited : .max(1)))
        }
    }

    private func request(_ more: Subscribers.Demand) {
        let wasBounded = demand != .unlimited
        demand += more
        if demand == .unlimited, wasBounded {
            // The one value that may have been asked for is included in the unlimited request.
            sides.0.isAsked = false
            sides.1.isAsked = false
        }
        sendIfWanted()
        ask(0)
        ask(1)
    }

    private func sendIfWanted() {
        guard hasUnsentPair, demand > .none, !link.isStopped, let latestA, let latestB else { return }
        hasUnsentPair = false
        demand -= 1
        demand += downstream.receive((latestA, latestB))
        ask(0)
        ask(1)
        finishIfDone()
    }

    private func end(_ side: Int, _ completion: Subscribers.Completion<Downstream.Failure>) {
        with(side) { state in
            state.hasEnded = true
            state.subscription = nil
        }
        if case .failure = completion { return finish(completion) }
        let hasNeverSent = side == 0 ? latestA == nil : latestB == nil
        if hasNeverSent { finish(.finished) } else { finishIfDone() }
    }

    private func finishIfDone() {
        if sides.0.hasEnded, sides.1.hasEnded, !hasUnsentPair { finish(.finished) }
    }

    private func finish(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard link.finish() else { return }
        letGo()
        downstream.receive(completion: completion)
    }

    private func letGo() {
        for side in 0...1 {
            with(side) { state in
                if let subscription = state.subscription.take() { drain.afterwards(.cancel(subscription)) }
            }
        }
        latestA = nil
        latestB = nil
        hasUnsentPair = false
    }
}
