import Streams
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct BufferTests {
    private func probe(
        _ prefetch: Publishers.PrefetchStrategy, _ whenFull: Publishers.BufferingStrategy<TestError>
    ) -> (upstream: TestPublisher<Int, TestError>, probe: Probe<Int, TestError>) {
        let upstream = TestPublisher<Int, TestError>()
        let probe = upstream.buffer(size: 2, prefetch: prefetch, whenFull: whenFull).probe(initial: .none)
        return (upstream, probe)
    }

    @Test func byRequestRequestsEverything() {
        #expect(probe(.byRequest, .dropNewest).upstream.requests == [.unlimited])
    }

    @Test func keepFullRequestsItsSizeThenOnePerDelivery() {
        let (upstream, probe) = probe(.keepFull, .dropNewest)
        #expect(upstream.requests == [.max(2)])
        upstream.send(1)
        upstream.send(2)
        probe.request(1)
        #expect(upstream.requests == [.max(2), .max(1)])
        #expect(probe.values == [1])
    }

    @Test func newestIsDropped() {
        let (upstream, probe) = probe(.byRequest, .dropNewest)
        for value in 1...4 { upstream.send(value) }
        probe.request(.unlimited)
        upstream.send(5)
        #expect(probe.values == [1, 2, 5])
    }

    @Test func oldestIsDropped() {
        let (upstream, probe) = probe(.byRequest, .dropOldest)
        for value in 1...4 { upstream.send(value) }
        probe.request(.unlimited)
        #expect(probe.values == [3, 4])
    }

    @Test func overflowFailsWithTheError() {
        let (upstream, probe) = probe(.byRequest, .customError { .other(7) })
        for value in 1...2 { upstream.send(value) }
        #expect(probe.completion == nil)
        upstream.send(3)
        #expect(probe.failure == .other(7))
        #expect(probe.values == [])
        #expect(upstream.isCancelled)
    }

    @Test func finishWaitsForBufferedValues() {
        let (upstream, probe) = probe(.byRequest, .dropNewest)
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values == [1])
        #expect(probe.isFinished)
    }

    @Test func requestedValuesPassAFullBuffer() {
        let subject = PassthroughSubject<Int, TestError>()
        let probe = subject.buffer(size: 0, prefetch: .byRequest, whenFull: .dropOldest).probe(
            initial: .max(1))
        subject.send(1)
        subject.send(2)
        #expect(probe.values == [1])
    }

    @Test func bufferOfSizeZeroAcceptsAsManyAsAreRequested() {
        let subject = PassthroughSubject<Int, Never>()
        let probe = subject.buffer(size: 0, prefetch: .byRequest, whenFull: .dropNewest).probe(
            initial: .max(3))
        for value in 1...4 { subject.send(value) }
        #expect(probe.values == [1, 2, 3])
        probe.request(1)
        subject.send(5)
        #expect(probe.values == [1, 2, 3, 5])
    }
}
