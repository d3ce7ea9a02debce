import Streams
import TestSupport
import Testing

/// Values without demand at combined upstreams: late ones and early ones.
@Suite struct JoinedDemandTests {
    @Test func zipSendsNoMorePairsThanWereRequested() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.zip(b) { [$0, $1] }.probe(initial: .max(1))
        for value in 1...3 {
            a.send(value)
            b.send(-value)
        }
        #expect(probe.values == [[1, -1]])
        probe.request(1)
        #expect(probe.values == [[1, -1], [2, -2]])
        probe.request(.unlimited)
        #expect(probe.values == [[1, -1], [2, -2], [3, -3]])
    }

    @Test func zipOfThreeSidesTakesEachValueOnce() {
        let sides = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
        let probe = sides[0].zip(sides[1], sides[2]) { [$0, $1, $2] }.probe()
        for round in 0..<3 {
            for (index, side) in sides.enumerated() { side.send(10 * index + round) }
        }
        #expect(probe.values == [[0, 10, 20], [1, 11, 21], [2, 12, 22]])
    }

    @Test func zipOfThreeSidesTakesWhatWaitsOnce() {
        let sides = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
        let probe = sides[0].zip(sides[1], sides[2]) { [$0, $1, $2] }.probe()
        for (index, side) in sides.enumerated().reversed() {
            for round in 0..<3 { side.send(10 * index + round) }
        }
        #expect(probe.values == [[0, 10, 20], [1, 11, 21], [2, 12, 22]])
        sides[2].send(completion: .finished)
        #expect(probe.isFinished)
    }

    @Test func zipOfFourSidesTakesEachValueOnce() {
        let sides = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        let probe = sides[0].zip(sides[1], sides[2], sides[3]) { [$0, $1, $2, $3] }.probe()
        for round in 0..<3 {
            for (index, side) in sides.enumerated() { side.send(10 * index + round) }
        }
        #expect(probe.values == [[0, 10, 20, 30], [1, 11, 21, 31], [2, 12, 22, 32]])
    }

    @Test(arguments: 0..<4)
    func zipOfFourSidesFinishesWithAnyOfThem(side: Int) {
        let sides = (0..<4).map { _ in TestPublisher<Int, Never>() }
        let probe = sides[0].zip(sides[1], sides[2], sides[3]).probe()
        sides[side].send(completion: .finished)
        #expect(probe.isFinished)
        #expect(sides.enumerated().allSatisfy { $0.element.isCancelled == ($0.offset != side) })
    }

    @Test(arguments: 0..<4)
    func combineLatestFinishesWithAllSidesWhereOneHadNoValue(side: Int) {
        let sides = (0..<4).map { _ in TestPublisher<Int, Never>() }
        let probe = sides[0].combineLatest(sides[1], sides[2], sides[3]).probe(initial: .max(1))
        for (index, other) in sides.enumerated() where index != side { other.send(index) }
        for side in sides { side.send(completion: .finished) }
        #expect(probe.values.isEmpty)
        #expect(probe.isFinished)
    }

    @Test func combineLatestSendsALateValueOnceItIsRequested() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.combineLatest(b) { [$0, $1] }.probe(initial: .max(2))
        a.send(1)
        b.send(10)
        a.send(2)
        #expect(probe.values == [[1, 10], [2, 10]])
        // This upstream has one more value of demand.
        b.send(20)
        #expect(probe.values == [[1, 10], [2, 10]])
        probe.request(1)
        #expect(probe.values == [[1, 10], [2, 10], [2, 20]])
    }

    @Test func combineLatestRequestsFromASideNoMoreThanItMaySend() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.combineLatest(b) { [$0, $1] }.probe(initial: .max(4))
        b.send(10)
        for value in 1...3 { a.send(value) }
        probe.request(1)
        #expect(probe.values.count == 3)
        #expect(a.demand == .max(5))
        #expect(b.requests == [.max(4)])
    }

    @Test func combineLatestSendsNothingThatWasNotRequested() {
        let (a, b) = (TestPublisher<Int, Never>(), TestPublisher<Int, Never>())
        let probe = a.combineLatest(b) { [$0, $1] }.probe(initial: .none)
        a.send(1)
        b.send(10)
        a.send(completion: .finished)
        b.send(completion: .finished)
        #expect(probe.values == [])
        #expect(probe.completion == nil)
        probe.request(1)
        #expect(probe.values == [[1, 10]])
        #expect(probe.isFinished)
    }
}
