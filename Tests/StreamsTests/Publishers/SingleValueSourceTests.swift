import Streams
import TestSupport
import Testing

@Suite struct JustTests {
    @Test func valueWaitsForDemand() {
        let probe = Just(1).probe(initial: .none)
        #expect(probe.signals.count == 1)
        probe.requestNothing()
        #expect(probe.signals.count == 1)
        probe.request(1)
        #expect(probe.values == [1])
        #expect(probe.isFinished)
        probe.request(1)
    }

    @Test func everySubscriberGetsTheValue() {
        let just = Just("a")
        #expect((0..<3).map { _ in just.probe().values } == [["a"], ["a"], ["a"]])
        #expect(just == Just("a"))
    }

    @Test func requestWithinTheValueDeliversNothingMore() {
        let probe = Just(1).probe(initial: .max(1)) { probe, _ in probe.request(1) }
        #expect(probe.values == [1])
    }

    @Test func nothingIsDeliveredAfterTheCancellation() {
        let probe = Just(1).probe(initial: .none)
        probe.cancel()
        probe.request(1)
        #expect(probe.values == [])
    }

    @Test func cancellationWithinTheValuePreventsTheFinish() {
        let probe = Just(1).probe { probe, _ in probe.cancel() }
        #expect(probe.values == [1])
        #expect(probe.completion == nil)
    }

    @Test func valueIsReleasedAfterTheEndAndTheCancellation() {
        for cancels in [true, false] {
            var token = Optional(Token())
            let weakToken = Weak(token!)
            let probe = Just(token!).map { [weak token] _ in token == nil }.probe(initial: .none)
            token = nil
            #expect(weakToken.object != nil)
            cancels ? probe.cancel() : probe.request(1)
            #expect(weakToken.object == nil)
        }
    }
}

@Suite struct EmptyAndFailTests {
    @Test func emptyFinishesWithNoDemand() {
        let probe = Empty<Int, Never>().probe(initial: .none)
        #expect(probe.isFinished)
        #expect(Empty<Int, Never>() == Empty(completeImmediately: true))
    }

    @Test func emptyMayNeverFinish() {
        let probe = Empty(completeImmediately: false, outputType: Int.self, failureType: Never.self).probe()
        #expect(probe.signals.count == 1)
        probe.cancel()
    }

    @Test func failFailsWithNoDemand() {
        let probe = Fail(outputType: Int.self, failure: TestError.boom).probe(initial: .none)
        #expect(probe.failure == .boom)
        #expect(Fail<Int, TestError>(error: .boom) == Fail(error: .boom))
    }
}

@Suite struct DeferredTests {
    @Test func factoryRunsOncePerSubscriber() {
        let calls = Box(0)
        let deferred = Deferred { Just(calls.increment()) }
        #expect(calls.value == 0)
        #expect(deferred.probe().values == [1])
        #expect(deferred.probe(initial: .none).values == [])
        #expect(calls.value == 2)
    }
}
