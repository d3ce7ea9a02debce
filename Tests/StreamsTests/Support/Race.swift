import Foundation
import Synchronization

/// Runs two pieces of work at the same moment on two threads, many times over.
///
/// - Parameters:
///   - rounds: How many times.
///   - setUp: Makes what one round works on.
///   - first: Runs on this thread.
///   - second: Runs on the other thread, which starts as close to the first as a spinning barrier gets them.
///   - check: Looks at the outcome of a round.
func race<Subject: Sendable>(
    rounds: Int = 1_000,
    _ setUp: () -> Subject,
    _ first: @Sendable (Subject) -> Void,
    against second: @escaping @Sendable (Subject) -> Void,
    check: (Subject) -> Void
) {
    let subject = Box<Subject?>(nil)
    let start = Barrier()
    let end = Barrier()
    let thread = Thread {
        for _ in 0..<rounds {
            start.wait()
            if let subject = subject.value { second(subject) }
            end.wait()
        }
    }
    thread.stackSize = 8 << 20
    thread.start()
    for _ in 0..<rounds {
        let current = setUp()
        subject.value = current
        start.wait()
        first(current)
        end.wait()
        check(current)
    }
}

/// Where two threads wait for each other.
private final class Barrier: Sendable {
    private let arrivals = Atomic<Int>(0)

    func wait() {
        let ticket = arrivals.add(1, ordering: .acquiringAndReleasing).oldValue
        let complete = (ticket / 2 + 1) * 2
        var spins = 0
        while arrivals.load(ordering: .acquiring) < complete {
            spins += 1
            if spins > 200 { sched_yield() }
        }
    }
}
