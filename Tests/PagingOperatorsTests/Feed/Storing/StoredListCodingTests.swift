import Foundation
import TestSupport
import Testing

@testable import PagingOperators

/// Lists that are stored in part lead to all rows again.
@Suite(.timeLimit(.minutes(1)))
struct StoredListCodingTests {
    private typealias Content = StoredListCoding.Content<Int, Int>

    /// A list that was scrolled at random.
    private struct Scrolled {
        let line: NumberLine
        let key: Int?
        let rules: PagingRules
        var list: EngineDriver<Int, Int>

        init(with random: inout SeededGenerator) {
            line = NumberLine(
                count: 1 + random.number(below: 60), perPage: 1 + random.number(below: 9),
                isCounted: random.chance(50), isTwoWay: random.chance(60))
            let isCentered = line.isTwoWay && random.chance(50)
            key = isCentered ? line.key(forRow: random.number(below: line.count)) : nil
            rules = PagingRules(
                threshold: 1, maxRows: random.chance(30) ? 10 + random.number(below: 20) : nil,
                showsPlaceholders: line.isCounted && random.chance(50))
            list = EngineDriver.loaded(rules, from: line, startingAt: key)
            for _ in 0..<random.number(below: 8) {
                list.send(random.chance(70) ? .loadMore : .loadPrevious)
                list.settle(with: line)
            }
        }

        var reachable: Set<Int> { Set(line.isTwoWay ? 0..<line.count : (key ?? 0)..<line.count) }

        /// A session that shows a stored list in place of the first page.
        func restored(_ content: Content) -> EngineDriver<Int, Int> {
            var list = EngineDriver(
                rules, transform: IdentityTransform<Int>(), start: PagingStart(key: key, keepsItems: true))
            list.start()
            list.readStore(content.snapshot, isValid: true)
            return list
        }
    }

    @Test func storedPartsOfListsLeadToAllRows() {
        Seeds.forEach(300) { random in
            let scrolled = Scrolled(with: &random)
            guard let list = scrolled.list.engine.makeStorableList(since: 0) else {
                // The window has removed the first page.
                return try #require(scrolled.rules.maxRows != nil)
            }
            let limit = random.chance(30) ? Int.max : 40 + random.number(below: 400)
            let date = Date(timeIntervalSince1970: 1_234.5)
            guard let entry = try StoredListCoding.encode(list, loadedAt: date, sizeLimit: limit) else {
                return
            }
            let content = try #require(try StoredListCoding.decode(entry) as Content?)
            try #require(content.loadedAt == date)
            if limit == .max { try #require(content.snapshot == list.snapshot) }
            // The first page may have been loaded again, by the key that the page after it names.
            try #require(
                content.snapshot.pages.contains { $0.key ?? 0 == scrolled.key ?? 0 },
                "The first page is missing.")
            var restored = scrolled.restored(content)
            if scrolled.line.isCounted, scrolled.rules.showsPlaceholders {
                try #require(restored.state.placeholdersBefore == restored.rows.first)
                try #require(restored.state.rowCount == scrolled.line.count)
            }
            try #require(rowsOfAllPages(of: &restored, scrolled.line) == scrolled.reachable)
        }
    }

    /// Scrolls to both ends.
    private func rowsOfAllPages(
        of list: inout EngineDriver<Int, Int>, _ line: NumberLine
    ) throws -> Set<Int> {
        var seen = Set(list.rows)
        for signal in [ListSignal.loadMore, .loadPrevious] {
            var steps = 0
            while signal == .loadMore ? list.state.hasMore : list.state.hasPrevious {
                let first = list.state.placeholdersBefore
                list.send(.shown(row: signal == .loadMore ? first + list.rows.count - 1 : first), signal)
                list.settle(with: line)
                seen.formUnion(list.rows)
                steps += 1
                try #require(steps < 100)
            }
        }
        return seen
    }
}
