import Dispatch
import Foundation
import Streams
import TestSupport
import Testing

/// What is a programmer's error stops the program; what is just allowed does not.
@Suite(.serialized, .prompt, .timeLimit(.minutes(1))) struct PreconditionTests {
    @Test func arrayToCollectHasAnElement() async {
        await #expect(processExitsWith: .failure) { _ = Just(1).collect(0) }
        #expect(Just(1).collect(1).probe().values == [[1]])
    }

    @Test func numberOfValuesIsNotNegative() async {
        await #expect(processExitsWith: .failure) { _ = Just(1).dropFirst(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).prefix(-1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).output(at: -1) }
        await #expect(processExitsWith: .failure) { _ = Just(1).output(in: -10..<10) }
        await #expect(processExitsWith: .failure) { _ = Subscribers.Demand.max(1) * -1 }
        #expect(Just(1).dropFirst(0).probe().values == [1])
        #expect(Just(1).prefix(0).probe().values == [])
        #expect(Just(1).output(at: 0).probe().values == [1])
        #expect(Subscribers.Demand.max(1) * 0 == .none)
    }

    @Test func bufferIsNotOfNegativeSize() async {
        await #expect(processExitsWith: .failure) { _ = Just(1).share(replay: -1) }
        await #expect(processExitsWith: .failure) { _ = ReplaySubject<Int, Never>(bufferSize: -1) }
        await #expect(processExitsWith: .failure) {
            _ = Just(1).buffer(size: -1, prefetch: .byRequest, whenFull: .dropOldest)
        }
        await #expect(processExitsWith: .failure) {
            _ = Just(1).buffer(size: 0, prefetch: .keepFull, whenFull: .dropOldest)
        }
        #expect(Just(1).share(replay: 0).probe().values == [1])
        #expect(ReplaySubject<Int, Never>(bufferSize: 0).probe().values == [])
        let buffered = Just(1).buffer(size: 0, prefetch: .byRequest, whenFull: .dropOldest)
        #expect(buffered.probe().values == [1])
    }

    @Test func breakpointStopsWhereItsConditionHolds() async {
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = [1, 2].publisher.breakpoint(receiveOutput: { $0 == 2 }).sink { _ in }
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Just(1).breakpoint(receiveSubscription: { _ in true }).sink { _ in }
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Just(1).breakpoint(receiveCompletion: { $0 == .finished }).sink { _ in }
        }
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            _ = Fail<Int, TestError>(error: .boom).breakpointOnError()
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        }
        // As the handler does that prints a backtrace.
        await #expect(processExitsWith: .signal(SIGTRAP)) {
            signal(SIGTRAP) { _ in signal(SIGTRAP, SIG_DFL) }
            _ = Just(1).breakpoint(receiveOutput: { _ in true }).sink { _ in }
        }
        // As a debugger that continues.
        await #expect(processExitsWith: .exitCode(3)) {
            signal(SIGTRAP) { _ in }
            _ = Just(1).breakpoint(receiveOutput: { _ in true }).sink { _ in }
            exit(3)
        }
        #expect([1, 2].publisher.breakpoint(receiveOutput: { $0 == 3 }).probe().values == [1, 2])
        #expect(Just(1).breakpointOnError().probe().isFinished)
    }

    @Test func loopsBufferHoldsAValue() async {
        await #expect(processExitsWith: .failure) {
            _ = AsyncPublisher(Just(1), buffering: .bufferingNewest(0))
        }
        await #expect(processExitsWith: .failure) {
            _ = AsyncPublisher(Just(1), buffering: .bufferingOldest(0))
        }
        for policy in [AsyncBufferingPolicy.bufferingNewest(1), .bufferingOldest(1)] {
            var values: [Int] = []
            for await value in AsyncPublisher(Just(1), buffering: policy) { values.append(value) }
            #expect(values == [1])
        }
    }

    @Test func messageNamesTheNegativePosition() async throws {
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Just(1).output(at: -1)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Just(1).output(in: -10..<10)
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Just(1).output(in: ..<(-1))
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Just(1).output(in: ...(-5))
            },
        ]
        for result in results {
            let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            // Programs that are optimized print no message.
            #if DEBUG
                #expect(output.contains("A position in a stream cannot be negative."))
            #else
                #expect(!output.contains("RangeExpression"))
            #endif
        }
        #expect([1, 2, 3].publisher.output(in: 1...).probe().values == [2, 3])
        #expect([1, 2, 3].publisher.output(in: ...1).probe().values == [1, 2])
        #expect([1, 2, 3].publisher.output(in: 1..<1).probe().values == [])
        #expect([1, 2, 3].publisher.output(at: .max).probe().values == [])
    }

    /// In optimized programs, too.
    @Test func failureThatIsAssertedNotToHappenStopsTheProgram() async throws {
        let results = [
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = Fail<Int, TestError>(error: .boom).assertNoFailure("why").sink { _ in }
            },
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = Fail<Int, TestError>(error: .boom).receive(on: .main).assertNoFailure("why").sink {
                        _ in
                    }
                }
            },
        ]
        for result in results {
            let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(output.contains("why: boom"))
        }
        #expect(
            [1, 2].publisher.setFailureType(to: TestError.self).assertNoFailure().probe().values == [1, 2])
    }

    @Test func flatMapWithoutPublishersEndsWithItsUpstream() {
        let upstream = PassthroughSubject<Int, Never>()
        let probe = upstream.flatMap(maxPublishers: .none) { Just($0) }.probe()
        upstream.send(1)
        #expect(probe.values == [] && probe.completion == nil)
        upstream.send(completion: .finished)
        #expect(probe.isFinished)
    }

    @Test func negativeNumberOfRetriesIsNoLimit() {
        let attempts = Box(0)
        let failing = Deferred {
            Result<Int, TestError> { () throws(TestError) in
                if attempts.increment() < 100 { throw .boom }
                return 7
            }.publisher
        }
        let probe = failing.retry(-1).probe()
        #expect(attempts.value == 100)
        #expect(probe.values == [7] && probe.isFinished)
    }

    @Test func attemptsAndPausesAreNotNegative() async {
        await #expect(processExitsWith: .failure) { _ = RetryPolicy(attempts: -1) }
        await #expect(processExitsWith: .failure) {
            _ = RetryPolicy(attempts: 1, initialDelay: .seconds(-1))
        }
        await #expect(processExitsWith: .failure) { _ = RetryPolicy(attempts: 1, factor: 0.5) }
        await #expect(processExitsWith: .failure) { _ = RetryPolicy(attempts: 1, jitter: 1.5) }
        #expect(Fail<Int, TestError>(error: .boom).retry(0).probe().failure == .boom)
        #expect(RetryPolicy(attempts: 0, initialDelay: .zero, factor: 1, jitter: 1).attempts == 0)
    }

    @Test func intervalLastsForSomeTime() async {
        await #expect(processExitsWith: .failure) {
            _ = ExtraPublishers.Interval(every: .zero, scheduler: VirtualTimeScheduler())
        }
        await #expect(processExitsWith: .failure) {
            _ = Just(1).collect(.byTime(VirtualTimeScheduler(), .zero))
        }
        await #expect(processExitsWith: .failure) {
            _ = Just(1).collect(.byTimeOrCount(VirtualTimeScheduler(), .zero, 1))
        }
        await #expect(processExitsWith: .failure) {
            _ = Just(1).collect(.byTimeOrCount(VirtualTimeScheduler(), .seconds(1), 0))
        }
    }

    @Test func recordingTakesNothingAfterItsEnd() async {
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Never>.Recording(output: [])
            recording.receive(1)
        }
        await #expect(processExitsWith: .failure) {
            var recording = Record<Int, Never>.Recording()
            recording.receive(completion: .finished)
            recording.receive(completion: .finished)
        }
    }

    @Test func virtualTimeNeitherRunsBackwardsNorForEver() async {
        await #expect(processExitsWith: .failure) { await VirtualTimeScheduler().advance(by: .seconds(-1)) }
        await #expect(processExitsWith: .failure) {
            let time = VirtualTimeScheduler()
            for _ in 0..<3 { time.schedule {} }
            time.run(limit: 2)
        }
        let time = VirtualTimeScheduler()
        let ran = Box(0)
        for _ in 0..<3 { time.schedule { ran.increment() } }
        time.run(limit: 3)
        #expect(ran.value == 3)
    }
}
