import Streams
import TestSupport
import Testing

@Suite struct RetryWhenTests {
    private typealias Upstream = TestPublisher<Int, TestError>

    @Test func triggersValueSubscribesAgain() {
        let stage = Stage()
        let retried = stage.cold("a-#").retry(when: { $0.delay(for: .seconds(2), scheduler: stage.time) })
        stage.expect(retried.prefix(3), "a---a---(a|)")
    }

    @Test func triggersFinishFinishes() {
        let (upstream, companion) = (Upstream(), PassthroughSubject<Int, TestError>())
        let probe = upstream.retry(when: { _ in companion }).probe()
        upstream.send(1)
        companion.send(completion: .finished)
        #expect(probe.values == [1])
        #expect(probe.isFinished)
        #expect(upstream.isCancelled)
    }

    @Test func triggersFailureFails() {
        let (upstream, companion) = (Upstream(), PassthroughSubject<Int, TestError>())
        let probe = upstream.retry(when: { _ in companion }).probe()
        companion.send(completion: .failure(.other(1)))
        #expect(probe.failure == .other(1))
        #expect(upstream.isCancelled)
    }

    @Test func triggerReceivesTheErrors() {
        let errors = Log<TestError>()
        let upstream = Upstream()
        let probe = upstream.retry(when: { failures in
            failures.map { error in errors.append(error) }
        }).probe()
        upstream.send(completion: .failure(.boom))
        upstream.send(completion: .failure(.other(2)))
        #expect(errors.entries == [.boom, .other(2)])
        #expect(upstream.subscriptions.count == 3)
        probe.cancel()
    }

    @Test func cancellationWhileTheAnswerIsAwaitedReleasesEverything() {
        let upstream = Upstream()
        var probe = Optional(
            upstream.retry(when: { _ in Empty<Int, TestError>(completeImmediately: false) }).probe())
        let released = Weak(probe!)
        upstream.send(completion: .failure(.boom))
        probe?.cancel()
        probe = nil
        #expect(released.object == nil)
    }

    @Test func companionThatEndsAtOnceLeavesUpstreamAlone() {
        let upstream = Upstream()
        let probe = upstream.retry(when: { _ in Empty<Int, TestError>() }).probe()
        #expect(probe.isFinished)
        #expect(!upstream.isSubscribed)
    }

    @Test func unmetDemandCarriesOver() {
        let (upstream, companion) = (Upstream(), PassthroughSubject<Int, TestError>())
        let probe = upstream.retry(when: { _ in companion }).probe(initial: .max(3))
        upstream.send(1)
        upstream.send(completion: .failure(.boom))
        probe.request(1)
        companion.send(0)
        #expect(upstream.subscriptions.last?.requests == [.max(3)])
        probe.cancel()
    }
}
