import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Random sessions of a list whose source is replaced, in virtual time.
@Suite(.timeLimit(.minutes(1)))
struct ReplacedSourceModelTests {
    @Test func listIsAlwaysThatOfASourceAndInTheEndOfTheLast() {
        Seeds.forEach(300) { random in
            try Session(random: &random).run(&random)
        }
    }
}

private struct Failure: Error, CustomStringConvertible {
    let description: String
}

/// A source of the numbers from a hundred times its own number on, which overlap those of the next source.
private struct NumberedSource: PageSource {
    typealias Item = Person

    final class Server: Sendable {
        let time = VirtualTimeScheduler()
        let current = Locked(0)
        let isOnline = Locked(true)
        let violations = Log<String>()
    }

    let number: Int
    let delay: Duration
    let server: Server

    var first: Int { number * 5 }

    func page(for request: PageRequest<Int>) -> AnyPublisher<Page<Int, Person>, TestError> {
        let current = server.current.withLock { $0 }
        if current != number {
            server.violations.append("source \(number) is asked for \(request) instead of \(current)")
        }
        let key = request.key ?? first
        guard server.isOnline.withLock({ $0 }) else { return Fail(error: .offline).eraseToAnyPublisher() }
        let page = Page(
            (key..<key + 5).map(Person.init), previous: nil, next: key < first + 40 ? key + 5 : nil)
        return Just(page).setFailureType(to: TestError.self).delay(for: delay, scheduler: server.time)
            .eraseToAnyPublisher()
    }
}

private struct Session {
    private let server = NumberedSource.Server()
    private let sources = PassthroughSubject<NumberedSource, Never>()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let list = StateRecorder<Person>()

    init(random: inout SeededGenerator) {
        let rules = PagingRules(
            threshold: random.number(below: 5),
            failurePolicy: random.chance(50) ? .hold : .retryOnHint, maxRows: random.chance(50) ? nil : 15,
            sourceChange: random.chance(70) ? .keepsRows : .removesRows)
        signals.paginate(rules, from: sources).subscribe(list)
    }

    func run(_ random: inout SeededGenerator) throws(Failure) {
        for _ in 0..<30 {
            step(&random)
            try check()
        }
        server.isOnline.withLock { $0 = true }
        signals.send(.retry)
        server.time.advance(by: .seconds(10))
        // A list that was told to load nothing loads again by a hint.
        signals.send(.shown(row: 0))
        server.time.advance(by: .seconds(10))
        try check()
        let number = server.current.withLock { $0 }
        guard number > 0 else { return }
        let ids = list.state.items.map(\.id)
        if ids.isEmpty || !ids.allSatisfy({ (number * 5..<number * 5 + 45).contains($0) }) {
            throw Failure(description: "the rows are not of source \(number): \(ids)")
        }
    }

    private func step(_ random: inout SeededGenerator) {
        let count = list.state.items.count
        switch random.number(below: 10) {
        case 0, 1:
            let number = server.current.withLock { number in
                number += 1
                return number
            }
            let delay = Duration.milliseconds(random.number(below: 3) * 40)
            sources.send(NumberedSource(number: number, delay: delay, server: server))
        case 2: server.isOnline.withLock { $0.toggle() }
        case 3:
            signals.send([.refresh, .retry, .loadMore, .cancel, .jump(toRow: 12)][random.number(below: 5)])
        case 4, 5, 6: signals.send(.shown(row: random.number(below: max(1, count))))
        default: server.time.advance(by: .milliseconds(random.number(below: 60)))
        }
    }

    /// The rows follow each other, as those of one source do, and each was loaded while its source was the
    /// present one.
    private func check() throws(Failure) {
        if let violation = server.violations.entries.first { throw Failure(description: violation) }
        let ids = list.state.items.map(\.id)
        if zip(ids, ids.dropFirst()).contains(where: { $1 != $0 + 1 }) {
            throw Failure(description: "rows of two sources: \(ids)")
        }
        if list.rows != Array(list.state.items) { throw Failure(description: "a change is wrong") }
    }
}
