/// Options of a scheduler. There are none: code for Combine that passes `nil` compiles.
public enum SchedulerOptions: Sendable {}

extension Scheduler {
    /// Runs work once, at a time of this scheduler's clock, as in Combine:
    /// `schedule(after: scheduler.now + .seconds(1))`.
    ///
    /// For a delay, call ``schedule(in:_:)``.
    ///
    /// - Parameters:
    ///   - moment: The time, in terms of ``now``. If it has passed, the work runs as soon as possible.
    ///   - tolerance: Ignored; work is not run earlier or grouped.
    ///   - options: `nil`.
    ///   - action: The work.
    /// - Returns: A handle that cancels and releases the work, unless it has begun.
    @discardableResult
    public func schedule(
        after moment: Duration, tolerance: Duration? = nil, options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(in: moment - now, action)
    }

    /// Runs work at a time of this scheduler's clock, and again after each interval, until it is cancelled.
    ///
    /// The work is due at multiples of the interval: a late run does not delay the next, and of several
    /// missed ones only the last takes place. It does not run at the same time as itself. An
    /// ``ImmediateScheduler``, whose time does not advance, runs it once, as in Combine.
    ///
    /// - Parameters:
    ///   - moment: The time of the first run, in terms of ``now``.
    ///   - interval: The time between two runs; greater than zero.
    ///   - tolerance: Ignored; work is not run earlier or grouped.
    ///   - options: `nil`.
    ///   - action: The work.
    /// - Returns: A handle that ends the repetition when cancelled or released, as in Combine.
    public func schedule(
        after moment: Duration, interval: Duration, tolerance: Duration? = nil,
        options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        precondition(interval > .zero, "The interval must be greater than zero.")
        if AnyScheduler(self).base is ImmediateScheduler {
            action()
            return Subscriptions.empty
        }
        let repetition = RepeatedAction(action)
        repetition.run(at: moment, every: interval, on: self)
        return AnyCancellable(repetition)
    }
}

// Spellings of Combine.
extension Scheduler {
    /// Runs work as soon as possible. See ``schedule(_:)``.
    ///
    /// - Parameters:
    ///   - options: `nil`.
    ///   - action: The work.
    public func schedule(options: SchedulerOptions?, _ action: @escaping @Sendable () -> Void) {
        schedule(action)
    }

    /// Runs work once, at a time of this scheduler's clock, with a tolerance in seconds, as
    /// `minimumTolerance` is.
    @discardableResult
    public func schedule(
        after moment: Duration, tolerance: Seconds, options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(in: moment - now, action)
    }

    /// Runs work at a time of this scheduler's clock, and again after each interval, which is a number of
    /// seconds.
    public func schedule(
        after moment: Duration, interval: Seconds, tolerance: Seconds? = nil,
        options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(after: moment, interval: interval.duration, action)
    }
}

/// Work that is scheduled again after each run, and is released when it is cancelled.
private final class RepeatedAction: Cancellable {
    private struct Repetition: Sendable {
        // A closure that is read in place. Each access to one that is itself the generic value of a lock
        // would wrap it again, and the next run would call through all wrappers.
        let perform: @Sendable () -> Void
        var runs = 0
        var timer: (any Cancellable)?
    }

    /// Absent once it is cancelled.
    private let state: Locked<Repetition?>

    init(_ action: @escaping @Sendable () -> Void) {
        state = Locked(Repetition(perform: action))
    }

    func run(at moment: Duration, every interval: Duration, on scheduler: some Scheduler, after runs: Int = 0)
    {
        @Sendable func intervals(since moment: Duration) -> Int64 {
            Int64(clamping: (scheduler.now - moment).attoseconds / interval.attoseconds)
        }
        let next = scheduler.schedule(in: moment - scheduler.now) {
            guard let perform = self.beginRun() else { return }
            // A run that begins late takes the place of those that were missed until now.
            let due = moment + interval * max(0, intervals(since: moment))
            perform()
            if self.isCancelled { return }
            let next = due + interval * max(1, intervals(since: due))
            self.run(at: next, every: interval, on: scheduler, after: runs &+ 1)
        }
        if !hold(next, after: runs) { next.cancel() }
    }

    private var isCancelled: Bool { state.withLock { $0 == nil } }

    private func beginRun() -> (@Sendable () -> Void)? {
        state.withLock {
            $0?.runs &+= 1
            return $0?.perform
        }
    }

    /// Keeps the timer of the next run. Returns false if the repetition was cancelled, or the timer fired,
    /// while it was scheduled.
    private func hold(_ timer: any Cancellable, after runs: Int) -> Bool {
        let (isHeld, fired) = state.withLock { state in
            guard let current = state, current.runs == runs else { return (false, nil as (any Cancellable)?) }
            state?.timer = timer
            return (true, current.timer)
        }
        // Released outside the lock.
        withExtendedLifetime(fired) {}
        return isHeld
    }

    func cancel() {
        state.exchange(nil)?.timer?.cancel()
    }
}
