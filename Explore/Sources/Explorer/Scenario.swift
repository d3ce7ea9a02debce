import Streams

/// A few threads that use the library at the same time.
public struct Program: @unchecked Sendable {
    // Sendable: what does not change, used by one thread.

    /// What the end of a run is compared with.
    public enum Promise: Sendable {
        /// The end is one that some order of whole operations has.
        case orders
        /// The same, but that a stream which is cancelled inside of other operations ends anywhere.
        case prefixes
        /// Nothing: the program looks for itself.
        case nothing
    }

    public let name: String
    let promise: Promise
    let setUp: (Scenario) -> Void

    public init(_ name: String, promising promise: Promise = .orders, _ setUp: @escaping (Scenario) -> Void) {
        self.name = name
        self.promise = promise
        self.setUp = setUp
    }
}

/// Something that a thread does as a whole, as far as others can tell.
public struct Operation {
    let label: String
    /// The value that is sent.
    let value: Int?
    /// Whether it may take effect after it has returned, though not after a later one of the thread that may,
    /// too.
    let lags: Bool
    let cancels: Bool
    let body: () -> Void

    public init(
        _ label: String, sending value: Int? = nil, lagging lags: Bool = false,
        cancelling cancels: Bool = false,
        _ body: @escaping () -> Void
    ) {
        self.label = label
        self.value = value
        self.lags = lags || value != nil
        self.cancels = cancels
        self.body = body
    }
}

/// One run of a program: its threads, and what is observed.
public final class Scenario: @unchecked Sendable {
    // Sendable: threads run one at a time.

    let explorer: Explorer
    var threads: [(serves: Bool, body: () -> Void)] = []
    private var observations: [() -> Observation] = []
    private var conclusions: [() -> Void] = []
    /// When the sending of each value began and ended.
    private var sent: [Int: (began: Int, ended: Int?)] = [:]
    /// When the operation of each thread began.
    private var beginnings: [Int: Int] = [:]
    var schedulers: [ThreadScheduler] = []

    init(explorer: Explorer) {
        self.explorer = explorer
    }

    /// Adds a thread that performs operations one after another.
    public func thread(_ operations: Operation...) {
        let operations = explorer.omitsCancellations ? operations.filter { !$0.cancels } : operations
        let first = operations.firstIndex(where: \.lags) ?? operations.endIndex
        let mayLag = operations[first...].contains { !$0.lags }
        guard explorer.keepsOperationsWhole, mayLag else {
            threads.append(
                (
                    false,
                    { [self] in
                        for (index, operation) in operations.enumerated() {
                            perform(operation, pausing: index > 0)
                        }
                    }
                ))
            return
        }
        // What may take effect later is done by a second thread.
        let second = ThreadScheduler(self, thread: threads.count)
        schedulers.append(second)
        threads.append((true, { second.serve() }))
        threads.append(
            (
                false,
                { [self] in
                    for (index, operation) in operations.enumerated() {
                        if operation.lags {
                            second.perform(operation)
                        } else {
                            perform(operation, pausing: index > 0)
                        }
                    }
                }
            ))
    }

    func perform(_ operation: Operation, pausing: Bool) {
        explorer.begin(operation.label)
        let began = explorer.tick(pausing: pausing)
        beginnings[explorer.current] = began
        if let value = operation.value { sent[value] = (began, nil) }
        operation.body()
        let ended = explorer.tick(pausing: false)
        if let value = operation.value { sent[value]?.ended = ended }
    }

    /// Adds to what the end of a run is compared by.
    public func observe(_ observation: @escaping () -> String) {
        observations.append { Observation(text: observation()) }
    }

    /// Adds a stream to what the end of a run is compared by.
    func observe(stream observation: @escaping () -> Observation) { observations.append(observation) }

    /// Adds what is done when all threads have ended, before everything must be released.
    public func finally(_ conclusion: @escaping () -> Void) { conclusions.append(conclusion) }

