import Foundation
import Streams
import TestSupport
import Testing

@Suite struct VirtualTimeSchedulerTests {
    @Test func workRunsByTimeThenBySubmission() {
        let time = VirtualTimeScheduler()
        let log = Log<Int>()
        time.schedule(in: .seconds(2)) { log.append(3) }
        time.schedule(in: .seconds(1)) { log.append(1) }
        time.schedule(in: .seconds(1)) { log.append(2) }
        time.schedule { log.append(0) }
        #expect(log.isEmpty)
        time.advance()
        #expect(log.entries == [0])
        time.advance(by: .seconds(1))
        #expect(log.entries == [0, 1, 2])
        time.advance(to: .seconds(10))
        #expect(log.entries == [0, 1, 2, 3])
        #expect(time.now == .seconds(10))
    }

    @Test func randomSubmissionsRunInOrderOfTime() {
        var generator = SeededGenerator(seed: Seeds.makeOne())
        for _ in 0..<100 {
            let time = VirtualTimeScheduler()
            let log = Log<(Int, Int)>()
            var expected: [(Int, Int)] = []
            for index in 0..<200 {
                let delay = Int.random(in: 0...5, using: &generator)
                let due = Int(time.now.components.seconds) + delay
                expected.append((due, index))
                time.schedule(in: .seconds(delay)) { log.append((due, index)) }
                if index.isMultiple(of: 50) { time.advance(by: .seconds(2)) }
            }
            time.run()
            expected.sort { $0 < $1 }
            #expect(
                log.entries.map { [$0.0, $0.1] } == expected.map { [$0.0, $0.1] },
                "FLUX_SEED=\(generator.seed)")
        }
    }

    @Test func workRunsAtItsDueTime() {
        let time = VirtualTimeScheduler(now: .seconds(5))
        let seen = Log<Duration>()
        time.schedule(in: .seconds(1)) {
            seen.append(time.now)
            time.schedule(in: .seconds(1)) { seen.append(time.now) }
            time.schedule(in: .seconds(9)) { seen.append(time.now) }
        }
        time.advance(by: .seconds(3))
        #expect(seen.entries == [.seconds(6), .seconds(7)])
        #expect(time.pendingCount == 1)
        time.run()
        #expect(time.now == .seconds(15))
    }

    @Test func timeDoesNotAdvanceToCancelledWork() {
        let time = VirtualTimeScheduler()
        let ran = Log<Duration>()
        let cancelled = [1, 60, .max].map { time.schedule(in: .seconds(Int64($0))) {} }
        time.schedule(in: .seconds(2)) { ran.append(time.now) }
        for work in cancelled { work.cancel() }
        time.run()
        #expect(time.now == .seconds(2))
        #expect(time.pendingCount == 0)
        time.schedule(in: .seconds(1)) { ran.append(time.now) }
        time.run()
        #expect(ran.entries == [.seconds(2), .seconds(3)])
        let timed = Just(1).delay(for: .seconds(1), scheduler: time).timeout(.seconds(60), scheduler: time)
        #expect(timed.probe().isFinished == false)
        time.run()
        #expect(time.now == .seconds(4))
    }

    @Test func cancelledWorkDoesNotRunAndIsReleasedAtOnce() {
        let time = VirtualTimeScheduler()
        var token = Optional(Token())
        let weakToken = Weak(token!)
        let ran = Box(false)
        let handle = time.schedule(in: .seconds(1)) { [token] in
            token?.pass(())
            ran.value = true
        }
        token = nil
        #expect(weakToken.object != nil)
        handle.cancel()
        #expect(weakToken.object == nil)
        time.run()
        #expect(!ran.value)
    }

    @Test func releasingTheHandleDoesNotCancel() {
        let time = VirtualTimeScheduler()
        let ran = Box(false)
        _ = time.schedule(in: .seconds(1)) { ran.value = true }
        time.run()
        #expect(ran.value)
    }

    @Test func negativeDelayMeansNow() {
        let time = VirtualTimeScheduler()
        let ran = Box(false)
        time.schedule(in: .seconds(-1)) { ran.value = true }
        time.advance()
        #expect(ran.value)
        #expect(time.now == .zero)
    }

    @Test func timeDoesNotRunBackwards() {
        let time = VirtualTimeScheduler(now: .seconds(5))
        time.advance(to: .seconds(2))
        #expect(time.now == .seconds(5))
    }
}

