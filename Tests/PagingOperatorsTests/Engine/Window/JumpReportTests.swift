import Testing

@testable import PagingOperators

/// Jumps page by page while the screen reports what is in view.
struct JumpReportTests {
    private let line = NumberLine(count: 100)

    private func list(_ rules: PagingRules) -> EngineDriver<Int, Int> {
        .loaded(rules, from: line)
    }

    /// Answers loads and, as a screen does, reports the rows in view after each state that moves them.
    private func settle(
        _ list: inout EngineDriver<Int, Int>, reporting report: (ViewState<Int>) -> ListSignal
    ) {
        while let index = list.runningIndices.first {
            let count = list.states.count
            list.answer(line.page(list.requests[index].key), to: index)
            for state in list.states[count...] where !state.change.isEmpty && state.scrollTarget == nil {
                list.send(report(state))
            }
        }
    }

    private func rowsInView(of state: ViewState<Int>) -> Range<Int> {
        let top = max(0, min(state.focusRow ?? 0, state.rowCount - 5))
        return top..<top + 5
    }

    /// The items that states have named as those to scroll to.
    private func targets(of list: EngineDriver<Int, Int>) -> [Int] {
        list.states.compactMap { state in (state.scrollTarget?.row).map { state.items[$0] } }
    }

    @Test(arguments: [nil, 20, 1])
    func reportOfRowsThatPagesHaveMovedDoesNotEndAJump(maxRows: Int?) {
        var list = list(PagingRules(threshold: 2, maxRows: maxRows))
        list.send(.shown(rows: 0..<5), .jump(toRow: 55))
        settle(&list) { .shown(rows: rowsInView(of: $0)) }
        #expect(targets(of: list) == [55])
        #expect(list.requests == [.refresh] + (1...5).map { .append($0 * 10) })
        #expect(list.rows.count <= 20 || maxRows == nil)
    }

    @Test(arguments: [nil, 20, 1])
    func scrollPositionThatPagesHaveMovedLoadsNoneOfThemAgain(maxRows: Int?) {
        var list = list(PagingRules(threshold: 0, scrollPolicy: .within(viewports: 1), maxRows: maxRows))
        list.send(.scrolled(offset: 10, viewport: 50, content: 100), .jump(toRow: 55))
        settle(&list) { state in
            let top = rowsInView(of: state).lowerBound
            return .scrolled(offset: Double(top) * 10, viewport: 50, content: Double(state.rowCount) * 10)
        }
        #expect(targets(of: list) == [55])
        #expect(list.requests == [.refresh] + (1...5).map { .append($0 * 10) })
    }

    /// A screen reports what it shows while it is scrolled, too.
    @Test func scrollingDoesNotEndAJumpThatLoads() {
        var list = list(PagingRules(threshold: 2))
        list.send(.jump(toRow: 25), .shown(row: 3), .shown(row: 7))
        list.settle(with: line)
        #expect(targets(of: list) == [25])
    }

    @Test(arguments: [false, true])
    func reportAfterAFailureKeepsTheJumpUnlessTheListIsScrolled(isScrolled: Bool) {
        var list = list(PagingRules(threshold: 2))
        list.send(.shown(rows: 0..<5), .jump(toRow: 45))
        list.answer(line.page(10))
        list.fail()
        // Of the page that came before the failure.
        list.send(.shown(rows: 0..<5))
        if isScrolled { list.send(.shown(rows: 4..<9)) }
        list.send(.retry)
        list.settle(with: line)
        #expect(targets(of: list) == (isScrolled ? [] : [45]))
    }

    @Test func scrollPositionAfterAFailureEndsTheJump() {
        var list = list(PagingRules(threshold: 0, scrollPolicy: .within(viewports: 1)))
        list.send(.scrolled(offset: 0, viewport: 20, content: 100), .jump(toRow: 45))
        list.fail()
        list.send(.scrolled(offset: 20, viewport: 20, content: 100), .retry)
        list.settle(with: line)
        #expect(targets(of: list) == [])
        #expect(list.rows == Array(0..<20))
    }

    @Test func cancelEndsAJump() {
        var list = list(PagingRules(threshold: 2))
        list.send(.shown(row: 3), .jump(toRow: 55), .cancel, .loadMore)
        list.settle(with: line)
        #expect(list.rows == Array(0..<20))
        #expect(list.engine.lastShownRow == 3)
    }

    @Test(arguments: [false, true])
    func invalidationOfAJumpThatFailsReloadsTheRowsInView(hasFailedBefore: Bool) {
        var list = list(PagingRules(threshold: 2))
        list.send(.shown(row: 3), .jump(toRow: 55))
        list.answer(line.page(10))
        if hasFailedBefore { list.fail() }
        list.invalidate()
        if !hasFailedBefore { list.fail() }
        #expect(list.running == [.refresh])
        list.settle(with: line)
        #expect(list.rows == Array(0..<10))
        #expect(targets(of: list) == [])
    }

    @Test func rowsThatHaveLeftTheWindowCount() {
        var list = list(PagingRules(threshold: 2, maxRows: 20))
        list.showLastItem(of: line, times: 4)
        #expect(list.rows == Array(30..<50))
        list.send(.jump(toRow: 35))
        #expect(list.state.scrollTarget == .jump(row: 5))
        list.send(.jump(toRow: 12))
        list.settle(with: line)
        #expect(targets(of: list) == [35, 12])
        #expect(list.rows.count == 20)
    }

    @Test func rowsBeforeAReloadedPageCount() {
        var list = list(PagingRules(threshold: 2))
        list.showLastItem(of: line, times: 4)
        list.send(.shown(row: 33))
        list.invalidate()
        list.settle(with: line)
        #expect(list.rows == Array(30..<40))
        list.send(.jump(toRow: 12))
        list.settle(with: line)
        #expect(list.states.last { $0.scrollTarget != nil }.map { $0.items[$0.scrollTarget?.row ?? 0] } == 12)
    }
}