    public func fail(_ message: String) { explorer.fail(message) }

    /// Does something in which no other thread goes on, because what is called holds a lock of its own.
    public func asOneStep(_ body: () -> Void) {
        // No other thread is to be waited for in it.
        explorer.pause(at: explorer.clockObject) { [explorer] in explorer.heldLocks == 0 }
        explorer.keepsThread = true
        body()
        explorer.keepsThread = false
    }

    /// Checks that nothing waits for the values of sources after a cancellation.
    public func expectOver<each Failure: Error>(_ source: repeat Source<each Failure>) {
        observe { [self] in
            if explorer.omitsCancellations { return "" }
            for source in repeat each source { expect(source.isOver, "not cancelled upstream") }
            return ""
        }
    }

    public func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { explorer.fail(message()) }
    }

    /// The present time, which each beginning and each end of an operation advances.
    public var time: Int { explorer.clock }

    /// When the operation of this thread began.
    public var beginning: Int { beginnings[explorer.current] ?? 0 }

    func sending(of value: Int) -> (began: Int, ended: Int?)? { sent[value] }

    func conclude() -> [Observation] {
        let seen = observations.map { $0() }
        for conclusion in conclusions { conclusion() }
        observations = []
        conclusions = []
        for scheduler in schedulers { scheduler.runAll() }
        schedulers = []
        return seen
    }

    /// A probe that observes a stream.
    public func probe(
        _ name: String = "", demand: Subscribers.Demand = .unlimited,
        returning more: Subscribers.Demand = .none,
        keepsOrder: Bool = true, onValue: @escaping (Probe<Never>, Int) -> Void = { _, _ in }
    ) -> Probe<Never> {
        probe(
            name, failing: Never.self, demand: demand, returning: more, keepsOrder: keepsOrder,
            onValue: onValue)
    }

    /// A probe that observes a stream that may fail.
    public func probe<Failure: Error>(
        _ name: String = "", failing: Failure.Type,
        demand: Subscribers.Demand = .unlimited, returning more: Subscribers.Demand = .none,
        keepsOrder: Bool = true, onValue: @escaping (Probe<Failure>, Int) -> Void = { _, _ in }
    ) -> Probe<Failure> {
        let probe = Probe<Failure>(
            self, name, demand: demand, returning: more, keepsOrder: keepsOrder, onValue: onValue)
        observe(stream: { [unowned probe] in probe.observation })
        finally { probe.endOfRun() }
        return probe
    }

    /// A scheduler with a thread of its own.
    public func scheduler() -> ThreadScheduler {
        let scheduler = ThreadScheduler(self, thread: threads.count)
        schedulers.append(scheduler)
        threads.append((true, { scheduler.serve() }))
        return scheduler
    }

    /// A variable that the threads share, such as a handle that is released by one of them.
    public func held<Value>(_ value: Value?) -> Held<Value> {
        let held = Held(value)
        finally { held.value = nil }
        return held
    }
}

public final class Held<Value>: @unchecked Sendable {
    // Sendable: threads run one at a time.

    public var value: Value? {
        get { present }
        set {
            // The old value is released when no thread finds it any more: its end may be a point.
            let old = present
            present = newValue
            withExtendedLifetime(old) {}
        }
    }

    private var present: Value?

    init(_ value: Value?) {
        present = value
    }
}

/// What is seen at the end of a run.
struct Observation: Hashable {
    var text: String
    /// The values of a stream.
    var values: [Int]?
    /// Whether the stream was cancelled.
    var isCut = false

    /// Whether a stream may end like this whose end without a cancellation is another one.
    func isPart(of other: Observation) -> Bool {
        guard let values, let whole = other.values else { return true }
        return isCut ? whole.starts(with: values) : text == other.text
    }
}

/// Counts objects that must be released at the end.
public final class Token: Sendable {
    nonisolated(unsafe) static var alive = 0

    public init() { Token.alive += 1 }
    deinit { Token.alive -= 1 }
}
