import Testing

@testable import PagingOperators

/// Lists without identities name the row to scroll to when a reload gives the rows other numbers.
struct ReloadedPlaceTests {
    private let line = NumberLine(count: 200)

    private func scrolled(to row: Int, _ rules: PagingRules = PagingRules(threshold: 2)) -> EngineDriver<
        Int, Int
    > {
        var list = EngineDriver.loaded(rules, from: line)
        while list.rows.count < 100 {
            list.showLastItem(of: line)
        }
        list.send(.shown(rows: row..<row + 6))
        return list
    }

    /// Expects that a reload has moved the rows in view, and shows these rows.
    private func expectRows(
        _ rows: Range<Int>, inView: Range<Int>, movedBy distance: Int, in list: EngineDriver<Int, Int>,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(list.rows == Array(rows), sourceLocation: location)
        let target = ScrollTarget.moved(to: inView.lowerBound, by: distance)
        #expect(list.state.scrollTarget == target, sourceLocation: location)
        #expect(list.engine.focusRows == inView, sourceLocation: location)
        #expect(list.engine.shownRows == inView, sourceLocation: location)
    }

    @Test func invalidationNamesTheRowInView() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.answer(line.page(80))
        expectRows(80..<90, inView: 3..<9, movedBy: -80, in: list)
        #expect(list.state.change == .reload)
        #expect(list.state.topRow(following: 83..<89) == 3)
        // One row lies beyond those in view, and the threshold is two.
        #expect(list.running == [.append(90)])
        list.settle(with: line)
        #expect(list.state.scrollTarget == nil)
    }

    @Test func rowsInViewOnTwoPagesAreShownAtOnce() {
        var list = scrolled(to: 86)
        list.invalidate()
        list.answer(line.page(80))
        #expect(list.rows.last == 99)
        #expect(list.running == [.append(90)])
        #expect(list.state.refresh == .loading)
        list.answer(line.page(90))
        expectRows(80..<100, inView: 6..<12, movedBy: -80, in: list)
    }

    @Test func rowsInViewOnTheFirstTwoPagesAreShownAtOnce() {
        var list = scrolled(to: 7)
        list.invalidate()
        list.answer(line.page(nil))
        #expect(list.running == [.append(10)])
        list.answer(line.page(10))
        #expect(list.rows == Array(0..<20))
        #expect(list.state.scrollTarget == nil)
        #expect(list.engine.focusRows == 7..<13)
    }

    @Test func identifiedRowsInViewStayThoughOthersWereInsertedBefore() {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2), from: line, difference: RowDifference(by: { $0 }))
        list.send(.shown(rows: 4..<9))
        list.settle(with: line)
        list.invalidate()
        // Five rows have been inserted before row 4, so that row 8 is on the next page.
        list.answer(Page([0, 1, 2, 3, -1, -2, -3, -4, -5, 4], next: 5))
        #expect(list.running == [.append(5)])
        list.answer(Page(Array(5..<15), previous: 0, next: 15))
        #expect(list.state.change.row(afterMoving: 4) == 9)
        #expect(list.rows[9..<14] == [4, 5, 6, 7, 8])
    }

    @Test func rowsInViewThatAreGoneKeepTheirPlaceForTheNextReload() {
        var list = identified(at: 83)
        list.invalidate()
        list.answer(Page(Array(1080..<1090), previous: nil, next: nil))
        #expect(list.rows == Array(1080..<1090))
        list.invalidate()
        #expect(list.running == [.refresh(80)])
    }

    private func identified(at row: Int) -> EngineDriver<Int, Int> {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2), from: line, difference: RowDifference(by: { $0 }))
        while list.rows.count < 100 {
            list.send(.shown(row: list.rows.count - 1))
            list.settle(with: line)
        }
        list.send(.shown(rows: row..<row + 6))
        return list
    }

    /// Page numbers: what is inserted before them moves rows to the next page.
    @Test func identifiedRowsThatHaveMovedToTheNextPageStay() {
        var list = identified(at: 83)
        list.invalidate()
        list.answer(Page(Array(70..<80), previous: 70, next: 90))
        #expect(list.running == [.append(90)])
        #expect(list.rows.count == 100)
        list.answer(Page(Array(80..<90), previous: 80, next: 100))
        #expect(list.rows == Array(70..<90))
        #expect(list.state.change.row(afterMoving: 83) == 13)
        #expect(list.state.topRow(following: 83..<89) == 13)
    }

    @Test func identifiedRowsThatHaveMovedToThePageBeforeStay() {
        var list = identified(at: 83)
        list.invalidate()
        list.answer(Page(Array(90..<100), previous: 70, next: 90))
        #expect(list.running == [.append(90)])
        list.answer(Page(Array(100..<110), previous: 80, next: 100))
        #expect(list.running == [.prepend(70)])
        list.answer(Page(Array(80..<90), previous: 60, next: 80))
        #expect(list.rows == Array(80..<110))
        #expect(list.state.topRow(following: 83..<89) == 3)
    }

    @Test func identifiedRowsThatAreGoneAreLookedForOnTwoPages() {
        var list = identified(at: 83)
        list.invalidate()
        list.answer(Page(Array(1080..<1090), previous: 70, next: 90))
        list.answer(Page(Array(1090..<1100), previous: 80, next: 100))
        list.answer(Page(Array(1070..<1080), previous: 60, next: 80))
        #expect(list.rows == Array(1070..<1100))
        #expect(list.requests.suffix(3) == [.refresh(80), .append(90), .prepend(70)])
        #expect(list.state.refresh.isIdle)
    }

    @Test func secondPageThatFailsKeepsTheOldRows() {
        var list = scrolled(to: 86)
        list.invalidate()
        list.answer(line.page(80))
        list.fail()
        #expect(list.rows == Array(0..<100))
        #expect(list.state.refresh.isFailed)
        list.send(.retry)
        list.settle(with: line)
        #expect(list.rows.contains(86) && list.rows.contains(91))
        #expect(list.states.last { $0.scrollTarget != nil }?.scrollTarget == .moved(to: 6, by: -80))
    }

    @Test func userRefreshShowsItsFirstPageAtOnce() {
        var list = scrolled(to: 7)
        list.send(.refresh)
        list.answer(line.page(nil))
        #expect(list.rows == Array(0..<10))
    }

    @Test func pageThatHasNoRowsAnyMoreNamesTheNextRow() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.answer(Page([], previous: 70, next: 90))
        list.answer(line.page(90))
        #expect(list.rows == Array(90..<100))
        #expect(list.state.scrollTarget == .moved(to: 0, by: -83))
    }

    @Test func reloadedRowsStayTheRowsInView() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.answer(line.page(80))
        #expect(list.engine.shownRows == 3..<9)
        list.settle(with: line)
        list.invalidate()
        #expect(list.running == [.refresh(80)])
    }

    @Test func listThatReportsDistancesKeepsItsPlace() throws {
        var list = scrolled(to: 0, PagingRules(threshold: 2, scrollPolicy: .within(viewports: 1)))
        list.send(.scrolled(offset: 83 * 44, viewport: 220, content: 100 * 44))
        #expect(list.engine.focusRows == 83..<88)
        #expect(try #require(list.engine.makeSnapshot()).shownRows == 83..<88)
        list.invalidate()
        #expect(list.running == [.refresh(80)])
        list.answer(line.page(80))
        #expect(list.state.scrollTarget == .moved(to: 3, by: -80))
        #expect(list.engine.focusRows == 3..<8)
    }

    @Test func jumpIsReportedThoughAReloadWaits() {
        let line = NumberLine(count: 200, isCounted: true)
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, findsRows: true)
        list.send(.shown(rows: 0..<4), .jump(toRow: 75))
        list.invalidate()
        list.answer(line.page(70))
        #expect(list.state.scrollTarget == .jump(row: 5))
        #expect(list.engine.focusRows == 5..<6)
        list.settle(with: line)
        #expect(list.states.count { $0.scrollTarget == .jump(row: 5) } == 1)
        #expect(list.rows.contains(75))
    }

    @Test func jumpPageByPageGoesOnBeforeAReload() {
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line)
        list.send(.shown(rows: 0..<4), .jump(toRow: 45))
        list.answer(line.page(10))
        list.invalidate()
        list.settle(with: line)
        #expect(list.states.contains { $0.scrollTarget == .jump(row: 45) })
        #expect(list.rows.contains(45))
    }

    @Test func retriedInvalidationNamesTheRowInView() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.fail()
        list.send(.retry)
        list.answer(line.page(80))
        #expect(list.state.scrollTarget == .moved(to: 3, by: -80))
    }

    @Test func rowsScrolledToMeanwhileStay() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.send(.shown(rows: 62..<68))
        list.answer(line.page(80))
        #expect(list.running == [.refresh(60)])
        #expect(list.rows.contains(62))
        list.answer(line.page(60))
        expectRows(60..<70, inView: 2..<8, movedBy: -60, in: list)
    }

    @Test func rowsScrolledToAgainAndAgainAreAtTheNearestEnd() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.send(.shown(rows: 62..<68))
        list.answer(line.page(80))
        list.send(.shown(rows: 41..<47))
        list.answer(line.page(60))
        #expect(list.state.scrollTarget == .moved(to: 0, by: -60))
        #expect(list.rows == Array(60..<70))
    }

    @Test func reloadThatFailsIsRetriedWhereTheListIsThen() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.send(.shown(rows: 62..<68))
        list.answer(line.page(80))
        list.fail()
        list.send(.shown(rows: 41..<47), .retry)
        #expect(list.running == [.refresh(40)])
        list.answer(line.page(40))
        #expect(list.rows == Array(40..<50))
        #expect(list.state.topRow(following: 41..<47) == 1)
    }

    @Test func pageThatIsShorterNamesItsLastRow() {
        var list = scrolled(to: 87)
        list.invalidate()
        list.answer(Page([80, 81], previous: 70, next: nil))
        // The rows before move into view.
        #expect(list.running == [.prepend(70)])
        list.answer(line.page(70))
        #expect(list.rows == Array(70..<80) + [80, 81])
        #expect(list.state.scrollTarget == .moved(to: 11, by: -70))
        #expect(list.engine.shownRows == 6..<12)
    }

    @Test func rowsThatKeepTheirNumbersHaveNoTarget() {
        var list = scrolled(to: 3)
        list.invalidate()
        list.answer(line.page(nil))
        #expect(list.state.change == .reload)
        #expect(list.state.scrollTarget == nil)
        list.settle(with: line)
        list.send(.refresh)
        list.settle(with: line)
        #expect(list.state.scrollTarget == nil)
    }

    @Test func placeholdersKeepTheNumbers() {
        let line = NumberLine(count: 200, isCounted: true)
        var list = EngineDriver.loaded(PagingRules(threshold: 2, showsPlaceholders: true), from: line)
        list.showLastItem(of: line, times: 8)
        list.send(.shown(row: 63))
        list.invalidate()
        list.settle(with: line)
        #expect(list.state.placeholdersBefore == 60)
        #expect(list.state.scrollTarget == nil)
        #expect(list.state.focusRows == 63..<64)
    }

    @Test func revalidatedRestorationNamesTheRowInView() throws {
        let snapshot = try #require(scrolled(to: 83).engine.makeSnapshot())
        #expect(snapshot.shownRows == 83..<89)
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(),
            start: PagingStart(snapshot: snapshot, revalidates: true))
        list.start()
        #expect(list.states[0].scrollTarget == .jump(row: 83))
        list.answer(line.page(80))
        expectRows(80..<90, inView: 3..<9, movedBy: -80, in: list)
    }

    /// Screens that report single rows: any of the rows in view may be the last that was reported.
    @Test(arguments: [81, 83, 88])
    func rowsInViewKeepTheirPlacesWhicheverRowWasReported(reported: Int) {
        var list = scrolled(to: 83)
        list.send(.shown(row: reported))
        list.invalidate()
        list.answer(line.page(80))
        let top = list.state.topRow(following: 81..<89)
        #expect(top == 1)
        #expect(list.rows[top] == 81)
        #expect(list.state.scrollTarget == .moved(to: reported - 80, by: -80))
    }

    /// The page before it fills the screen.
    @Test func shorterPageKeepsTheRowsThatItHas() {
        var list = scrolled(to: 83)
        list.send(.shown(row: 88))
        list.invalidate()
        list.answer(Page([80, 81, 82], previous: 70, next: nil))
        list.answer(line.page(70))
        #expect(list.state.topRow(following: 81..<89) == 11)
        #expect(list.state.topRow(following: 86..<94) == 12)
        #expect(list.state.topRow(following: 74..<82) == 4)
    }

    @Test func countedRowsKeepTheirPlacesWhenRowsBeforeThemAreGone() {
        let line = NumberLine(count: 200, isCounted: true)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2, showsPlaceholders: true), from: line, startingAt: 60)
        list.send(.shown(rows: 63..<67))
        list.invalidate()
        var page = line.page(60)
        page.itemsBefore = 58
        list.answer(page)
        #expect(list.state.scrollTarget == .moved(to: 61, by: -2))
        #expect(list.state.topRow(following: 63..<67) == 61)
        #expect(list.state.item(atRow: 61) == 63)
        #expect(list.state.focusRows == 61..<65)
    }
}

