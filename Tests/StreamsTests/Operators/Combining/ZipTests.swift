import Streams
import TestSupport
import Testing

@Suite struct ZipTests {
    @Test func valuesArePairedInTurn() {
        let stage = Stage()
        let zipped = stage.hot("ab-c--|").zip(stage.hot("--1--2-3")) { "\($0)\($1)" }
        let names = ["a1": "p", "b2": "q", "c3": "r"]
        stage.expect(zipped.map { names[$0] ?? "?" }, "--p--q-(r|)")
    }

    @Test func zipFinishesWithTheLastPair() {
        let upstream = (a: TestPublisher<Int, Never>(), b: TestPublisher<Int, Never>())
        let probe = upstream.a.zip(upstream.b).probe()
        upstream.a.send(1)
        upstream.a.send(2)
        upstream.a.send(completion: .finished)
        upstream.b.send(3)
        #expect(probe.completion == nil)
        upstream.b.send(4)
        #expect(probe.values.map { [$0.0, $0.1] } == [[1, 3], [2, 4]])
        #expect(probe.isFinished)
        #expect(upstream.b.isCancelled)
    }

    @Test func zipFinishesAtOnceWithoutPendingValues() {
        let upstream = (a: TestPublisher<Int, Never>(), b: TestPublisher<Int, Never>())
        let probe = upstream.a.zip(upstream.b).probe()
        upstream.a.send(1)
        upstream.b.send(completion: .finished)
        #expect(probe.isFinished)
        #expect(upstream.a.isCancelled)
    }

    @Test func failureDropsPendingValues() {
        let upstream = (a: TestPublisher<Int, TestError>(), b: TestPublisher<Int, TestError>())
        let probe = upstream.a.zip(upstream.b).probe()
        upstream.a.send(1)
        upstream.a.send(completion: .failure(.boom))
        #expect(probe.failure == .boom)
        #expect(upstream.b.isCancelled)
    }

    @Test func demandIsPassedToEveryUpstream() {
        let upstream = (0..<3).map { _ in TestPublisher<Int, Never>() }
        let probe = upstream[0].zip(upstream[1], upstream[2]).probe(initial: .max(3))
        for side in upstream { #expect(side.requests == [.max(3)]) }
        probe.request(2)
        for side in upstream { #expect(side.requests == [.max(3), .max(2)]) }
    }

    @Test func demandReturnedForAPairIsRequestedOfEveryUpstream() {
        let upstream = (a: TestPublisher<Int, Never>(), b: TestPublisher<Int, Never>())
        _ = upstream.a.zip(upstream.b).probe(initial: .max(1), perValue: .max(2))
        #expect(upstream.a.send(1) == .none)
        #expect(upstream.b.send(2) == .max(2))
        #expect(upstream.a.requests == [.max(1), .max(2)])
        #expect(upstream.b.requests == [.max(1)])
    }

    @Test func valuesWithoutDemandWait() {
        let upstream = (a: TestPublisher<Int, Never>(), b: TestPublisher<Int, Never>())
        let probe = upstream.a.zip(upstream.b).probe(initial: .none)
        upstream.a.send(1)
        upstream.b.send(2)
        upstream.a.send(completion: .finished)
        #expect(probe.values.isEmpty)
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values.count == 1)
        #expect(probe.isFinished)
    }

    @Test func collectionOfUpstreamsIsZippedToArrays() {
        let probe = [[1, 2, 3].publisher, [4, 5, 6].publisher, [7, 8].publisher].zipped().probe()
        #expect(probe.values == [[1, 4, 7], [2, 5, 8]])
        #expect(probe.isFinished)
        #expect([Just<Int>]().zipped().probe().isFinished)
    }

    @Test func collectionOfOneUpstreamIsZippedToArraysOfOneValue() {
        let probe = [[1, 2].publisher].zipped().probe()
        #expect(probe.values == [[1], [2]])
        #expect(probe.isFinished)
    }

    @Test func threeAndFourUpstreamsAreZipped() {
        let three = [1, 2].publisher.zip("ab".publisher, [true, false].publisher) { "\($0)\($1)\($2)" }
            .probe()
        #expect(three.values == ["1atrue", "2bfalse"])
        let four = [1, 2].publisher.zip([3, 4].publisher, [5, 6].publisher, [7].publisher) {
            $0 + $1 + $2 + $3
        }
        .probe()
        #expect(four.values == [16])
        #expect(four.isFinished)
    }
}
