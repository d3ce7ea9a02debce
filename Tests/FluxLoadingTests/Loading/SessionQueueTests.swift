import Foundation
import Streams
import TestSupport
import Testing

@testable import FluxLoading

@Suite(.prompt, .timeLimit(.minutes(1)))
struct SessionQueueTests {
    @Test func eventsWaitWhileManyAreNotHandledYet() async {
        let queue = SessionQueue()
        let largest = Locked(0)
        let handled = Locked<[Int]>([])
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for number in 0..<5000 {
                    queue.handle {
                        let count = queue.pendingCount
                        largest.withLock { $0 = max($0, count) }
                        handled.withLock { $0.append(number) }
                        if number == 4999 { continuation.resume() }
                    }
                }
            }
        }
        #expect(handled.withLock { $0 } == Array(0..<5000))
        #expect(1...64 ~= largest.withLock { $0 })
    }
}
