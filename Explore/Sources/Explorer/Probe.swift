import Streams

/// A subscriber that checks the rules of the stream that it receives.
///
/// It pauses inside of each signal, so that another one may come at the same time if nothing prevents it.
public final class Probe<Failure: Error>: Subscriber, @unchecked Sendable {
    // Sendable: threads run one at a time.

    public typealias Input = Int

    private unowned let scenario: Scenario
    private let name: String
    private let initialDemand: Subscribers.Demand
    private let more: Subscribers.Demand
    private let keepsOrder: Bool
    private let onValue: (Probe, Int) -> Void
    private let token = Token()
    private let object = ExploredObject()

    private var subscription: (any Subscription)?
    private var wasSubscribed = false
    private var hasSubscription = false
    private var isBusy = false
    private var hasEnded = false
    private var isCancelled = false
    /// When a cancellation had returned.
    private var wasCancelled: Int?
    private var unmet = Subscribers.Demand.none
    /// What was requested before there was a subscription.
    private var early = Subscribers.Demand.none
    public private(set) var values: [Int] = []
    private var end = ""

    init(
        _ scenario: Scenario, _ name: String, demand: Subscribers.Demand, returning more: Subscribers.Demand,
        keepsOrder: Bool, onValue: @escaping (Probe, Int) -> Void
    ) {
        self.scenario = scenario
        self.name = name
        initialDemand = demand
        self.more = more
        self.keepsOrder = keepsOrder
        self.onValue = onValue
    }

    var observation: Observation {
        let text = "\(name)[\(values.map(String.init).joined(separator: ","))\(end)]"
        return Observation(text: text, values: values, isCut: isCancelled)
    }

    private func enter(_ signal: String) {
        if isBusy { scenario.fail("signals overlap") }
        if hasEnded { scenario.fail("\(signal) after the end") }
        isBusy = true
        object.didUse(writing: true)
        object.willUse()
        object.didUse(writing: true)
    }

    private func leave() {
        isBusy = false
    }

    public func receive(subscription: any Subscription) {
        if wasSubscribed {
            scenario.fail("a second subscription")
            return subscription.cancel()
        }
        wasSubscribed = true
        enter("a subscription")
        hasSubscription = true
        if isCancelled {
            subscription.cancel()
        } else {
            self.subscription = subscription
            let demand = initialDemand + early
            unmet += demand
            early = .none
            if demand > .none { subscription.request(demand) }
        }
        leave()
    }

    public func receive(_ input: Int) -> Subscribers.Demand {
        if !hasSubscription { scenario.fail("a value before the subscription") }
        enter("a value")
        if unmet == .none { scenario.fail("more values than were requested") } else { unmet -= 1 }
        if let wasCancelled, let sending = scenario.sending(of: input), sending.began > wasCancelled {
            scenario.fail("a value that was sent after the cancellation")
        }
        if keepsOrder, let sending = scenario.sending(of: input) {
            for earlier in values {
                if let other = scenario.sending(of: earlier), let ended = sending.ended, ended < other.began {
                    scenario.fail("values out of order: \(earlier) before \(input)")
                }
            }
        }
        values.append(input)
        onValue(self, input)
        leave()
        let more = isCancelled ? .none : more
        unmet += more
        return more
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
        if !hasSubscription { scenario.fail("an end before the subscription") }
        enter("an end")
        hasEnded = true
        end = completion.isFinished ? "|" : "X"
        leave()
        letGo()
    }

    // MARK: What threads do

    public func request(_ demand: Subscribers.Demand) -> Operation {
        Operation("request \(demand)", lagging: true) { [self] in ask(demand) }
    }

    public func ask(_ demand: Subscribers.Demand) {
        object.didUse(writing: true)
        if let subscription {
            unmet += demand
            subscription.request(demand)
        } else if !hasSubscription {
            // Requested with the subscription.
            early += demand
        }
    }

    public var cancel: Operation {
        Operation("cancel", cancelling: true) { [self] in
            stop()
            wasCancelled = scenario.time
        }
    }

    public func stop() {
        object.didUse(writing: true)
        isCancelled = true
        let subscription = subscription
        subscription?.cancel()
        letGo()
    }

    /// Releases the subscription without cancelling it.
    public var release: Operation {
        Operation("release") { [self] in
            object.didUse(writing: true)
            letGo()
        }
    }

