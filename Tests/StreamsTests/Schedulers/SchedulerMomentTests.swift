import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

struct SchedulerMomentTests {
    @Test func momentIsATimeOfTheClockAndNotADelay() {
        let time = VirtualTimeScheduler(now: .seconds(100))
        let log = Log<Duration>()
        time.schedule(after: time.now + .seconds(1), tolerance: .zero, options: nil) { log.append(time.now) }
        time.schedule(after: .seconds(3)) { log.append(time.now) }
        time.schedule(in: .seconds(3)) { log.append(time.now) }
        time.run()
        #expect(log.entries == [.seconds(100), .seconds(101), .seconds(103)])
    }

    @Test func cancelledMomentDoesNotRun() {
        let time = VirtualTimeScheduler()
        let log = Log<Int>()
        time.schedule(after: .seconds(1)) { log.append(1) }.cancel()
        time.run()
        #expect(log.entries == [])
    }

    @Test func repeatedWorkIsDueAtMultiplesOfTheInterval() {
        let time = VirtualTimeScheduler(now: .seconds(10))
        let log = Log<Duration>()
        let handle = time.schedule(after: .seconds(12), interval: .seconds(5)) { log.append(time.now) }
        time.advance(by: .seconds(1))
        #expect(log.entries == [])
        time.advance(by: .seconds(11))
        #expect(log.entries == [.seconds(12), .seconds(17), .seconds(22)])
        handle.cancel()
        time.advance(by: .seconds(100))
        #expect(log.entries.count == 3)
    }

    @Test func repeatedWorkCancelsItself() {
        let time = VirtualTimeScheduler()
        let log = Log<Duration>()
        let handle = Box<(any Cancellable)?>(nil)
        handle.value = time.schedule(after: .zero, interval: .seconds(1)) {
            log.append(time.now)
            if log.entries.count == 3 { handle.value?.cancel() }
        }
        time.advance(by: .seconds(60))
        #expect(log.entries == [.zero, .seconds(1), .seconds(2)])
    }

    @Test func cancelledRepetitionReleasesItsWork() {
        let time = VirtualTimeScheduler()
        let log = Log<Int>()
        func start() -> any Cancellable {
            let token = Token { log.append(1) }
            return time.schedule(after: .seconds(1), interval: .seconds(1)) { _ = token }
        }
        let handle = start()
        time.advance(by: .seconds(3))
        #expect(log.isEmpty)
        handle.cancel()
        withExtendedLifetime(handle) { #expect(log.count == 1) }
    }

    @Test func anySchedulerKeepsTimeAndOrder() {
        let time = VirtualTimeScheduler()
        let stored: any Scheduler = time
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.debounce(for: .seconds(2), scheduler: AnyScheduler(stored)).probe()
        subject.send(1)
        time.advance(by: .seconds(1))
        subject.send(2)
        time.advance(by: .seconds(2))
        #expect(probe.values == [2])
        #expect(stored.eraseToAnyScheduler().now == .seconds(3))
        #expect(AnyScheduler(AnyScheduler(stored)).base is VirtualTimeScheduler)
    }

    @Test func numbersAreSeconds() {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let debounced = subject.debounce(for: 0.5, scheduler: time).probe()
        let delayed = subject.delay(for: 2, scheduler: time).probe()
        let throttled = subject.throttle(for: 1.5, scheduler: time, latest: true).probe()
        let timed = subject.timeout(4, scheduler: time).probe()
        subject.send(1)
        subject.send(2)
        time.advance(by: .milliseconds(499))
        #expect(debounced.values == [] && throttled.values == [1])
        time.advance(by: .milliseconds(1))
        #expect(debounced.values == [2])
        time.advance(by: .seconds(1))
        #expect(throttled.values == [1, 2] && delayed.values == [])
        time.advance(by: .milliseconds(500))
        #expect(delayed.values == [1, 2])
        #expect(timed.completion == nil)
        time.advance(by: .seconds(2))
        #expect(timed.completion == .finished)
    }

    @Test func optionsAndTolerancesAreAccepted() {
        let time = VirtualTimeScheduler()
        let probe = Just(1)
            .subscribe(on: time, options: nil)
            .delay(for: .seconds(1), tolerance: .zero, scheduler: time, options: nil)
            .debounce(for: .seconds(1), scheduler: time, options: nil)
            .receive(on: time, options: nil)
            .probe()
        time.run()
        #expect(probe.values == [1])
    }
}

struct RunLoopSchedulerTests {
    @Test func mainRunLoopDeliversWithoutARunningLoop() async {
        let done = Gate()
        let probe = [1, 2].publisher
            .receive(on: RunLoop.main)
            .delay(for: .zero, scheduler: RunLoop.main)
            .probe(onValue: { _, _ in MainActor.assertIsolated() }, onCompletion: { _ in done.open() })
        await done.pass()
        #expect(probe.values == [1, 2])
    }

    @Test func loopOfAThreadRunsWork() async {
        let threads = Log<ObjectIdentifier>()
        let done = Gate()
        let thread = Thread {
            let scheduler = RunLoopScheduler(.current)
            scheduler.schedule { threads.append(ObjectIdentifier(Thread.current)) }
            scheduler.schedule { done.open() }
            RunLoop.current.run(until: Date())
        }
        thread.start()
        await done.pass()
        #expect(threads.entries == [ObjectIdentifier(thread)])
    }

    @Test func timerSendsDatesOnTheMainRunLoop() async {
        let done = Gate()
        let probe = Timer.publish(every: 0.001, tolerance: 0.1, on: .main, in: .common)
            .autoconnect()
            .prefix(2)
            .probe(onCompletion: { _ in done.open() })
        await done.pass()
        #expect(probe.values.count == 2)
    }
}
