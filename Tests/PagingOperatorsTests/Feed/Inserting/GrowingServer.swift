import Streams
import TestSupport

@testable import PagingOperators

/// A list that grows at both ends, in pages of consecutive numbers, and pushes what it gains.
final class GrowingServer: PageSource {
    typealias Item = Person

    enum FirstPage: Sendable {
        case start, latest
    }

    let time = VirtualTimeScheduler()
    let pushed = PassthroughSubject<ItemInsertion<Person>, Never>()
    let isOnline = Locked(true)
    private let ids = Locked(0..<0)
    private let pageSize: Int
    private let firstPage: FirstPage
    private let counts: Bool
    /// How long a request takes to arrive, and its page to arrive in turn.
    private let delays: (request: Duration, response: Duration)
    private let pushDelay: Duration
    private let requested = Log<PageRequest<Int>>()

    init(
        _ ids: Range<Int>, pageSize: Int, firstPage: FirstPage = .start, counts: Bool = false,
        delays: (request: Duration, response: Duration) = (.zero, .zero), pushDelay: Duration = .zero
    ) {
        self.pageSize = pageSize
        self.firstPage = firstPage
        self.counts = counts
        self.delays = delays
        self.pushDelay = pushDelay
        self.ids.withLock { $0 = ids }
    }

    var present: Range<Int> { ids.withLock { $0 } }

    var requests: [PageRequest<Int>] { requested.entries }

    /// The source with what it pushes.
    var live: some PageSource<Int, Person, TestError> {
        inserting(pushed.compactMap { $0.edge == .start ? $0.item : nil }, at: .start)
            .inserting(pushed.compactMap { $0.edge == .end ? $0.item : nil }, at: .end)
    }

    func grow(_ edge: ListEdge, by count: Int = 1, isPushed: Bool = true) {
        for _ in 0..<count {
            let id = ids.withLock { ids in
                ids =
                    edge == .start ? ids.lowerBound - 1..<ids.upperBound : ids.lowerBound..<ids.upperBound + 1
                return edge == .start ? ids.lowerBound : ids.upperBound - 1
            }
            guard isPushed else { continue }
            let insertion = ItemInsertion(Person(id: id), at: edge)
            if pushDelay == .zero {
                pushed.send(insertion)
            } else {
                time.schedule(after: pushDelay) { [pushed] in pushed.send(insertion) }
            }
        }
    }

    /// Removes items at the start.
    func removeFirst(_ count: Int) {
        ids.withLock { $0 = $0.lowerBound + count..<$0.upperBound }
    }

    func page(for request: PageRequest<Int>) -> AnyPublisher<Page<Int, Person>, TestError> {
        requested.append(request)
        let response = Deferred { [self] () -> AnyPublisher<Page<Int, Person>, TestError> in
            guard isOnline.withLock({ $0 }) else { return Fail(error: .offline).eraseToAnyPublisher() }
            return Just(page(request.key)).setFailureType(to: TestError.self).eraseToAnyPublisher()
        }
        if delays.request == .zero { return response.eraseToAnyPublisher() }
        return Just(()).setFailureType(to: TestError.self)
            .delay(for: delays.request, scheduler: time)
            .flatMap { response }
            .delay(for: delays.response, scheduler: time)
            .eraseToAnyPublisher()
    }

    private func page(_ key: Int?) -> Page<Int, Person> {
        let ids = present
        let first = key ?? (firstPage == .start ? ids.lowerBound : ids.upperBound - pageSize)
        let rows = (first..<first + pageSize).clamped(to: ids)
        return Page(
            rows.map(Person.init), previous: first > ids.lowerBound ? first - pageSize : nil,
            next: first + pageSize < ids.upperBound ? first + pageSize : nil,
            total: counts ? ids.count : nil, itemsBefore: counts ? rows.lowerBound - ids.lowerBound : nil)
    }
}
