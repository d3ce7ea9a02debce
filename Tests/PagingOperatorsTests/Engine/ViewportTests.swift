import Testing

@testable import PagingOperators

/// The rows that a list takes to be in view, after reports that say less than all of them.
struct ViewportTests {
    /// Two rows are in view: with the reports of both, no other can be.
    @Test func rowsReportedOneByOneNarrowTheViewportDownToThem() {
        var viewport = Viewport(PagingRules(threshold: 1, maxRows: 8, viewport: 2))
        viewport.report(4..<5, room: 0, of: 20)
        #expect(viewport.view?.widened == 3..<6)
        viewport.report(5..<6, room: 0, of: 20)
        #expect(viewport.view?.widened == 4..<6)
        viewport.report(4..<5, room: 0, of: 20)
        #expect(viewport.view?.widened == 4..<6)
    }

    /// Rows were reported that the list never had.
    @Test func listThatGoesToItsStartAsksForNothingBesideIt() {
        var list = EngineDriver(threshold: 1)
        list.start()
        list.answer(Page([], next: 1))
        list.invalidate()
        list.send(.shown(rows: 15..<21))
        let page = Page([9, 10, 11], previous: 0, next: nil)
        list.answer(page)
        list.answer(page)
        #expect(list.rows == [9, 10, 11])
        let count = list.loads.count
        list.fail(at: 0)
        #expect(list.loads.count == count)
    }

    /// Of a screen with the rows 1 to 4, the last one was reported last.
    @Test func separatorsBetweenRowsInViewKeepThoseAboveThemInTheWindow() {
        var list = EngineDriver(
            PagingRules(threshold: 1, maxRows: 5, showsPlaceholders: true, viewport: 4),
            transform: SeparatorTransform { before, after in
                before.flatMap { before in after.map { -10 * before - $0 } }
            })
        list.start()
        list.answer(Page([1, 2], next: 1, total: 8, itemsBefore: 0))
        for row in 1...4 { list.send(.shown(row: row)) }
        list.answer(Page([3, 4], previous: 0, next: 2, total: 8, itemsBefore: 2))
        #expect(list.rows == [1, -12, 2, -23, 3, -34, 4])
        #expect(list.engine.viewport.view?.widened.contains(2) == true)
    }

    /// Of five rows in view, the reported one moves to the start: a screen follows it, or keeps the others.
    @Test func rowThatMovesAwayLeavesThoseAfterItInTheViewport() throws {
        var viewport = Viewport(PagingRules(threshold: 1, maxRows: 8, viewport: 5))
        for row in (10..<15).reversed() { viewport.report(row..<row + 1, room: 0, of: 20) }
        let counts = RowCounts(items: 20)
        let change = RowChange(moved: [.init(from: 10, to: 0)])
        let view = try #require(viewport.moved(by: change, from: counts, to: counts))
        #expect(view.rows == 0..<1)
        #expect(view.widened == 0..<16)
    }

