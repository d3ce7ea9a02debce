/// Decides when and where work runs.
///
/// Smaller than Combine's protocol of the same name: moments and delays are `Duration`s, and nothing else has to
/// be known of a clock. `DispatchQueue`, `MainActor`, ``ImmediateScheduler`` and ``VirtualTimeScheduler`` conform.
public protocol Scheduler: Sendable {
    /// The time that has passed since some fixed moment of this scheduler's own. It never goes back.
    var now: Duration { get }

    /// Runs work as soon as possible, after what was scheduled before on a serial scheduler.
    ///
    /// - Parameter action: The work.
    func schedule(_ action: @escaping @Sendable () -> Void)

    /// Runs work once, later.
    ///
    /// - Parameters:
    ///   - delay: How long to wait. Zero or less means as soon as possible.
    ///   - action: The work.
    /// - Returns: Cancels the work if it has not begun, and releases it. Releasing the handle does nothing.
    @discardableResult
    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable
}
