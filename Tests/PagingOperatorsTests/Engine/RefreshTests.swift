import TestSupport
import Testing

@testable import PagingOperators

struct RefreshTests {
    private func list(threshold: Int = 3) -> EngineDriver<Int, Int> {
        .loaded(threshold: threshold, .rows(0..<10))
    }

    @Test func oldRowsStayUntilTheFirstNewPageArrives() {
        var list = list()
        list.send(.refresh)
        #expect(list.running == [.refresh])
        #expect(list.rows == Array(0..<10))
        #expect(list.state.isLoading)
        #expect(list.state.phase == .content)
        list.answer(.rows(100..<103))
        #expect(list.rows == [100, 101, 102])
        #expect(list.state.change == .reload)
        #expect(list.state.kinds == [.idle, .end, .idle])
    }

    @Test func newGenerationContinuesFromItsOwnKeys() {
        var list = list()
        list.send(.refresh)
        list.answer(.rows(100..<103))
        list.send(.shown(row: 2))
        #expect(list.running == [.append(103)])
    }

    @Test func refreshCancelsTheNextPageAndDropsItsLateAnswer() {
        var list = list()
        list.send(.shown(row: 9), .refresh)
        #expect(list.cancelled == [1])
        #expect(list.running == [.refresh])
        #expect(list.state.kinds == [.loading, .end, .idle])
        let count = list.states.count
        list.answer(.rows(10..<20), to: 1)
        list.fail(at: 1)
        #expect(list.states.count == count)

        list.answer(.rows(50..<55), to: 2)
        #expect(list.rows == Array(50..<55))
        list.answer(.rows(10..<20), to: 1)
        #expect(list.rows == Array(50..<55))
        #expect(list.states.count == count + 1)
    }

    @Test func twoRefreshesConflate() {
        var list = list()
        list.send(.refresh, .refresh)
        #expect(list.running == [.refresh])
        #expect(list.cancelled == [])
        #expect(list.states.count == 3)
    }

    @Test func refreshDuringTheFirstLoadConflatesWithIt() {
        var list = EngineDriver(threshold: 3)
        list.start()
        list.send(.refresh)
        #expect(list.requests == [.refresh])
        #expect(list.states.count == 1)
    }

    @Test func refreshAfterTheEndAllowsFurtherPages() {
        var list = EngineDriver.loaded(threshold: 3, .last(0..<2))
        list.send(.refresh)
        list.answer(.rows(0..<2))
        #expect(list.state.append.kind == .idle)
        list.send(.shown(row: 1))
        #expect(list.running == [.append(2)])
    }

    @Test func refreshOfAnEmptyListInsertsItsRows() {
        var list = EngineDriver.loaded(threshold: 3, .last(0..<0))
        list.send(.refresh)
        #expect(list.state.phase == .firstLoad)
        list.answer(.last(0..<2))
        #expect(list.state.change == RowChange(inserted: [0..<2]))
    }

    @Test func refreshMayEmptyTheList() {
        var list = list()
        list.send(.refresh)
        list.answer(.last(0..<0))
        #expect(list.rows == [])
        #expect(list.state.phase == .empty)
        #expect(list.state.change == .reload)
    }

    @Test func hintsDuringARefreshLoadNoOldPage() {
        var list = list()
        list.send(.refresh, .shown(row: 9), .loadMore)
        #expect(list.running == [.refresh])
    }

    @Test func hintsFromBeforeARefreshDoNotCountForTheNewRows() {
        var list = list()
        list.send(.shown(row: 6), .refresh)
        list.answer(.rows(100..<103))
        #expect(list.running == [])
        #expect(list.engine.lastShownRow == nil)
    }

    @Test func hintDuringARefreshCountsForRowsThatAreThere() {
        var list = list()
        list.send(.refresh, .shown(row: 9))
        list.answer(.rows(100..<103))
        #expect(list.running == [.append(103)])
        list.answer(.rows(103..<106))
        #expect(list.running == [])
    }

    @Test func loadMoreDuringARefreshLoadsOneMorePage() {
        var list = list(threshold: 0)
        list.send(.refresh, .loadMore)
        list.answer(.rows(100..<103))
        #expect(list.running == [.append(103)])
        list.answer(.rows(103..<104))
        #expect(list.running == [])
    }

    @Test func failedRefreshKeepsTheRows() {
        var list = list()
        list.send(.refresh)
        list.fail()
        #expect(list.rows == Array(0..<10))
        #expect(list.state.kinds == [.failed, .end, .idle])
        #expect(list.state.error as? TestError == .offline)
        #expect(list.state.phase == .content)
        #expect(list.state.change == .none)
    }

    @Test func oldRowsLoadFurtherPagesAfterAFailedRefresh() {
        var list = list()
        list.send(.refresh)
        list.fail()
        list.send(.shown(row: 9))
        #expect(list.running == [.append(10)])
        list.answer(.rows(10..<20))
        #expect(list.rows == Array(0..<20))
        #expect(list.state.refresh.kind == .failed)
    }

    @Test func hintDuringAFailedRefreshLoadsTheNextOldPage() {
        var list = list()
        list.send(.refresh, .shown(row: 9))
        list.fail()
        #expect(list.running == [.append(10)])
        #expect(list.state.kinds == [.failed, .end, .loading])
    }

    @Test func loadMoreDuringAFailedRefreshLoadsTheNextOldPage() {
        var list = list(threshold: 0)
        list.send(.refresh, .loadMore)
        list.fail()
        #expect(list.running == [.append(10)])
    }

    @Test func retryAfterAFailedRefreshRefreshes() {
        var list = list()
        list.send(.refresh)
        list.fail()
        list.send(.retry)
        #expect(list.running == [.refresh])
        #expect(list.state.kinds == [.loading, .end, .idle])
        list.answer(.rows(100..<103))
        #expect(list.rows == [100, 101, 102])
        #expect(list.state.error == nil)
    }

    @Test func refreshAfterAFailureOfTheNextPageClearsIt() {
        var list = list()
        list.send(.shown(row: 9))
        list.fail()
        list.send(.refresh)
        list.answer(.rows(100..<103))
        #expect(list.state.kinds == [.idle, .end, .idle])
        #expect(list.state.error == nil)
    }

    @Test func retryAfterAFailedRefreshAndPageRefreshesOnce() {
        var list = list()
        list.send(.shown(row: 9))
        list.fail(.broken)
        list.send(.refresh)
        list.fail(.offline)
        #expect(list.state.kinds == [.failed, .end, .failed])
        #expect(list.state.error as? TestError == .offline)
        list.send(.retry)
        #expect(list.running == [.refresh])
        list.answer(.rows(0..<5))
        #expect(list.state.kinds == [.idle, .end, .idle])
    }
}
