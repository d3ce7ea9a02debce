/// One subscriber of a current value subject. It holds the latest value until there is demand.
@usableFromInline
final class CurrentValueConduit<Output: Sendable, Failure: Error>: Subscription {
    @usableFromInline
    enum Step: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
    }

    @usableFromInline
    enum Event: Sendable {
        case subscription
        case change
    }

    @usableFromInline
    struct State: Sendable {
        @usableFromInline var demand = Subscribers.Demand.none
        /// The values for which there is demand and that are not delivered yet, followed by at most one
        /// without demand.
        @usableFromInline var unsent = Fifo<Output>()
        /// The version of the latest value taken from the subject; events with earlier versions are skipped.
        @usableFromInline var version = 0
        @usableFromInline var completion: Subscribers.Completion<Failure>?

        @inlinable
        init() {}

        @inlinable
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

    @usableFromInline let state: Locked<State>
    /// Delivers signals one at a time.
    @usableFromInline let drain = Drain<Event>()
    /// The subscription that downstream holds. It releases the conduit, and with it downstream, at the end.
    @usableFromInline let link = SubscriptionLink()
    @usableFromInline let subject: Locked<CurrentValueSubject<Output, Failure>?>
    @usableFromInline let onSubscription: @Sendable (any Subscription) -> Void
    @usableFromInline let onValue: @Sendable (Output) -> Subscribers.Demand
    @usableFromInline let onCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @inlinable
    init(
        subject: CurrentValueSubject<Output, Failure>,
        onSubscription: @escaping @Sendable (any Subscription) -> Void,
        onValue: @escaping @Sendable (Output) -> Subscribers.Demand,
        onCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) {
        state = Locked(State())
        self.subject = Locked(subject)
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    /// Takes the subject's value at subscription.
    @inlinable
    func start(with value: Output, version: Int) {
        state.withLock { state in
            state.unsent.append(value)
            state.version = version
        }
    }

    /// Sends the subscription downstream; values requested in the meantime follow it.
    @inlinable
    func begin() {
        link.attach(self)
        drain.submit(.subscription) { handle($0) }
    }

    /// Takes a newer value, which replaces one for which there was no demand.
    @inlinable
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

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        state.withLock { $0.completion = completion }
        pump()
    }

    @inlinable
    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        state.withLock { $0.demand += demand }
        pump()
    }

    @inlinable
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

    @inlinable
    func pump() {
        drain.submit(.change) { handle($0) }
    }

    @inlinable
    func handle(_ event: Event) {
        if case .subscription = event { onSubscription(link) }
        deliver()
    }

    @inlinable
    func deliver() {
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
