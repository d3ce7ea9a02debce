import PagingOperators
import Streams

/// A source of pages for tests: responds as scripted, in virtual time, and records its requests.
///
/// ```swift
/// let clock = VirtualTimeScheduler()
/// let pages = TestPages(Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
/// pages.answer(request: 1, with: .failure())      // the second request fails
/// pages.answer(key: 3, with: .failure())          // requests of this page fail
/// pages.failAll(with: Offline())                  // and all after this, until
/// pages.recover()
/// ```
///
/// Requests are counted from zero. Each attempt of a retrying source counts as a request.
public final class TestPages<Key: Hashable & Sendable, Item: Sendable>: PageSource {
    public typealias Failure = any Error

    /// The list behind the source.
    struct Server: Sendable {
        var answer: @Sendable (PageRequest<Key>) -> TestAnswer<Key, Item>
        var keyForRow: @Sendable (Int) -> Key?
    }

    private struct State: Sendable {
        var server: Server
        var delay: Duration
        var scripted: [Int: TestAnswer<Key, Item>] = [:]
        var scriptedByKey: [Key?: KeyScript] = [:]
        var failure: (any Error)?
        var loads: [TestLoad<Key>] = []
    }

    /// The response to requests of one page.
    private struct KeyScript: Sendable {
        var answer: TestAnswer<Key, Item>
        /// The number of requests that it still applies to.
        var rest: Int
    }

    private let state: Locked<State>
    private let scheduler: VirtualTimeScheduler
    private let changes = PassthroughSubject<Void, Never>()

    /// Creates a source that responds by a closure.
    ///
    /// ```swift
    /// let pages = TestPages<String, Int>(delay: .seconds(1), scheduler: clock) { request in
    ///     .page(Page([1, 2, 3], next: request.key == nil ? "more" : nil))
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - delay: The time until a response arrives. With zero it arrives within the request.
    ///   - scheduler: The scheduler on which responses arrive.
    ///   - keyForRow: Returns the key of the page with a row of the whole list, or `nil` if jumps load page
    ///     by page.
    ///   - answer: Returns the response to a request, unless it is scripted. Called when the request is made.
    public convenience init(
        delay: Duration = .zero, scheduler: VirtualTimeScheduler,
        keyForRow: @escaping @Sendable (Int) -> Key? = { _ in nil },
        answer: @escaping @Sendable (PageRequest<Key>) -> TestAnswer<Key, Item>
    ) {
        self.init(Server(answer: answer, keyForRow: keyForRow), delay: delay, scheduler: scheduler)
    }

    init(_ server: Server, delay: Duration, scheduler: VirtualTimeScheduler) {
        state = Locked(State(server: server, delay: delay))
        self.scheduler = scheduler
    }

    public func page(for request: PageRequest<Key>) -> AnyPublisher<Page<Key, Item>, any Error> {
        .create { [self] emitter in
            let index = begin(request)
            let answer = answer(to: request, index)
            let delay = answer.delay ?? state.withLock { $0.delay }
            if delay <= .zero {
                emitter.onCancel { [self] in end(index, .cancelled) }
                return send(answer, to: emitter, index)
            }
            let response = scheduler.schedule(in: delay) { [self] in
                send(answer, to: emitter, index)
            }
            emitter.onCancel { [self] in
                response.cancel()
                end(index, .cancelled)
            }
        }
    }

    public func key(forRow row: Int) -> Key? {
        state.withLock { $0.server }.keyForRow(row)
    }

    public var invalidations: AnyPublisher<Void, Never>? { changes.eraseToAnyPublisher() }

    /// The time until a response arrives, for requests made from now on. With zero it arrives within the
    /// request.
    public var delay: Duration {
        get { state.withLock { $0.delay } }
        set { state.withLock { $0.delay = newValue } }
    }

