import Streams
import TestSupport

@testable import PagingOperators

/// A source whose pages the test sends. Records requests and cancellations.
final class ScriptedPages<Item: Sendable>: PageSource {
    typealias Key = Int
    typealias Failure = TestError

    /// Whether a cancelled load can still be answered, as a faulty source would do.
    private let answersCancelledLoads: Bool
    private let recorded = Locked<[ScriptedLoad<Item>]>([])

    init(answersCancelledLoads: Bool = false) {
        self.answersCancelledLoads = answersCancelledLoads
    }

    func page(for request: PageRequest<Int>) -> ScriptedPage<Item> {
        let load = ScriptedLoad<Item>(request: request, staysAfterCancel: answersCancelledLoads)
        recorded.withLock { $0.append(load) }
        return ScriptedPage(load: load)
    }

    /// All loads, in the order of their requests.
    var loads: [ScriptedLoad<Item>] { recorded.withLock { $0 } }

    /// All requests, in order.
    var requests: [PageRequest<Int>] { loads.map(\.request) }

    /// The indices of the cancelled loads.
    var cancelled: [Int] { loads.indices.filter { loads[$0].isCancelled } }

    /// Loads that are neither answered nor cancelled.
    var running: [PageRequest<Int>] { loads.filter(\.isRunning).map(\.request) }

    /// The number of subscriptions to pages: one per load, and one per retry.
    var attempts: Int { loads.map(\.attempts).reduce(0, +) }

    /// Answers a load; by default the last one.
    func answer(_ page: Page<Int, Item>, to index: Int? = nil) {
        load(index)?.answer(page)
    }

    func fail(_ error: TestError = .offline, at index: Int? = nil) {
        load(index)?.end(.failure(error))
    }

    /// Finishes a load without a page.
    func finishWithoutPage(at index: Int? = nil) {
        load(index)?.end(.finished)
    }

    private func load(_ index: Int?) -> ScriptedLoad<Item>? {
        index.map { loads[$0] } ?? loads.last
    }
}

/// One load of a scripted source.
final class ScriptedLoad<Item: Sendable>: Sendable {
    let request: PageRequest<Int>
    private let staysAfterCancel: Bool
    private let state = Locked(State())

    private struct State: Sendable {
        var attempts = 0
        var demand: Subscribers.Demand = .none
        var isCancelled = false
        var isAnswered = false
        var onPage: (@Sendable (Page<Int, Item>) -> Void)?
        var onEnd: (@Sendable (Subscribers.Completion<TestError>) -> Void)?
    }

    init(request: PageRequest<Int>, staysAfterCancel: Bool) {
        self.request = request
        self.staysAfterCancel = staysAfterCancel
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }
    var isRunning: Bool { state.withLock { $0.onEnd != nil && !$0.isAnswered && !$0.isCancelled } }
    var attempts: Int { state.withLock { $0.attempts } }
    var demand: Subscribers.Demand { state.withLock { $0.demand } }

    func begin<S: Subscriber>(for subscriber: S) where S.Input == Page<Int, Item>, S.Failure == TestError {
        state.withLock { state in
            state.attempts += 1
            state.isAnswered = false
            state.onPage = { page in _ = subscriber.receive(page) }
            state.onEnd = { subscriber.receive(completion: $0) }
        }
        subscriber.receive(
            subscription: BoundSubscription(
                request: { more in self.state.withLock { $0.demand += more } },
                cancel: { self.cancel() }))
    }

    func answer(_ page: Page<Int, Item>) {
        let onPage = state.withLock { state in
            state.isAnswered = true
            return state.onPage
        }
        onPage?(page)
        end(.finished)
    }

    func end(_ completion: Subscribers.Completion<TestError>) {
        let ending = state.withLock { state in
            let ending = state
            state.isAnswered = true
            state.onPage = nil
            state.onEnd = nil
            return ending
        }
        ending.onEnd?(completion)
    }

    private func cancel() {
        let before = state.withLock { state in
            let before = state
            if !state.isAnswered { state.isCancelled = true }
            if !staysAfterCancel {
                state.onPage = nil
                state.onEnd = nil
            }
            return before
        }
        withExtendedLifetime(before) {}
    }
}

/// The publisher of one page of a scripted source.
struct ScriptedPage<Item: Sendable>: Publisher {
    typealias Output = Page<Int, Item>
    typealias Failure = TestError

    let load: ScriptedLoad<Item>

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        load.begin(for: subscriber)
    }
}
