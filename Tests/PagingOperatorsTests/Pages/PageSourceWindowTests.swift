import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// A window has every row in its place wherever it is scrolled, with every kind of source.
struct PageSourceWindowTests {
    private let rules = PagingRules(threshold: 3, maxRows: 30)

    private func expectEveryRowBothWays<Source: PageSource>(
        of source: Source, count: Int, startingAt key: Source.Key? = nil
    ) where Source.Item == Int {
        let list = ScrolledList(rules, over: source, startingAt: key)
        for _ in 0..<2 {
            list.scrollToEnd()
            #expect(list.numbers?.upperBound == count)
            #expect(list.state.items.count <= 40)
            list.scrollToStart()
            #expect(list.numbers?.lowerBound == 0)
            #expect(list.state.items.count <= 40)
        }
    }

    @Test(arguments: [10, 7], [nil, 0, 50, 55, 93])
    func offset(cap: Int, key: PageOffset?) {
        let server = FakeServer(count: 95, cap: cap)
        expectEveryRowBothWays(
            of: OffsetPages(limit: 10) { Just(server.offset($0, limit: $1)) }, count: 95, startingAt: key)
    }

    @Test(arguments: [10, 7], [0, 1, 4])
    func number(cap: Int, pagesBefore: Int) {
        let server = FakeServer(count: 95, cap: cap)
        expectEveryRowBothWays(
            of: NumberPages(size: 10) { Just(FetchedItems(server.page($0, size: $1), total: 95)) }, count: 95,
            startingAt: PageNumber(number: pagesBefore + 1, itemsBefore: pagesBefore * cap))
    }

    @Test(arguments: [10, 7], [nil, KeysetKey.after(40), .before(40), .after(94), .before(0)])
    func keyset(cap: Int, key: KeysetKey<Int>?) {
        let server = FakeServer(count: 95, cap: cap)
        let source = KeysetPages(by: \Int.self, perPage: 10) { since, perPage in
            Just(server.since(since, limit: perPage))
        } before: { id, perPage in
            Just(server.before(id, limit: perPage))
        }
        expectEveryRowBothWays(of: source, count: 95, startingAt: key)
    }

    @Test func keysetOneWay() {
        let server = FakeServer(count: 95)
        expectEveryRowBothWays(
            of: KeysetPages(by: \Int.self, perPage: 10) { Just(server.since($0, limit: $1)) }, count: 95)
    }

    @Test(arguments: [nil, "a", "c", "e"])
    func cursor(key: String?) {
        expectEveryRowBothWays(of: CursorPages.lettered, count: 50, startingAt: key)
    }

    @Test(arguments: [false, true])
    func linked(linksBack: Bool) throws {
        let first = try #require(URL(string: "https://example.com/rows?page=0"))
        expectEveryRowBothWays(of: LinkedPages.tens(from: first, linksBack: linksBack), count: 50)
    }

    @Test func pageThatIsShorterWhenItIsLoadedAgainIsContinuedWhereItEnds() {
        // Pages on the way to the start are filled up to their limit; on the way back the server caps them.
        let server = FakeServer(count: 48, cap: 4)
        let source = OffsetPages(limit: 7) { offset, limit in
            Just(FetchedItems(server.offset(offset, limit: limit), total: 48))
        }
        let rules = PagingRules(threshold: 1, maxRows: 8)
        let list = ScrolledList(rules, over: source, startingAt: 50)
        list.scrollToStart()
        #expect(list.numbers?.lowerBound == 0)
        list.scrollToEnd()
        #expect(list.numbers?.upperBound == 48)
    }

    @Test func offsetOverRandomServers() {
        Seeds.forEach(40) { random in
            let count = random.number(below: 120)
            let server = FakeServer(count: count, cap: 1 + random.number(below: 12))
            let limit = 1 + random.number(below: 12)
            let tellsTotal = random.chance(50)
            let source = OffsetPages(limit: limit) { offset, limit in
                Just(FetchedItems(server.offset(offset, limit: limit), total: tellsTotal ? count : nil))
            }
            let start = random.number(below: count + 20)
            let rules = PagingRules(
                threshold: 1 + random.number(below: 5),
                maxRows: random.chance(50) ? 1 + random.number(below: 40) : nil,
                showsPlaceholders: random.chance(50))
            let list = ScrolledList(
                rules, over: source, startingAt: random.chance(50) ? PageOffset(start) : nil)
            for _ in 0..<6 {
                switch random.number(below: 4) {
                case 0: list.send(.jump(toRow: random.number(below: count + 1)))
                case 1: list.scrollToStart()
                case 2: list.scrollToEnd()
                default: list.send(.shown(row: random.number(below: max(1, list.state.rowCount))))
                }
                try Mismatch.unless(list.numbers != nil, "rows \(Array(list.state.items))")
            }
            list.scrollToStart()
            try Mismatch.unless(list.numbers?.lowerBound == 0, "the start is missing")
            list.scrollToEnd()
            try Mismatch.unless(list.numbers?.upperBound == count, "the end is missing")
        }
    }
}
