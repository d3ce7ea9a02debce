import Dispatch
import Foundation
import Streams

/// Runs the threads of a scenario one at a time, and decides at each use of a shared object which goes on.
///
/// The threads are real ones. All but one wait for their semaphore; the one that runs picks the next, and
/// hands over to it unless it is itself. So what follows is accessed by one thread at a time, in an order
/// that the semaphores make.
public final class Explorer: ExplorationMonitor, @unchecked Sendable {
    // Sendable: see above.

    /// How many uses of shared objects a run may make. One that makes more goes round in circles.
    static let stepLimit = 20_000

    struct Thread {
        /// What the thread does next, if it uses an object.
        var object: ExploredObject?
        var locks = false
        /// Whether a thread that waits may go on.
        var condition: (() -> Bool)?
        var isOver = false
        /// Ends once the other threads have, such as the thread of a scheduler.
        var serves = false
        /// Stands for all that the thread has done, in the order in which it depends on other threads.
        var history: UInt64 = 0
        var newObjects: UInt64 = 0
        /// What it is doing, for messages.
        var label = ""
    }

    enum Phase {
        case idle, sequential, running, failed
    }

    var phase = Phase.idle
    var threads: [Thread] = []
    var current = 0
    var steps = 0
    /// Which thread took each step.
    var schedule = Schedule()
    var chooser: any Chooser = Straight()
    var run = 0
    /// The names of objects that several threads have used in any run. Only they are worth a change of
    /// threads.
    var shared: Set<UInt64> = []
    var newShared = false
    /// The order of the beginnings and ends of operations.
    var clock = 0
    var clockObject: ExploredObject!
    var failures: [String] = []
    /// Whether threads change between operations only.
    var keepsOperationsWhole = false
    var omitsCancellations = false
    /// Whether the current thread goes on as long as it can.
    var keepsThread = false
    /// How many locks are held.
    var heldLocks = 0
    var traces = false
    var traceLines: [String] = []

    private var pool: [Worker] = []
    private let allEnded = DispatchSemaphore(value: 0)
    /// Whose objects are made while no thread runs.
    private var newObjects: UInt64 = 0

    public init() {
        Exploration.monitor = self
        clockObject = ExploredObject()
    }

    // MARK: Running

    /// Runs a scenario once.
    func execute(_ program: Program, _ chooser: any Chooser) -> Outcome {
        run += 1
        self.chooser = chooser
        (steps, clock, newObjects) = (0, 0, 0)
        schedule = Schedule()
        failures = []
        traceLines = []
        Token.alive = 0
        keepsThread = false
        heldLocks = 0
        phase = .sequential
        var seen: [Observation] = []
        autoreleaseScope {
            let scenario = Scenario(explorer: self)
            program.setUp(scenario)
            runThreads(of: scenario)
            if phase != .failed {
                phase = .sequential
                seen = scenario.conclude()
            }
        }
        if phase != .failed, Token.alive != 0 { fail("\(Token.alive) objects are not released") }
        let outcome = Outcome(
            seen: seen, failures: failures, schedule: schedule.description, steps: steps,
            trace: traceLines)
        phase = .idle
        return outcome
    }

    private func runThreads(of scenario: Scenario) {
        threads = scenario.threads.enumerated().map { index, thread in
            var state = Thread()
            state.serves = thread.serves
            state.history = UInt64(index + 1) &* 0x9E37_79B9_7F4A_7C15
            return state
        }
        if threads.isEmpty { return }
        while pool.count < threads.count { pool.append(Worker(pool.count)) }
        for (index, thread) in scenario.threads.enumerated() {
            let body = Body(thread.body)
            pool[index].work = { [unowned self] in
                body.run()
                self.end(of: index)
            }
        }
        scenario.threads = []
        phase = .running
        current = -1
        guard let first = pickNext() else { return }
        current = first
        pool[first].go()
        allEnded.wait()
        if phase == .failed {
            // Its threads stand where they are, for ever.
            pool = []
        } else {
            for worker in pool { worker.work = nil }
        }
    }

    private func end(of thread: Int) {
        threads[thread].isOver = true
        threads[thread].object = nil
        if phase != .running { return park(thread) }
        if threads.allSatisfy(\.isOver) {
            allEnded.signal()
            return
        }
        guard let next = pickNext() else {
            failHere("no thread can go on: " + descriptionOfThreads)
            return
        }
        current = next
        pool[next].go()
    }

