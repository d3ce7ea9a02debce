import Streams
import TestSupport
import Testing

@Suite(.prompt, .timeLimit(.minutes(1))) struct AsyncFunctionTests {
    @Test func functionStartsAtTheFirstDemand() async {
        let started = Gate()
        let calls = Box(0)
        let done = Gate()
        let probe = ExtraPublishers.Async { () async throws(TestError) -> Int in
            started.open()
            return calls.increment()
        }.probe(initial: .none, onCompletion: { _ in done.open() })
        #expect(calls.value == 0)
        probe.request(1)
        probe.request(1)
        await started.pass()
        await done.pass()
        #expect(probe.values == [1])
        #expect(probe.isFinished)
        #expect(calls.value == 1)
    }

    @Test func functionRunsForEachSubscriber() async throws {
        let calls = Box(0)
        let publisher = ExtraPublishers.Async { () async throws(Never) -> Int in calls.increment() }
        var numbers: [Int] = []
        for _ in 0..<2 {
            for await number in publisher.values { numbers.append(number) }
        }
        #expect(numbers == [1, 2])
    }

    @Test func thrownErrorIsTheFailure() async {
        let publisher = ExtraPublishers.Async { () async throws(TestError) -> Int in throw .other(3) }
        await #expect(throws: TestError.other(3)) {
            for try await _ in publisher.values {}
        }
    }

    @Test func cancellingCancelsTheTaskAndDropsTheResult() async {
        let started = Gate()
        let mayGoOn = Gate()
        let wasCancelled = Box<Bool?>(nil)
        let ended = Gate()
        let probe = ExtraPublishers.Async { () async throws(Never) -> Int in
            started.open()
            await mayGoOn.pass()
            wasCancelled.value = Task.isCancelled
            ended.open()
            return 1
        }.probe()
        await started.pass()
        probe.cancel()
        mayGoOn.open()
        await ended.pass()
        #expect(wasCancelled.value == true)
        #expect(probe.values == [])
    }

    @Test func functionDoesNotRunIfCancelledBeforeDemand() {
        let calls = Box(0)
        let probe = ExtraPublishers.Async { () async throws(Never) -> Int in calls.increment() }.probe(
            initial: .none)
        probe.cancel()
        probe.request(1)
        #expect(calls.value == 0)
    }

    @Test func cancellationWithinTheValuePreventsTheFinish() async {
        let released = Gate()
        let probe: Probe<Int, Never>
        do {
            let token = Token { released.open() }
            probe = ExtraPublishers.Async { () async throws(Never) -> Int in token.pass(1) }
                .probe { probe, _ in probe.cancel() }
        }
        await released.pass()
        #expect(probe.values == [1])
        #expect(probe.completion == nil)
    }

    @Test func subscriptionRetainsNothingAfterTheEnd() async {
        let released = Gate()
        let done = Gate()
        let probe: Probe<Int, Never>
        do {
            let token = Token { released.open() }
            probe = ExtraPublishers.Async { () async throws(Never) -> Int in token.pass(1) }
                .probe(onCompletion: { _ in done.open() })
        }
        await done.pass()
        await released.pass()
        #expect(probe.isFinished)
    }
}
