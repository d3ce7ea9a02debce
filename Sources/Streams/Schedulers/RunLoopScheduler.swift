import Dispatch
import Foundation

/// Runs work on a run loop: `receive(on: RunLoop.main)`.
///
/// The operators that take a scheduler take a run loop as well, and make this scheduler from it, because
/// `RunLoop` is not `Sendable`.
///
/// Work for `RunLoop.main` runs on the main queue, which the main run loop runs too, in all modes. On Linux
/// it therefore also runs in a program without a main run loop, such as one with an asynchronous main
/// function. Work for another run loop runs when the thread of that loop runs it, in the common modes.
public struct RunLoopScheduler: Scheduler {
    /// A run loop to which work is added.
    private struct Loop: @unchecked Sendable {
        // Sendable: `perform(inModes:block:)` may be called on any thread, and so may `add(_:forMode:)` on
        // Linux.
        let base: RunLoop

        func perform(_ action: @escaping @Sendable () -> Void) {
            base.perform(inModes: [.common], block: action)
            #if canImport(FoundationNetworking)
                // On Linux work alone does not wake a loop that sleeps.
                base.add(Timer(fire: Date(), interval: 0, repeats: false) { _ in }, forMode: .common)
            #endif
        }
    }

    /// `nil` for the main run loop.
    private let loop: Loop?

    /// Creates a scheduler.
    ///
    /// - Parameter runLoop: The run loop.
    public init(_ runLoop: RunLoop) {
        loop = runLoop === RunLoop.main ? nil : Loop(base: runLoop)
    }

    /// The main run loop, where a scheduler is required: for a function of your own that is generic over its
    /// scheduler, or as `any Scheduler`.
    public static var main: RunLoopScheduler { RunLoopScheduler(RunLoop.main) }

    /// The time since the system started.
    public var now: Duration { DispatchQueue.main.now }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        if let loop {
            loop.perform(action)
        } else {
            DispatchQueue.main.schedule(action)
        }
    }

    @discardableResult
    public func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        guard loop != nil else { return DispatchQueue.main.schedule(in: delay, action) }
        let work = ScheduledAction(action)
        DispatchQueue.global().schedule(in: delay) { schedule { work.run() } }
        return work
    }
}

// A run loop is not a scheduler, but schedules work as one.
extension RunLoop {
    /// The time since the system started.
    public var now: Duration { RunLoopScheduler(self).now }

    /// Runs work on the run loop as soon as possible. See ``RunLoopScheduler``.
    ///
    /// - Parameters:
    ///   - options: `nil`.
    ///   - action: The work.
    public func schedule(options: SchedulerOptions? = nil, _ action: @escaping @Sendable () -> Void) {
        RunLoopScheduler(self).schedule(action)
    }

    /// Runs work on the run loop once, at a time of its clock. See
    /// ``Scheduler/schedule(after:tolerance:options:_:)-(_,Duration?,_,_)``.
    @discardableResult
    public func schedule(
        after moment: Duration, tolerance: Duration? = nil, options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RunLoopScheduler(self).schedule(after: moment, action)
    }

    /// Runs work on the run loop at a time of its clock, and again after each interval. See
    /// ``Scheduler/schedule(after:interval:tolerance:options:_:)-(_,Duration,_,_,_)``.
    public func schedule(
        after moment: Duration, interval: Duration, tolerance: Duration? = nil,
        options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RunLoopScheduler(self).schedule(after: moment, interval: interval, action)
    }

    /// Runs work on the run loop at a time of its clock, and again after each interval, which is a number of
    /// seconds.
    public func schedule(
        after moment: Duration, interval: Seconds, tolerance: Seconds? = nil,
        options: SchedulerOptions? = nil,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RunLoopScheduler(self).schedule(after: moment, interval: interval.duration, action)
    }
}

extension RunLoop: SchedulerErasing {
    /// Returns a scheduler that runs its work on the run loop. See ``RunLoopScheduler``.
    @_disfavoredOverload  // Gives way to a project's own method of this name.
    public func eraseToAnyScheduler() -> AnyScheduler { AnyScheduler(RunLoopScheduler(self)) }
}
