import Foundation
import Streams

/// Runs many steps on a thread with a small stack: fifty bytes left on it by each would overflow it.
///
/// - Parameter work: What is run, and how many steps it is to take: 10,000, or what `FLUX_STEPS` says. The caller
///   checks its result, on the test's own thread.
func withSmallStack<Result: Sendable>(_ work: @escaping @Sendable (_ steps: Int) -> Result) -> Result? {
    let steps = ProcessInfo.processInfo.environment["FLUX_STEPS"].flatMap { Int($0) } ?? 10_000
    let result = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        _ = result.exchange(work(steps))
        done.signal()
    }
    // What a thread other than the main one has on Apple platforms.
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    return result.withLock { $0 }
}