    private func letGo() {
        // The variable is changed before anything is released, from where other threads may go on.
        withExtendedLifetime(subscription.take()) {}
    }

    func endOfRun() {
        if !hasEnded { stop() }
    }
}

extension Subscribers.Completion {
    var isFinished: Bool {
        if case .finished = self { true } else { false }
    }
}

/// A publisher that sends, on request, what a thread gives it, and tells what was asked of it.
public final class Source<Failure: Error>: Publisher, @unchecked Sendable {
    // Sendable: locks protect what changes.

    public typealias Output = Int

    /// The subscription of one subscriber.
    private final class Link: Subscription, CustomStringConvertible {
        struct State: Sendable {
            var subscriber: AnySubscriber<Int, Failure>?
            var demand = Subscribers.Demand.none
            var asked = Subscribers.Demand.none
            var isCancelled = false
            var skipped: [Int] = []
        }

        let state: Locked<State>
        private let token = Token()

        init(_ subscriber: AnySubscriber<Int, Failure>) {
            state = Locked(State(subscriber: subscriber))
        }

        func request(_ demand: Subscribers.Demand) {
            state.withLock { state in
                if state.isCancelled { return }
                state.demand += demand
                state.asked += demand
            }
        }

        func cancel() {
            let released: AnySubscriber<Int, Failure>? = state.withLock { state in
                state.isCancelled = true
                return state.subscriber.take()
            }
            _ = released
        }

        func send(_ value: Int) {
            let subscriber: AnySubscriber<Int, Failure>? = state.withLock { state in
                guard let subscriber = state.subscriber, state.demand > .none else {
                    state.skipped.append(value)
                    return nil
                }
                state.demand -= 1
                return subscriber
            }
            guard let subscriber else { return }
            let more = subscriber.receive(value)
            if more > .none { request(more) }
        }

        func end(_ completion: Subscribers.Completion<Failure>) {
            let subscriber: AnySubscriber<Int, Failure>? = state.withLock { $0.subscriber.take() }
            subscriber?.receive(completion: completion)
        }

        var description: String { "Source" }
    }

    private let links = Locked<[Link]>([])
    private let token = Token()

    /// Creates a publisher.
    ///
    /// - Parameters:
    ///   - scenario: The run that observes it.
    ///   - showsDemand: Whether what was asked of it is compared, and what was sent without a demand.
    ///   - showsEnd: Whether cancellations are compared.
    public init(
        _ scenario: Scenario, _ name: String = "source", showsDemand: Bool = true, showsEnd: Bool = true
    ) {
        scenario.observe { [unowned self] in
            let links = self.links.withLock { $0 }.map { link in
                link.state.withLock { state in
                    (showsDemand ? "asked \(state.asked) skipped \(state.skipped)" : "")
                        + (state.isCancelled && showsEnd ? " cancelled" : "")
                }
            }
            return "\(name)(\(links.joined(separator: "; ")))"
        }
        scenario.finally {
            // The library lets go of a source that is released.
            for link in self.links.exchange([]) { _ = link.state.withLock { $0.subscriber.take() } }
        }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        let link = Link(AnySubscriber(subscriber))
        subscriber.receive(subscription: link)
        // Signals are serial: no value while the subscription is received.
        links.withLock { $0.append(link) }
    }

    /// Whether no subscriber waits for its values.
    public var isOver: Bool {
        links.withLock { $0 }.allSatisfy { $0.state.withLock { $0.subscriber == nil } }
    }

    /// Sends a value if there is demand.
    public func send(_ value: Int) -> Operation {
        Operation("send \(value)", sending: value) { [self] in
            for link in links.withLock({ $0 }) { link.send(value) }
        }
    }

    public func end(_ completion: Subscribers.Completion<Failure> = .finished) -> Operation {
        Operation("end", lagging: true) { [self] in
            for link in links.withLock({ $0 }) { link.end(completion) }
        }
    }
}

extension Subject where Output == Int {
    public func sending(_ value: Int) -> Operation {
        Operation("send \(value)", sending: value) { self.send(value) }
    }
}

extension Subject {
    public func ending(_ completion: Subscribers.Completion<Failure> = .finished) -> Operation {
        Operation("end", lagging: true) { self.send(completion: completion) }
    }
}
