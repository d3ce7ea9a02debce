import Streams

/// A scheduler whose work one of the explored threads runs. A delay ends at any moment, in the order of the
/// times.
public final class ThreadScheduler: Scheduler, @unchecked Sendable {
    // Sendable: threads run one at a time.

    private struct Item {
        var due: Duration
        var number: Int
        var label = "scheduled work"
        var value: Int?
        var action: () -> Void
    }

    private unowned let scenario: Scenario
    private let thread: Int
    private let object = ExploredObject()
    private var items: [Item] = []
    private var count = 0
    private var time = Duration.zero
    private var isIdle = true

    init(_ scenario: Scenario, thread: Int) {
        self.scenario = scenario
        self.thread = thread
    }

    public var now: Duration {
        object.didUse(writing: false)
        return time
    }

    public var isCurrent: Bool { scenario.explorer.phase == .running && scenario.explorer.current == thread }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        add(in: .zero, action)
    }

    public func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        let number = add(in: delay, action)
        return Handle(scheduler: self, number: number)
    }

    private struct Handle: Cancellable {
        let scheduler: ThreadScheduler
        let number: Int

        func cancel() {
            scheduler.object.willUse()
            let index = scheduler.items.firstIndex { $0.number == number }
            let removed = index.map { scheduler.items.remove(at: $0) }
            scheduler.object.didUse(writing: true)
            withExtendedLifetime(removed) {}
        }
    }

    @discardableResult
    private func add(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
        object.willUse()
        count += 1
        let item = Item(due: time + max(.zero, delay), number: count, action: action)
        let place = items.firstIndex { $0.due > item.due } ?? items.endIndex
        items.insert(item, at: place)
        object.didUse(writing: true)
        return count
    }

    /// Runs the work until the other threads have ended.
    func serve() {
        let explorer = scenario.explorer
        while true {
            explorer.begin("wait for work")
            explorer.pause(at: explorer.clockObject) { [self] in !items.isEmpty || scenario.isQuiet }
            object.didUse(writing: true)
            if items.isEmpty { return }
            isIdle = false
            runFirst()
            isIdle = true
        }
    }

    private func runFirst() {
        let item = items.removeFirst()
        time = max(time, item.due)
        scenario.perform(Operation(item.label, sending: item.value) { item.action() }, pausing: false)
    }

    /// Performs an operation of a thread that may take effect after it has returned.
    func perform(_ operation: Operation) {
        count += 1
        items.append(
            Item(
                due: time, number: count, label: operation.label, value: operation.value,
                action: operation.body))
        object.didUse(writing: true)
    }

    /// Runs what is left, when all threads have ended.
    func runAll() {
        var steps = 0
        while !items.isEmpty, steps < 1000 {
            let item = items.removeFirst()
            time = max(time, item.due)
            item.action()
            steps += 1
        }
        items = []
    }

    var isAtRest: Bool { items.isEmpty && isIdle }
}

extension Scenario {
    /// Whether no thread will give work to a scheduler any more.
    var isQuiet: Bool {
        schedulers.allSatisfy(\.isAtRest)
            && explorer.threads.allSatisfy { $0.isOver || $0.serves }
    }
}
