import Streams

// Tasks run on threads of their own. Before time advances, those that are ready get the opportunity to run up to the
// point where they wait for it.
extension VirtualTimeScheduler {
    /// Advances the time and runs all work that becomes due, with the tasks that the work resumes.
    ///
    /// ```swift
    /// let alarm = Task {
    ///     try await time.sleep(for: .seconds(3))
    ///     return "awake"
    /// }
    /// await time.advance(by: .seconds(3))
    /// #expect(try await alarm.value == "awake")
    /// ```
    ///
    /// - Parameter duration: The time to advance by; zero runs the work that is due now.
    public func advance(by duration: Duration = .zero) async {
        precondition(duration >= .zero, "The duration to advance by must not be negative.")
        await advance(to: now + duration)
    }

    /// Advances to a time and runs all work that becomes due, with the tasks that the work resumes.
    ///
    /// - Parameter moment: The new time.
    public func advance(to moment: Duration) async {
        await settle()
        while runNext(until: moment) { await settle() }
        finishAdvancing(to: moment)
        await settle()
    }

    /// Advances the time until no work is pending, with the tasks that the work resumes.
    ///
    /// - Parameter limit: The number of pieces of work that may run. If work is still pending then, the program stops:
    ///   the work repeats without end.
    public func run(limit: Int = 1_000_000) async {
        await settle()
        var count = 0
        while runNext(until: .seconds(Int64.max)) {
            count += 1
            precondition(count <= limit, "Work is still pending after \(limit) pieces have run.")
            await settle()
        }
    }

    /// Suspends the task until the time has advanced by a duration.
    ///
    /// - Parameter duration: The virtual time to wait. Zero or less waits for the next advance.
    /// - Throws: `CancellationError` at once if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        let sleeper = Sleeper()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                sleeper.wait(continuation)
                let work = self.schedule(in: duration) { sleeper.resume(.success(())) }
                sleeper.keep(work)
            }
        } onCancel: {
            sleeper.resume(.failure(CancellationError()))
        }
    }

    /// The times at fixed intervals from now, as an endless asynchronous sequence.
    ///
    /// Times that pass while the loop is busy are kept. The timer ends with the loop.
    ///
    /// - Parameter interval: The time between two elements, and before the first; greater than zero.
    public func timer(interval: Duration) -> AsyncStream<Duration> {
        let start = now
        let ticks = Publishers.Interval(every: interval, scheduler: self).map { start + interval * ($0 + 1) }
        return AsyncStream { continuation in
            let subscription = ticks.sink { continuation.yield($0) }
            continuation.onTermination = { _ in subscription.cancel() }
        }
    }

    /// Lets tasks that are ready run.
    private func settle() async {
        for _ in 0..<20 { await Task.detached(priority: .background) { await Task.yield() }.value }
    }
}

/// Resumes a task once, when its time has come or it is cancelled.
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
            state.work = work
            return state.result != nil
        }
        if isDone { work.cancel() }
    }

    func resume(_ result: Result<Void, any Error>) {
        let (continuation, work): (CheckedContinuation<Void, any Error>?, (any Cancellable)?) = state.withLock
        { state in
            if state.result != nil { return (nil, nil) }
            state.result = result
            return (state.continuation.take(), state.work.take())
        }
        work?.cancel()
        continuation?.resume(with: result)
    }
}
