import Foundation
import Streams

/// Runs work on a thread with a small stack, where a recursion of some thousand steps crashes.
///
/// - Parameter work: What is run; its result is to be checked by the caller, on the test's own thread.
func withSmallStack<Result: Sendable>(_ work: @escaping @Sendable () -> Result) -> Result? {
    let result = Box<Result?>(nil)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        result.value = work()
        done.signal()
    }
    // What a thread other than the main one has on Apple platforms.
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    return result.value
}
