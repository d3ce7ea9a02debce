import Streams

/// A virtual-time scheduler that lets a test wait until an action is scheduled.
final class ObservedScheduler: Scheduler {
    let time = VirtualTimeScheduler()
    private let delays: AsyncStream<Duration>
    private let delaySender: AsyncStream<Duration>.Continuation

    init() {
        (delays, delaySender) = AsyncStream.makeStream()
    }

    var now: Duration { time.now }

    func schedule(_ action: @escaping @Sendable () -> Void) {
        time.schedule(action)
    }

    @discardableResult
    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        let handle = time.schedule(in: delay, action)
        delaySender.yield(delay)
        return handle
    }

    /// Waits for the next action and returns its delay.
    func nextDelay() async -> Duration? {
        var iterator = delays.makeAsyncIterator()
        return await iterator.next()
    }
}
