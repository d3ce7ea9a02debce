/// Runs all work synchronously on the calling thread, delayed work included. Its time does not advance.
public struct ImmediateScheduler: Scheduler {
    /// A shared instance.
    public static let shared = ImmediateScheduler()

    /// Creates an immediate scheduler.
    @export(implementation)
    public init() {}

    /// Always zero.
    @export(implementation)
    public var now: Duration { .zero }

    @export(implementation)
    public func schedule(_ action: @escaping @Sendable () -> Void) {
        action()
    }

    @discardableResult
    public func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}
