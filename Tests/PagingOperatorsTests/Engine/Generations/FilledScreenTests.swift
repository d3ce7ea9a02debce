import Testing

@testable import PagingOperators

/// Screens that report each row as it comes into view, and are higher than a page. Rows that a new generation
/// leaves on the screen are not reported again.
struct FilledScreenTests {
    private let line = NumberLine(count: 100)
    private let identity = RowDifference<Int>(by: { $0 })

    /// A list of 20 rows, all in view, of which each was reported.
    private func list(_ rules: PagingRules) -> EngineDriver<Int, Int> {
        var list = EngineDriver.loaded(rules, from: line, difference: identity)
        for row in 0..<20 {
            list.send(.shown(row: row))
            if row == 9 { list.settle(with: line) }
        }
        list.answer(Page(Array(20..<30), previous: 10, next: nil))
        return list
    }

    @Test(arguments: [PagingRules(threshold: 1), PagingRules(threshold: 1, viewport: 20)])
    func refreshFillsAScreenThatHasNothingToReport(rules: PagingRules) {
        var list = list(rules)
        list.send(.refresh)
        list.answer(line.page(0))
        #expect(list.state.change == RowChange(removed: [10..<30]))
        #expect(list.running.map(\.key) == [10])
    }

    /// The last reported row stays.
    @Test func refreshFillsAScreenOfAKnownHeightThatWasScrolledBack() {
        var list = list(PagingRules(threshold: 1, viewport: 20))
        for row in (0..<20).reversed() { list.send(.shown(row: row)) }
        list.send(.refresh)
        list.answer(line.page(0))
        #expect(list.running.map(\.key) == [10])
    }

    @Test(arguments: [ListSignal.shown(row: 11), .shown(rows: 0..<12)])
    func rowsOfANewSourceThatStayLoadTheNextPage(report: ListSignal) {
        var list = EngineDriver.loaded(PagingRules(threshold: 5), from: line, difference: identity)
        list.showLastItem(of: line)
        list.send(report)
        list.replaceSource { _ in nil }
        list.answer(Page(Array(0..<8), next: 8))
        #expect(list.state.change == RowChange(removed: [8..<20]))
        #expect(list.running.map(\.key) == [8])
    }

    /// Of a list that has no rows yet, it names rows that it never had.
    @Test func reportBeforeTheFirstPageSaysNothingOfTheScreen() {
        var list = EngineDriver(PagingRules(threshold: 2), transform: IdentityTransform<Int>())
        list.start()
        list.send(.shown(rows: 0..<1000))
        list.settle(with: line)
        #expect(list.loads.count == 2)
    }

    /// Each row is displayed anew, and reported.
    @Test func refreshThatReplacesAllRowsWaitsForTheirReports() {
        var list = list(PagingRules(threshold: 1))
        list.send(.refresh)
        list.answer(Page(Array(200..<210), next: 10))
        #expect(list.running.isEmpty)
    }

    @Test func refreshOfAListWithoutThresholdLoadsOnePage() {
        var list = EngineDriver.loaded(PagingRules(threshold: 0), from: line, difference: identity)
        list.send(.loadMore)
        list.settle(with: line)
        list.send(.shown(row: 15), .refresh)
        list.answer(line.page(0))
        #expect(list.running.isEmpty)
    }

    /// A row that was inserted at an end, and is again: in view it stays where it is.
    @Test(arguments: [Edge.start, .end])
    func rowThatIsPushedDuringARefreshStays(edge: Edge) {
        let line = NumberLine(count: 10)
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, difference: identity)
        list.send(.refresh)
        list.insert(50, at: edge)
        let row = edge == .start ? 0 : 10
        list.send(.shown(row: row))
        let rows = list.rows
        #expect(rows[row] == 50)
        list.answer(line.page(0))
        #expect(list.rows == rows)
        #expect(list.state.change.isEmpty)
        #expect(list.state.focusRows == row..<row + 1)
    }

    /// Of the rows in view, those that a jump has not loaded yet come below its row without a report. In a
    /// small window, the page before the row has no room beside them.
    @Test func rowsThatComeBelowAJumpStayInView() {
        let line = NumberLine(count: 60, perPage: 4)
        let rules = PagingRules(threshold: 2, maxRows: 5, viewport: 12)
        var list = EngineDriver.loaded(rules, from: line)
        list.send(.shown(row: 0))
        list.settle(with: line)
        list.send(.jump(toRow: 31))
        while list.state.scrollTarget == nil, let request = list.running.first {
            list.send(.shown(row: list.rows.count - 2))
            list.answer(line.page(request.key), to: list.runningIndices[0])
        }
        #expect(list.rows == Array(24..<32))
        let landed = list.loads.count - 2
        list.answer(line.page(32), to: landed)
        list.answer(line.page(36), to: landed + 2)
        list.settle(with: line)
        list.send(.shown(row: list.rows.firstIndex(of: 35) ?? 0))
        list.settle(with: line)
        let keys = list.loads[landed...].map { $0.request.key }
        #expect(Set(keys).count == keys.count, "\(keys)")
    }

    /// The same where the list was shorter than the screen before the page with the row came.
    @Test func rowsThatHaveComeBelowAShortListStayInView() {
        let rules = PagingRules(threshold: 1, maxRows: 1)
        var list = EngineDriver.loaded(rules, Page(Array(0..<6), next: 1))
        list.send(.shown(rows: 0..<6))
        list.answer(Page([6], previous: 0, next: 2))
        list.send(.jump(toRow: 8))
        list.answer(Page([7], previous: 1, next: 3))
        #expect(list.rows == [6, 7])
        list.send(.shown(rows: 0..<2))
        list.answer(Page(Array(8..<12), previous: 2, next: 4))
        #expect(list.state.scrollTarget == .jump(row: 1))
        #expect(list.running == [.append(4), .prepend(1)])
        let (append, prepend) = (list.runningIndices[0], list.runningIndices[1])
        list.answer(Page([12], previous: 3, next: 5), to: append)
        list.answer(Page([13], previous: 4, next: 6), to: list.runningIndices.last)
        list.answer(Page([6], previous: 0, next: 2), to: prepend)
        #expect(list.rows == Array(6..<14))
        #expect(list.running.isEmpty)
        list.send(.shown(rows: 1..<7))
        #expect(list.running.isEmpty)
    }
}