/// Lists with identities of which no row in view is in the new list.
struct ReplacedPlaceTests {
    private let identity = RowDifference<Int>(by: { $0 })

    private func list(showing rows: Range<Int>) -> EngineDriver<Int, Int> {
        let line = NumberLine(count: 90, perPage: 30)
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, difference: identity)
        list.showLastItem(of: line)
        list.send(.shown(rows: rows))
        list.settle(with: line)
        return list
    }

    @Test(arguments: [0..<10, 12..<22])
    func refreshThatReplacesAllRowsKeepsTheNumbers(inView: Range<Int>) {
        var list = list(showing: inView)
        list.send(.refresh)
        list.answer(Page(Array(1000..<1030), next: 30))
        #expect(list.rows == Array(1000..<1030))
        #expect(list.state.scrollTarget == nil)
        #expect(list.state.topRow(following: inView) == inView.lowerBound)
        #expect(list.engine.focusRows == inView)
        #expect(list.running.isEmpty)
    }

    @Test func newRowsInPlaceOfThoseInViewAreShownBelowTheOneThatStays() {
        var list = list(showing: 10..<15)
        list.send(.refresh)
        list.answer(Page(Array(200..<202) + Array(0..<10) + Array(1000..<1050), next: 30))
        #expect(list.state.topRow(following: 10..<15) == 12)
        #expect(list.engine.focusRows == 12..<17)
    }

    /// Farther down than the new list is long.
    @Test func refreshThatReplacesMoreRowsGoesToTheStart() {
        var list = list(showing: 40..<50)
        list.send(.refresh)
        list.answer(Page(Array(1000..<1030), next: 30))
        #expect(list.state.scrollTarget == .moved(to: 0, by: -40))
        #expect(list.state.topRow(following: 40..<50) == 0)
    }

    /// The page with the rows in view is loaded again, and those in their places on it are shown.
    @Test func invalidationThatReplacesAllRowsKeepsTheirPlacesOnThePage() {
        var list = list(showing: 40..<50)
        list.invalidate()
        #expect(list.running == [.refresh(30)])
        list.answer(Page(Array(1030..<1060), previous: 0, next: 60))
        list.answer(Page(Array(1060..<1090), previous: 30, next: nil))
        list.answer(Page(Array(1000..<1030), previous: nil, next: 30))
        #expect(list.rows == Array(1000..<1090))
        #expect(list.state.topRow(following: 40..<50) == 40)
        #expect(list.engine.focusRows == 40..<50)
    }

    @Test func placeholdersKeepTheNumbersOfRowsThatAreGone() {
        let line = NumberLine(count: 100, isCounted: true)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2, showsPlaceholders: true), from: line, startingAt: 50,
            difference: identity)
        list.send(.shown(rows: 52..<55), .refresh)
        list.answer(Page(Array(200..<210), next: 60, total: 100, itemsBefore: 50))
        #expect(list.state.topRow(following: 52..<55) == 52)
        #expect(list.engine.focusRows == 52..<55)
    }
}
