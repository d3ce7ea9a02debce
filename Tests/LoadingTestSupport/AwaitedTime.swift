import Streams

/// Virtual time of which a test can await that work is scheduled for later.
package final class AwaitedTime: Scheduler {
    /// The delays of the work that has been scheduled.
    package let delays: AsyncStream<Duration>

    private let time = VirtualTimeScheduler()
    private let sender: AsyncStream<Duration>.Continuation

    package init() {
        (delays, sender) = AsyncStream.makeStream()
    }

    package var now: Duration { time.now }

    package func schedule(_ action: @escaping @Sendable () -> Void) {
        time.schedule(action)
    }

    package func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        defer { sender.yield(delay) }
        return time.schedule(in: delay, action)
    }

    package func advance(by duration: Duration) {
        time.advance(by: duration)
    }
}
