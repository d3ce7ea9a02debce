import Streams
import TestSupport
import Testing

/// Values that an upstream sends when an operator has stopped it, or with which the operator stops it.
@Suite struct StoppedUpstreamTests {
    typealias Upstream = TestPublisher<Int, TestError>

    @Test func valueThatMakesAClosureThrowReturnsNoDemand() {
        let throwing: [@Sendable (Upstream) -> IntPublisher] = [
            { $0.tryMap { _ throws(TestError) -> Int in throw .boom }.eraseToAnyPublisher() },
            { $0.tryFilter { _ throws(TestError) -> Bool in throw .boom }.eraseToAnyPublisher() },
            { $0.tryPrefix(while: { _ throws(TestError) -> Bool in throw .boom }).eraseToAnyPublisher() },
        ]
        for build in throwing {
            let upstream = Upstream()
            let probe = build(upstream).probe()
            #expect(upstream.send(1) == .none)
            #expect(probe.completion == .failure(.boom))
        }
    }

    @Test func valueThatEndsTheStreamReturnsNoDemand() {
        let upstream = Upstream()
        let probe = upstream.prefix(while: { $0 < 2 }).probe(perValue: .max(1))
        #expect(upstream.send(1) == .max(1))
        #expect(upstream.send(2) == .none)
        #expect(probe.completion == .finished)
    }

    @Test func dematerializingIgnoresWhatFollowsTheEnd() {
        let upstream = TestPublisher<Signal<Int, TestError>, Never>(staysAttached: true)
        let probe = upstream.dematerialize().probe(initial: .max(4))
        upstream.send(.finished)
        #expect(upstream.send(.value(1)) == .none)
        upstream.send(.failure(.boom))
        upstream.send(completion: .finished)
        #expect(probe.values == [])
        #expect(probe.signals.count == 2)
        #expect(probe.completion == .finished)
    }

    @Test func outputThatEndsAPrefixReturnsNoDemand() {
        let other = Upstream(staysAttached: true)
        let probe = Upstream().prefix(untilOutputFrom: other).probe()
        #expect(other.send(1) == .none)
        #expect(other.send(2) == .none)
        #expect(probe.completion == .finished)
    }

    @Test func valueQueuedBeforeTheCancellationIsNotDelivered() {
        let subject = PassthroughSubject<Int, TestError>()
        let upstream = Upstream(staysAttached: true)
        let probe = upstream.prefix(untilOutputFrom: subject)
            .probe(tolerance: .overlaps) { probe, value in
                guard value == 1 else { return }
                upstream.send(2)
                probe.cancel()
            }
        upstream.send(1)
        #expect(probe.values == [1])
    }
}
