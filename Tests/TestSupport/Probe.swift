import Streams
import Synchronization
import Testing

/// A subscriber with scripted demand that records its signals and checks the rules of streams.
///
/// The rules are those of Reactive Streams 1.0: the subscription is first, values do not exceed the demand,
/// values and completion do not overlap, and nothing follows the end or a cancellation. A breach fails the
/// test at once, with the place where the probe was made. A second subscription is cancelled. The first is
/// kept until the probe is released, so that a test can detect what it retains.
package final class Probe<Input: Sendable, Failure: Error>: Subscriber {
    package enum Signal: Sendable {
        case subscription
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    /// Rules that do not apply to a test.
    package struct Tolerance: OptionSet, Sendable {
        package let rawValue: Int

        package init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Upstream may send more than was requested.
        package static var excess: Self { Self(rawValue: 1) }
        /// Another thread cancels, so that a signal may be in delivery.
        package static var lateSignals: Self { Self(rawValue: 2) }
        /// Upstream sends from within a value, and the operator may pass it on from there.
        package static var overlaps: Self { Self(rawValue: 4) }
    }

    private struct State: Sendable {
        var signals: [Signal] = []
        // Kept separately, because tests read them in every one of many thousand rounds.
        var values: [Input] = []
        var completion: Subscribers.Completion<Failure>?
        var subscription: (any Subscription)?
        var demand = Subscribers.Demand.none
        var hasEnded = false
        var isCancelled = false
    }

    private let state = Locked(State())
    private let isBusy = Atomic<Bool>(false)
    private let hasViolation = Atomic<Bool>(false)
    private let initial: Subscribers.Demand
    private let perValue: Subscribers.Demand
    private let tolerance: Tolerance
    private let onSubscription: @Sendable (Probe) -> Void
    private let onValue: @Sendable (Probe, Input) -> Void
    private let onCompletion: @Sendable (Probe) -> Void
    private let sourceLocation: SourceLocation

    /// Makes a probe.
    ///
    /// - Parameters:
    ///   - initial: The demand requested at subscription.
    ///   - perValue: The demand returned from each value.
    ///   - tolerance: Rules that are not checked.
    ///   - onValue: Called within each value.
    ///   - onSubscription: Called with the subscription, after the initial request.
    ///   - onCompletion: Called within the completion.
    package init(
        initial: Subscribers.Demand = .unlimited,
        perValue: Subscribers.Demand = .none,
        tolerance: Tolerance = [],
        onValue: @escaping @Sendable (Probe, Input) -> Void = { _, _ in },
        onSubscription: @escaping @Sendable (Probe) -> Void = { _ in },
        onCompletion: @escaping @Sendable (Probe) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        self.initial = initial
        self.perValue = perValue
        self.tolerance = tolerance
        self.onSubscription = onSubscription
        self.onValue = onValue
        self.onCompletion = onCompletion
        self.sourceLocation = sourceLocation
    }

    package func receive(subscription: any Subscription) {
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

    package func receive(_ input: Input) -> Subscribers.Demand {
        enter("a value")
        let broken = state.withLock { state in
            let isExcess = state.demand == .none && !tolerance.contains(.excess)
            state.demand -= 1
            state.signals.append(.value(input))
            state.values.append(input)
            return breach(state) ?? (isExcess ? "that was not requested" : nil)
        }
        if let broken { report("a value \(broken)") }
        onValue(self, input)
        state.withLock { $0.demand += perValue }
        isBusy.store(false, ordering: .releasing)
        return perValue
    }

    package func receive(completion: Subscribers.Completion<Failure>) {
        enter("the completion")
        let broken = state.withLock { state in
            defer { state.hasEnded = true }
            state.signals.append(.completion(completion))
            state.completion = state.completion ?? completion
            return breach(state)
        }
        if let broken { report("the completion \(broken)") }
        onCompletion(self)
        isBusy.store(false, ordering: .releasing)
    }

    private func enter(_ signal: String) {
        let overlaps = isBusy.exchange(true, ordering: .acquiring)
        if overlaps, !tolerance.contains(.overlaps) { report("\(signal) overlaps another signal") }
    }

    /// The rule that a signal would break now, if any.
    private func breach(_ state: State) -> String? {
        if state.subscription == nil { return "before the subscription" }
        if state.hasEnded { return "after the end" }
        if state.isCancelled, !tolerance.contains(.lateSignals) { return "after the cancellation" }
        return nil
    }

    private func report(_ violation: String) {
        hasViolation.store(true, ordering: .relaxed)
        Issue.record("\(violation)", sourceLocation: sourceLocation)
    }
}

extension Probe {
    package func request(_ demand: Subscribers.Demand) {
        let subscription = state.withLock { state in
            state.demand += demand
            return state.subscription
        }
        if demand > .none { subscription?.request(demand) }
    }

    package func request(_ count: Int) {
        request(.max(count))
    }

    /// Passes on a demand of zero, which must have no effect.
    package func requestNothing() {
        state.withLock { $0.subscription }?.request(.none)
    }

    package func cancel() {
        let subscription = state.withLock { $0.subscription }
        subscription?.cancel()
        state.withLock { $0.isCancelled = true }
    }
}

extension Probe {
    package var signals: [Signal] { state.withLock { $0.signals } }
    /// Whether a rule was broken, for tests that describe the cause themselves.
    package var brokeRules: Bool { hasViolation.load(ordering: .relaxed) }
    package var hasSubscription: Bool { state.withLock { $0.subscription != nil } }
    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    package var values: [Input] { state.withLock { $0.values } }
    package var completion: Subscribers.Completion<Failure>? { state.withLock { $0.completion } }

    package var isFinished: Bool {
        if case .finished = completion { true } else { false }
    }

    package var failure: Failure? {
        if case .failure(let error) = completion { error } else { nil }
    }
}

extension Publisher {
    /// Attaches a probe.
    package func probe(
        initial: Subscribers.Demand = .unlimited,
        perValue: Subscribers.Demand = .none,
        tolerance: Probe<Output, Failure>.Tolerance = [],
        onValue: @escaping @Sendable (Probe<Output, Failure>, Output) -> Void = { _, _ in },
        onSubscription: @escaping @Sendable (Probe<Output, Failure>) -> Void = { _ in },
        onCompletion: @escaping @Sendable (Probe<Output, Failure>) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation
    ) -> Probe<Output, Failure> {
        let probe = Probe<Output, Failure>(
            initial: initial, perValue: perValue, tolerance: tolerance,
            onValue: onValue, onSubscription: onSubscription, onCompletion: onCompletion,
            sourceLocation: sourceLocation)
        subscribe(probe)
        return probe
    }
}
