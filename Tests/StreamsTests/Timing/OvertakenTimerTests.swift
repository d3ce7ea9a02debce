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