    /// Scripts the response to one request before it is made.
    ///
    /// - Parameters:
    ///   - index: The number of the request, counted from zero.
    ///   - answer: Its response, for any key.
    public func answer(request index: Int, with answer: TestAnswer<Key, Item>) {
        let old = state.withLock { $0.scripted.updateValue(answer, forKey: index) }
        withExtendedLifetime(old) {}
    }

    /// Scripts the response to the requests of one page.
    ///
    /// A response that is scripted for a request by its number comes first.
    ///
    /// - Parameters:
    ///   - key: The key of the page; `nil` for requests of the source's first page.
    ///   - answer: The response.
    ///   - times: The number of requests that it applies to, counted from now on; by default all of them.
    public func answer(key: Key?, with answer: TestAnswer<Key, Item>, times: Int = .max) {
        let script = KeyScript(answer: answer, rest: times)
        let old = state.withLock { $0.scriptedByKey.updateValue(script, forKey: key) }
        withExtendedLifetime(old) {}
    }

    /// Makes all requests from now on fail, except scripted ones.
    ///
    /// - Parameter error: The error.
    public func failAll(with error: any Error = TestFailure()) {
        replace(\.failure, by: error)
    }

    /// Ends the effect of ``failAll(with:)``.
    public func recover() {
        replace(\.failure, by: nil)
    }

    /// Invalidates the list: its items have changed.
    public func invalidate() {
        changes.send(())
    }

    func replace(server: Server) {
        replace(\.server, by: server)
    }

    // The old value is released outside the lock: its deinit may be the test's code.
    private func replace<Value: Sendable>(
        _ path: WritableKeyPath<State, Value> & Sendable, by value: Value
    ) {
        let old = state.withLock { state in
            let old = state[keyPath: path]
            state[keyPath: path] = value
            return old
        }
        withExtendedLifetime(old) {}
    }
}

// Recorded requests.
extension TestPages {
    /// All loads, in the order of their requests.
    public var loads: [TestLoad<Key>] { state.withLock { $0.loads } }

    /// All requests, in order.
    public var requests: [PageRequest<Key>] { loads.map(\.request) }

    /// The requests that are still running, in order.
    public var running: [PageRequest<Key>] { requests(.running) }

    /// The requests that were cancelled before they completed, in order.
    public var cancelled: [PageRequest<Key>] { requests(.cancelled) }

    private func requests(_ outcome: TestLoad<Key>.Outcome) -> [PageRequest<Key>] {
        loads.filter { $0.outcome == outcome }.map(\.request)
    }
}

// The course of a load.
extension TestPages {
    private func begin(_ request: PageRequest<Key>) -> Int {
        let now = scheduler.now
        return state.withLock { state in
            state.loads.append(TestLoad(request: request, start: now))
            return state.loads.count - 1
        }
    }

    private func end(_ index: Int, _ outcome: TestLoad<Key>.Outcome) {
        let now = scheduler.now
        state.withLock { state in
            guard state.loads[index].outcome == .running else { return }
            state.loads[index].outcome = outcome
            state.loads[index].end = now
        }
    }

    private func answer(to request: PageRequest<Key>, _ index: Int) -> TestAnswer<Key, Item> {
        let present = state.withLock { state in
            let present = state
            if state.scripted[index] == nil { state.scriptedByKey[request.key]?.rest -= 1 }
            return present
        }
        if let scripted = present.scripted[index] { return scripted }
        if let script = present.scriptedByKey[request.key], script.rest > 0 { return script.answer }
        if let failure = present.failure { return .failure(failure) }
        return present.server.answer(request)
    }

    private func send(
        _ answer: TestAnswer<Key, Item>, to emitter: Emitter<Page<Key, Item>, any Error>, _ index: Int
    ) {
        switch answer.content {
        case .page(let page):
            end(index, .answered)
            emitter.send(page)
            emitter.send(completion: .finished)
        case .failure(let error):
            end(index, .failed)
            emitter.send(completion: .failure(error))
        case .noPage:
            end(index, .failed)
            emitter.send(completion: .finished)
        case .silence: break
        }
    }
}
