/// One subscriber of a current value subject: keeps the latest value until it is wanted.
final class CurrentValueConduit<Output: Sendable, Failure: Error>: Subscription {
    private enum Step: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
    }

    private enum Event: Sendable {
        case subscription
        case change
    }

    private struct State: Sendable {
        var demand = Subscribers.Demand.none
        /// The values that are wanted and not delivered yet, and after them at most one that is not wanted yet.
        var unsent = Fifo<Output>()
        /// The latest value that was taken from the subject; an event that lags behind is skipped.
        var version = 0
        var completion: Subscribers.Completion<Failure>?

        mutating func nextStep() -> Step? {
            if demand > .none, let value = unsent.popFirst() {
                demand -= 1
                return .value(value)
            }
            switch completion {
            case .failure: return completion.map { .completion($0) }
            case .finished where unsent.isEmpty: return .completion(.finished)
            default: return nil
            }
        }
    }

    private let state = Locked(State())
    /// Delivers one signal after the other, whoever causes it.
    private let drain = Drain<Event>()
    /// The subscription that downstream holds: it lets go of the conduit, and so of downstream, at the end.
    private let link = SubscriptionLink()
    private let subject: Locked<CurrentValueSubject<Output, Failure>?>
    private let onSubscription: @Sendable (any Subscription) -> Void
    private let onValue: @Sendable (Output) -> Subscribers.Demand
    private let onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    init(
        subject: CurrentValueSubject<Output, Failure>,
        onSubscription: @escaping @Sendable (any Subscription) -> Void,
        onValue: @escaping @Sendable (Output) -> Subscribers.Demand,
        onCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
        self.subject = Locked(subject)
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    /// Takes the value that the subject has at subscription.
    func start(with value: Output, version: Int) {
        state.withLock { state in
            state.unsent.append(value)
            state.version = version
        }
    }

    /// Hands down the subscription; what is requested meanwhile is delivered after that.
    func begin() {
        link.attach(self)
        drain.submit(.subscription) { handle($0) }
    }

    /// Takes a newer value, which replaces one that was not wanted so far.
    func offer(_ value: Output, version: Int) {
        let replaced: Output? = state.withLock { state in
            guard version > state.version, state.completion == nil else { return nil }
            state.version = version
            if state.demand < state.unsent.count { return state.unsent.replaceLast(with: value) }
            state.unsent.append(value)
            return nil
        }
        _ = replaced
        pump()
    }

    func end(_ completion: Subscribers.Completion<Failure>) {
        state.withLock { $0.completion = completion }
        pump()
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        state.withLock { $0.demand += demand }
        pump()
    }

    func cancel() {
        link.cancel()
        subject.exchange(nil)?.detach(self)
        let unsent: Fifo<Output> = state.withLock { state in
            let unsent = state.unsent
            state.unsent = Fifo()
            return unsent
        }
        _ = unsent
    }

    private func pump() {
        drain.submit(.change) { handle($0) }
    }

    private func handle(_ event: Event) {
        if case .subscription = event { onSubscription(link) }
        deliver()
    }

    private func deliver() {
        while !link.isStopped, let step = state.withLock({ $0.nextStep() }) {
            switch step {
            case .value(let value):
                let more = onValue(value)
                if more > .none { state.withLock { $0.demand += more } }
            case .completion(let completion):
                _ = subject.exchange(nil)
                if link.finish() { onCompletion(completion) }
            }
        }
    }
}
