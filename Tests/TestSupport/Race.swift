import Foundation
import Synchronization

/// Runs two functions concurrently on two threads, many times.
///
/// At the start of a round each thread waits briefly for the other, so that the functions overlap while both
/// threads have a core. The wait is short: on a busy machine rounds lose overlap rather than take longer.
///
/// With `FLUX_ROUNDS=4` in the environment one round of four is run, of 250 at least, for sanitizers: these
/// find a race in whichever order the threads act.
///
/// - Parameters:
///   - rounds: The number of rounds.
///   - setUp: Makes the subject of a round.
///   - first: Runs on this thread.
///   - second: Runs on the other thread.
///   - check: Checks the subject after a round.
package func race<Subject: Sendable>(
    rounds: Int = 2_000,
    _ setUp: () -> Subject,
    _ first: @escaping @Sendable (Subject) -> Void,
    against second: @escaping @Sendable (Subject) -> Void,
    check: (Subject) -> Void
) {
    let batch = min(rounds, 250)
    let rounds = max(rounds / divisor, batch)
    for _ in 0..<(rounds / batch) {
        let subjects = (0..<batch).map { _ in setUp() }
        let synchronizer = RoundSynchronizer()
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            synchronizer.run(subjects, as: 1, second)
            done.signal()
        }
        thread.stackSize = 8 << 20
        thread.start()
        synchronizer.run(subjects, as: 0, first)
        done.wait()
        for subject in subjects { check(subject) }
    }
}

private let divisor = ProcessInfo.processInfo.environment["FLUX_ROUNDS"].flatMap(Int.init) ?? 1

/// The current rounds of two threads.
private final class RoundSynchronizer: Sendable {
    private let first = Atomic<Int>(0)
    private let second = Atomic<Int>(0)

    func run<Subject>(_ subjects: [Subject], as runner: Int, _ work: (Subject) -> Void) {
        for (round, subject) in subjects.enumerated() {
            if runner == 0 { keepUp(first, with: second, round) } else { keepUp(second, with: first, round) }
            work(subject)
        }
    }

    /// Announces the start of a round, and waits briefly for the other thread's announcement.
    ///
    /// Relaxed, so that nothing orders what the threads do: the thread sanitizer then finds a race also where
    /// one acts after the other.
    private func keepUp(_ own: borrowing Atomic<Int>, with other: borrowing Atomic<Int>, _ round: Int) {
        own.store(round + 1, ordering: .relaxed)
        // The first round waits until the other thread has started.
        var spins = round == 0 ? 1_000_000 : 2_000
        while other.load(ordering: .relaxed) <= round, spins > 0 { spins -= 1 }
    }
}