    /// The first of two rows in view, the reported one, is removed, and others come in its place: a screen
    /// keeps the second one.
    @Test func rowThatIsGoneLeavesThoseAfterItInTheViewport() throws {
        var viewport = Viewport(PagingRules(threshold: 1, maxRows: 8, viewport: 2))
        for row in [1, 0] { viewport.report(row..<row + 1, room: 0, of: 3) }
        let change = RowChange(removed: [0..<1], inserted: [0..<6])
        let view = try #require(
            viewport.moved(by: change, from: RowCounts(items: 3), to: RowCounts(items: 8)))
        #expect(change.row(afterMoving: 1) == 6)
        #expect(view.widened.contains(6))
    }

    /// Nothing is reported between two refreshes, each of which replaces the first row.
    @Test func rowThatIsReplacedAgainAndAgainDoesNotWidenTheViewport() {
        var viewport = Viewport(PagingRules(threshold: 5, viewport: 8))
        viewport.report(0..<1, room: 0, of: 10)
        let counts = RowCounts(items: 10)
        for _ in 0..<10 {
            let change = RowChange(removed: [0..<3], inserted: [0..<3])
            viewport.view = viewport.moved(by: change, from: counts, to: counts)
            #expect(viewport.view?.widened == 0..<11)
        }
    }

    /// A jump to row 60, of which a page fails when 30 rows are there.
    private func failedJump(_ rules: PagingRules) -> (EngineDriver<Int, Int>, NumberLine) {
        let line = NumberLine(count: 100)
        var list = EngineDriver.loaded(rules, from: line)
        list.send(.shown(row: 0), .jump(toRow: 60))
        list.answer(line.page(10))
        list.answer(line.page(20))
        list.fail()
        return (list, line)
    }

    @Test(arguments: [PagingRules(threshold: 3), PagingRules(threshold: 3, viewport: 10)])
    func failedJumpGoesOnThoughRowsInViewAreReportedOneByOne(rules: PagingRules) {
        var (list, line) = failedJump(rules)
        list.send(.shown(row: 0), .shown(row: 1), .shown(row: 2), .retry)
        list.settle(with: line)
        #expect(list.states.contains { $0.scrollTarget == .jump(row: 60) })
    }

    @Test(arguments: [ListSignal.shown(row: 15), .shown(rows: 5..<15)])
    func failedJumpEndsWhenTheListIsScrolled(report: ListSignal) {
        var (list, line) = failedJump(PagingRules(threshold: 3, viewport: 10))
        list.send(.shown(rows: 0..<10), report, .retry)
        list.settle(with: line)
        #expect(!list.states.contains { $0.scrollTarget != nil })
    }

    @Test func failedJumpLeavesTheRowsInViewWithTheirPages() {
        let line = NumberLine(count: 100, perPage: 5)
        var list = EngineDriver.loaded(PagingRules(threshold: 2, maxRows: 5), from: line)
        list.send(.shown(row: 0), .jump(toRow: 60))
        for _ in 0..<6 { list.answer(line.page(list.running[0].key), to: list.loads.count - 1) }
        list.fail()
        #expect(list.running.map(\.direction) == [.prepend])
    }

    @Test func jumpToALoadedRowArrivesThoughAPageHasFailed() {
        let line = NumberLine(count: 100)
        var list = EngineDriver.loaded(PagingRules(threshold: 3), from: line)
        list.send(.shown(row: 9))
        list.fail()
        list.send(.jump(toRow: 5))
        #expect(list.state.scrollTarget == .jump(row: 5))
    }

    @Test func pageThatWasRemovedBesideReportedRowsIsLoadedAtAScrollPositionNearIt() {
        let line = NumberLine(count: 100, perPage: 4)
        var list = EngineDriver.loaded(PagingRules(threshold: 2, maxRows: 8), from: line)
        for row in [3, 7] {
            list.send(.shown(rows: row - 1..<row + 1))
            list.settle(with: line)
        }
        list.send(.shown(rows: 0..<2))
        list.settle(with: line)
        let end = list.requests.count
        // Two rows of eight are in view, at the end.
        list.send(.scrolled(offset: 150, viewport: 50, content: 200))
        #expect(list.requests.dropFirst(end).contains { $0.direction == .append })
    }

    /// The page of the last rows was removed. A report of several rows has all that are in view, so the
    /// screen was scrolled there: it is not as high as the whole list, all of which would then be loaded.
    @Test func reportOfSeveralRowsFarFromTheLastOnesDoesNotRaiseTheHeight() {
        let line = NumberLine(count: 14, perPage: 2, isCounted: true)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 1, maxRows: 8, showsPlaceholders: true), from: line)
        for row in [2, 4, 6, 8, 0, 12] {
            list.send(.shown(rows: row..<row + 2))
            list.settle(with: line)
        }
        #expect(list.engine.viewport.knownHeight == 2)
        list.invalidate()
        list.settle(with: line)
        list.send(.shown(rows: 12..<14))
        list.settle(with: line)
        #expect(list.rows.count <= 8)
        #expect(list.state.placeholdersBefore > 0)
    }

    @Test func rowsBeyondTheListAreForgottenAfterAJump() {
        let line = NumberLine(count: 10)
        var list = EngineDriver.loaded(PagingRules(threshold: 1), from: line)
        list.send(.shown(rows: 8..<14), .jump(toRow: 3))
        #expect(list.engine.focusRows == 3..<4)
    }

    /// The source finds the page of any row.
    @Test func jumpThatFailsIsNotFollowedByAnEarlierOne() {
        let line = NumberLine(count: 100)
        var list = EngineDriver(
            PagingRules(threshold: 1), transform: IdentityTransform<Int>(),
            keyForRow: { $0 == 50 ? 50 : nil })
        list.start()
        list.answer(line.page(0))
        list.send(.shown(row: 0), .jump(toRow: 30))
        list.send(.jump(toRow: 50))
        list.fail()
        #expect(list.running == [])
        #expect(list.state.refresh.isFailed)
    }

    /// Of the rows 2 to 4, the last one was not there yet when they were reported.
    @Test func rowsThatWereAddedInViewAreFollowed() {
        var list = EngineDriver(
            PagingRules(threshold: 1), transform: IdentityTransform<Int>(),
            difference: RowDifference(by: { $0 }))
        list.start()
        list.answer(Page([1, 2, 3, 4], next: 1))
        list.send(.shown(rows: 2..<5))
        list.answer(Page([5, 6], previous: 0, next: nil))
        list.send(.refresh)
        list.answer(Page([5, 1, 2], next: nil))
        #expect(list.state.topRow(following: 2..<5) == 0)
        #expect(list.engine.focusRows?.lowerBound == 0)
    }

    /// The jump was requested before there were pages, and arrived in the stored list.
    @Test func jumpThatHasArrivedDoesNotGoOnWhenTheFirstLoadFails() {
        var list = EngineDriver(threshold: 1)
        list.start()
        list.send(.jump(toRow: 2))
        list.fail()
        list.send(.retry)
        list.readStore(PagingSnapshot(pages: [.init(key: nil, page: Page([1, 2, 3], next: nil))]))
        #expect(list.state.scrollTarget == .jump(row: 2))
        list.fail()
        #expect(list.states.count { $0.scrollTarget != nil } == 1)
    }

    /// The source counts two items, which are both hidden.
    @Test func listWithoutRowsIsNotFarAway() {
        var list = EngineDriver(
            PagingRules(threshold: 1, showsPlaceholders: true, jumpThreshold: 2),
            transform: SelectTransform<Int, Int>(where: { $0 > 100 }), start: PagingStart(key: 2),
            keyForRow: { $0 < 2 ? 0 : 2 })
        list.send(.shown(row: 0))
        list.answer(Page([], previous: 0, next: nil, total: 2, itemsBefore: 2))
        list.answer(Page([1, 2], previous: nil, next: 2, total: 2, itemsBefore: 0))
        #expect(list.state.phase == .empty)
        #expect(list.running == [])
    }
}
