import Foundation
import TestSupport
import Testing

@testable import PagingOperators

/// Lists that show the pages of an earlier session first.
struct StoredListTests {
    typealias Snapshot = PagingSnapshot<Int, Int>

    private let line = NumberLine(count: 100)
    private let loadedAt = Date(timeIntervalSince1970: 500)

    /// Pages of ten numbers.
    private func pages(_ keys: Int?...) -> Snapshot {
        Snapshot(pages: keys.map { .init(key: $0, page: line.page($0)) })
    }

    private func started(
        _ rules: PagingRules = PagingRules(threshold: 2), from key: Int? = nil,
        transform: any PageTransform<Int, Int> = IdentityTransform<Int>(),
        difference: RowDifference<Int>? = nil, findsRows: Bool = false
    ) -> EngineDriver<Int, Int> {
        let line = line
        var list = EngineDriver(
            rules, transform: transform, start: PagingStart(key: key, keepsItems: true),
            difference: difference, keyForRow: { findsRows ? line.key(forRow: $0) : nil })
        list.start()
        return list
    }

    @Test func storedRowsShowUntilTheFirstPageArrives() {
        var list = started(difference: RowDifference(by: { $0 }))
        list.readStore(pages(nil, 10), loadedAt: loadedAt)
        #expect(list.rows == Array(0..<20))
        #expect(list.state.isStored)
        #expect(list.state.storedAt == loadedAt)
        #expect(list.state.kinds == [.loading, .end, .idle])
        #expect(list.state.change == RowChange(inserted: [0..<20]))
        #expect(list.requests == [.refresh])
        list.answer(Page([100] + Array(0..<9), next: 9))
        #expect(list.rows == [100] + Array(0..<9))
        #expect(!list.state.isStored)
        #expect(list.state.change == RowChange(removed: [9..<20], inserted: [0..<1]))
        #expect(list.state.kinds == [.idle, .end, .idle])
    }

    @Test func stateSaysThatTheSameRowsAreFresh() {
        var list = started(difference: RowDifference(by: { $0 }))
        list.readStore(pages(nil))
        list.answer(line.page(nil))
        #expect(list.state.change.isEmpty)
        #expect(list.states.map(\.isStored) == [false, true, false])
    }

    /// The source before it has loaded pages, which are not those of this list, and was to be refreshed.
    @Test func validListOfAnotherSourceIsNeitherLoadedNorStoredAgain() {
        var list = started()
        list.answer(line.page(nil))
        list.send(.refresh)
        list.replaceSource(keyForRow: { _ in nil })
        list.readStore(pages(nil, 10), isValid: true)
        #expect(list.rows == Array(0..<20))
        #expect(list.running == [])
        #expect(list.engine.makeStorableList(since: 0) == nil)
        list.send(.loadMore)
        list.answer(line.page(20))
        #expect(list.engine.makeStorableList(since: 0) != nil)
        list.send(.refresh)
        #expect(list.running == [.refresh])
    }

    @Test func invalidationDuringTheFirstLoadDoesNotHideThatItsRowsAreFresh() {
        var list = started(difference: RowDifference(by: { $0 }))
        list.readStore(pages(nil))
        list.invalidate()
        list.answer(line.page(nil))
        #expect(list.running == [.refresh])
        #expect(!list.state.isStored)
    }

    @Test(arguments: [false, true])
    func itemThatIsInsertedWhileTheStoreIsReadIsARow(isValid: Bool) {
        var list = started(difference: RowDifference(by: { $0 }))
        list.insert(3, at: .end)
        list.readStore(
            Snapshot(pages: [.init(key: nil, page: Page([0, 1, 2], next: nil))]), isValid: isValid)
        list.insert(4, at: .end)
        #expect(list.rows == [0, 1, 2, 3, 4])
        #expect(list.running == (isValid ? [] : [.refresh]))
        if isValid { return }
        // The page has the first of them, and was made before the second.
        list.answer(Page([0, 1, 2, 3], next: nil))
        #expect(list.rows == [0, 1, 2, 3, 3, 4])
    }

