import Foundation
import Synchronization

/// Runs two pieces of work at the same moment on two threads, many times over.
///
/// The threads keep in step as long as both have a core: each waits a moment at the start of a round for the
/// other, but not for long, so that a busy machine costs overlap rather than time.
///
/// - Parameters:
///   - rounds: How many times.
///   - setUp: Makes what one round works on.
///   - first: Runs on this thread.
///   - second: Runs on the other thread.
///   - check: Looks at the outcome of a round.
package func race<Subject: Sendable>(
    rounds: Int = 2_000,
    _ setUp: () -> Subject,
    _ first: @escaping @Sendable (Subject) -> Void,
    against second: @escaping @Sendable (Subject) -> Void,
    check: (Subject) -> Void
) {
    let batch = min(rounds, 250)
    for _ in 0..<(rounds / batch) {
        let subjects = (0..<batch).map { _ in setUp() }
        let pace = Pace()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            pace.run(subjects, as: 1, second)
            done.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        pace.run(subjects, as: 0, first)
        done.wait()
        for subject in subjects { check(subject) }
    }
}

/// Where two threads are in their rounds.
private final class Pace: Sendable {
    private let first = Atomic<Int>(0)
    private let second = Atomic<Int>(0)

    func run<Subject>(_ subjects: [Subject], as runner: Int, _ work: (Subject) -> Void) {
        for (round, subject) in subjects.enumerated() {
            if runner == 0 { keepUp(first, with: second, round) } else { keepUp(second, with: first, round) }
            work(subject)
        }
    }

    /// Says that a round is about to begin, and waits a moment for the other to say so.
    private func keepUp(_ own: borrowing Atomic<Int>, with other: borrowing Atomic<Int>, _ round: Int) {
        own.store(round + 1, ordering: .releasing)
        // The first round waits until the other thread has started.
        var patience = round == 0 ? 1_000_000 : 2_000
        while other.load(ordering: .acquiring) <= round, patience > 0 { patience -= 1 }
    }
}
