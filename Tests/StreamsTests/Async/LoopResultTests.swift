import Streams
import TestSupport
import Testing

/// Loops over the result of a subject's values that wait in an operator between the two: the result is that
/// of all values.
@Suite(.prompt, .timeLimit(.minutes(1))) struct LoopResultTests {
    private typealias Numbers = AnyPublisher<Int, Never>

    private static let waits: [@Sendable (Numbers, VirtualTimeScheduler) -> Numbers] = [
        { numbers, time in
            numbers.concatMap { Just($0).delay(for: .seconds(1), scheduler: time) }.eraseToAnyPublisher()
        },
        { numbers, time in
            numbers.flatMap(maxPublishers: .max(2)) { Just($0).delay(for: .seconds(1), scheduler: time) }
                .eraseToAnyPublisher()
        },
        { numbers, time in
            numbers.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest)
                .concatMap { Just($0).delay(for: .seconds(1), scheduler: time) }.eraseToAnyPublisher()
        },
    ]

    private static let results: [(name: String, make: @Sendable (Numbers) -> AnyPublisher<[Int], Never>)] = [
        ("[1, 2, 3, 4, 5]", { $0.collect().eraseToAnyPublisher() }),
        ("[3]", { $0.first { $0 == 3 }.map { [$0] }.eraseToAnyPublisher() }),
        ("[5]", { $0.last().map { [$0] }.eraseToAnyPublisher() }),
        ("[15]", { $0.reduce(0, +).map { [$0] }.eraseToAnyPublisher() }),
        ("[5]", { $0.count().map { [$0] }.eraseToAnyPublisher() }),
        ("[1]", { $0.contains(4).map { [$0 ? 1 : 0] }.eraseToAnyPublisher() }),
        ("[0]", { $0.allSatisfy { $0 < 5 }.map { [$0 ? 1 : 0] }.eraseToAnyPublisher() }),
        ("[5]", { $0.max().map { [$0] }.eraseToAnyPublisher() }),
    ]

    @Test(arguments: waits.indices, results.indices)
    func resultIsThatOfAllValuesThatASubjectSends(wait: Int, result: Int) async throws {
        let time = VirtualTimeScheduler()
        let subject = PassthroughSubject<Int, Never>()
        let (expected, make) = Self.results[result]
        let publisher = make(Self.waits[wait](subject.eraseToAnyPublisher(), time))
        let iterator = publisher.values.makeAsyncIterator()
        for value in 1...5 { subject.send(value) }
        subject.send(completion: .finished)
        let seen = try await time.run {
            var (iterator, seen) = (iterator, [String]())
            while let value = await iterator.next() { seen.append("\(value)") }
            return seen
        }
        #expect(seen == [expected])
    }

    @Test func loopOverAResultReleasesItsSourceAtTheEnd() async {
        let subject = PassthroughSubject<Int, Never>()
        weak let token: Token?
        do {
            let kept = Token()
            token = kept
            var iterator = subject.concatMap { [kept] value in withExtendedLifetime(kept) { Just(value) } }
                .first()
                .values.makeAsyncIterator()
            subject.send(1)
            subject.send(2)
            #expect(await iterator.next() == 1)
            #expect(await iterator.next() == nil)
        }
        #expect(token == nil)
    }
}
