import Flux
import PagingOperators
import Streams
import TestSupport
import Testing

// The examples of the guide for contributors.

// snippet: begin
extension ExtraPublishers {
    /// Limits each value to a range. See `Publisher.clamped(to:)`.
    struct Clamped<Upstream: Publisher>: Publisher where Upstream.Output: Comparable {
        typealias Output = Upstream.Output
        typealias Failure = Upstream.Failure

        let upstream: Upstream
        let range: ClosedRange<Output>

        func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Inner(downstream: subscriber, range: range))
        }

        struct Inner<Downstream: Subscriber>: Relay
        where Downstream.Input == Output, Downstream.Failure == Upstream.Failure {
            typealias Failure = Upstream.Failure

            let downstream: Downstream
            let range: ClosedRange<Output>

            func receive(_ input: Output) -> Subscribers.Demand {
                downstream.receive(Swift.max(range.lowerBound, Swift.min(input, range.upperBound)))
            }
        }
    }
}

extension Publisher where Output: Comparable {
    /// Limits each value to a range.
    @_disfavoredOverload
    func clamped(to range: ClosedRange<Output>) -> ExtraPublishers.Clamped<Self> {
        ExtraPublishers.Clamped(upstream: self, range: range)
    }
}
// snippet: end

// snippet: begin
/// The lines of a text, some on a page.
struct TextPages: PageSource {
    typealias Item = String
    typealias Failure = Never

    let lines: [String]
    let size: Int

    func page(for request: PageRequest<Int>) -> Just<Page<Int, String>> {
        let start = min(request.key ?? 0, lines.count)  // a jump may go beyond the end
        let items = Array(lines[start..<min(start + size, lines.count)])
        return Just(
            Page(
                items, previous: start > 0 ? max(start - size, 0) : nil,
                next: start + size < lines.count ? start + size : nil,
                itemsBefore: start, itemsAfter: lines.count - start - items.count))
    }

    func key(forRow row: Int) -> Int? { row / size * size }
}
// snippet: end

// snippet: begin
struct NumberedItem<Item: Sendable>: Sendable {
    let page: Int
    let item: Item
}

struct PageNumberTransform<Item: Sendable>: PageTransform {
    func apply(_ change: PageChange<Item>) -> [PageChange<NumberedItem<Item>>] {
        switch change {
        case .insert(let page, let items):
            [.insert(page: page, items.map { NumberedItem(page: page, item: $0) })]
        case .remove(let page): [.remove(page: page)]
        case .edit(let page, let edits):
            [.edit(page: page, edits.map { $0.map { NumberedItem(page: page, item: $0) } })]
        case .carry(let row): row.edits.flatMap { apply($0) }
        case .ends(let ends): [.ends(ends)]
        }
    }

    func beginGeneration() {}
}

extension ExtraPublishers.Paginate {
    func numberedByPage() -> ExtraPublishers.Paginate<Signals, Source, NumberedItem<Item>> {
        applying(PageNumberTransform())
    }
}
// snippet: end

// snippet: begin
extension ListSignal {
    /// Reports the rows of a page of a pager, such as a carousel's.
    static func turned(toPage page: Int, rowsPerPage: Int) -> ListSignal {
        .shown(rows: page * rowsPerPage..<(page + 1) * rowsPerPage)
    }
}
// snippet: end

struct ContributingTests {
    @Test func operatorLimitsValues() {
        let received = Log<Int>()
        let subscription = [1, 5, 9].publisher.clamped(to: 2...6).sink { received.append($0) }
        #expect(received.entries == [2, 5, 6])
        subscription.cancel()
    }

    /// The source counts its items, so that rows that are not loaded are placeholders, and a jump loads the
    /// page of its row.
    @Test func sourceCountsAndJumps() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let text = TextPages(lines: (0..<95).map { "line \($0)" }, size: 10)
        let states = Log<ViewState<String>>()
        let subscription = signals.paginate(PagingRules(threshold: 1, showsPlaceholders: true), from: text)
            .sink { states.append($0) }
        signals.send(.jump(toRow: 57))
        #expect(states.entries.last?.items.first == "line 50")
        #expect(states.entries.last?.placeholdersBefore == 50)
        #expect(states.entries.last?.placeholdersAfter == 35)
        subscription.cancel()
    }

    @Test func transformKnowsThePageOfAnItem() {
        let signals = PassthroughSubject<ListSignal, Never>()
        let text = TextPages(lines: ["a", "b", "c"], size: 2)
        let states = Log<ViewState<NumberedItem<String>>>()
        let subscription = signals.paginate(threshold: 5, from: text).numberedByPage().sink {
            states.append($0)
        }
        signals.send(.loadMore)
        #expect(states.entries.last?.items.map { "\($0.page)\($0.item)" } == ["0a", "0b", "1c"])
        subscription.cancel()
    }

    @Test func signalIsThatOfTheRowsOfAPage() {
        #expect(ListSignal.turned(toPage: 2, rowsPerPage: 4) == .shown(rows: 8..<12))
    }
}
