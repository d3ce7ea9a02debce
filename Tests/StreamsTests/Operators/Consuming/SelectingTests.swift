import Streams
import TestSupport
import Testing

/// Operators that select values by position or by a condition.
@Suite struct SelectingTests {
    private typealias Upstream = TestPublisher<Int, TestError>

    @Test func firstMatchCancelsUpstreamAndWaitsForDemand() {
        let upstream = Upstream()
        let probe = upstream.first { $0 > 1 }.probe(initial: .none)
        #expect(upstream.requests == [.unlimited])
        upstream.send(1)
        upstream.send(2)
        #expect(upstream.isCancelled)
        #expect(probe.signals.count == 1)
        probe.request(1)
        #expect(probe.values == [2])
        #expect(probe.isFinished)
    }

    @Test func firstTakesOneAndCancels() {
        let upstream = Upstream()
        let probe = upstream.first().probe(initial: .none)
        upstream.send(1)
        #expect(upstream.isCancelled)
        probe.request(1)
        #expect(probe.values == [1])
        #expect(probe.isFinished)
    }

    @Test func requestInsideTheLastValueIsNotPassedOn() {
        let upstream = Upstream()
        let probe = upstream.prefix(2).probe(initial: .max(1), onValue: { probe, _ in probe.request(1) })
        for value in 1...2 { upstream.send(value) }
        #expect(upstream.requests == [.max(1), .max(1)])
        #expect(probe.values == [1, 2])
        #expect(probe.isFinished)
        #expect(upstream.isCancelled)
    }

    @Test func outputAtFinishesOnItsValueAndReplacesSkippedOnes() {
        let upstream = Upstream()
        let probe = upstream.output(at: 2).probe(initial: .none)
        probe.request(1)
        let replaced = [upstream.send(10), upstream.send(11)]
        #expect(upstream.demand + replaced[0] + replaced[1] == .max(3))
        #expect(probe.values == [])
        upstream.send(12)
        #expect(probe.values == [12])
        #expect(probe.isFinished)
        #expect(upstream.isCancelled)
    }

    @Test func outputInFinishesOnTheLastOfItsRange() {
        let upstream = Upstream()
        let probe = upstream.output(in: 1...2).probe(initial: .max(2))
        let replaced = upstream.send(10)
        #expect(upstream.demand + replaced == .max(3))
        upstream.send(11)
        #expect(probe.completion == nil)
        upstream.send(12)
        #expect(probe.values == [11, 12])
        #expect(probe.isFinished)
        #expect(upstream.isCancelled)
    }

    @Test func replaceEmptyWaitsForDemand() {
        let probe = Empty<Int, TestError>().replaceEmpty(with: 7).probe(initial: .none)
        #expect(probe.signals.count == 1)
        probe.request(1)
        #expect(probe.values == [7])
        #expect(probe.isFinished)
    }

    @Test func replaceNilConvertsAndPassesTheDemandOn() {
        let upstream = TestPublisher<Int?, TestError>()
        let probe = upstream.replaceNil(with: 7).probe(initial: .max(2))
        #expect(upstream.requests == [.max(2)])
        upstream.send(nil)
        upstream.send(1)
        #expect(probe.values == [7, 1])
    }
}
