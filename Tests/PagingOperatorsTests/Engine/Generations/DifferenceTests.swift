import TestSupport
import Testing

@testable import PagingOperators

/// Lists whose rows have an identity change row by row when they are loaded again.
struct DifferenceTests {
    private let line = NumberLine(count: 100)
    private let identity = RowDifference<Int>(by: { $0 })

    private func list(
        _ rules: PagingRules = PagingRules(threshold: 3), pages: Int = 1, isCounted: Bool = false
    )
        -> EngineDriver<Int, Int>
    {
        let line = NumberLine(count: 100, isCounted: isCounted)
        var list = EngineDriver.loaded(rules, from: line, difference: identity)
        list.showLastItem(of: line, times: pages - 1)
        return list
    }

    @Test func refreshOfTheSameRowsRemovesTheLaterPages() {
        var list = list(pages: 4)
        list.send(.shown(row: 5), .refresh)
        list.settle(with: line)
        #expect(list.rows == Array(0..<10))
        #expect(list.state.change == RowChange(removed: [10..<40]))
    }

    @Test func refreshInsertsNewRowsAboveTheOldOnes() {
        var list = list(pages: 2)
        list.send(.shown(rows: 3..<5), .refresh)
        list.answer(Page([101, 102] + Array(0..<8), next: 8))
        #expect(list.state.change == RowChange(removed: [8..<20], inserted: [0..<2]))
        #expect(list.state.topRow(following: 3..<6) == 5)
        #expect(list.state.scrollTarget == nil)
    }

    @Test func listWithoutPagesOrRowsInsertsThemAll() {
        var list = EngineDriver(
            PagingRules(threshold: 1), transform: IdentityTransform<Int>(), difference: identity)
        list.start()
        list.answer(.rows(0..<5))
        #expect(list.state.change == RowChange(inserted: [0..<5]))
        list.send(.refresh)
        list.answer(.last(0..<0))
        #expect(list.state.change == RowChange(removed: [0..<5]))
    }

    @Test func invalidationKeepsTheReloadedPage() {
        var list = list(pages: 4)
        list.send(.shown(row: 15))
        list.invalidate()
        list.settle(with: line)
        #expect(list.rows == Array(10..<20))
        #expect(list.state.change == RowChange(removed: [0..<10, 20..<40]))
        #expect(list.state.topRow(following: 15..<16) == 5)
        #expect(list.state.focusRows == 5..<6)
    }

    @Test func placeholdersTakeThePlaceOfRowsThatAreNotReloaded() {
        var list = list(PagingRules(threshold: 3, showsPlaceholders: true), pages: 4, isCounted: true)
        list.send(.shown(row: 15))
        list.invalidate()
        list.settle(with: NumberLine(count: 100, isCounted: true))
        #expect(list.state.change == RowChange(updated: [0..<10, 20..<40]))
        #expect(list.state.focusRows == 15..<16)
    }

    @Test func hintDuringARefreshFollowsItsRow() {
        var list = list(PagingRules(threshold: 2), pages: 2)
        list.send(.refresh, .shown(row: 4))
        list.answer(Page([101, 102, 103, 104] + Array(0..<8), next: 8))
        #expect(list.engine.shownRows == 8..<9)
        #expect(list.running == [])
    }

    /// A screen does not show them anew, and could wait for ever at the end of the list.
    @Test func rowsInViewThatStayLoadFurtherPages() {
        var list = list(PagingRules(threshold: 3), pages: 2)
        list.send(.shown(rows: 4..<9), .refresh)
        list.answer(line.page(nil))
        #expect(list.engine.shownRows == 4..<9)
        #expect(list.running == [.append(10)])
    }

    @Test func rowsInViewAreFollowedThroughEditsDuringARefresh() {
        var edited = EditedList(threshold: 0) { EditTransform($0) }
        edited.list.answer(.posts(1, 2, 3, 4, next: 1))
        edited.list.send(.shown(row: 2), .refresh)
        edited.edit { $0.remove(1) }
        edited.list.fail()
        #expect(edited.list.engine.lastShownRow == 1)
    }

    @Test func rowsInViewThatMoveApartKeepTheFirstThatStays() {
        var list = list()
        list.send(.shown(rows: 2..<6))
        list.send(.refresh)
        list.answer(Page([3, 0, 1, 4, 5, 6, 7, 8, 9, 2], next: nil))
        #expect(list.state.change.moved.count == 2)
        #expect(list.state.topRow(following: 2..<6) == 3)
        #expect(list.state.focusRows == 3..<7)
    }

    @Test func changeStaysRightForASubscriberThatSkippedStates() throws {
        var list = list(pages: 3)
        let shown = list.state
        let count = list.states.count
        list.send(.refresh)
        list.answer(Page([5, 200, 1, 0], next: 10))
        list.send(.shown(row: 3))
        list.settle(with: line)
        let skipped = list.states[count...]
        let latest = skipped.dropFirst().reduce(skipped[count]) { $1.conflated(with: $0) }
        var mirror = RowMirror<Int>()
        try mirror.apply(RowChange(inserted: [0..<shown.items.count]), leadingTo: shown.items)
        #expect(!latest.change.isReload)
        try mirror.apply(latest.change, leadingTo: latest.items)
    }

    @Test func editsAreAppliedBeforeTheDifference() {
        let edits = FeedEdits<Post, Int> { $0.id }
        let log = Log<TransformCommand>()
        let transform = EditTransform(edits)
        let listening = transform.commands?.observe { log.append($0) }
        var list = EngineDriver(
            PagingRules(threshold: 0), transform: transform, difference: RowDifference(by: \.id))
        list.start()
        list.answer(.posts(1, 2, 3, next: 1))
        edits.remove(2, survivesRefresh: true)
        for command in log.entries { list.perform(command) }
        list.send(.refresh)
        list.answer(.posts(1, 2, 3, 4, next: 1))
        #expect(list.rows.map(\.id) == [1, 3, 4])
        #expect(list.state.change == RowChange(inserted: [2..<3]))
        listening?.cancel()
    }
}
