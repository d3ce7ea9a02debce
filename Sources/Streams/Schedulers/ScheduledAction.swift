/// Work that runs at most once, and is released when it is cancelled.
package final class ScheduledAction: Cancellable {
    private let action: Locked<(@Sendable () -> Void)?>

    package init(_ action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    package func run() {
        action.exchange(nil)?()
    }

    package func cancel() {
        _ = action.exchange(nil)
    }
}
