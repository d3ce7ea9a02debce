import Streams
import Synchronization
import Testing

/// A subscriber that asks as it is told, records what it gets, and checks that it gets it by the rules.
///
/// The rules are those of Reactive Streams 1.0: the subscription comes first, values do not exceed the demand,
/// values and completion do not overlap, and nothing follows the end or a cancellation. Breaches are collected
/// and fail the test in ``expectNoViolations(_:sourceLocation:)``. A subscription that comes second is
/// cancelled. The first is kept until the probe is released, so that what it holds on to shows.
final class Probe<Input: Sendable, Failure: Error>: Subscriber {
    enum Signal: Sendable {
        case subscription
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    /// Rules that do not apply to a test.
    struct Tolerance: OptionSet, Sendable {
        let rawValue: Int
        /// Upstream sends more than it is asked for.
        static var excess: Self { Self(rawValue: 1) }
        /// Another thread cancels: a signal may be under way.
        static var lateSignals: Self { Self(rawValue: 2) }
    }

    private struct State: Sendable {
        var signals: [Signal] = []
        // Told apart here, because tests ask for them in every round of many thousand.
        var values: [Input] = []
        var completion: Subscribers.Completion<Failure>?
        var violations: [String] = []
        var subscription: (any Subscription)?
        var demand = Subscribers.Demand.none
        var hasEnded = false
        var isCancelled = false
    }

    private let state = Locked(State())
    private let isBusy = Atomic<Bool>(false)
    private let initial: Subscribers.Demand
    private let perValue: Subscribers.Demand
    private let tolerance: Tolerance
    private let onSubscription: @Sendable (Probe) -> Void
    private let onValue: @Sendable (Probe, Input) -> Void
    private let onCompletion: @Sendable (Probe) -> Void

    /// Makes a probe.
    ///
    /// - Parameters:
    ///   - initial: What is requested at subscription.
    ///   - perValue: What each value is answered with.
    ///   - tolerance: Rules that are not checked.
    ///   - onValue: Called within each value.
    ///   - onSubscription: Called with the subscription, after the initial request.
    ///   - onCompletion: Called within the completion.
    init(
        initial: Subscribers.Demand = .unlimited,
        perValue: Subscribers.Demand = .none,
        tolerance: Tolerance = [],
        onValue: @escaping @Sendable (Probe, Input) -> Void = { _, _ in },
        onSubscription: @escaping @Sendable (Probe) -> Void = { _ in },
        onCompletion: @escaping @Sendable (Probe) -> Void = { _ in }
    ) {
        self.initial = initial
        self.perValue = perValue
        self.tolerance = tolerance
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
    }

    func receive(subscription: any Subscription) {
        let isFirst = state.withLock { state in
            if state.subscription != nil { return false }
            state.subscription = subscription
            state.signals.append(.subscription)
            return true
        }
        guard isFirst else { return subscription.cancel() }
        request(initial)
        onSubscription(self)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        enter("a value")
        state.withLock { state in
            checkSignal("a value", &state)
            if state.demand == .none, !tolerance.contains(.excess) {
                state.violations.append("a value that was not asked for")
            }
            state.demand -= 1
            state.signals.append(.value(input))
            state.values.append(input)
        }
        onValue(self, input)
        state.withLock { $0.demand += perValue }
        isBusy.store(false, ordering: .releasing)
        return perValue
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        enter("the completion")
        state.withLock { state in
            checkSignal("the completion", &state)
            state.signals.append(.completion(completion))
            state.completion = state.completion ?? completion
            state.hasEnded = true
        }
        onCompletion(self)
        isBusy.store(false, ordering: .releasing)
    }

    private func enter(_ signal: String) {
        if isBusy.exchange(true, ordering: .acquiring) {
            state.withLock { $0.violations.append("\(signal) overlaps another signal") }
        }
    }

    private func checkSignal(_ signal: String, _ state: inout State) {
        if state.subscription == nil { state.violations.append("\(signal) before the subscription") }
        if state.hasEnded { state.violations.append("\(signal) after the end") }
        if state.isCancelled, !tolerance.contains(.lateSignals) {
            state.violations.append("\(signal) after the cancellation")
        }
    }
}

extension Probe {
    func request(_ demand: Subscribers.Demand) {
        let subscription = state.withLock { state in
            state.demand += demand
            return state.subscription
        }
        if demand > .none { subscription?.request(demand) }
    }

    func request(_ count: Int) {
        request(.max(count))
    }

    /// Passes on a demand of zero, which must have no effect.
    func requestNothing() {
        state.withLock { $0.subscription }?.request(.none)
    }

    func cancel() {
        let subscription = state.withLock { $0.subscription }
        subscription?.cancel()
        state.withLock { $0.isCancelled = true }
    }
}

extension Probe {
    var signals: [Signal] { state.withLock { $0.signals } }
    var violations: [String] { state.withLock { $0.violations } }
    var hasSubscription: Bool { state.withLock { $0.subscription != nil } }
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    var values: [Input] { state.withLock { $0.values } }
    var completion: Subscribers.Completion<Failure>? { state.withLock { $0.completion } }

    var isFinished: Bool {
        if case .finished = completion { true } else { false }
    }

    var failure: Failure? {
        if case .failure(let error) = completion { error } else { nil }
    }

    /// Fails the test if a rule was broken.
    func expectNoViolations(
        _ comment: @autoclosure () -> Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let violations = violations
        // Asked after each of many thousand rounds: an expectation, and a comment, cost more than the round.
        guard !violations.isEmpty else { return }
        #expect(violations == [], comment(), sourceLocation: sourceLocation)
    }
}

extension Publisher {
    /// Attaches a probe.
    func probe(
        initial: Subscribers.Demand = .unlimited,
        perValue: Subscribers.Demand = .none,
        tolerance: Probe<Output, Failure>.Tolerance = [],
        onValue: @escaping @Sendable (Probe<Output, Failure>, Output) -> Void = { _, _ in },
        onSubscription: @escaping @Sendable (Probe<Output, Failure>) -> Void = { _ in },
        onCompletion: @escaping @Sendable (Probe<Output, Failure>) -> Void = { _ in }
    ) -> Probe<Output, Failure> {
        let probe = Probe<Output, Failure>(
            initial: initial, perValue: perValue, tolerance: tolerance,
            onValue: onValue, onSubscription: onSubscription, onCompletion: onCompletion)
        subscribe(probe)
        return probe
    }
}
