import Streams
import TestSupport
import Testing

@Suite struct JoinedLatestTests {
    @Test func threeUpstreamsAreCombinedForEachValue() {
        let sides = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
        let probe = sides[0].combineLatest(sides[1], sides[2]) { [$0, $1, $2] }.probe()
        sides[0].send(1)
        sides[1].send(2)
        #expect(probe.values.isEmpty)
        sides[2].send(3)
        sides[0].send(4)
        #expect(probe.values == [[1, 2, 3], [4, 2, 3]])
        for side in sides {
            #expect(probe.completion == nil)
            side.send(completion: .finished)
        }
        #expect(probe.isFinished)
    }

    @Test func upstreamThatFinishesWithoutAValueFinishesTheStream() {
        let sides = (0..<4).map { _ in TestPublisher<Int, Never>() }
        let probe = sides[0].combineLatest(sides[1], sides[2], sides[3]).probe()
        sides[0].send(1)
        sides[3].send(completion: .finished)
        #expect(probe.isFinished)
        for side in sides.prefix(3) { #expect(side.isCancelled) }
    }

    @Test func collectionOfUpstreamsIsCombinedInArrays() {
        let sides = (0..<3).map { _ in CurrentValueSubject<Int, Never>(0) }
        let probe = sides.combinedLatest().probe()
        sides[1].send(5)
        #expect(probe.values == [[0, 0, 0], [0, 5, 0]])
        #expect([Just<Int>]().combinedLatest().probe().isFinished)
    }

    @Test func collectionOfOneUpstreamIsCombinedInArraysOfOneValue() {
        let side = PassthroughSubject<Int, Never>()
        let probe = [side].combinedLatest().probe()
        side.send(1)
        side.send(2)
        side.send(completion: .finished)
        #expect(probe.values == [[1], [2]])
        #expect(probe.isFinished)
    }

    @Test func unlimitedDemandReturnedFromAValueReachesEveryUpstream() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.combineLatest(b) { $0 + $1 }.probe(initial: .max(1), perValue: .unlimited)
        a.send(1)
        b.send(10)
        #expect(a.demand == .unlimited)
        #expect(b.demand == .unlimited)
        #expect(probe.values == [11])
    }

    @Test func boundedDemandIsRequestedOfEachUpstream() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.combineLatest(b) { $0 + $1 }.probe(initial: .max(2))
        #expect(a.requests == [.max(2)])
        a.send(1)
        #expect(a.requests == [.max(2)])
        b.send(10)
        #expect(probe.values == [11])
        #expect(a.demand == .max(2) && b.demand == .max(2))
        probe.request(2)
        #expect(a.demand == .max(4) && b.demand == .max(4))
    }

    @Test func firstUpstreamAdvancesBeforeTheOtherSends() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let probe = a.combineLatest(b) { $0 + $1 }.probe(initial: .max(3))
        for value in 1...3 { a.send(value) }
        b.send(10)
        #expect(probe.values == [13])
    }

    @Test func spentDemandIsRequestedAgainAfterTheOtherFinishes() {
        let probe = [1, 2, 3].publisher.combineLatest(Just(10)) { $0 + $1 }.probe(initial: .max(2))
        #expect(probe.values == [12, 13])
        #expect(probe.isFinished)
    }

    @Test func endlessUpstreamWaitsForTheOther() {
        let other = PassthroughSubject<Int, Never>()
        let probe = (1...).publisher.combineLatest(other) { $0 + $1 }.probe(initial: .max(2))
        #expect(probe.values == [])
        other.send(0)
        #expect(probe.values == [2, 3])
        probe.cancel()
    }
}

@Suite struct WithLatestFromTests {
    @Test func onlyUpstreamTriggersAndEarlyValuesAreDropped() {
        let stage = Stage()
        let joined = stage.hot("---1--2-----3--|").withLatestFrom(stage.hot("-----a---b"))
        stage.expect(joined, "------a-----b--|")
    }

    @Test func finishOfTheOtherIsIgnored() {
        let stage = Stage()
        stage.expect(stage.hot("-1-2-3-|").withLatestFrom(stage.hot("a-b|")) { $1 }, "-a-b-b-|")
    }

    @Test func failureOfTheOtherFails() {
        let source = TestPublisher<Int, TestError>()
        let other = TestPublisher<Int, TestError>()
        let probe = source.withLatestFrom(other).probe()
        other.send(completion: .failure(.boom))
        #expect(probe.failure == .boom)
        #expect(source.isCancelled)
    }

    @Test func finishOfUpstreamCancelsTheOther() {
        let source = TestPublisher<Int, Never>()
        let other = TestPublisher<Int, Never>()
        let probe = source.withLatestFrom(other).probe()
        source.send(completion: .finished)
        #expect(probe.isFinished)
        #expect(other.isCancelled)
    }

    @Test func droppedValueIsRequestedAgain() {
        let source = TestPublisher<Int, Never>()
        let other = TestPublisher<Int, Never>()
        let probe = source.withLatestFrom(other) { $0 + $1 }.probe(initial: .max(2))
        #expect(source.requests == [.max(2)])
        #expect(other.requests == [.unlimited])
        #expect(source.send(1) == .max(1))
        other.send(10)
        #expect(source.send(2) == .none)
        #expect(probe.values == [12])
    }
}
