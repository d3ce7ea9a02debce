import Foundation
import Streams
import TestSupport
import Testing

@testable import FluxLoading

@Suite(.prompt, .timeLimit(.minutes(1)))
struct TaskBacklogTests {
    @Test func bytesBeyondTheLimitOfTheBodyAreDropped() {
        let backlog = TaskBacklog(maximumBytes: 10)
        #expect(backlog.add(6) == .handle)
        #expect(backlog.add(4) == .handle)
        #expect(backlog.add(5) == .handleLast)
        #expect(backlog.add(1) == .drop)
        backlog.remove(6)
        #expect(backlog.waitingBytes == 9)
        // The body after an answered challenge.
        backlog.beginBody()
        #expect(backlog.add(10) == .handle)
        backlog.end()
        #expect(backlog.add(1) == .drop)
    }

    @Test func fewBytesWaitAtOnceWhereTheLimitIsHigh() async {
        let backlog = TaskBacklog(maximumBytes: .max, longest: 64)
        let queue = DispatchQueue(label: "receiver")
        let largest = Locked(0)
        let handled = Locked<[Int]>([])
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                for number in 0..<5000 {
                    _ = backlog.add(number % 7)
                    queue.async {
                        largest.withLock { $0 = max($0, backlog.waitingBytes) }
                        handled.withLock { $0.append(number) }
                        backlog.remove(number % 7)
                        if number == 4999 { continuation.resume() }
                    }
                }
            }
        }
        #expect(handled.withLock { $0 } == Array(0..<5000))
        #expect(1...70 ~= largest.withLock { $0 })
        #expect(backlog.waitingBytes == 0)
    }

    @Test func chunkThatIsLargerThanAllThatMayWaitPasses() async {
        let backlog = TaskBacklog(maximumBytes: .max, longest: 64)
        #expect(backlog.add(100) == .handle)
        backlog.remove(100)
        #expect(backlog.waitingBytes == 0)
    }

    @Test func endOfTheTaskLetsTheThreadGoOn() async {
        let backlog = TaskBacklog(maximumBytes: .max, longest: 64)
        let turnstile = Turnstile()
        Thread.detachNewThread {
            _ = backlog.add(60)
            turnstile.pass()
            _ = backlog.add(60)
            turnstile.pass()
        }
        await turnstile.reached()
        backlog.end()
        await turnstile.reached(2)
    }
}
