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
    /// The work is due at multiples of the interval: a late run does not delay the next. An
    /// ``ImmediateScheduler``, whose time does not advance, runs it once, as in Combine.
    ///
    /// - Parameters:
    ///   - moment: The time of the first run, in terms of ``now``.
    ///   - interval: The time between two runs; greater than zero.
    ///   - tolerance: Ignored; work is not run earlier or grouped.
    ///   - options: `nil`.
    ///   - action: The work.
    /// - Returns: A handle that ends the repetition. Releasing it has no effect.
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
        return repetition
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

/// Work that is scheduled again before each run, and is released when it is cancelled.
private final class RepeatedAction: Cancellable {
    /// A closure that is read in place. Each access to one that is itself the generic value of a lock would
    /// wrap it again, and the next run would call through all wrappers.
    private struct Work: Sendable {
        let perform: @Sendable () -> Void
    }

    private let work: Locked<Work?>
    private let timer = Locked<(any Cancellable)?>(nil)

    init(_ action: @escaping @Sendable () -> Void) {
        work = Locked(Work(perform: action))
    }

    func run(at moment: Duration, every interval: Duration, on scheduler: some Scheduler) {
        let next = scheduler.schedule(in: moment - scheduler.now) {
            guard let work = self.work.withLock({ $0 }) else { return }
            self.run(at: moment + interval, every: interval, on: scheduler)
            work.perform()
        }
        _ = timer.exchange(next)
        // Cancelled by another thread since the work was scheduled.
        if work.withLock({ $0 == nil }) { timer.exchange(nil)?.cancel() }
    }

    func cancel() {
        _ = work.exchange(nil)
        timer.exchange(nil)?.cancel()
    }
}
