import Streams
import TestSupport
import Testing

@Suite struct RaceOperatorTests {
    @Test func firstToSendWins() {
        let stage = Stage()
        stage.expect(stage.hot("----1--2|").race(with: stage.hot("--a-----b---c-|")), "--a-----b---c-|")
    }

    @Test func firstToFinishWins() {
        let stage = Stage()
        stage.expect(stage.hot("----1--2|").race(with: stage.hot("--|")), "--|")
    }

    @Test func firstToFailWins() {
        let stage = Stage()
        stage.expect([stage.hot("----1--2|"), stage.hot("--#"), stage.hot("----")].raced(), "--#")
    }

    @Test func othersAreCancelledBeforeTheFirstValueIsDelivered() {
        let sides = (0..<3).map { _ in TestPublisher<Int, Never>() }
        let cancelled = Log<[Bool]>()
        let probe = sides.raced().probe { _, _ in cancelled.append(sides.map(\.isCancelled)) }
        sides[1].send(1)
        #expect(cancelled.entries == [[true, false, true]])
        #expect(probe.values == [1])
    }

    @Test func demandGoesToAllAndThenToTheWinner() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.race(with: b).probe(initial: .max(2))
        #expect(a.requests == [.max(2)])
        #expect(b.requests == [.max(2)])
        b.send(1)
        probe.request(3)
        #expect(a.requests == [.max(2)])
        #expect(b.requests == [.max(2), .max(3)])
    }

    @Test func synchronousWinnerLeavesTheOthersUnsubscribed() {
        let other = TestPublisher<Int, Never>()
        let probe = Just(1).race(with: other).probe()
        #expect(probe.values == [1])
        #expect(probe.isFinished)
        #expect(!other.isSubscribed)
    }

    @Test func emptyRaceFinishes() {
        #expect([Just<Int>]().raced().probe().isFinished)
    }

    @Test func nothingIsSentAfterCancellation() {
        let (a, b) = (TestPublisher<Int, Never>(staysAttached: true), TestPublisher<Int, Never>())
        let probe = a.race(with: b).probe()
        probe.cancel()
        a.send(1)
        #expect(a.isCancelled)
        #expect(b.isCancelled)
    }
}