    /// Waits until it is the thread's turn.
    private func park(_ thread: Int) {
        if thread < pool.count { pool[thread].wait() }
    }

    // MARK: Points

    /// Whether a thread of a scenario calls.
    private var isRunning: Bool { phase == .running }

    func isEnabled(_ index: Int) -> Bool {
        let thread = threads[index]
        if thread.isOver { return false }
        if let condition = thread.condition { return condition() }
        if thread.locks, let object = thread.object { return recordOf(object).holder == nil }
        return true
    }

    private func recordOf(_ object: ExploredObject) -> ExploredObject.Record {
        object.record.run == run ? object.record : ExploredObject.Record()
    }

    private func refresh(_ object: ExploredObject) {
        if object.record.run != run {
            object.record = ExploredObject.Record()
            object.record.run = run
        }
    }

    /// Lets another thread go on, and returns when it is this one's turn again.
    func pause(at object: ExploredObject?, locks: Bool = false, condition: (() -> Bool)? = nil) {
        let me = current
        threads[me].object = object
        threads[me].locks = locks
        threads[me].condition = condition
        steps += 1
        if steps > Self.stepLimit {
            return failHere("\(Self.stepLimit) steps, and no end: " + descriptionOfThreads)
        }
        guard let next = pickNext() else {
            return failHere("no thread can go on: " + descriptionOfThreads)
        }
        if next != me {
            if traces { trace(me, to: next) }
            current = next
            let worker = pool[me]
            pool[next].go()
            worker.wait()
        }
        threads[me].object = nil
        threads[me].locks = false
        threads[me].condition = nil
    }

    private func pickNext() -> Int? {
        let next = chooser.next(self)
        if let next { schedule.append(next) }
        return next
    }

    /// Notes a rule that was broken, and goes on.
    func fail(_ message: String) {
        if failures.count < 8, !failures.contains(message) { failures.append(message) }
    }

    /// Notes what ends the run: its threads do not go on.
    private func failHere(_ message: String) {
        fail(message)
        phase = .failed
        allEnded.signal()
        DispatchSemaphore(value: 0).wait()
    }

    var descriptionOfThreads: String {
        threads.indices.map { index in
            let thread = threads[index]
            let state =
                thread.isOver
                ? "has ended" : thread.locks ? "waits for a lock" : thread.condition != nil ? "waits" : "runs"
            return "\(Schedule.letter(index)) \(state) (\(thread.label))"
        }.joined(separator: ", ")
    }

    private func trace(_ from: Int, to: Int) {
        let frames = Foundation.Thread.callStackSymbols.dropFirst(3).prefix(14).map { Symbols.readable($0) }
        let place = frames.filter { !$0.isEmpty }.prefix(6).joined(separator: " < ")
        traceLines.append(
            "\(Schedule.letter(from)) (\(threads[from].label)) stops in \(place); \(Schedule.letter(to)) goes on (\(threads[to].label))"
        )
    }

    // MARK: The monitor

    package func nameOfNewObject() -> UInt64 {
        if isRunning {
            threads[current].newObjects += 1
            return mix(UInt64(current + 1) << 40, threads[current].newObjects)
        }
        newObjects += 1
        return mix(0xABCD, newObjects)
    }

    package func willUse(_ object: ExploredObject) {
        guard isRunning else { return }
        note(object)
        pause(at: object)
    }

    package func didUse(_ object: ExploredObject, writing: Bool) {
        guard isRunning else { return }
        refresh(object)
        var history = mix(threads[current].history, object.name)
        history = mix(history, object.record.lastWrite)
        if writing {
            history = mix(history, object.record.reads &+ 1)
            object.record.lastWrite = history
            object.record.reads = 0
        } else {
            history = mix(history, 7)
            object.record.reads &+= history
        }
        threads[current].history = history
    }

    package func lock(_ object: ExploredObject) {
        guard isRunning else { return }
        note(object)
        pause(at: object, locks: true)
        refresh(object)
        object.record.holder = current
        heldLocks += 1
        didUse(object, writing: true)
    }

    package func unlock(_ object: ExploredObject) {
        guard isRunning else { return }
        object.record.holder = nil
        heldLocks -= 1
        didUse(object, writing: true)
    }

