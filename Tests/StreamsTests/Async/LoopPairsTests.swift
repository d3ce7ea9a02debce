import Streams
import TestSupport
import Testing

/// Loops over random chains of operators: nothing is lost, the sources are a few values ahead, and the loop
/// ends.
@Suite(.prompt, .timeLimit(.minutes(1))) struct LoopPairsTests {
    private typealias Numbers = AnyPublisher<Int, Never>

    private enum Source: CaseIterable {
        case endless, counted, subject, child, asynchronous
    }

    private typealias Operator = (
        name: String, build: @Sendable (Numbers, VirtualTimeScheduler) -> Numbers
    )

    /// Operators that request values independently of the loop, so that they are tested next to the source.
    private static let first: [Operator] = [
        (
            "flatMap",
            { upstream, _ in upstream.flatMap { Just($0) }.eraseToAnyPublisher() }
        ),
        (
            "switchToLatest",
            { upstream, _ in upstream.map { Just($0) }.switchToLatest().eraseToAnyPublisher() }
        ),
    ]

    /// Operators that keep the numbers as they are.
    private static let operators: [Operator] = [
        ("concatMap", { upstream, _ in upstream.concatMap { [$0].publisher }.eraseToAnyPublisher() }),
        (
            "flatMap(2)",
            { upstream, _ in
                upstream.flatMap(maxPublishers: .max(2)) { Just($0) }.eraseToAnyPublisher()
            }
        ),
        ("child of flatMap", { upstream, _ in Just(0).flatMap { _ in upstream }.eraseToAnyPublisher() }),
        ("child of switchToLatest", { upstream, _ in Just(upstream).switchToLatest().eraseToAnyPublisher() }),
        (
            "merge",
            { upstream, _ in
                upstream.merge(with: Empty(completeImmediately: false)).eraseToAnyPublisher()
            }
        ),
        (
            "zip",
            { upstream, _ in
                upstream.zip((1...).publisher.flatMap { Just($0) }) { first, _ in first }
                    .eraseToAnyPublisher()
            }
        ),
        ("combineLatest", { numbers, _ in Just(0).combineLatest(numbers) { $1 }.eraseToAnyPublisher() }),
        (
            "withLatestFrom",
            { upstream, _ in
                upstream.withLatestFrom(Just(0)) { value, _ in value }.eraseToAnyPublisher()
            }
        ),
        (
            "delay",
            { numbers, time in
                numbers.delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher()
            }
        ),
        ("receive(on:)", { numbers, time in numbers.receive(on: time).eraseToAnyPublisher() }),
        ("share", { numbers, _ in numbers.share().eraseToAnyPublisher() }),
        (
            "buffer",
            { upstream, _ in
                upstream.buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).eraseToAnyPublisher()
            }
        ),
        (
            "prepend",
            { upstream, _ in
                upstream.prepend(Array(repeating: -1, count: 16)).filter { $0 > 0 }.eraseToAnyPublisher()
            }
        ),
    ]

    @Test func nothingIsLostAndSourcesPause() async throws {
        for seed in Seeds.make(300) {
            var random = SeededGenerator(seed: seed)
            let source = Source.allCases.randomElement(using: &random)!
            let chain = (0..<Int.random(in: 1...3, using: &random)).map { index in
                (index == 0 ? Self.first + Self.operators : Self.operators).randomElement(using: &random)!
            }
            let (time, sent) = (VirtualTimeScheduler(), Box(0))
            let subject = PassthroughSubject<Int, Never>()
            var numbers = Self.publisher(of: source, subject, counting: sent)
            for step in chain { numbers = step.build(numbers, time) }
            let iterator = numbers.values.makeAsyncIterator()
            if source == .subject || source == .child {
                for number in 1...100 { subject.send(number) }
                subject.send(completion: .finished)
            }
            let isAhead = Box(false)
            let seen = try await time.run {
                var (iterator, seen) = (iterator, [Int]())
                while seen.count < 100, let number = await iterator.next() {
                    seen.append(number)
                    // As many as the loop requests for the loop, and for each operator.
                    if sent.value > seen.count + 17 * (chain.count + 1) { isAhead.value = true }
                }
                return seen
            }
            guard seen == Array(1...100), !isAhead.value else {
                let names = chain.map(\.name)
                Issue.record("FLUX_SEED=\(seed): \(source) \(names) \(seen) \(sent.value)")
                return
            }
        }
    }

    private static func publisher(
        of source: Source, _ subject: PassthroughSubject<Int, Never>, counting sent: Box<Int>
    ) -> Numbers {
        switch source {
        case .endless:
            (1...).publisher.handleEvents(receiveOutput: { sent.value = $0 }).eraseToAnyPublisher()
        case .counted:
            (1...100).publisher.handleEvents(receiveOutput: { sent.value = $0 }).eraseToAnyPublisher()
        case .subject: subject.eraseToAnyPublisher()
        case .child: Just(subject).switchToLatest().eraseToAnyPublisher()
        case .asynchronous:
            AsyncStream(unfolding: { sent.increment() }).publisher.eraseToAnyPublisher()
        }
    }
}
