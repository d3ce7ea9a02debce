import Testing

@testable import PagingOperators

/// The row in view, which states name and hints move.
struct FocusTests {
    private let line = NumberLine(count: 100, isCounted: true)

    private func list(at key: Int? = nil, showsPlaceholders: Bool = false, findsRows: Bool = false)
        -> EngineDriver<Int, Int>
    {
        .loaded(
            PagingRules(threshold: 2, showsPlaceholders: showsPlaceholders), from: line, startingAt: key,
            findsRows: findsRows)
    }

    @Test func firstItemIsInViewBeforeAnyHint() {
        #expect(EngineDriver(threshold: 2).engine.focusRow == nil)
        #expect(list().state.focusRow == 0)
        #expect(list(at: 50, showsPlaceholders: true).state.focusRow == 50)
    }

    @Test func hintMovesTheFocusWithoutAState() {
        var list = list()
        let count = list.states.count
        list.send(.shown(row: 5))
        #expect(list.states.count == count)
        #expect(list.engine.focusRow == 5)
    }

    @Test func focusMovesWithItsRow() {
        var list = list(at: 50)
        list.send(.shown(row: 1))
        #expect(list.engine.focusRow == 1)
        list.settle(with: line)
        #expect(list.rows == Array(40..<60))
        #expect(list.state.focusRow == 11)
        // Placeholders that items replace are the same rows.
        list = self.list(at: 50, showsPlaceholders: true)
        list.send(.shown(row: 51))
        list.settle(with: line)
        #expect(list.state.placeholdersBefore == 40)
        #expect(list.state.focusRow == 51)
    }

    @Test func refreshKeepsTheFocusIfTheNewListIsLongEnough() {
        var list = list()
        list.send(.shown(row: 6), .refresh)
        #expect(list.state.focusRow == 6)
        list.answer(.rows(100..<110))
        #expect(list.state.focusRow == 6)
        #expect(list.engine.lastShownRow == nil)
        list.send(.refresh)
        list.answer(.rows(200..<203))
        #expect(list.state.focusRow == 0)
    }

    @Test func jumpMovesTheFocusOnArrival() {
        var list = list(findsRows: true)
        list.send(.jump(toRow: 75))
        #expect(list.engine.focusRow == 0)
        list.settle(with: line)
        #expect(list.state.items[5] == 75)
        #expect(list.state.focusRow == 5)
    }

    @Test func hintBeforeTheFirstPageStaysThroughAReset() {
        var list = EngineDriver(threshold: 2)
        list.start()
        list.send(.shown(row: 3), .reset)
        list.send(.loadMore)
        list.answer(.rows(0..<10))
        #expect(list.state.focusRow == 3)
    }
}