    /// Notes that the current thread uses an object.
    private func note(_ object: ExploredObject) {
        refresh(object)
        object.record.users |= 1 << UInt8(current)
        if object.record.users.nonzeroBitCount > 1, shared.insert(object.name).inserted { newShared = true }
    }

    /// Notes the beginning or the end of an operation: the time of the run advances.
    func tick(pausing: Bool) -> Int {
        if isRunning {
            if pausing { willUse(clockObject) }
            clock += 1
            didUse(clockObject, writing: true)
        } else {
            clock += 1
        }
        return clock
    }

    /// Names the operation that the current thread begins.
    func begin(_ label: String) {
        if isRunning { threads[current].label = label }
    }
}

/// What a thread does, released when it is done.
private final class Body {
    private var body: (() -> Void)?

    init(_ body: @escaping () -> Void) {
        self.body = body
    }

    @inline(never)
    func run() { body.take()?() }
}

/// The end of a run.
struct Outcome {
    var seen: [Observation]
    var failures: [String]
    var schedule: String
    var steps: Int
    var trace: [String]
}

/// Which thread took each step of a run. As text, `a12b3a` is twelve steps of the first thread, three of the
/// second, and one of the first.
public struct Schedule: CustomStringConvertible, Sendable {
    private(set) var parts: [(thread: Int, steps: Int)] = []

    static func letter(_ thread: Int) -> Character {
        Character(UnicodeScalar(UInt8(97 + thread)))
    }

    mutating func append(_ thread: Int) {
        if let last = parts.last, last.thread == thread {
            parts[parts.count - 1].steps += 1
        } else {
            parts.append((thread, 1))
        }
    }

    public var description: String {
        parts.map { "\(Schedule.letter($0.thread))\($0.steps == 1 ? "" : String($0.steps))" }.joined()
    }

    init() {}

    /// Reads what ``description`` has written; `nil` if the text is no schedule.
    public init?(_ text: String) {
        for character in text {
            if character.isASCII, let digit = character.wholeNumberValue {
                guard var last = parts.popLast() else { return nil }
                last.steps = last.steps * 10 + digit
                if last.steps > Explorer.stepLimit { return nil }
                parts.append(last)
            } else if let value = character.asciiValue, (97...104).contains(value) {
                parts.append((Int(value) - 97, 0))
            } else {
                return nil
            }
        }
        if parts.isEmpty { return nil }
        for index in parts.indices where parts[index].steps == 0 { parts[index].steps = 1 }
    }
}

/// A thread of the process that runs one thread of each scenario.
final class Worker: @unchecked Sendable {
    // Sendable: `work` is set while the thread waits.

    var work: (() -> Void)?
    private let turn = DispatchSemaphore(value: 0)

    init(_ number: Int) {
        let thread = Foundation.Thread { [self] in
            while true {
                turn.wait()
                // Released before the thread waits again.
                work?()
            }
        }
        thread.stackSize = 1 << 20
        thread.start()
    }

    func go() { turn.signal() }

    func wait() { turn.wait() }
}

@inline(__always)
func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var x = a ^ (b &* 0x9E37_79B9_7F4A_7C15)
    x ^= x >> 32
    x = x &* 0xD6E8_FEB8_6659_FD93
    x ^= x >> 29
    x = x &* 0xD6E8_FEB8_6659_FD93
    return x ^ (x >> 32)
}

func autoreleaseScope(_ body: () -> Void) { body() }

enum Symbols {
    /// The name of a function in a line of a call stack.
    static func readable(_ line: String) -> String {
        guard let start = line.range(of: "$s") else { return "" }
        let name = line[start.lowerBound...].prefix { $0 != " " && $0 != "+" && $0 != ")" }
        return demangle(String(name))
    }

    private static func demangle(_ name: String) -> String {
        var length = 0
        guard let text = swiftDemangle(name, name.utf8.count, nil, &length, 0) else { return name }
        defer { free(text) }
        let full = String(cString: text)
        // Only the last part of the name, before its arguments.
        let head = full.split(separator: "(", maxSplits: 1).first.map(String.init) ?? full
        return String(head.split(separator: " ").last ?? "")
    }
}

@_silgen_name("swift_demangle")
private func swiftDemangle(
    _ name: UnsafePointer<CChar>?, _ length: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ bufferSize: UnsafeMutablePointer<Int>?, _ flags: UInt32
) -> UnsafeMutablePointer<CChar>?
