/// Defines when and where work runs.
///
/// Smaller than Combine's protocol of the same name: times and delays are of type `Duration`.
/// `DispatchQueue`, `OperationQueue`, `MainActor`, ``ImmediateScheduler`` and ``VirtualTimeScheduler``
/// conform, and ``AnyScheduler`` erases the type. A `RunLoop` is taken as a ``RunLoopScheduler``.
public protocol Scheduler: SchedulerErasing, Sendable {
    // In the protocol and not in an extension: a `where` clause can name them only then.

    /// The type of the scheduler's times, for all schedulers.
    typealias SchedulerTimeType = Duration

    /// The type of the scheduler's options, for all schedulers.
    typealias SchedulerOptions = Streams.SchedulerOptions

    /// The time since a fixed point that is specific to this scheduler. It never decreases.
    var now: Duration { get }

    /// Whether the caller runs on this scheduler, and no other work does at the same time. Work may then run
    /// at once instead of being scheduled.
    ///
    /// By default `false`. The main actor returns `true` for code that runs on it.
    var isCurrent: Bool { get }

    /// Runs work as soon as possible; a serial scheduler runs it after the work scheduled before.
    ///
    /// - Parameter action: The work.
    func schedule(_ action: @escaping @Sendable () -> Void)

    /// Runs work once, after a delay.
    ///
    /// - Parameters:
    ///   - delay: The time to wait. Zero or less means as soon as possible.
    ///   - action: The work.
    /// - Returns: A handle that cancels and releases the work, unless it has begun. Releasing the handle has
    ///   no effect.
    @discardableResult
    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable
}

extension Scheduler {
    /// Always `false`: work is scheduled.
    @export(implementation)
    public var isCurrent: Bool { false }
}
