/// A scheduler whose type is erased, for a stored scheduler that a test replaces.
///
/// The operators take a value of type `any Scheduler` as well, and make this scheduler from it.
public struct AnyScheduler: Scheduler {
    /// The scheduler.
    public let base: any Scheduler

    /// Creates a scheduler that erases the type of another.
    ///
    /// - Parameter base: The scheduler.
    public init(_ base: any Scheduler) {
        self.base = (base as? AnyScheduler)?.base ?? base
    }

    /// The main actor.
    public static var main: AnyScheduler { AnyScheduler(MainActor.main) }

    public var now: Duration { base.now }

    public var isCurrent: Bool { base.isCurrent }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        base.schedule(action)
    }

    @discardableResult
    public func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        base.schedule(in: delay, action)
    }
}

// One form of an operator for both: with one for each, a chain of four operators and `receive(on: .main)`,
// whose `sink` assigns to a property of an optional object, was too complex for the compiler.

/// A scheduler whose type is not known, as operators take it: any scheduler, or a run loop.
public protocol SchedulerErasing {
    /// Returns a scheduler that erases the type of this one, or that runs its work on this run loop.
    func eraseToAnyScheduler() -> AnyScheduler
}

extension Scheduler {
    /// Erases the type of this scheduler.
    @_disfavoredOverload  // Gives way to a project's own method of this name.
    public func eraseToAnyScheduler() -> AnyScheduler { AnyScheduler(self) }
}
