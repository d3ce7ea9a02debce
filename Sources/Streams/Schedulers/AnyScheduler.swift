/// A scheduler whose type is erased, for a stored scheduler that a test replaces.
///
/// The operators take a scheduler of a known type. Wrap an existential: `debounce(for: .seconds(1), scheduler:
/// AnyScheduler(scheduler))`.
public struct AnyScheduler: Scheduler {
    /// The scheduler.
    public let base: any Scheduler

    /// Creates a scheduler that erases the type of another.
    ///
    /// - Parameter base: The scheduler.
    public init(_ base: any Scheduler) {
        self.base = (base as? AnyScheduler)?.base ?? base
    }

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

extension Scheduler {
    /// Erases the type of this scheduler.
    public func eraseToAnyScheduler() -> AnyScheduler { AnyScheduler(self) }
}
