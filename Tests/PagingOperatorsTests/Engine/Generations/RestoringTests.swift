import Foundation
import Testing

@testable import PagingOperators

struct RestoringTests {
    typealias Snapshot = PagingSnapshot<Int, Int>

    private let line = NumberLine(count: 100, isCounted: true)

    private func restored(
        _ snapshot: Snapshot?, _ rules: PagingRules = PagingRules(threshold: 2), revalidates: Bool = false
    ) -> EngineDriver<Int, Int> {
        var list = EngineDriver(
            rules, transform: IdentityTransform<Int>(),
            start: PagingStart(key: nil, snapshot: snapshot, revalidates: revalidates, keepsItems: true))
        list.start()
        return list
    }

    private func scrolled(_ rules: PagingRules = PagingRules(threshold: 2), _ line: NumberLine? = nil)
        -> EngineDriver<Int, Int>
    {
        let line = line ?? self.line
        var list = EngineDriver.loaded(rules, from: line)
        list.showLastItem(of: line, times: 4)
        return list
    }

    @Test(arguments: [ListSignal.shown(row: 39), .loadMore])
    func signalsBeforeTheStartApplyToTheSavedRows(signal: ListSignal) {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(),
            start: PagingStart(snapshot: scrolled().engine.makeSnapshot()))
        list.send(.cancel, signal)
        list.start()
        #expect(list.rows == Array(0..<50))
        #expect(list.requests == (signal == .loadMore ? [.append(50)] : []))
        list.send(.reset, .loadMore)
        #expect(list.running == [.refresh])
    }

    @Test func restoredListStartsWithTheSavedRows() {
        let saved = scrolled()
        var list = restored(saved.engine.makeSnapshot())
        #expect(list.requests == [])
        #expect(list.states.count == 1)
        #expect(list.rows == saved.rows)
        #expect(list.state.kinds == saved.state.kinds)
        #expect(list.state.total == 100)
        #expect(list.state.change.isReload)
        #expect(list.engine.lastShownRow == 39)
        list.send(.shown(row: 49))
        #expect(list.running == [.append(50)])
    }

    @Test func snapshotSurvivesJSON() throws {
        let rules = PagingRules(threshold: 2, maxRows: 30, showsPlaceholders: true)
        let snapshot = try #require(scrolled(rules).engine.makeSnapshot())
        let data = try JSONEncoder().encode(snapshot)
        #expect(try JSONDecoder().decode(Snapshot.self, from: data) == snapshot)
    }

    @Test(arguments: [true, false])
    func pagesOutsideTheWindowAreLoadedAgain(isTwoWay: Bool) {
        let line = NumberLine(count: 100, isTwoWay: isTwoWay)
        let rules = PagingRules(threshold: 2, maxRows: 30)
        let saved = scrolled(rules, line)
        #expect(saved.rows == Array(20..<50))
        var list = restored(saved.engine.makeSnapshot(), rules)
        #expect(list.state.hasPrevious)
        list.send(.shown(row: 0))
        list.settle(with: line)
        list.send(.shown(row: 0))
        list.settle(with: line)
        #expect(list.rows == Array(0..<30))
        #expect(list.state.prepend.kind == .end)
    }

    @Test(arguments: [true, false])
    func placeholdersAreRestored(isTwoWay: Bool) {
        let rules = PagingRules(threshold: 2, maxRows: 30, showsPlaceholders: true)
        var line = line
        line.isTwoWay = isTwoWay
        var saved = EngineDriver(
            rules, transform: IdentityTransform<Int>(), start: PagingStart(keepsItems: true))
        saved.start()
        for first in stride(from: 0, to: 50, by: 10) {
            // Only a total: the rows before a page are those loaded before it.
            var page = line.page(first)
            page.itemsBefore = nil
            saved.answer(page)
            saved.send(.shown(row: first + 9))
        }
        saved.send(.cancel)
        #expect(saved.state.placeholdersBefore == 20)
        let list = restored(saved.engine.makeSnapshot(), rules)
        #expect(list.state.placeholdersBefore == 20)
        #expect(list.state.placeholdersAfter == 50)
        #expect(list.engine.lastShownRow == 49)
        #expect(list.running == [.append(50)])
    }

    @Test(arguments: [true, false], [true, false])
    func jumpCountsInRowsOfTheWholeList(isCounted: Bool, isTwoWay: Bool) throws {
        let line = NumberLine(count: 100, isCounted: isCounted, isTwoWay: isTwoWay)
        let rules = PagingRules(threshold: 2, maxRows: 30, showsPlaceholders: isCounted)
        let saved = scrolled(rules, line)
        #expect(saved.rows == Array(20..<50))
        let data = try JSONEncoder().encode(saved.engine.makeSnapshot())
        var list = restored(try JSONDecoder().decode(Snapshot.self, from: data), rules)
        #expect(list.state.placeholdersBefore == (isCounted ? 20 : 0))
        for row in [35, 5, 70] {
            let count = list.states.count
            list.send(.jump(toRow: row))
            list.settle(with: line)
            let jump = list.states[count...].first { $0.scrollTarget != nil }
            let state = try #require(jump)
            #expect(state.scrollTarget.flatMap { state.item(atRow: $0.row) } == row)
        }
    }

    @Test(arguments: [-5, Int.max])
    func countOfASnapshotThatNoListHasIsNone(count: Int) throws {
        let saved = scrolled(PagingRules(threshold: 2, maxRows: 30), NumberLine(count: 100))
        var snapshot = try #require(saved.engine.makeSnapshot())
        #expect(snapshot.rowsBefore == 20)
        snapshot.rowsBefore = count
        var list = restored(snapshot)
        list.send(.jump(toRow: 3))
        #expect(list.state.scrollTarget == .jump(row: 3))
    }

    @Test func revalidationLoadsAroundTheShownRow() {
        var list = restored(scrolled().engine.makeSnapshot(), revalidates: true)
        #expect(list.states.count == 1)
        #expect(list.rows == Array(0..<50))
        #expect(list.state.kinds == [.loading, .end, .idle])
        #expect(list.running == [.refresh(30)])
        list.answer(line.page(30))
        // Its last row was reported: the next one may be in view as well.
        #expect(list.rows == Array(0..<50))
        #expect(list.running == [.append(40)])
        list.answer(line.page(40))
        #expect(list.rows == Array(30..<50))
        #expect(list.running == [])
    }

    @Test(arguments: [0..<Int.max, Int.min..<Int.max, Int.min..<(-5), 5..<5])
    func rowsOfADamagedSnapshotAreRowsOfTheList(shown: Range<Int>) throws {
        var snapshot = try #require(scrolled().engine.makeSnapshot())
        snapshot.shownRows = shown
        for maxRows in [nil, 20] {
            let list = restored(snapshot, PagingRules(threshold: 2, maxRows: maxRows))
            #expect(!list.rows.isEmpty)
        }
    }

    @Test func positionIsSavedDuringARefresh() throws {
        var saved = scrolled()
        saved.send(.refresh)
        #expect(try #require(saved.engine.makeSnapshot()).shownRows == 39..<40)
    }

    @Test func transformsAreAppliedAgain() {
        let snapshot = Snapshot(pages: [
            .init(key: nil, page: Page([1, 2], next: 1)), .init(key: 1, page: Page([2, 3], next: 2)),
        ])
        var list = EngineDriver(
            PagingRules(threshold: 1), transform: DedupeTransform<Int, Int> { $0 },
            start: PagingStart(snapshot: snapshot))
        list.start()
        #expect(list.rows == [1, 2, 3])
        list.send(.loadMore)
        list.answer(Page([3, 4], next: nil))
        #expect(list.rows == [1, 2, 3, 4])
    }

    @Test func restoredListWithinItsThresholdLoadsTheNextPage() {
        let snapshot = Snapshot(pages: [.init(key: nil, page: .rows(0..<5))], shownRows: 4..<5)
        let list = restored(snapshot)
        #expect(list.running == [.append(5)])
    }

    @Test(arguments: [nil, Snapshot(pages: [])])
    func emptySnapshotLoadsTheFirstPage(snapshot: Snapshot?) {
        #expect(restored(snapshot).running == [.refresh])
    }

    @Test func snapshotIsNilBeforeTheFirstPageAndWithoutKeptItems() {
        var list = restored(nil)
        #expect(list.engine.makeSnapshot() == nil)
        list.answer(.rows(0..<5))
        #expect(list.engine.makeSnapshot() != nil)
        #expect(EngineDriver.loaded(threshold: 1, .rows(0..<5)).engine.makeSnapshot() == nil)
    }
}
