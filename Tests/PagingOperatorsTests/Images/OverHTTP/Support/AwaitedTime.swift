import Streams

/// Virtual time of which a test can await that work is scheduled for later.
final class AwaitedTime: Scheduler {
    /// The delays of the work that has been scheduled.
    let delays: AsyncStream<Duration>

    private let time = VirtualTimeScheduler()
    private let sender: AsyncStream<Duration>.Continuation

    init() {
        (delays, sender) = AsyncStream.makeStream()
    }

    var now: Duration { time.now }

    func schedule(_ action: @escaping @Sendable () -> Void) {
        time.schedule(action)
    }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        defer { sender.yield(delay) }
        return time.schedule(in: delay, action)
    }

    func advance(by duration: Duration) {
        time.advance(by: duration)
    }
}