@Suite(.timeLimit(.minutes(1))) struct SchedulerTests {
    @Test func immediateSchedulerRunsAtOnce() {
        let scheduler = ImmediateScheduler.shared
        let log = Log<Int>()
        scheduler.schedule { log.append(1) }
        scheduler.schedule(in: .seconds(100)) { log.append(2) }.cancel()
        #expect(log.entries == [1, 2])
        #expect(scheduler.now == .zero)
    }

    @Test func queueRunsWorkInOrder() async {
        let queue = DispatchQueue(label: "serial")
        let log = Log<Int>()
        await withCheckedContinuation { continuation in
            for value in 1...10 { queue.schedule { log.append(value) } }
            queue.schedule { continuation.resume() }
        }
        #expect(log.entries == Array(1...10))
    }

    @Test func queueRunsWorkAfterADelayAndDropsCancelledWork() async {
        let queue = DispatchQueue(label: "serial")
        let log = Log<String>()
        let before = queue.now
        await withCheckedContinuation { continuation in
            // Nothing runs before it is cancelled.
            queue.suspend()
            queue.schedule(in: .milliseconds(1)) { log.append("cancelled") }.cancel()
            queue.resume()
            queue.schedule(in: .milliseconds(50)) { continuation.resume() }
        }
        #expect(log.isEmpty)
        #expect(queue.now - before >= .milliseconds(50))
    }

    @Test func operationQueueRunsWorkAfterADelayAndDropsCancelledWork() async {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let log = Log<String>()
        let before = queue.now
        await withCheckedContinuation { continuation in
            queue.isSuspended = true
            queue.schedule(in: .milliseconds(1)) { log.append("cancelled") }.cancel()
            queue.isSuspended = false
            queue.schedule(in: .zero) { log.append("now") }
            queue.schedule(in: .milliseconds(50)) { continuation.resume() }
        }
        #expect(log.entries == ["now"])
        #expect(queue.now - before >= .milliseconds(50))
    }

    @Test func workWithoutADelayIsInTheQueueWhenTheCallReturns() {
        let queue = OperationQueue()
        queue.isSuspended = true
        queue.schedule(in: .zero) {}
        #expect(queue.operationCount == 1)
    }

    @Test func workWithADelayIsNotInTheQueueWhenTheCallReturns() {
        let queue = OperationQueue()
        queue.isSuspended = true
        let handle = queue.schedule(in: .seconds(3_600)) {}
        #expect(queue.operationCount == 0)
        handle.cancel()
    }

    @Test func unlimitedDelayNeverRunsAndReleasesItsWorkWhenCancelled() {
        var token = Optional(Token())
        let weakToken = Weak(token!)
        let handle = DispatchQueue(label: "serial").schedule(in: .seconds(Int64.max)) { [token] in
            token?.pass(())
        }
        token = nil
        #expect(weakToken.object != nil)
        handle.cancel()
        #expect(weakToken.object == nil)
    }

    @Test func delayBeforeAllTimeMeansNow() async {
        let queue = DispatchQueue(label: "serial")
        await withCheckedContinuation { continuation in
            queue.schedule(in: .seconds(Int64.min)) { continuation.resume() }
        }
        #expect(queue.now > .zero)
    }

    @Test func mainActorRunsWorkOnItself() async {
        let main: any Scheduler = MainActor.shared
        await withCheckedContinuation { continuation in
            main.schedule {
                MainActor.assertIsolated()
                main.schedule(in: .zero) {
                    MainActor.assertIsolated()
                    continuation.resume()
                }
            }
        }
    }
}
