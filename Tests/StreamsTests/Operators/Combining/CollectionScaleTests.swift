import Streams
import TestSupport
import Testing

/// Collections of publishers: the cost grows with their number, not with its square. At the square, a test of
/// these numbers would take minutes.
@Suite(.timeLimit(.minutes(1))) struct CollectionScaleTests {
    private let count = 20_000

    @Test func zipOfManyValuesAtOnce() {
        let seen = (0..<count).map { Just($0) }.zipped().probe()
        #expect(seen.values.map(\.count) == [count])
        #expect(seen.isFinished)
    }

    @Test func zipOfManySubjectsThatFinishInTurn() {
        let sides = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
        let seen = sides.zipped().probe()
        for side in sides.reversed() { side.send(1) }
        for side in sides { side.send(2) }
        for side in sides.dropLast() { side.send(completion: .finished) }
        #expect(seen.values.map { $0.reduce(0, +) } == [count, 2 * count])
    }

    @Test func latestOfManyValuesAtOnce() {
        let seen = (0..<count).map { Just($0) }.combinedLatest().probe()
        #expect(seen.values.map(\.count) == [count])
        #expect(seen.isFinished)
    }

    @Test func latestOfManySubjectsWithCountedDemand() {
        let sides = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
        let seen = sides.combinedLatest().probe(initial: .max(2))
        for side in sides { side.send(1) }
        sides[7].send(3)
        #expect(seen.values.map { $0.reduce(0, +) } == [count, count + 2])
        for side in sides { side.send(completion: .finished) }
        #expect(seen.isFinished)
    }

    @Test func raceOfManySubjects() {
        let sides = (0..<count).map { _ in PassthroughSubject<Int, Never>() }
        let seen = sides.raced().probe()
        sides[count / 2].send(1)
        for side in sides { side.send(2) }
        #expect(seen.values == [1, 2])
    }
}
