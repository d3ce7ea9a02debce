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
        let end = time.now + .seconds(2)
        time.schedule(after: end, tolerance: time.minimumTolerance) { log.append(time.now) }
        time.schedule(in: .seconds(3)) { log.append(time.now) }
        time.run()
        #expect(log.entries == [.seconds(100), .seconds(101), .seconds(102), .seconds(103)])
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

    @Test func immediateSchedulerRunsRepeatedWorkOnce() {
        let log = Log<Int>()
        let immediate = ImmediateScheduler.shared
        immediate.schedule(after: immediate.now, interval: .seconds(1)) { log.append(1) }.cancel()
        AnyScheduler(immediate).schedule(after: .zero, interval: 1, tolerance: 0) { log.append(2) }.cancel()
        #expect(log.entries == [1, 2])
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

    @Test func repetitionCancelsItsLatestTimerIfTheFirstRunWasAtOnce() {
        let scheduler = FirstAtOnceScheduler()
        let log = Log<Int>()
        let handle = scheduler.schedule(after: .zero, interval: .seconds(1)) { log.append(1) }
        #expect(log.entries == [1])
        handle.cancel()
        #expect(scheduler.cancelled.entries == [2])
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

    @Test func releasedRepetitionEnds() {
        let time = VirtualTimeScheduler()
        let log = Log<Int>()
        var handle: (any Cancellable)? = time.schedule(after: .seconds(1), interval: .seconds(1)) {
            log.append(1)
        }
        time.advance(by: .seconds(2))
        #expect(log.count == 2 && handle != nil)
        handle = nil
        time.advance(by: .seconds(2))
        #expect(log.count == 2)
    }

    @Test func repeatedWorkDoesNotOverlapItselfAndMissedRunsAreOne() {
        let scheduler = SlowWorkScheduler()
        let log = Log<Duration>()
        let handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {
            log.append(scheduler.now)
            #expect(scheduler.waiting.value == 0)
            // The first run takes long.
            if log.count == 1 { scheduler.time.value += .milliseconds(3500) }
        }
        for _ in 0..<3 { scheduler.runNext() }
        #expect(log.entries == [.seconds(1), .milliseconds(4500), .seconds(5)])
        handle.cancel()
    }

    @Test func runThatBeginsLateTakesThePlaceOfThoseThatWereMissed() {
        let scheduler = SlowWorkScheduler()
        let log = Log<Duration>()
        let handle = scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {
            log.append(scheduler.now)
        }
        // Other work has taken long.
        scheduler.time.value = .milliseconds(3500)
        for _ in 0..<2 { scheduler.runNext() }
        #expect(log.entries == [.milliseconds(3500), .seconds(4)])
        handle.cancel()
    }

    @Test func repeatedWorkWhoseFirstMomentHasPassedRunsOnceAtOnce() {
        let time = VirtualTimeScheduler(now: .seconds(10))
        let log = Log<Duration>()
        let handle = time.schedule(after: .zero, interval: .seconds(3)) { log.append(time.now) }
        time.advance(by: .seconds(2))
        #expect(log.entries == [.seconds(10), .seconds(12)])
        handle.cancel()
    }

    @Test func workWakesALoopThatSleeps() async {
        let (loop, ready, done) = (Box<RunLoopScheduler?>(nil), Gate(), Gate())
        let thread = Thread {
            loop.value = RunLoopScheduler(.current)
            // Keeps the loop alive.
            RunLoop.current.add(Timer(timeInterval: 3600, repeats: true) { _ in }, forMode: .default)
            loop.value?.schedule { ready.open() }
            while !Thread.current.isCancelled {
                _ = RunLoop.current.run(mode: .default, before: .distantFuture)
            }
        }
        thread.start()
        await ready.pass()
        // Twice: the loop has begun to wait between them.
        for gate in [Gate(), done] {
            loop.value?.schedule { gate.open() }
            await gate.pass()
        }
        thread.cancel()
        loop.value?.schedule {}
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

    @Test func operatorsTakeASchedulerOfAnUnknownType() {
        let time = VirtualTimeScheduler()
        let stored: any Scheduler = time
        let subject = PassthroughSubject<Int, TestError>()
        let debounced = subject.debounce(for: 0.5, scheduler: stored).probe()
        let throttled = subject.throttle(for: .seconds(2), scheduler: stored, latest: true).probe()
        let delayed = subject.delay(for: 1, tolerance: 0.1, scheduler: stored).probe()
        let received = subject.subscribe(on: stored).receive(on: stored, options: nil).probe()
        let collected = subject.collect(.byTime(stored, .seconds(3))).probe()
        let counted = subject.collect(.byTimeOrCount(stored, .seconds(3), 1)).probe()
        let timed = subject.timeout(5, scheduler: stored, customError: { .boom }).probe()
        let measured = subject.measureInterval(using: stored).probe()
        let retried = Fail<Int, TestError>(error: .boom)
            .retry(.constant(.seconds(4), attempts: 1), scheduler: stored).probe()
        let ticks = Timer.publish(every: .seconds(2), on: stored).autoconnect().map { _ in 1 }.probe()
        time.advance()
        subject.send(1)
        subject.send(2)
        time.advance()
        #expect(received.values == [1, 2] && counted.values == [[1], [2]])
        #expect(throttled.values == [2] && debounced.values == [] && measured.values == [.zero, .zero])
        time.advance(by: .milliseconds(500))
        #expect(debounced.values == [2] && delayed.values == [])
        time.advance(by: .milliseconds(500))
        #expect(delayed.values == [1, 2] && throttled.values == [2])
        time.advance(by: .seconds(2))
        #expect(throttled.values == [2] && collected.values == [[1, 2]] && ticks.values == [1])
        #expect(retried.completion == nil && timed.completion == nil)
        time.advance(by: .seconds(2))
        #expect(retried.failure == .boom && timed.failure == .boom)
    }

    @Test func secondsAndOptionsAreThoseOfCombine() {
        let time = VirtualTimeScheduler()
        let log = Log<Duration>()
        time.schedule(options: nil) { log.append(time.now) }
        let handle = time.schedule(after: time.now.advanced(by: .seconds(1)), interval: 2, tolerance: 0.1) {
            log.append(time.now)
        }
        time.advance(by: .seconds(4))
        #expect(log.entries == [.zero, .seconds(1), .seconds(3)])
        #expect(Duration.seconds(1).distance(to: .seconds(4)) == .seconds(3))
        handle.cancel()
        let probe = [1, 2, 3].publisher.collect(.byTimeOrCount(time, 1, 2), options: nil).probe()
        time.advance(by: .seconds(1))
        #expect(probe.values == [[1, 2], [3]])
        let grouped = [1, 2].publisher.append(Empty(completeImmediately: false)).collect(.byTime(time, 0.5))
            .probe()
        time.advance(by: .milliseconds(500))
        #expect(grouped.values == [[1, 2]])
    }

    @Test func timesAreAdvancedByNumbersOfSeconds() {
        let time = VirtualTimeScheduler()
        time.advance(by: 1)
        #expect(time.now == .seconds(1))
        time.advance(by: 0.5)
        #expect(time.now.advanced(by: 0.25) == .milliseconds(1_750))
        #expect(time.now.advanced(by: 2) == .milliseconds(3_500))
    }

    @Test func timesAreAdvancedByNumbersOfSecondsInTasks() async {
        let time = VirtualTimeScheduler()
        await time.advance(by: 1)
        await time.advance(by: 0.5)
        #expect(time.now == .milliseconds(1_500))
    }

    @Test func genericCodeNamesTheTypesOfTimeAsInCombine() {
        func delayed<S: Scheduler>(
            by interval: S.SchedulerTimeType.Stride, on scheduler: S, options: S.SchedulerOptions? = nil
        ) -> Publishers.Delay<Just<Int>, S> {
            Just(1).delay(for: interval, scheduler: scheduler, options: options)
        }
        let time = VirtualTimeScheduler()
        let probe = delayed(by: .milliseconds(20), on: time).probe()
        time.advance(by: .milliseconds(19))
        #expect(probe.values == [])
        time.advance(by: .milliseconds(1))
        #expect(probe.values == [1])
    }

    @Test func whereClausesNameTheTypesOfTimeAsInCombine() {
        let time = VirtualTimeScheduler()
        let model = QuietModel(scheduler: time)
        let probe = model.quiet(for: .milliseconds(20)).probe()
        model.texts.send("a")
        time.advance(by: .milliseconds(20))
        #expect(probe.values == ["a"])
        #expect(model.isNow(time.now))
    }

    @Test func numbersAreSeconds() {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let debounced = subject.debounce(for: 0.5, scheduler: time).probe()
        let delayed = subject.delay(for: 2, scheduler: time).probe()
        let presses = PassthroughSubject<Int, Never>()
        let throttled = presses.throttle(for: 1.5, scheduler: time, latest: true).probe()
        let timed = subject.timeout(4, scheduler: time).probe()
        subject.send(1)
        subject.send(2)
        presses.send(1)
        time.advance()
        presses.send(2)
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

    @Test func intervalsAreMadeOfNumbersAndOfIntervalsOfDispatch() {
        let pause: TimeInterval = 0.25
        #expect(Seconds(pause * 2).duration == .milliseconds(500))
        #expect(Seconds(.seconds(1)).duration == .seconds(1))
        #expect(Seconds(.zero).duration == .zero)
        #expect(Seconds(2).duration == .seconds(2))
        let intervals: [DispatchTimeInterval] = [
            .seconds(2), .milliseconds(3), .microseconds(4), .nanoseconds(5),
        ]
        #expect(
            intervals.map { Seconds($0).duration } == [
                .seconds(2), .milliseconds(3), .microseconds(4), .nanoseconds(5),
            ])
        #expect(Seconds(DispatchTimeInterval.never).duration == .seconds(Int64.max))
    }

    @Test func intervalsAreMultipliedAsDurations() {
        let interval: DispatchQueue.SchedulerTimeType.Stride = 1.5
        #expect(Seconds(interval.duration * 2) == 3)
        #expect(Seconds(interval.timeInterval * 2) == 3)
        #expect(Seconds(-1.5).magnitude == -1.5)
        let time = VirtualTimeScheduler()
        #expect(time.minimumTolerance == 0)
        #expect(RunLoop.main.minimumTolerance == 0)
        let probe = Just(1).delay(for: interval, tolerance: time.minimumTolerance, scheduler: time).probe()
        time.advance(by: interval)
        #expect(probe.values == [1])
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

    @Test func mainRunLoopIsASchedulerOfGenericCode() async {
        func received<S: Scheduler>(on scheduler: S) -> Publishers.ReceiveOn<Just<Int>, S> {
            Just(1).receive(on: scheduler)
        }
        let done = Gate()
        let stored: any Scheduler = RunLoopScheduler.main
        let probe = received(on: RunLoopScheduler.main)
            .receive(on: stored)
            .probe(onValue: { _, _ in MainActor.assertIsolated() }, onCompletion: { _ in done.open() })
        await done.pass()
        #expect(probe.values == [1])
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

    @Test func loopOfAThreadRunsWorkAfterADelay() async {
        let threads = Log<ObjectIdentifier>()
        let (ran, done) = (Box(false), Gate())
        let thread = Thread {
            let scheduler = RunLoopScheduler(.current)
            scheduler.schedule(in: .milliseconds(1)) {
                threads.append(ObjectIdentifier(Thread.current))
                ran.value = true
            }
            while !ran.value { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.001)) }
            done.open()
        }
        thread.start()
        await done.pass()
        #expect(threads.entries == [ObjectIdentifier(thread)])
    }

    /// The work is called directly: a wrapper added by each run would need more stack than there is.
    @Test func workMayBeRepeatedOften() {
        let time = VirtualTimeScheduler()
        let count = Box(0)
        let handle = time.schedule(after: .zero, interval: .seconds(1)) { count.value += 1 }
        time.advance(to: .seconds(200_000))
        #expect(count.value == 200_001)
        handle.cancel()
    }

    @Test func runLoopSchedulesWork() async {
        let (first, repeated) = (Gate(), Gate())
        RunLoop.main.schedule { first.open() }
        await first.pass()
        let count = Box(0)
        let handle = RunLoop.main.schedule(after: RunLoop.main.now, interval: 0.001) {
            count.value += 1
            if count.value == 2 { repeated.open() }
        }
        await repeated.pass()
        handle.cancel()
        let done = Gate()
        RunLoop.main.schedule(after: RunLoop.main.now.advanced(by: .milliseconds(1))) { done.open() }
        await done.pass()
        #expect(count.value >= 2)
    }

    @Test func operatorsTakeTheMainRunLoop() async {
        let done = Gate()
        let probe = [1, 2].publisher
            .subscribe(on: RunLoop.main)
            .delay(for: 0.001, tolerance: 0.1, scheduler: RunLoop.main)
            .collect(.byTimeOrCount(RunLoop.main, 1, 2))
            .collect(.byTime(RunLoop.main, .milliseconds(1)))
            .retry(.constant(.zero, attempts: 1), scheduler: RunLoop.main)
            .probe(onCompletion: { _ in done.open() })
        let measured = Just(1).measureInterval(using: RunLoop.main).probe()
        await done.pass()
        #expect(probe.values == [[[1, 2]]])
        #expect(measured.values.count == 1)
    }

    @Test func timerIsStoredWithItsType() async {
        let done = Gate()
        let timer: Timer.TimerPublisher = Timer.publish(every: 0.001, on: .main, in: .common, options: nil)
        let probe = timer.autoconnect().first().probe(onCompletion: { _ in done.open() })
        await done.pass()
        #expect(probe.values.count == 1)
    }

    @Test func timerIsCreatedWithItsProperties() async {
        let done = Gate()
        let timer = Timer.TimerPublisher(
            interval: 0.001, tolerance: 0.5, runLoop: .main, mode: .common, options: nil)
        #expect(timer.interval == 0.001)
        #expect(timer.tolerance == 0.5)
        #expect(timer.runLoop === RunLoop.main)
        #expect(timer.mode == .common)
        #expect(timer.options == nil)
        let probe = timer.prefix(2).probe(onCompletion: { _ in done.open() })
        let connection = timer.connect()
        await done.pass()
        #expect(probe.values.count == 2)
        connection.cancel()
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

/// A model whose scheduler a test replaces, as code for Combine declares it.
private final class QuietModel<S: Scheduler>: Sendable
where S.SchedulerTimeType == DispatchQueue.SchedulerTimeType {
    let texts = PassthroughSubject<String, Never>()
    private let scheduler: S

    init(scheduler: S) {
        self.scheduler = scheduler
    }

    func quiet(for interval: S.SchedulerTimeType.Stride) -> AnyPublisher<String, Never> {
        texts.debounce(for: interval, scheduler: scheduler).eraseToAnyPublisher()
    }

    func isNow(_ moment: DispatchQueue.SchedulerTimeType) -> Bool { scheduler.now == moment }
}

/// Runs the first work that it schedules before it returns the timer, as a scheduler on another thread may,
/// and no other.
private final class FirstAtOnceScheduler: Scheduler {
    private let timers = Locked(0)
    let cancelled = Log<Int>()
    let now = Duration.zero

    func schedule(_ action: @escaping @Sendable () -> Void) { action() }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        let number = timers.withLock { number in
            number += 1
            return number
        }
        if number == 1 {
            action()
            return AnyCancellable {}
        }
        return AnyCancellable { self.cancelled.append(number) }
    }
}

/// Runs work when the test says so, at the time when it is due or later.
private final class SlowWorkScheduler: Scheduler {
    let time = Box(Duration.zero)
    let waiting = Box(0)
    private let next = Locked<(due: Duration, action: @Sendable () -> Void)?>(nil)

    var now: Duration { time.value }

    func schedule(_ action: @escaping @Sendable () -> Void) { schedule(in: .zero, action) }

    @discardableResult
    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        waiting.value += 1
        let due = now + delay
        next.withLock { $0 = (due, action) }
        return Subscriptions.empty
    }

    func runNext() {
        guard let (due, action) = next.exchange(nil) else { return }
        waiting.value -= 1
        time.value = max(time.value, due)
        action()
    }
}
