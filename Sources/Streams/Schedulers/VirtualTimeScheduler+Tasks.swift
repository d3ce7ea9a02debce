// Whether a task on the global executor is ready cannot be known. The jobs of a task that prefers this
// executor are work of the scheduler, so that time advances after all of them.
extension VirtualTimeScheduler: TaskExecutor {
    /// Schedules a job of a task at the present time. Called by the runtime.
    ///
    /// ```swift
    /// let alarm = Task(executorPreference: time) {
    ///     try await time.sleep(for: .seconds(3))
    ///     print("three seconds")
    /// }
    /// time.advance(by: .seconds(2))  // nothing
    /// time.advance(by: .seconds(1))  // prints
    /// ```
    ///
    /// A task that prefers this executor runs on the thread that advances the time, up to the point at which
    /// it waits for time, for a value or for another executor. So do its child tasks, and the actors without
    /// an executor of their own that it calls. See
    /// [SE-0417](https://github.com/swiftlang/swift-evolution/blob/main/proposals/0417-task-executor-preference.md).
    /// A task that is resumed later, by the main actor or by a cancellation, continues at the next advance.
    ///
    /// Other tasks, that of `Future { await … }` included, run on the global executor, independently of the
    /// scheduler's time. Begin such a task with this preference, as
    /// `Future { promise in Task(executorPreference: time) { promise(.success(await load())) } }`.
    ///
    /// - Parameter job: The job to run.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        schedule { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs an asynchronous operation, and advances the time whenever the operation waits for it, until it
    /// ends.
    ///
    /// ```swift
    /// let time = VirtualTimeScheduler()
    /// let answer = try await time.run {
    ///     try await time.sleep(for: .seconds(60))
    ///     return "a minute later"
    /// }
    /// ```
    ///
    /// The operation, its child tasks and the actors that it calls prefer this executor, see ``enqueue(_:)``:
    /// they run in the order of their times, independently of the load of the machine. While the operation
    /// awaits another executor, such as the main actor, the time advances only for what is scheduled
    /// meanwhile. If an operation waits for something that never happens, this method does not return. Use a
    /// time limit in such a test: the operation is cancelled with the caller's task.
    ///
    /// - Parameter operation: What to run. It is cancelled with the caller's task.
    /// - Returns: Its result.
    /// - Throws: Its error.
    public func run<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws
        -> Value
    {
        let hasEnded = Locked(false)
        let task = Task(executorPreference: self) {
            defer {
                hasEnded.withLock { $0 = true }
                self.wake()
            }
            return try await operation()
        }
        return try await withTaskCancellationHandler {
            while !hasEnded.withLock({ $0 }) {
                if !runNext() { await waitForWork { hasEnded.withLock { $0 } } }
            }
            return try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Advances the time, runs all work that becomes due, and waits for the resumed tasks to continue.
    ///
    /// ```swift
    /// let model = SearchModel(scheduler: time)  // Begins tasks of its own.
    /// model.text = "Bonn"
    /// await time.advance(by: .milliseconds(300))
    /// #expect(model.results == ["Bonn"])
    /// ```
    ///
    /// Use this form for code that begins tasks on other executors, such as the main actor, and whose tasks
    /// cannot prefer this one. Before the time advances to the next piece of work, and at the end, the caller
    /// is suspended until tasks that sleep have continued and others that are ready have had repeated
    /// opportunities to run, for a millisecond or longer. A task that then waits for something else, such as
    /// a file or a thread, is not awaited, because the scheduler cannot determine whether a task of another
    /// executor is ready. For tasks that prefer this executor, see ``enqueue(_:)``, the result does not
    /// depend on that.
    ///
    /// In a task that prefers this executor, this waits until another one has advanced the time, such as the
    /// caller of ``run(_:)``, and all work that is due by then has run. Tasks of other executors are not
    /// awaited there; in a task that is cancelled it returns at once, as ``sleep(for:isolation:)`` does.
    ///
    /// In an asynchronous function the compiler selects this form, which requires `await`.
    ///
    /// - Parameters:
    ///   - duration: The duration to advance by; zero runs the work that is due now.
    ///   - isolation: The caller's actor, which other tasks of that actor may use meanwhile.
    public func advance(by duration: Duration = .zero, isolation: isolated (any Actor)? = #isolation) async {
        precondition(duration >= .zero, "The duration to advance by must not be negative.")
        await advance(to: now.moment(after: duration.wholeNanoseconds), isolation: isolation)
    }

    /// Advances the time, runs all work that becomes due, and waits for the resumed tasks to continue.
    ///
    /// - Parameters:
    ///   - interval: The interval to advance by, such as a number of seconds: `await time.advance(by: 0.3)`.
    ///   - isolation: The caller's actor, which other tasks of that actor may use meanwhile.
    public func advance(by interval: Seconds, isolation: isolated (any Actor)? = #isolation) async {
        await advance(by: interval.duration, isolation: isolation)
    }

    /// Advances to a time, runs all work that becomes due, and waits for the resumed tasks to continue.
    ///
    /// See ``advance(by:isolation:)-(Duration,_)``.
    ///
    /// - Parameters:
    ///   - moment: The new time.
    ///   - isolation: The caller's actor, which other tasks of that actor may use meanwhile.
    public func advance(to moment: Duration, isolation: isolated (any Actor)? = #isolation) async {
        let moment = moment.wholeNanoseconds
        if isExecutorOfCurrentTask { return await wait(until: moment, isolation: isolation) }
        await letTasksRun(isolation: isolation)
        while let due = nextDue, due <= moment {
            runWork(until: due)
            await letTasksRun(isolation: isolation)
        }
        runWork(until: moment)
    }

    /// Advances the time until no work is pending, and waits for the resumed tasks to continue.
    ///
    /// See ``advance(by:isolation:)-(Duration,_)``. The program stops if work is still pending after 10,000
    /// moments, which take ten seconds: it repeats without end. Before that, this returns if the caller's
    /// task is cancelled, as by the time limit of a test.
    ///
    /// - Parameter isolation: The caller's actor, which other tasks of that actor may use meanwhile.
    public func run(isolation: isolated (any Actor)? = #isolation) async {
        if isExecutorOfCurrentTask { return await waitUntilIdle(isolation: isolation) }
        var count = 0
        await letTasksRun(isolation: isolation)
        while let due = nextDue, !Task.isCancelled {
            count += 1
            precondition(count <= 10_000, Self.repetition(after: "10,000 moments have passed"))
            runWork(until: due)
            await letTasksRun(isolation: isolation)
        }
    }

    /// Whether the current task prefers this executor. It runs only if another task advances the time.
    private var isExecutorOfCurrentTask: Bool {
        withUnsafeCurrentTask { $0?.unownedTaskExecutor == self.asUnownedTaskExecutor() }
    }

    /// Waits until the time has advanced, and all work that is due by then has run.
    private func wait(until moment: Duration, isolation: isolated (any Actor)?) async {
        try? await sleep(for: moment - now, as: .waiter, isolation: isolation)
    }

    private func waitUntilIdle(isolation: isolated (any Actor)?) async {
        var count = 0
        while let due = nextWorkDue, !Task.isCancelled {
            count += 1
            precondition(count <= 1_000_000, Self.repetition(after: "1,000,000 moments have passed"))
            await wait(until: due, isolation: isolation)
        }
    }

    /// Suspends the caller until the tasks that ``sleep(for:isolation:)`` has resumed continue, and other
    /// tasks that are ready have had repeated opportunities to run.
    ///
    /// Each yield moves the caller behind the tasks that are ready. A thread that begins to run one needs
    /// time, too.
    private func letTasksRun(isolation: isolated (any Actor)?) async {
        var (rounds, quietRounds) = (0, 0)
        var count = submissionCount
        let end = ContinuousClock.now + .milliseconds(1)
        while quietRounds < 5 || ContinuousClock.now < end || (isAwaitingSleepers && rounds < 10_000) {
            await Task.yield()
            let newCount = submissionCount
            quietRounds = newCount == count ? quietRounds + 1 : 0
            rounds += 1
            count = newCount
        }
    }

    /// Whether a task was resumed and does not continue yet, for another reason than that its job is work of
    /// the scheduler.
    private var isAwaitingSleepers: Bool {
        resumedSleepers > 0 && nextDue.map { $0 > now } != false
    }

    /// Suspends the task until the time has advanced by a duration.
    ///
    /// - Parameters:
    ///   - duration: The virtual time to wait. Zero or less waits for the next advance.
    ///   - isolation: The caller's actor, on which the task is resumed.
    /// - Throws: `CancellationError` at once if the task is cancelled.
    public func sleep(
        for duration: Duration, isolation: isolated (any Actor)? = #isolation
    ) async throws {
        try await sleep(for: duration, as: .work, isolation: isolation)
    }

    private func sleep(for duration: Duration, as rank: Rank, isolation: isolated (any Actor)?) async throws {
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            _ = isolation  // Captured, so that the closure runs on the caller's actor.
            try await withCheckedThrowingContinuation { continuation in
                sleeper.wait(continuation)
                sleeper.keep(
                    schedule(in: duration, as: rank) {
                        self.changeResumedSleepers(by: 1)
                        if !sleeper.resume(.success(())) { self.changeResumedSleepers(by: -1) }
                    })
            }
        } onCancel: {
            sleeper.resume(.failure(CancellationError()))
        }
        changeResumedSleepers(by: -1)
    }

    /// The times at fixed intervals from now, as an endless asynchronous sequence.
    ///
    /// Times that pass while the loop is busy are kept. The timer ends once the sequence and its iterators
    /// are released: with a loop over it, unless a variable holds the sequence.
    ///
    /// - Parameter interval: The time between two elements, and before the first; greater than zero.
    public func timer(interval: Duration) -> AsyncStream<Duration> {
        let start = now
        let ticks = ExtraPublishers.Interval(every: interval, scheduler: self)
            .map { start + interval * ($0 + 1) }
        return AsyncStream { continuation in
            let subscription = ticks.sink { continuation.yield($0) }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }
}

/// Resumes a task once, when its time is reached or it is cancelled.
private final class Sleeper: Sendable {
    private struct State: Sendable {
        var continuation: CheckedContinuation<Void, any Error>?
        var result: Result<Void, any Error>?
        var work: (any Cancellable)?
    }

    private let state = Locked(State())

    func wait(_ continuation: CheckedContinuation<Void, any Error>) {
        let result = state.withLock { state in
            if state.result == nil { state.continuation = continuation }
            return state.result
        }
        if let result { continuation.resume(with: result) }
    }

    func keep(_ work: any Cancellable) {
        let isDone = state.withLock { state in
            if state.result == nil { state.work = work }
            return state.result != nil
        }
        if isDone { work.cancel() }
    }

    /// - Returns: Whether this has ended the wait.
    @discardableResult
    func resume(_ result: Result<Void, any Error>) -> Bool {
        let ended: State? = state.withLock { state in
            if state.result != nil { return nil }
            defer { state = State(result: result) }
            return state
        }
        ended?.work?.cancel()
        ended?.continuation?.resume(with: result)
        return ended != nil
    }
}
