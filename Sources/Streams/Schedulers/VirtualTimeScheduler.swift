/// A scheduler whose time is advanced manually, for tests that do not sleep.
///
/// Work runs on the thread that advances the time, ordered by time and then by submission. Work that is
/// scheduled while time is advanced, and is due within it, runs in the same call. The time does not advance
/// to work that was cancelled.
///
/// ```swift
/// let time = VirtualTimeScheduler()
/// time.schedule(in: .seconds(3)) { print("three seconds") }
/// time.advance(by: .seconds(2))     // nothing
/// time.advance(by: .seconds(1))     // prints
/// ```
///
/// Durations are rounded to whole nanoseconds, so that `1.1` seconds end with 1,100 milliseconds.
///
/// It is a task executor as well: the tasks that prefer it run when the time is advanced, in the same order.
public final class VirtualTimeScheduler: Scheduler {
    /// The order of what is due at one time.
    enum Rank: Sendable {
        case work
        /// A task that waits until all work of the time has run.
        case waiter
    }

    private struct State: Sendable {
        var now: Duration
        /// By time and submission.
        var work = OrderedQueue<Duration, ScheduledAction>()
        /// Resume the tasks that wait until all work of a time has run.
        var resumptions = OrderedQueue<Duration, ScheduledAction>()
        /// Tasks that wait for the next piece of work.
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// The number of pieces of work that were ever scheduled.
        var submissionCount = 0
        /// The number of tasks whose sleep has ended, and which do not continue yet.
        var resumedSleepers = 0

        var count: Int { work.count + resumptions.count }

        /// The latest time at which work is run, unless the time was advanced beyond it. Later work never
        /// runs.
        var end: Duration { max(now, .seconds(Int64.max)) }

        /// The time of what is next, unless that is never.
        var nextDue: Duration? { firstDue.flatMap { $0 <= end ? $0 : nil } }

        /// The time of the next piece of work, without tasks that wait for it, unless that is never.
        var nextWorkDue: Duration? { work.first.flatMap { $0.key <= end ? $0.key : nil } }

        private var firstDue: Duration? {
            guard let work = work.first?.key else { return resumptions.first?.key }
            return resumptions.first.map { min(work, $0.key) } ?? work
        }

        mutating func add(_ action: ScheduledAction, due: Duration, as rank: Rank) {
            switch rank {
            case .work: work.add(action, at: due)
            case .waiter: resumptions.add(action, at: due)
            }
            submissionCount += 1
        }

        mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
            if waiters.isEmpty { return [] }
            defer { waiters = [] }
            return waiters
        }

        /// Takes out the next piece of work that is due by a time, or advances to that time if there is none.
        mutating func takeNext(until end: Duration) -> ScheduledAction? {
            guard let work = takeNext(dueBy: end) else {
                now = max(now, end)
                return nil
            }
            return work
        }

        /// Removes cancelled work that would be next: the time does not advance to it.
        mutating func dropCancelled() {
            while work.first?.element.isDone == true { _ = work.popFirst() }
            while resumptions.first?.element.isDone == true { _ = resumptions.popFirst() }
        }

