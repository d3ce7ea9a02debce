import Synchronization

/// Subscribes to several publishers and forwards the first of them to send a value or a completion.
///
/// Downstream's demand is requested from every publisher until one has won, then from that one. The winner's
/// signals are serial, so that they are forwarded without a lock.
@usableFromInline
final class Racing<Downstream: Subscriber>: SourceSubscription {
    private struct State: Sendable {
        /// The total demand of downstream.
        var requested = Subscribers.Demand.none
        var subscriptions: [(any Subscription)?]
        /// Whether a publisher has sent a subscription.
        var hasStarted: [Bool]
    }

    /// The index of the winner, ``undecided`` or ``over``.
    @usableFromInline let winner = Atomic<Int>(Racing.undecided)
    @usableFromInline let downstream: Downstream
    private let link = SubscriptionLink()
    private let state: Locked<State>

    @export(implementation) static var undecided: Int { -1 }
    @export(implementation) static var over: Int { -2 }

    @usableFromInline
    init(count: Int, downstream: Downstream) {
        self.downstream = downstream
        state = Locked(
            State(
                subscriptions: Array(repeating: nil, count: count),
                hasStarted: Array(repeating: false, count: count)))
    }

    /// Sends the subscription downstream. Call this before anything else.
    @usableFromInline
    func begin() {
        link.attach(self)
        downstream.receive(subscription: StageSubscription(link, of: "Race"))
    }

    /// Subscribes to a publisher, unless the race is decided.
    @export(implementation)
    func start<P: Publisher>(_ publisher: P, at index: Int)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        if winner.load(ordering: .relaxed) == Self.undecided {
            publisher.receive(subscriber: RaceSubscriber(racing: self, index: index))
        }
    }

    @usableFromInline
    func attach(_ subscription: any Subscription, at index: Int) {
        let requested: Subscribers.Demand? = state.withLock { state in
            let winner = winner.load(ordering: .relaxed)
            guard !state.hasStarted[index], winner == Self.undecided || winner == index else { return nil }
            state.hasStarted[index] = true
            state.subscriptions[index] = subscription
            return state.requested
        }
        guard let requested else { return subscription.cancel() }
        if requested > .none { subscription.request(requested) }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand) {
        let subscriptions = state.withLock { state in
            state.requested += demand
            return state.subscriptions
        }
        for subscription in subscriptions { subscription?.request(demand) }
    }

    @usableFromInline
    func cancel() {
        winner.store(Self.over, ordering: .relaxed)
        for subscription in takeSubscriptions(except: nil) { subscription.cancel() }
    }

    /// Whether a publisher has won, or wins now: its signals are forwarded.
    @export(implementation) @inline(__always)
    func passes(_ index: Int) -> Bool {
        winner.load(ordering: .relaxed) == index || wins(index)
    }

    @usableFromInline @inline(never)
    func wins(_ index: Int) -> Bool {
        let isFirst = winner.compareExchange(
            expected: Self.undecided, desired: index, ordering: .relaxed
        ).exchanged
        if isFirst {
            for subscription in takeSubscriptions(except: index) { subscription.cancel() }
        }
        return isFirst
    }

    @usableFromInline
    func end(_ index: Int, _ completion: Subscribers.Completion<Downstream.Failure>) {
        guard passes(index),
            winner.compareExchange(expected: index, desired: Self.over, ordering: .relaxed).exchanged
        else { return }
        _ = takeSubscriptions(except: nil)
        if link.finish() { downstream.receive(completion: completion) }
    }

    private func takeSubscriptions(except index: Int?) -> [any Subscription] {
        state.withLock { state in
            var taken: [any Subscription] = []
            for other in state.subscriptions.indices where other != index {
                if let subscription = state.subscriptions[other].take() { taken.append(subscription) }
            }
            return taken
        }
    }
}

/// Subscribes a race to one of its publishers.
@usableFromInline
struct RaceSubscriber<Downstream: Subscriber>: Subscriber {
    @usableFromInline let racing: Racing<Downstream>
    @usableFromInline let index: Int

    @export(implementation)
    init(racing: Racing<Downstream>, index: Int) {
        self.racing = racing
        self.index = index
    }

    @export(implementation) var flowControl: Subscribers.FlowControl? { racing.downstream.flowControl }

    @usableFromInline
    func receive(subscription: any Subscription) {
        racing.attach(subscription, at: index)
    }

    @export(implementation)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        racing.passes(index) ? racing.downstream.receive(input) : .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        racing.end(index, completion)
    }
}
