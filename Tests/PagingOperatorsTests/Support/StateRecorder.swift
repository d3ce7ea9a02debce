import Streams
import Testing

@testable import PagingOperators

/// A subscriber that records states and checks each `change` against the rows before.
///
/// It also checks the rules of streams: a subscription first, no more states than requested, one signal at a
/// time, and nothing after the end.
final class StateRecorder<Item: Equatable & Sendable>: Subscriber {
    typealias Failure = Never

    private struct Log: Sendable {
        var states: [ViewState<Item>] = []
        var mirror = RowMirror<Item?>()
        var demand: Subscribers.Demand = .none
        var subscription: (any Subscription)?
        var isReceiving = false
        var isFinished = false
    }

    private let log = Locked(Log())
    private let initialDemand: Subscribers.Demand
    private let onState: @Sendable (ViewState<Item>) -> Void
    private let onFinish: @Sendable () -> Void

    init(
        demand: Subscribers.Demand = .unlimited,
        onState: @escaping @Sendable (ViewState<Item>) -> Void = { _ in },
        onFinish: @escaping @Sendable () -> Void = {}
    ) {
        initialDemand = demand
        self.onState = onState
        self.onFinish = onFinish
    }

    var states: [ViewState<Item>] { log.withLock { $0.states } }
    var isFinished: Bool { log.withLock { $0.isFinished } }
    var state: ViewState<Item> { log.withLock { $0.states.last } ?? ViewState() }
    /// The items that the changes lead to.
    var rows: [Item] { log.withLock { $0.mirror.rows.compactMap { $0 } } }

    func request(_ demand: Subscribers.Demand) {
        let subscription = log.withLock { log in
            log.demand += demand
            return log.subscription
        }
        subscription?.request(demand)
    }

    func cancel() {
        log.withLock { $0.subscription }?.cancel()
    }

    func receive(subscription: any Subscription) {
        log.withLock { $0.subscription = subscription }
        request(initialDemand)
    }

    func receive(_ state: ViewState<Item>) -> Subscribers.Demand {
        enter()
        let problem = log.withLock { log -> String? in
            if log.subscription == nil { return "a state arrived before the subscription" }
            if log.demand == .none { return "a state arrived that was not requested" }
            if log.isFinished { return "a state arrived after the end" }
            log.demand -= 1
            log.states.append(state)
            do throws(Mismatch) {
                try log.mirror.apply(state.change, leadingTo: state.rows)
            } catch {
                return error.description
            }
            return nil
        }
        if let problem { Issue.record("\(problem)") }
        onState(state)
        leave()
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        enter()
        let isFirst = log.withLock { log in
            defer { log.isFinished = true }
            return !log.isFinished
        }
        #expect(isFirst, "The feed finished twice.")
        onFinish()
        leave()
    }

    private func enter() {
        let isAlone = log.withLock { log in
            defer { log.isReceiving = true }
            return !log.isReceiving
        }
        if !isAlone { Issue.record("Two signals arrived at once.") }
    }

    private func leave() {
        log.withLock { $0.isReceiving = false }
    }
}
