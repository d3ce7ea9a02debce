import Foundation
import Streams
import TestSupport
import Testing

/// Schedules that the exploration of interleavings has found, in which other threads overtake the one that
/// sets a timer.
@Suite(.timeLimit(.minutes(1))) struct OvertakenTimerTests {
    @Test func aTimerThatIsKeptLateLeavesTheNextOneForTheSameMoment() {
        let scheduler = InterruptedScheduler()
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.debounce(for: .seconds(1), scheduler: scheduler).probe(initial: .none)
        scheduler.interruptNext {
            scheduler.time.advance(by: .seconds(1))
            probe.request(1)
        }
        subject.send(1)
        scheduler.time.run()
        #expect(probe.values == [1])
    }

    /// The first timer has begun to fire when it is cancelled, because the group is full: it does not end the
    /// next group.
    @Test func aTimerThatIsCancelledTooLateEndsNoOtherGroup() {
        let scheduler = LateScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let log = Log<[Int]>()
        let subscription = subject.collect(.byTimeOrCount(scheduler, .seconds(10), 2))
            .sink { log.append($0) }
        subject.send(1)
        scheduler.time.value = .seconds(10)
        let first = scheduler.takeTimers()
        subject.send(2)
        subject.send(3)
        for timer in first { timer() }
        #expect(log.entries == [[1, 2]])
        scheduler.time.value = .seconds(20)
        for timer in scheduler.takeTimers() { timer() }
        #expect(log.entries == [[1, 2], [3]])
        subscription.cancel()
    }
}

/// Work that runs when the test says so, whether or not it was cancelled: it has begun by then.
private final class LateScheduler: Scheduler {
    let time = Box(Duration.zero)
    private let timers = Locked<[@Sendable () -> Void]>([])

    var now: Duration { time.value }

    func takeTimers() -> [@Sendable () -> Void] { timers.exchange([]) }

    func schedule(_ action: @escaping @Sendable () -> Void) { action() }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        timers.withLock { $0.append(action) }
        return Subscriptions.empty
    }
}

/// Virtual time in which another thread runs after work was scheduled, before the call returns.
private final class InterruptedScheduler: Scheduler {
    let time = VirtualTimeScheduler()
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    var now: Duration { time.now }

    func interruptNext(_ interruption: @escaping @Sendable () -> Void) {
        _ = self.interruption.exchange(interruption)
    }

    func schedule(_ action: @escaping @Sendable () -> Void) {
        time.schedule(action)
    }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        let handle = time.schedule(in: delay, action)
        if let interruption = interruption.exchange(nil) {
            let done = DispatchSemaphore(value: 0)
            Thread {
                interruption()
                done.signal()
            }.start()
            done.wait()
        }
        return handle
    }
}
