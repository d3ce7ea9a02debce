import Foundation
import Streams

/// Runs work on a thread with a small stack, where a recursion of some thousand steps overflows it.
///
/// - Parameter work: The work. The caller checks its result, on the test's own thread.
package func withSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
    let result = Locked<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        _ = result.exchange(work())
        done.signal()
    }
    // What a thread other than the main one has on Apple platforms.
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    return result.withLock { $0 }
}

/// Runs many steps on a thread with a small stack: fifty bytes left on it by each would overflow it.
///
/// - Parameter work: The work, given the number of steps. The caller checks its result, on the test's own
///   thread.
package func withSmallStack<Result: Sendable>(
    _ work: @escaping @Sendable (_ steps: Int) -> Result
) -> Result? {
    let steps = stepCount(default: 10_000)
    return withSmallStack { work(steps) }
}

/// The number of steps of a test of bounded stacks: the value of `FLUX_STEPS` if it is set.
package func stepCount(default count: Int) -> Int {
    ProcessInfo.processInfo.environment["FLUX_STEPS"].flatMap { Int($0) } ?? count
}