        mutating func takeNext(dueBy end: Duration) -> ScheduledAction? {
            dropCancelled()
            guard let due = firstDue, due <= end else { return nil }
            now = max(now, due)
            return work.first?.key == due ? work.popFirst() : resumptions.popFirst()
        }
    }

    private let state: Locked<State>

    /// Creates a scheduler.
    ///
    /// - Parameter now: The initial time.
    public init(now: Duration = .zero) {
        state = Locked(State(now: now))
    }

    public var now: Duration { state.withLock { $0.now } }

    /// The number of pending pieces of work. Work that was cancelled may be included until it is due.
    public var pendingCount: Int { state.withLock { $0.count } }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        schedule(in: .zero, action)
    }

    @discardableResult
    public func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        schedule(in: delay, as: .work, action)
    }

    func schedule(
        in delay: Duration, as rank: Rank, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let work = ScheduledAction(action)
        let waiters = state.withLock { state in
            state.add(work, due: state.now.moment(after: max(delay, .zero).wholeNanoseconds), as: rank)
            return state.takeWaiters()
        }
        for waiter in waiters { waiter.resume() }
        return work
    }

    /// Advances the time and runs all work that becomes due.
    ///
    /// - Parameter duration: The time to advance by; zero runs the work that is due now.
    public func advance(by duration: Duration = .zero) {
        precondition(duration >= .zero, "The duration to advance by must not be negative.")
        advance(to: now.moment(after: duration.wholeNanoseconds))
    }

    /// Advances the time and runs all work that becomes due.
    ///
    /// - Parameter interval: The interval to advance by, zero or more, such as a number of seconds:
    ///   `time.advance(by: 0.3)`.
    public func advance(by interval: Seconds) {
        advance(by: interval.duration)
    }

    /// Advances to a time and runs all work that becomes due.
    ///
    /// - Parameter moment: The new time. A time that has passed has no effect.
    public func advance(to moment: Duration) {
        runWork(until: moment.wholeNanoseconds)
    }

    /// Advances the time until no work is pending, except what is due after `.seconds(Int64.max)`.
    ///
    /// - Parameter limit: The number of pieces of work that may run. If work is still pending then, the
    ///   program stops: the work repeats without end.
    public func run(limit: Int = 1_000_000) {
        var count = 0
        while let work = state.withLock({ $0.takeNext(dueBy: $0.end) }) {
            count += 1
            precondition(count <= limit, Self.repetition(after: "\(limit) pieces have run"))
            work.run()
        }
    }

    /// What a program stops with whose work repeats without end.
    static func repetition(after count: String) -> String {
        "Work is still pending after \(count): it repeats without end. Cancel it, or advance the time by a duration."
    }

    /// Advances to a time and runs all work that becomes due. It has no asynchronous form, so that both forms
    /// can call it.
    func runWork(until moment: Duration) {
        while let work = state.withLock({ $0.takeNext(until: moment) }) { work.run() }
    }

    /// The time of the next piece of work, unless that is never.
    var nextDue: Duration? {
        state.withLock { state in
            state.dropCancelled()
            return state.nextDue
        }
    }

    /// The time of the next piece of work, without tasks that wait for it, unless that is never.
    var nextWorkDue: Duration? {
        state.withLock { state in
            state.dropCancelled()
            return state.nextWorkDue
        }
    }

    /// The number of pieces of work that were ever scheduled.
    var submissionCount: Int { state.withLock { $0.submissionCount } }

    /// The number of tasks whose sleep has ended, and which do not continue yet.
    var resumedSleepers: Int { state.withLock { $0.resumedSleepers } }

    func changeResumedSleepers(by change: Int) {
        state.withLock { $0.resumedSleepers += change }
    }

    /// Advances the time to the next piece of work and runs it.
    ///
    /// - Returns: Whether any was pending.
    func runNext() -> Bool {
        guard let work = state.withLock({ $0.takeNext(dueBy: $0.end) }) else { return false }
        work.run()
        return true
    }

    /// Suspends the task until work is scheduled, or until ``wake()`` is called; not while work is pending.
    ///
    /// - Parameter hasEnded: Returns whether there is nothing to wait for. Called under the lock, so that a
    ///   ``wake()`` after a change of its result is not missed.
    func waitForWork(unless hasEnded: () -> Bool) async {
        await withCheckedContinuation { continuation in
            let waits = state.withLock { state in
                state.dropCancelled()
                let waits = state.nextDue == nil && !hasEnded()
                if waits { state.waiters.append(continuation) }
                return waits
            }
            if !waits { continuation.resume() }
        }
    }

    /// Resumes the tasks that wait for work.
    func wake() {
        for waiter in state.withLock({ $0.takeWaiters() }) { waiter.resume() }
    }
}
