import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Lists that begin at a literal.
struct KeyLiteralTests {
    private let signals = PassthroughSubject<ListSignal, Never>()

    private let numbers = KeysetPages(by: \Int.self, perPage: 3) { since, perPage in
        Just(Array(((since ?? -1) + 1..<601).prefix(perPage)))
    }

    private let words = KeysetPages(by: \String.self, perPage: 2) { since, perPage in
        Just(["anna", "ben", "cleo", "dan"].drop { $0 <= since ?? "" }.prefix(perPage) + [])
    }

    private let offsets = OffsetPages(limit: 3) { offset, limit in Just(Array(offset..<offset + limit)) }

    private func items<Item>(of feed: some Publisher<ViewState<Item>, Never>) -> [Item] {
        let states = Log<ViewState<Item>>()
        feed.sink { states.append($0) }.cancel()
        return Array(states.entries.last?.items ?? PagedItems())
    }

    @Test func keysetOfIntegersBeginsAfterALiteral() {
        let source: any PageSource<KeysetKey<Int>, Int, Never> = numbers
        #expect(items(of: signals.paginate(threshold: 1, from: numbers, startingAt: 500)) == [501, 502, 503])
        #expect(items(of: signals.paginate(threshold: 1, from: source, startingAt: 500)) == [501, 502, 503])
        let rules = PagingRules(threshold: 1)
        #expect(items(of: signals.paginate(rules, from: numbers, startingAt: 500)) == [501, 502, 503])
    }

    @Test func keysetOfTextBeginsAfterALiteral() {
        #expect(items(of: signals.paginate(threshold: 1, from: words, startingAt: "ben")) == ["cleo", "dan"])
        #expect(words.items(startingAt: "a").publisher.probe().values == ["anna", "ben", "cleo", "dan"])
    }

    @Test func loopBeginsAfterALiteral() {
        #expect(numbers.items(startingAt: 597).publisher.probe().values == [598, 599, 600])
        #expect(
            numbers.pages(startingAt: 597).publisher.probe(initial: .max(1)).values.map(\.items) == [
                [598, 599, 600]
            ])
    }

    @MainActor @Test func modelBeginsAfterALiteral() {
        let model = PagingModel(threshold: 1, from: numbers, startingAt: 500)
        model.loadInitial()
        #expect(Array(model.items) == [501, 502, 503])
    }

    @Test func offsetIsALiteral() {
        #expect(items(of: signals.paginate(threshold: 1, from: offsets, startingAt: 60)) == [60, 61, 62])
        #expect(offsets.items(startingAt: 60).publisher.probe(initial: .max(2)).values == [60, 61])
    }
}
