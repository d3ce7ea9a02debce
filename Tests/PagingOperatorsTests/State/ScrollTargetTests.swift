import TestSupport
import Testing

@testable import PagingOperators

/// Where a list scrolls, also when a screen skips states.
struct ScrollTargetTests {
    private func state(
        _ count: Int, _ change: RowChange = .none, _ target: ScrollTarget? = nil
    ) -> ViewState<Int> {
        var state = ViewState(items: PagedItems(Array(0..<count)), change: change)
        state.scrollTarget = target
        return state
    }

    @Test func jumpIsShownAtTheTopWhateverIsInView() {
        let state = state(50, .reload, .jump(row: 12))
        #expect(state.topRow(following: 30..<38) == 12)
        #expect(state.scrollTarget?.isJump == true)
    }

    @Test func movedRowsKeepTheirPlacesAsFarAsThereAreRows() {
        let state = state(10, .reload, .moved(to: 8, by: -80))
        #expect(state.topRow(following: 81..<89) == 1)
        #expect(state.topRow(following: 76..<84) == 0)
        #expect(state.topRow(following: 95..<99) == 9)
        #expect(state.scrollTarget?.isJump == false)
    }

    /// No row is in view of a list without height.
    @Test func placeWithoutRowsFollowsTheRowAfterIt() {
        #expect(state(13, RowChange(inserted: [5..<8])).topRow(following: 5..<5) == 8)
        #expect(state(13, RowChange(inserted: [5..<8])).topRow(following: 4..<5) == 4)
    }

    @Test func skippedJumpIsFollowedThroughLaterChanges() {
        let jump = state(20, .reload, .jump(row: 5))
        let inserted = state(30, RowChange(inserted: [0..<10]))
        #expect(inserted.conflated(with: jump).scrollTarget == .jump(row: 15))
        let removed = state(18, RowChange(removed: [4..<6]))
        #expect(removed.conflated(with: jump).scrollTarget == .jump(row: 4))
        let reload = state(10, .reload, .moved(to: 2, by: -3))
        #expect(reload.conflated(with: jump).scrollTarget == .jump(row: 2))
        #expect(state(3, .reload).conflated(with: jump).scrollTarget == .jump(row: 2))
        #expect(state(0, .reload).conflated(with: jump).scrollTarget == nil)
        #expect(jump.conflated(with: reload).scrollTarget == .jump(row: 5))
    }

    /// A refresh by difference that has none of the rows in view goes to the start.
    @Test func placeOfARefreshByDifferenceIsKeptWhereStatesAreSkipped() {
        var refresh = state(10, RowChange(removed: [10..<100]), .moved(to: 0, by: -83))
        refresh.focusRows = 0..<6
        var prepended = state(100, RowChange(inserted: [0..<10]))
        prepended.focusRows = 83..<89
        #expect(refresh.conflated(with: prepended).topRow(following: 73..<79) == 0)
        var appended = state(20, RowChange(inserted: [10..<20]))
        appended.focusRows = 0..<6
        #expect(appended.conflated(with: refresh).topRow(following: 83..<89) == 0)
        // All of the rows in view were replaced by others, which have their numbers.
        var replaced = state(100, RowChange(removed: [50..<60], inserted: [50..<60]), .moved(to: 55, by: 0))
        replaced.focusRows = 55..<60
        #expect(replaced.conflated(with: state(100)).topRow(following: 55..<60) == 55)
    }

    @Test func reloadAfterSkippedRowsCountsFromTheRowsThatTheScreenShows() {
        let prepended = state(30, RowChange(inserted: [0..<10]))
        let reload = state(10, .reload, .moved(to: 3, by: -20)).conflated(with: prepended)
        #expect(reload.scrollTarget == .moved(to: 3, by: -10))
        #expect(reload.topRow(following: 13..<20) == 3)
    }

    @Test func reloadThatKeepsTheNumbersMovesRowsThatWereMovedBefore() {
        let prepended = state(30, RowChange(inserted: [0..<10]))
        var reload = state(30, .reload)
        reload.focusRows = 14..<22
        #expect(reload.conflated(with: prepended).topRow(following: 4..<12) == 14)
        var appended = state(50, RowChange(inserted: [30..<50]))
        appended.focusRows = 4..<12
        #expect(appended.conflated(with: state(30, .reload)).scrollTarget == nil)
    }

    /// A screen that skips states ends at the row at which one ends that shows them all.
    @Test(arguments: Seeds.make(200))
    func skippedStatesLeadToTheSameRow(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        // Far from both ends, so that no row is clamped.
        let first = 500 + random.number(below: 20)
        var top = first
        var count = 1000
        var combined: ViewState<Int>?
        for _ in 0..<2 + random.number(below: 4) {
            let next = step(from: count, top: top, &random)
            count = next.rowCount
            top = next.topRow(following: top..<top + 8)
            combined = combined.map { next.conflated(with: $0) } ?? next
        }
        #expect(combined?.topRow(following: first..<first + 8) == top)
    }

    /// A state after one with a number of rows, of which those at a place are in view: a jump, a reload, or
    /// rows inserted and removed before and after them.
    private func step(from count: Int, top: Int, _ random: inout SeededGenerator) -> ViewState<Int> {
        var next: ViewState<Int>
        let reported = random.number(below: 8)
        switch random.number(below: 4) {
        case 0: next = state(count, .none, .jump(row: 500 + random.number(below: 20)))
        case 1:
            let distance = random.number(below: 60) - 30
            next = state(count, .reload, .moved(to: top + distance + reported, by: distance))
        case 2: next = state(count, .reload)
        default:
            let (removed, inserted) = (random.number(below: 250), random.number(below: 250))
            next = state(
                count - 3,
                RowChange(removed: [removed..<removed + 7, 700..<705], inserted: [inserted..<inserted + 9]))
        }
        let first = next.topRow(following: top..<top + 8) + reported
        next.focusRows = first..<first + 1
        return next
    }
}