    @Test func itemThatIsInsertedAndStoredIsARowOnce() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Person>(),
            start: PagingStart<Int, Person>(keepsItems: true))
        list.start()
        for id in [1, 2] { list.insert(Person(id: id), at: .end) }
        list.readStore(
            PagingSnapshot(pages: [.init(key: nil, page: Page([Person(id: 0), Person(id: 1)], next: nil))]),
            isValid: true)
        #expect(list.rows.map(\.id) == [0, 1, 2])
    }

    @Test func itemThatIsInsertedWhileAPartOfTheListIsReadIsOnAPageBeyond() {
        var list = started()
        list.insert(3, at: .end)
        list.readStore(pages(nil), isValid: true)
        #expect(list.rows == Array(0..<10))
    }

    @Test func storedListAfterTheFirstPageIsIgnored() {
        var list = started()
        list.answer(line.page(nil))
        let count = list.states.count
        list.readStore(pages(nil, 10))
        #expect(list.states.count == count)
        #expect(list.rows == Array(0..<10))
        #expect(!list.state.isStored)
    }

    @Test func storedListAfterAFirstPageWithoutRowsIsIgnored() {
        var list = started()
        list.answer(Page([], next: nil))
        list.readStore(pages(nil))
        #expect(list.state.phase == .empty)
    }

    @Test func storedRowsStayWhenTheLoadFails() {
        var list = started()
        list.readStore(pages(nil, 10))
        list.fail()
        #expect(list.rows == Array(0..<20))
        #expect(list.state.kinds == [.failed, .end, .idle])
        #expect(list.state.isStored)
        list.send(.shown(row: 19))
        #expect(list.running == [.append(20)])
        list.answer(line.page(20))
        #expect(list.rows == Array(0..<30))
        #expect(list.state.isStored)
        list.send(.retry)
        #expect(list.running == [.refresh])
        list.answer(line.page(nil))
        #expect(!list.state.isStored)
        #expect(list.state.kinds == [.idle, .end, .idle])
    }

    @Test func storedListAfterAFailureShowsItsRows() {
        var list = started()
        list.fail()
        #expect(list.state.phase == .failed)
        list.readStore(pages(nil))
        #expect(list.state.phase == .content)
        #expect(list.rows == Array(0..<10))
        #expect(list.state.error is TestError)
    }

    @Test(arguments: [ListSignal.cancel, .reset])
    func storedListAfterItsLoadsWereCancelledIsIgnored(signal: ListSignal) {
        var list = started()
        list.send(signal)
        list.readStore(pages(nil))
        #expect(list.rows == [])
        list.send(.loadMore)
        list.readStore(pages(nil))
        #expect(list.rows == [])
        #expect(list.running == [.refresh])
    }

    @Test func storedListBeforeTheStartIsIgnored() {
        var list = EngineDriver<Int, Int>(threshold: 1)
        list.readStore(pages(nil))
        #expect(list.states.isEmpty)
    }

    @Test func resetDropsStoredRows() {
        var list = started()
        list.readStore(pages(nil))
        list.send(.reset)
        #expect(list.rows == [])
        #expect(!list.state.isStored)
    }

    @Test func cancelKeepsStoredRows() {
        var list = started()
        list.readStore(pages(nil))
        list.send(.cancel)
        #expect(list.rows == Array(0..<10))
        #expect(list.state.isStored)
        #expect(list.state.refresh.kind == .idle)
    }

    @Test func validListReplacesTheFirstLoad() {
        var list = started()
        list.readStore(pages(nil, 10), isValid: true)
        #expect(list.cancelled == [0])
        #expect(list.state.kinds == [.idle, .end, .idle])
        #expect(list.state.isStored)
        list.send(.shown(row: 19))
        #expect(list.running == [.append(20)])
        list.answer(line.page(20))
        #expect(list.state.isStored)
        list.send(.refresh)
        list.answer(line.page(nil))
        #expect(!list.state.isStored)
    }

    @Test func validListLoadsThePageThatAHintNeeds() {
        var list = started()
        list.send(.shown(row: 40))
        list.readStore(pages(nil, 10), isValid: true)
        #expect(list.engine.lastShownRow == 19)
        #expect(list.running == [.append(20)])
    }

    @Test func refreshThatWasRequestedGoesOnDespiteAValidList() {
        var list = started()
        list.send(.refresh)
        list.readStore(pages(nil), isValid: true)
        #expect(list.running == [.refresh])
        #expect(list.state.isStored)
        #expect(list.state.isLoading)
    }

    @Test func invalidatedListIsLoadedAgainThoughStoredPagesAreValid() {
        var list = started()
        list.invalidate()
        list.readStore(pages(nil), isValid: true)
        #expect(list.cancelled == [0])
        #expect(list.running == [.refresh])
        #expect(list.state.isLoading)
    }

    @Test func jumpGoesOnDespiteAValidList() {
        let line = NumberLine(count: 100, isCounted: true)
        var list = started(findsRows: true)
        list.send(.jump(toRow: 55))
        list.readStore(Snapshot(pages: [.init(key: nil, page: line.page(nil))]), isValid: true)
        #expect(list.running == [.refresh(50)])
        #expect(list.rows == Array(0..<10))
        list.answer(line.page(50))
        #expect(list.rows == Array(50..<60))
        #expect(list.state.scrollTarget == .jump(row: 5))
    }

    @Test func firstLoadThatAJumpHasReplacedBeginsAgainWhenTheJumpEnds() {
        let line = NumberLine(count: 100, isCounted: true)
        var list = started(findsRows: true)
        list.readStore(Snapshot(pages: [.init(key: nil, page: line.page(nil))]))
        list.send(.jump(toRow: 55))
        #expect(list.running == [.refresh(50)])
        list.send(.jump(toRow: 3))
        #expect(list.running == [.refresh])
        #expect(list.state.isStored)
        #expect(list.state.scrollTarget == .jump(row: 3))
        list.answer(line.page(nil))
        #expect(!list.state.isStored)
        #expect(list.state.kinds == [.idle, .end, .idle])
    }

    @Test func jumpThatEndsInAValidListLoadsNothing() {
        let line = NumberLine(count: 100, isCounted: true)
        var list = started(findsRows: true)
        list.readStore(Snapshot(pages: [.init(key: nil, page: line.page(nil))]), isValid: true)
        list.send(.jump(toRow: 55), .jump(toRow: 3))
        #expect(list.running == [])
        #expect(list.state.isStored)
    }

    @Test func hintsCountForTheStoredRows() {
        var list = started()
        list.send(.shown(row: 40))
        list.readStore(pages(nil))
        #expect(list.engine.lastShownRow == 9)
        list.fail()
        // Not up to row 40.
        #expect(list.running == [.append(10)])
        list.answer(line.page(10))
        #expect(list.running == [])
    }

    @Test func storedPagesWithoutRowsAreNotShown() {
        let transform = SelectTransform<Int, Int>(
            { $0 < 10 ? nil : $0 }, page: { PageLoops.select($0) { $0 < 10 ? nil : $0 } })
        var list = started(transform: transform)
        list.readStore(pages(nil))
        #expect(list.states.count == 1)
        #expect(list.engine.makeSnapshot() == nil)
        list.fail()
        #expect(list.state.phase == .failed)
    }

    @Test func validPagesWithoutRowsAreFollowedByTheNext() {
        let transform = SelectTransform<Int, Int>(
            { $0 < 10 ? nil : $0 }, page: { PageLoops.select($0) { $0 < 10 ? nil : $0 } })
        var list = started(transform: transform)
        list.readStore(pages(nil), isValid: true)
        #expect(list.running == [.append(10)])
        list.answer(line.page(10))
        #expect(list.rows == Array(10..<20))
    }

    @Test func listThatStartsInTheMiddleShowsItsFirstPage() {
        var list = started(from: 20, difference: RowDifference(by: { $0 }))
        list.readStore(pages(10, 20, 30))
        #expect(list.state.scrollTarget == .jump(row: 10))
        #expect(list.state.focusRow == 10)
        list.answer(line.page(20))
        #expect(list.rows == Array(20..<30))
        #expect(list.engine.lastShownRow == 0)
        #expect(list.state.scrollTarget == nil)
    }

    @Test func restoredListIsNotReplacedByAStoredOne() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(),
            start: PagingStart(snapshot: pages(nil, 10), revalidates: true, keepsItems: true))
        list.start()
        list.readStore(pages(nil, 10, 20))
        #expect(list.rows == Array(0..<20))
        #expect(!list.state.isStored)
    }

    @Test func windowRemovesStoredPages() {
        var list = started(PagingRules(threshold: 2, maxRows: 20))
        list.readStore(pages(nil, 10), isValid: true)
        list.send(.shown(row: 19))
        list.settle(with: line)
        #expect(list.rows == Array(10..<30))
        list.send(.shown(row: 0))
        list.settle(with: line)
        #expect(list.rows == Array(0..<20))
    }

    @Test func editsOfStoredRowsSurviveTheirFirstPage() {
        var posts = EditedList(threshold: 0) { EditTransform($0) }
        posts.list.readStore(PagingSnapshot(pages: [.init(key: nil, page: .posts(1, 2, 3))]))
        posts.edit { $0.remove(2) }
        #expect(posts.ids == [1, 3])
        posts.list.answer(.posts(1, 2, 3, 4))
        #expect(posts.ids == [1, 3, 4])
    }

    @Test func unconfirmedEditsOfStoredRowsSurviveARetry() {
        var posts = EditedList(threshold: 0) { EditTransform($0) }
        posts.list.readStore(PagingSnapshot(pages: [.init(key: nil, page: .posts(1, 2, 3))]))
        posts.list.fail()
        let edit = posts.edit { $0.remove(2, survivesRefresh: true) }
        posts.list.send(.retry)
        posts.list.answer(.posts(1, 2, 3))
        #expect(posts.ids == [1, 3])
        posts.confirm(edit)
        posts.list.send(.refresh)
        posts.list.answer(.posts(1, 3))
        #expect(posts.ids == [1, 3])
    }

    @Test func editsMadeBeforeTheStoreWasReadApplyToItsRows() {
        var posts = EditedList(threshold: 0) { EditTransform($0) }
        posts.edit { $0.update(2) { $0.text = "new" } }
        posts.list.readStore(PagingSnapshot(pages: [.init(key: nil, page: .posts(1, 2))]))
        #expect(posts.list.rows == [Post(id: 1), Post(id: 2, text: "new")])
    }

    @Test func storedListOfANewSourceBeginsAtItsStart() {
        let identity = RowDifference<Int>(by: { $0 })
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, difference: identity)
        list.send(.shown(rows: 4..<8))
        list.replaceSource { _ in nil }
        list.readStore(PagingSnapshot(pages: [.init(key: nil, page: Page(Array(200..<220), next: nil))]))
        #expect(list.state.focusRows?.lowerBound == 0)
        #expect(list.state.scrollTarget == .moved(to: 0, by: -4))
    }
}
