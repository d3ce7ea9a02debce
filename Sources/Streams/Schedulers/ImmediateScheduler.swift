/// Runs all work at once, on the calling thread, delays included. Its time stands still.
public struct ImmediateScheduler: Scheduler {
    /// The scheduler; all are alike.
    public static let shared = ImmediateScheduler()

    /// Makes an immediate scheduler.
    @inlinable
    public init() {}

    /// Always zero.
    @inlinable
    public var now: Duration { .zero }

    @inlinable
    public func schedule(_ action: @escaping @Sendable () -> Void) {
        action()
    }

    @discardableResult
    public func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}
