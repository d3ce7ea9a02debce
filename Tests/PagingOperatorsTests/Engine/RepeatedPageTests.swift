import Testing

@testable import PagingOperators

/// A source that sends only items that are in the list already fails.
struct RepeatedPageTests {
    private func list(limit: Int = 3, threshold: Int = 1) -> EngineDriver<Int, Int> {
        var list = EngineDriver(
            deduping: PagingRules(threshold: threshold, repeatedPageLimit: limit))
        list.start()
        list.answer(Page([1, 2], next: 0))
        return list
    }

    private func answer(_ count: Int, in list: inout EngineDriver<Int, Int>) {
        for number in 1...count { list.answer(Page([1, 2], next: number)) }
    }

    @Test func sourceOfNothingButDuplicatesFails() {
        var list = list()
        list.send(.shown(row: 1))
        answer(2, in: &list)
        #expect(list.state.append.kind == .loading)
        answer(1, in: &list)
        #expect(list.running == [])
        #expect(list.state.append.error as? PagingError == .repeatedPages(3))
        #expect(list.rows == [1, 2])
        #expect("\(PagingError.repeatedPages(3))".hasPrefix("The last 3 pages have only items"))
    }

    @Test func retryGoesOnForAsManyPages() {
        var list = list()
        list.send(.shown(row: 1))
        answer(3, in: &list)
        list.send(.shown(row: 1))
        #expect(list.running == [])
        list.send(.retry)
        #expect(list.running == [.append(3)])
        answer(2, in: &list)
        list.answer(Page([3], next: 9))
        #expect(list.rows == [1, 2, 3])
        #expect(list.state.append.kind == .idle)
    }

    @Test func newRowBetweenStartsTheCountAgain() {
        var list = list(threshold: 10)
        list.send(.shown(row: 1))
        for id in 3..<6 {
            answer(2, in: &list)
            list.answer(Page([1, id], next: id))
        }
        #expect(list.rows == [1, 2, 3, 4, 5])
        #expect(list.state.append.kind == .loading)
    }

    /// The last two pages have only duplicates. They leave the window, and count once when they are loaded
    /// again.
    @Test func windowStartsTheCountAgain() {
        let pages = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [7], [8]]
        func page(_ key: Int?) -> Page<Int, Int> {
            let key = key ?? 0
            return Page(pages[key], previous: key > 0 ? key - 1 : nil, next: key < 4 ? key + 1 : nil)
        }
        var list = EngineDriver(
            deduping: PagingRules(threshold: 1, maxRows: 6, repeatedPageLimit: 3, viewport: 1))
        list.start()
        func settle() {
            while let load = list.runningIndices.first {
                list.answer(page(list.requests[load].key), to: load)
            }
        }
        settle()
        for _ in 0..<2 {
            for _ in 0..<5 {
                list.send(.shown(row: list.rows.count - 1))
                settle()
            }
            #expect(list.rows == [4, 5, 6, 7, 8, 9])
            #expect(list.state.append.kind == .end)
            for _ in 0..<5 {
                list.send(.shown(row: 0))
                settle()
            }
            #expect(list.rows == [1, 2, 3, 4, 5, 6])
        }
    }

    @Test func lastPageMayBeOfDuplicates() {
        var list = list(limit: 1)
        list.send(.shown(row: 1))
        list.answer(Page([1, 2], next: nil))
        #expect(list.state.append.kind == .end)
    }

    @Test func emptyAndFilteredPagesAreNotDuplicates() {
        let transform = ChainedTransform(
            first: SelectTransform<Int, Int> { $0 < 100 ? $0 : nil },
            second: DedupeTransform<Int, Int> { $0 })
        var list = EngineDriver(
            PagingRules(threshold: 1, repeatedPageLimit: 2), transform: transform)
        list.start()
        list.answer(Page([1], next: 0))
        list.send(.shown(row: 0))
        for number in 1..<10 {
            list.answer(Page(number % 2 == 0 ? [] : [100, 101], next: number))
            #expect(list.state.append.kind == .loading)
        }
    }

    @Test func laterItemsThatReplaceRowsAreDuplicatesToo() {
        var list = EngineDriver(
            PagingRules(threshold: 1, repeatedPageLimit: 2), transform: ReplaceTransform<Int, Int> { $0 })
        list.start()
        list.answer(Page([1, 2], next: 0))
        list.send(.shown(row: 1))
        answer(2, in: &list)
        #expect(list.state.append.error as? PagingError == .repeatedPages(2))
    }

    @Test func bothDirectionsCountForThemselves() {
        var list = EngineDriver(deduping: PagingRules(threshold: 1, repeatedPageLimit: 2))
        list.start()
        list.answer(Page([1], previous: -1, next: 1))
        list.send(.shown(row: 0))
        list.answer(Page([1], next: 2), to: 1)
        list.answer(Page([1], previous: -2, next: nil), to: 2)
        #expect(list.state.kinds == [.idle, .loading, .loading])
        list.answer(Page([1], previous: -3, next: nil))
        #expect(list.state.kinds == [.idle, .failed, .loading])
    }

    @Test func restoredListCountsAnew() throws {
        let rules = PagingRules(threshold: 1, repeatedPageLimit: 2)
        var list = EngineDriver(
            rules, transform: DedupeTransform<Int, Int> { $0 }, start: PagingStart(keepsItems: true))
        list.start()
        list.answer(Page([1, 2], next: 0))
        list.send(.shown(row: 1))
        answer(1, in: &list)
        let snapshot = try #require(list.engine.makeSnapshot())
        var restored = EngineDriver(
            rules, transform: DedupeTransform<Int, Int> { $0 }, start: PagingStart(snapshot: snapshot))
        restored.start()
        restored.send(.shown(row: 1))
        restored.answer(Page([2, 1], next: 2))
        #expect(restored.running == [.append(2)])
        restored.answer(Page([2, 1], next: 3))
        #expect(restored.running == [])
        #expect(restored.state.append.error as? PagingError == .repeatedPages(2))
    }
}
