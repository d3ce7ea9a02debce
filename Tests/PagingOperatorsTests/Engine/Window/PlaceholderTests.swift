import Streams
import Testing

@testable import PagingOperators

struct PlaceholderTests {
    private let line = NumberLine(count: 100, isCounted: true)

    private func list(
        _ line: NumberLine? = nil, at key: Int? = nil, maxRows: Int? = nil
    ) -> EngineDriver<Int, Int> {
        .loaded(
            PagingRules(threshold: 2, maxRows: maxRows, showsPlaceholders: true), from: line ?? self.line,
            startingAt: key)
    }

    @Test func placeholdersCountUnloadedRows() {
        let list = list(at: 50)
        #expect(list.state.placeholdersBefore == 50)
        #expect(list.state.placeholdersAfter == 40)
        #expect(list.state.rowCount == 100)
        #expect(list.state.item(atRow: 49) == nil)
        #expect(list.state.item(atRow: 50) == 50)
        #expect(list.state.item(atRow: 60) == nil)
        #expect(list.state.total == 100)
        #expect(list.state.change == RowChange(inserted: [0..<100]))
    }

    @Test func placeholdersRequireTheirRule() {
        let list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, startingAt: 50)
        #expect(list.state.rowCount == 10)
        #expect(list.state.total == 100)
    }

    @Test func placeholdersRequireCounts() {
        #expect(list(NumberLine(count: 100), at: 50).state.rowCount == 10)
    }

    @Test func pagesFillPlaceholdersOnBothSides() {
        var list = list(at: 50)
        list.send(.shown(row: 59))
        list.settle(with: line)
        #expect(list.state.change == RowChange(updated: [60..<70]))
        list.send(.shown(row: 50))
        list.settle(with: line)
        #expect(list.state.change == RowChange(updated: [40..<50]))
        #expect(list.state.rowCount == 100)
        #expect(list.engine.lastShownRow == 50)
    }

    @Test func rowsRemovedFromTheWindowBecomePlaceholders() {
        var list = list(maxRows: 20)
        for row in [9, 19] {
            list.send(.shown(row: row))
            list.settle(with: line)
        }
        #expect(list.rows == Array(10..<30))
        #expect(list.state.placeholdersBefore == 10)
        #expect(list.state.change == RowChange(updated: [0..<10, 20..<30]))
        list.send(.shown(row: 10))
        list.settle(with: line)
        #expect(list.rows == Array(0..<20))
        #expect(list.state.placeholdersBefore == 0)
        #expect(list.state.placeholdersAfter == 80)
    }

    @Test func placeholderThatIsShownIsLoadedPageByPage() {
        var list = list(at: 50)
        list.send(.shown(row: 75))
        list.settle(with: line)
        #expect(list.requests == [.refresh(50), .append(60), .append(70)])
        list.send(.shown(row: 32))
        list.settle(with: line)
        #expect(list.rows == Array(30..<80))
    }

    /// A screen reports no row again that has not changed, whichever source it is of.
    @Test func placeholdersInViewThatAnotherSourceHasAsWellAreLoaded() {
        let line = NumberLine(count: 12, perPage: 4, isCounted: true)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 1, showsPlaceholders: true, viewport: 7), from: line,
            difference: RowDifference(by: { $0 }))
        for row in 0..<7 { list.send(.shown(row: row)) }
        list.fail()
        list.replaceSource { _ in nil }
        list.answer(line.page(0))
        #expect(list.state.change.isEmpty)
        list.settle(with: line)
        #expect(list.rows.count >= 7)
    }

    @Test func placeholderShownDuringARefreshCountsForTheNewRows() {
        var list = list()
        list.send(.refresh, .shown(row: 15))
        list.settle(with: line)
        #expect(list.rows == Array(0..<20))
    }

    /// A list of rows with identities, in which placeholders are in view whose load has failed.
    private var listWithFailedPlaceholders: EngineDriver<Int, Int> {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2, showsPlaceholders: true), from: line,
            difference: RowDifference(by: { $0 }))
        list.send(.shown(rows: 15..<20))
        list.fail()
        return list
    }

    /// Nothing changes that a screen could report.
    @Test func placeholdersInViewAreLoadedAfterAReloadThatChangesNothing() {
        var list = listWithFailedPlaceholders
        list.invalidate()
        list.settle(with: line)
        #expect(list.rows == Array(0..<30))
    }

    @Test func placeholdersInViewAreLoadedAfterARefreshThatEndsAJump() {
        var list = listWithFailedPlaceholders
        list.send(.jump(toRow: 70), .refresh)
        list.settle(with: line)
        #expect(list.rows == Array(0..<30))
    }

    /// Separators are rows, but no items of the source.
    @Test(arguments: [0, 95])
    func placeholdersInViewAreLoadedThoughRowsAreAddedBetweenItems(row: Int) {
        let list = Empty<ListSignal, Never>().paginate(
            PagingRules(threshold: 1, showsPlaceholders: true), from: NumberPages()
        ).separators { before, after in before != nil && after != nil ? -1 : nil }
        var driver = EngineDriver<Int, Int>(
            PagingRules(threshold: 1, showsPlaceholders: true), transform: list.transform,
            start: PagingStart(key: 50))
        driver.start()
        driver.answer(line.page(50))
        let place = row < 50 ? row : row + 9
        driver.send(.shown(row: place))
        driver.settle(with: line)
        #expect(driver.rows.contains(row))
    }

    /// Two of three items are hidden, and their placeholders are removed: the rows in view are those before
    /// and others after.
    @Test func placeholdersInViewStayWhereAPageHasFewerRows() {
        var list = EngineDriver(deduping: PagingRules(threshold: 1, showsPlaceholders: true))
        list.start()
        list.answer(Page([], next: 1, total: 30, itemsBefore: 0))
        list.send(.shown(rows: 0..<7))
        list.answer(Page([0, 0, 0], next: 2, total: 30, itemsBefore: 0))
        list.answer(Page([1], next: 3, total: 30, itemsBefore: 3))
        list.answer(Page([2, 3, 4, 5], next: 4, total: 30, itemsBefore: 4))
        // Row 6 is a placeholder.
        #expect(list.running.map(\.key) == [4])
    }

    private struct NumberPages: PageSource {
        typealias Key = Int
        typealias Item = Int
        typealias Failure = Never

        func page(for request: PageRequest<Int>) -> Empty<Page<Int, Int>, Never> { Empty() }
    }

    @Test func rowsDroppedByATransformHaveNoPlaceholders() {
        var list = EngineDriver(
            PagingRules(threshold: 0, showsPlaceholders: true),
            transform: SelectTransform<Int, Int> { $0 % 2 == 0 ? $0 : nil },
            start: PagingStart(key: 50))
        list.start()
        list.answer(line.page(50))
        #expect(list.state.rowCount == 50 + 5 + 40)
        list.send(.loadPrevious, .loadMore)
        list.settle(with: line)
        #expect(list.state.placeholdersBefore == 40)
        #expect(list.state.placeholdersAfter == 30)
        #expect(list.rows == Array(stride(from: 40, to: 70, by: 2)))
    }

    @Test func totalAloneIsEnoughFromTheStart() {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 0, maxRows: 3, showsPlaceholders: true), Page([0, 1], next: 2, total: 7))
        #expect(list.state.placeholdersAfter == 5)
        list.send(.loadMore)
        list.answer(Page([2, 3], next: 4, total: 7))
        list.send(.loadMore)
        list.answer(Page([4, 5], next: 6, total: 7))
        #expect(list.state.placeholdersBefore == 2)
        #expect(list.state.placeholdersAfter == 1)
    }

    @Test(arguments: [-1, Int.min, Int.max, 2_000_000_000_000])
    func countsThatNoListHasGiveNoPlaceholders(count: Int) {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2, showsPlaceholders: true),
            Page([1, 2], previous: 0, next: 2, total: count, itemsBefore: count, itemsAfter: count))
        #expect(list.state.rowCount == 2)
        #expect(list.state.total == nil)
        list.send(.loadMore)
        list.answer(Page([3, 4], next: 3, total: count, itemsBefore: count, itemsAfter: count))
        #expect(list.state.rowCount == 4)
        #expect(list.state.total == nil)
        list.send(.jump(toRow: 5))
        list.answer(Page([5, 6], next: nil, total: count, itemsBefore: count, itemsAfter: count))
        #expect(list.rows == Array(1...6))
    }

    @Test func totalFollowsChangedCounts() {
        var list = EngineDriver(PagingRules(threshold: 0, showsPlaceholders: true))
        list.start()
        list.answer(Page([1, 2], next: 1, itemsBefore: 0, itemsAfter: 10))
        #expect(list.state.total == 12)
        list.send(.loadMore)
        list.answer(Page([3, 4], next: 2, itemsBefore: 2, itemsAfter: 20))
        #expect(list.state.rowCount == 24)
        #expect(list.state.total == 24)
    }

    @Test func pageThatCountsOneSideLeavesTheOtherAsItWas() {
        var list = EngineDriver(PagingRules(threshold: 0, showsPlaceholders: true), startingAt: 50)
        list.start()
        list.answer(Page(Array(50..<60), previous: 40, next: 60, itemsBefore: 50, itemsAfter: 40))
        #expect(list.state.total == 100)
        list.send(.loadPrevious)
        list.answer(Page(Array(40..<50), previous: 30, next: 50, itemsBefore: 35))
        #expect(list.state.placeholdersBefore == 35)
        #expect(list.state.placeholdersAfter == 40)
        #expect(list.state.total == 95)
        list.send(.loadMore)
        list.answer(Page(Array(60..<70), previous: 50, next: 70, itemsAfter: 33))
        #expect(list.state.placeholdersBefore == 35)
        #expect(list.state.placeholdersAfter == 33)
    }

    @Test func statedTotalLeavesTheSideThatAPageDoesNotCount() {
        var list = EngineDriver(PagingRules(threshold: 0, showsPlaceholders: true), startingAt: 50)
        list.start()
        list.answer(Page(Array(50..<60), previous: 40, next: 60, total: 100, itemsBefore: 50))
        #expect(list.state.placeholdersAfter == 40)
        list.send(.loadPrevious)
        list.answer(Page(Array(40..<50), previous: 30, next: 50, itemsBefore: 45))
        #expect(list.state.placeholdersAfter == 40)
    }

    @Test func derivedTotalIsNotRestoredAsAStatedOne() throws {
        let rules = PagingRules(threshold: 0, showsPlaceholders: true)
        var saved = EngineDriver(
            rules, transform: IdentityTransform<Int>(), start: PagingStart(key: 50, keepsItems: true))
        saved.start()
        saved.answer(Page(Array(50..<60), previous: 40, next: 60, itemsBefore: 50, itemsAfter: 40))
        let snapshot = try #require(saved.engine.makeSnapshot())
        #expect(snapshot.pages[0].page.total == nil)
        var list = EngineDriver(
            rules, transform: IdentityTransform<Int>(), start: PagingStart(snapshot: snapshot))
        list.start()
        #expect(list.state.total == 100)
        #expect(list.state.placeholdersAfter == 40)
    }

    @Test func resetDropsPlaceholders() {
        var list = list(at: 50)
        list.send(.reset)
        #expect(list.state.rowCount == 0)
        #expect(list.state.total == nil)
    }
}
