import TestSupport
import Testing

@testable import PagingOperators

/// Rows whose cells are those of placeholders in one state and those of items in the other.
struct ReplacedRowsTests {
    private func state(
        _ before: Int, _ items: Range<Int>, _ after: Int, _ change: RowChange = .none
    ) -> ViewState<Int> {
        ViewState(
            items: PagedItems(Array(items)), change: change, placeholdersBefore: before,
            placeholdersAfter: after)
    }

    @Test func loadedPlaceholdersAreReplaced() {
        let old = state(10, 0..<10, 20)
        let new = state(5, -5..<20, 10, RowChange(updated: [5..<10, 13..<14, 20..<30]))
        #expect(new.replacedRows(since: old) == [5..<10, 20..<30])
    }

    @Test func removedPagesAreReplacedByPlaceholders() {
        let old = state(0, 0..<30, 10)
        let new = state(10, 10..<30, 10, RowChange(updated: [0..<10, 25..<26]))
        #expect(new.replacedRows(since: old) == [0..<10])
    }

    @Test func rowsAreTracedThroughInsertionsAndMoves() {
        let old = state(2, 0..<4, 2)
        let change = RowChange(
            removed: [5..<6], inserted: [0..<1], moved: [.init(from: 3, to: 1)], updated: [1..<3, 6..<8])
        let new = state(1, 0..<7, 0, change)
        #expect(new.replacedRows(since: old) == [2..<3, 6..<8])
    }

    @Test func reloadReplacesNone() {
        #expect(state(0, 0..<4, 0, .reload).replacedRows(since: state(4, 0..<4, 0)) == [])
    }

    @Test func feedReplacesTheRowsOfEachPage() {
        let line = NumberLine(count: 60, isCounted: true)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2, maxRows: 20, showsPlaceholders: true), from: line)
        for row in [9, 19, 29] {
            list.send(.shown(row: row))
            let old = list.state
            list.settle(with: line)
            let new = list.state
            let loaded = row + 1..<row + 11
            let removed = row < 19 ? [] : [row - 19..<row - 9]
            #expect(new.replacedRows(since: old) == removed + [loaded])
            #expect(new.change.updated == removed + [loaded])
        }
    }
}
