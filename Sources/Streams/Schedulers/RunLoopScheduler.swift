import Dispatch
import Foundation

/// Runs work on a run loop: `receive(on: RunLoop.main)`.
///
/// The operators that take a scheduler take a run loop as well, and make this scheduler from it, because `RunLoop` is
/// not `Sendable`.
///
/// Work for `RunLoop.main` runs on the main queue, which the main run loop runs too, in all modes. On Linux it therefore
/// also runs in a program without a main run loop, such as one with an asynchronous main function. Work for another
/// run loop runs when that loop runs; it waits as long as its thread does not run it.
public struct RunLoopScheduler: Scheduler {
    /// A run loop that is only asked to perform work.
    private struct Loop: @unchecked Sendable {
        // Sendable: `perform(_:)` may be called on any thread.
        let base: RunLoop
    }

    /// `nil` for the main run loop.
    private let loop: Loop?

    /// Creates a scheduler.
    ///
    /// - Parameter runLoop: The run loop.
    public init(_ runLoop: RunLoop) {
        loop = runLoop === RunLoop.main ? nil : Loop(base: runLoop)
    }

    /// The time since the system started.
    public var now: Duration { DispatchQueue.main.now }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        if let loop {
            loop.base.perform(action)
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
