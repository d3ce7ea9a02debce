import Streams
import TestSupport
import Testing

@Suite struct MergeTests {
    @Test func mergeSendsValuesInOrderOfArrival() {
        let stage = Stage()
        stage.expect(stage.hot("a-c-|").merge(with: stage.hot("-b--d|")), "abc-d|")
        stage.expect([stage.hot("a-|"), stage.hot("-b|"), stage.hot("--c|")].merged(), "abc|")
    }

    @Test func mergeFinishesAfterAllUpstreams() {
        let stage = Stage()
        stage.expect(stage.hot("|").merge(with: stage.hot("--a|")), "--a|")
        stage.expect([AnyPublisher<String, TestError>]().merged(), "|")
    }

    @Test func firstFailureCancelsTheRest() {
        let (a, b) = (TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>())
        let probe = a.merge(with: b).probe()
        a.send(completion: .failure(.boom))
        #expect(probe.failure == .boom)
        #expect(b.isCancelled)
    }

    @Test func boundedDemandRequestsOneValueOfEachUpstream() {
        let (a, b) = (TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>())
        let probe = a.merge(with: b).probe(initial: .max(10))
        #expect(a.requests == [.max(1)])
        #expect(b.requests == [.max(1)])
        #expect(a.send(1) == .max(1))
        #expect(probe.values == [1])
    }

    @Test func demandIsSharedExactly() {
        let probe = (1...5).publisher.merge(with: (11...15).publisher).probe(initial: .max(3))
        #expect(probe.values.count == 3)
        probe.request(4)
        #expect(probe.values.count == 7)
        probe.request(.unlimited)
        #expect(probe.values.sorted() == Array(1...5) + Array(11...15))
        #expect(probe.isFinished)
    }

    @Test func valuesSentWithinAValueFollowIt() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let probe = a.merge(with: b).probe { _, value in
            if value == 1 {
                b.send(2)
                a.send(3)
            }
        }
        a.send(1)
        #expect(probe.values == [1, 2, 3])
    }
}

@Suite struct CombineLatestTests {
    @Test func combineLatestPairsTheLatestValues() {
        let stage = Stage()
        stage.expect(
            stage.hot("a--b--|").combineLatest(stage.hot("-1--2--|")) { $0 == "a" ? $1 : "\(Int($1)! + 2)" },
            "-1-34--|")
    }

    @Test func combineLatestFinishesAfterBothOrWhenOneNeverSent() {
        let stage = Stage()
        stage.expect(stage.hot("a|").combineLatest(stage.hot("b--c|")) { $1 }, "b--c|")
        stage.expect(stage.hot("-|").combineLatest(stage.hot("b--c|")) { $1 }, "-|")
    }

    @Test func upstreamThatFinishesWithoutAValueCancelsTheOther() {
        let other = TestPublisher<Int, TestError>()
        let probe = other.combineLatest(Empty<Int, TestError>()) { $0 + $1 }.probe()
        #expect(probe.isFinished)
        #expect(other.isCancelled)
    }

    @Test func sideAfterOneThatEndsWithoutAValueIsNotSubscribed() {
        let other = TestPublisher<Int, TestError>()
        let probe = Empty<Int, TestError>().combineLatest(other) { $0 + $1 }.probe()
        #expect(probe.isFinished)
        #expect(!other.isSubscribed)
    }

    @Test func failureCancelsTheOtherUpstream() {
        let (a, b) = (TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>())
        let probe = a.combineLatest(b) { $0 + $1 }.probe()
        b.send(completion: .failure(.boom))
        #expect(probe.failure == .boom)
        #expect(a.isCancelled)
    }

    @Test func pairsAreNotSentWithoutDemand() {
        let (a, b) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<Int, Never>(10))
        let probe = a.combineLatest(b) { $0 + $1 }.probe(initial: .max(1))
        #expect(probe.values == [11])
        a.send(2)
        a.send(3)
        b.send(20)
        #expect(probe.values == [11])
        probe.request(.unlimited)
        #expect(probe.values.last == 23)
    }

    @Test func pendingPairPrecedesTheFinish() {
        let probe = [1, 2].publisher.combineLatest(Just(10)) { $0 + $1 }.probe(initial: .none)
        probe.request(1)
        probe.request(5)
        #expect(probe.values.last == 12)
        #expect(probe.isFinished)
    }
}

@Suite struct AppendTests {
    @Test func secondFollowsTheFirst() {
        let stage = Stage()
        stage.expect(stage.cold("a-b|").append(stage.cold("-c|")), "a-b-c|")
        stage.expect(stage.cold("a-#").append(stage.cold("c|")), "a-#")
        stage.expect(stage.cold("a|").append("b", "c"), "a(bc|)")
        stage.expect(stage.cold("a|").append(["b"]), "a(b|)")
    }

    @Test func secondIsSubscribedWhenTheFirstHasFinished() {
        let (a, b) = (TestPublisher<Int, TestError>(), TestPublisher<Int, TestError>())
        let probe = a.append(b).probe(initial: .max(4))
        a.send(1)
        #expect(!b.isSubscribed)
        a.send(completion: .finished)
        #expect(b.requests == [.max(3)])
        b.send(2)
        probe.request(1)
        #expect(b.demand == .max(4))
        probe.cancel()
        #expect(b.isCancelled)
    }

    @Test func cancellationDuringTheFirstNeverSubscribesTheSecond() {
        let (a, b) = (TestPublisher<Int, TestError>(staysAttached: true), TestPublisher<Int, TestError>())
        let probe = a.append(b).probe()
        probe.cancel()
        a.send(completion: .finished)
        #expect(!b.isSubscribed)
    }

    @Test func nestedConcatenationsKeepTheirOrder() {
        let inner = Just(2).append(3).append(Just(4).append(5))
        let probe = Just(1).append(inner).append(6).append(Deferred { Just(7).append(8) }).probe()
        #expect(probe.values == Array(1...8))
        #expect(probe.isFinished)
    }

    @Test func concatenationBehindAnotherOperatorKeepsItsOwnCompletion() {
        let inner = Just(2).append(3).map { $0 * 10 }.append(4)
        let probe = Just(1).append(inner.prefix(2)).append(9).probe(initial: .max(1), perValue: .max(1))
        #expect(probe.values == [1, 20, 30, 9])
        #expect(probe.isFinished)
    }
}
