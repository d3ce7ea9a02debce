import Streams
import TestSupport
import Testing

@Suite struct MapErrorTests {
    @Test func mapErrorConvertsTheError() {
        let probe = Fail<Int, TestError>(error: .boom).mapError { _ in TestError.other(1) }.probe()
        #expect(probe.failure == .other(1))
    }

    @Test func setFailureTypeChangesNothing() {
        let upstream = TestPublisher<Int, Never>()
        let probe = upstream.setFailureType(to: TestError.self).probe(initial: .max(2))
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(upstream.requests == [.max(2)])
        #expect(probe.values == [1])
        #expect(probe.isFinished)
    }
}

@Suite struct CatchTests {
    @Test func catchContinuesWithAnotherStream() {
        let stage = Stage()
        stage.expect(stage.hot("a-#").catch { _ in stage.cold("b-c|") }, "a-b-c|")
        stage.expect(stage.hot("a-|").catch { _ in stage.cold("b-c|") }, "a-|")
        stage.expect(stage.hot("a-#").catch { _ in stage.cold("-#") }, "a--#")
    }

    @Test func unmetDemandCarriesOver() {
        let first = TestPublisher<Int, TestError>()
        let second = TestPublisher<Int, TestError>()
        let probe = first.catch { _ in second }.probe(initial: .max(3))
        first.send(1)
        first.send(completion: .failure(.boom))
        #expect(second.requests == [.max(2)])
        second.send(2)
        probe.request(1)
        #expect(second.demand == .max(3))
    }

    @Test func demandBetweenTheTwoStreamsIsKept() {
        let first = TestPublisher<Int, TestError>()
        let second = TestPublisher<Int, TestError>()
        let reference = Box<Probe<Int, TestError>?>(nil)
        let probe = first.catch { _ in
            reference.value?.request(4)
            return second
        }.probe(initial: .max(1))
        reference.value = probe
        first.send(completion: .failure(.boom))
        #expect(second.requests == [.max(5)])
        reference.value = nil
    }

    @Test func catchReceivesTheError() {
        let probe = Fail<Int, TestError>(error: .other(4)).catch { error in Just(error == .other(4) ? 1 : 0) }
            .probe()
        #expect(probe.values == [1])
        #expect(probe.isFinished)
    }

    @Test func nothingIsCaughtAfterCancellation() {
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        let calls = Box(0)
        let probe = upstream.catch { _ in Just(calls.increment()) }.probe()
        probe.cancel()
        upstream.send(completion: .failure(.boom))
        #expect(calls.value == 0)
    }
}

@Suite struct ReplaceErrorTests {
    @Test func valueInPlaceOfTheErrorWaitsForDemand() {
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.replaceError(with: 7).probe(initial: .max(1))
        upstream.send(1)
        upstream.send(completion: .failure(.boom))
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values == [1, 7])
        #expect(probe.isFinished)
    }

    @Test func unmetDemandCarriesOverInTryCatch() {
        let (first, second) = (TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>())
        let probe = first.tryCatch { (_) throws(TestError) in second }.probe(initial: .max(3))
        first.send(1)
        first.send(completion: .failure(.boom))
        #expect(second.requests == [.max(2)])
        probe.cancel()
        #expect(second.isCancelled)
    }
}

@Suite struct RetryTests {
    @Test func retrySubscribesAsOftenAsGiven() {
        let stage = Stage()
        stage.expect(stage.cold("a-#").retry(2), "a-a-a-#")
        stage.expect(stage.cold("a-#").retry(0), "a-#")
        stage.expect(stage.cold("a-|").retry(2), "a-|")
    }

    @Test func unmetDemandCarriesOver() {
        let upstreams = [TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>()]
        let attempt = Box(-1)
        let probe = Deferred { upstreams[attempt.increment()] }.retry(1).probe(initial: .max(3))
        upstreams[0].send(1)
        upstreams[0].send(completion: .failure(.boom))
        #expect(upstreams[0].requests == [.max(3)])
        #expect(upstreams[1].requests == [.max(2)])
        upstreams[1].send(2)
        upstreams[1].send(3)
        probe.request(1)
        #expect(upstreams[1].demand == .max(3))
        #expect(probe.values == [1, 2, 3])
    }

    @Test func retryPassesCancellationOn() {
        let upstream = TestPublisher<Int, TestError>(staysAttached: true)
        let probe = upstream.retry(5).probe()
        probe.cancel()
        upstream.send(completion: .failure(.boom))
        #expect(upstream.subscriptions.count == 1)
        #expect(upstream.isCancelled)
    }

    @Test func handlerOfTryCatchNeedNotThrow() {
        let failing = Fail<Int, TestError>(error: .boom)
        let replaced: AnyPublisher<Int, Never> = failing.tryCatch { _ in Just(-1) }.eraseToAnyPublisher()
        #expect(replaced.probe().values == [-1])
        let failed = failing.tryCatch { _ in Fail<Int, TestError>(error: .other(1)) }
        #expect(failed.probe().failure as (any Error)? as? TestError == .other(1))
        let thrown = failing.tryCatch { (error) throws(TestError) -> Just<Int> in throw .other(2) }
        #expect(thrown.probe().failure == .other(2))
        let untyped = failing.tryCatch { error -> Just<Int> in throw error }
        #expect(untyped.probe().failure as? TestError == .boom)
    }
}
