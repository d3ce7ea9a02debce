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
            list.send(.shown(row: list.rows.count - 1))
            list.settle(with: line)
        }
        list.send(.shown(rows: row..<row + 6))
        return list
    }

    @Test func invalidationNamesTheRowInView() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.settle(with: line)
        #expect(list.rows == Array(80..<90))
        #expect(list.state.change == .reload)
        #expect(list.state.scrollTarget == .moved(to: 3, by: -80))
        #expect(list.state.topRow(following: 83..<89) == 3)
        #expect(list.engine.focusRows == 3..<9)
        list.send(.loadMore)
        #expect(list.state.scrollTarget == nil)
    }

    @Test func retriedInvalidationNamesTheRowInView() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.fail()
        list.send(.retry)
        list.settle(with: line)
        #expect(list.state.scrollTarget == .moved(to: 3, by: -80))
    }

    @Test func rowScrolledToMeanwhileIsAtTheNearestEnd() {
        var list = scrolled(to: 83)
        list.invalidate()
        list.send(.shown(rows: 71..<77))
        list.answer(line.page(80))
        #expect(list.state.scrollTarget == .moved(to: 0, by: -80))
    }

    @Test func pageThatIsShorterNamesItsLastRow() {
        var list = scrolled(to: 87)
        list.invalidate()
        list.answer(Page([80, 81], previous: 70, next: nil))
        #expect(list.state.scrollTarget == .moved(to: 1, by: -80))
    }

    @Test func rowsThatKeepTheirNumbersHaveNoTarget() {
        var list = scrolled(to: 3)
        list.invalidate()
        list.settle(with: line)
        #expect(list.state.change == .reload)
        #expect(list.state.scrollTarget == nil)
        list.send(.refresh)
        list.settle(with: line)
        #expect(list.state.scrollTarget == nil)
    }

    @Test func placeholdersKeepTheNumbers() {
        let line = NumberLine(count: 200, isCounted: true)
        var list = EngineDriver.loaded(PagingRules(threshold: 2, showsPlaceholders: true), from: line)
        for _ in 0..<8 {
            list.send(.shown(row: list.rows.count - 1))
            list.settle(with: line)
        }
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
        list.settle(with: line)
        #expect(list.rows == Array(80..<90))
        #expect(list.state.scrollTarget == .moved(to: 3, by: -80))
        #expect(list.engine.focusRows == 3..<9)
    }

    /// Screens that report single rows: any of the rows in view may be the last that was reported.
    @Test(arguments: [81, 83, 88])
    func rowsInViewKeepTheirPlacesWhicheverRowWasReported(reported: Int) {
        var list = scrolled(to: 83)
        list.send(.shown(row: reported))
        list.invalidate()
        list.settle(with: line)
        let top = list.state.topRow(following: 81..<89)
        #expect(top == 1)
        #expect(list.rows[top] == 81)
        #expect(list.state.scrollTarget == .moved(to: reported - 80, by: -80))
    }

    @Test func shorterPageKeepsTheRowsThatItHas() {
        var list = scrolled(to: 83)
        list.send(.shown(row: 88))
        list.invalidate()
        list.answer(Page([80, 81, 82], previous: 70, next: nil))
        #expect(list.state.topRow(following: 81..<89) == 1)
        #expect(list.state.topRow(following: 86..<94) == 2)
        #expect(list.state.topRow(following: 74..<82) == 0)
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
