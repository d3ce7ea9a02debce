import Testing

@testable import PagingOperators

struct CancelAndResetTests {
    @Test func cancelStopsTheLoadAndKeepsTheRows() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 9), .cancel)
        #expect(list.cancelled == [1])
        #expect(list.running == [])
        #expect(list.rows == Array(0..<10))
        #expect(list.state.kinds == [.idle, .end, .idle])
        #expect(list.state.change == .none)
    }

    @Test func lateAnswersAfterCancelAreIgnored() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 9), .cancel)
        let count = list.states.count
        list.answer(.rows(10..<20), to: 1)
        list.fail(at: 1)
        #expect(list.states.count == count)
        #expect(list.rows == Array(0..<10))
    }

    @Test func hintAfterCancelLoadsAgain() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 9), .cancel, .shown(row: 9))
        #expect(list.running == [.append(10)])
        list.answer(.rows(10..<20))
        #expect(list.rows == Array(0..<20))
    }

    @Test func cancelStopsTheFirstLoadAndAHintStartsItAgain() {
        var list = EngineDriver(threshold: 3)
        list.start()
        list.send(.cancel)
        #expect(list.cancelled == [0])
        #expect(list.state.kinds == [.idle, .idle, .idle])
        #expect(list.state.phase == .idle)
        list.answer(.rows(0..<10), to: 0)
        #expect(list.rows == [])
        list.send(.loadMore)
        #expect(list.running == [.refresh])
        list.answer(.rows(0..<10))
        #expect(list.running == [])
    }

    @Test func cancelStopsARefreshAndTheOldRowsLoadFurtherPages() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.refresh, .cancel)
        #expect(list.cancelled == [1])
        #expect(list.state.kinds == [.idle, .end, .idle])
        list.answer(.rows(50..<60), to: 1)
        #expect(list.rows == Array(0..<10))
        list.send(.shown(row: 9))
        #expect(list.running == [.append(10)])
    }

    @Test func cancelDropsPendingHints() {
        var list = EngineDriver.loaded(threshold: 0, .rows(0..<10))
        list.send(.loadMore, .cancel, .shown(row: 9))
        #expect(list.running == [])
    }

    @Test func cancelWithoutALoadDoesNothing() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.cancel)
        #expect(list.states.count == 2)
        var untouched = EngineDriver(threshold: 3)
        untouched.send(.cancel)
        #expect(untouched.states.isEmpty)
    }

    @Test func resetDropsTheRowsAndStopsTheLoad() {
        var list = EngineDriver.loaded(threshold: 3, Page(Array(0..<10), next: 10, total: 99))
        list.send(.shown(row: 9), .reset)
        #expect(list.cancelled == [1])
        #expect(list.running == [])
        #expect(list.rows == [])
        #expect(list.state.kinds == [.idle, .idle, .idle])
        #expect(list.state.change == .reload)
        #expect(list.state.phase == .idle)
        #expect(list.state.total == nil)
        #expect(list.engine.lastShownRow == nil)
    }

    @Test func emptyIsOnlyWhatTheSourceSaid() {
        var list = EngineDriver.loaded(threshold: 3, .last(0..<0))
        #expect(list.state.phase == .empty)
        list.send(.reset)
        #expect(list.state.phase == .idle)
        list.send(.refresh)
        list.answer(Page([], next: 1))
        #expect(list.state.phase == .firstLoad)
        list.send(.cancel)
        #expect(list.state.phase == .idle)
        list.send(.loadMore)
        list.answer(Page([], next: nil))
        #expect(list.state.phase == .empty)
    }

    @Test func lateAnswersAfterResetAreIgnored() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 9), .reset)
        let count = list.states.count
        list.answer(.rows(10..<20), to: 1)
        list.fail(at: 1)
        #expect(list.states.count == count)
        #expect(list.rows == [])
    }

    @Test(arguments: [ListSignal.refresh, .loadMore, .shown(row: 0)])
    func hintAfterResetLoadsTheFirstPage(signal: ListSignal) {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.reset, signal)
        #expect(list.running == [.refresh])
        list.answer(.rows(5..<9))
        #expect(list.rows == Array(5..<9))
        #expect(list.state.change == RowChange(inserted: [0..<4]))
    }

    @Test func resetClearsFailures() {
        var list = EngineDriver(threshold: 3)
        list.start()
        list.fail()
        list.send(.reset)
        #expect(list.state.kinds == [.idle, .idle, .idle])
        list.send(.loadMore)
        #expect(list.running == [.refresh])
    }

    @Test func resetOfAnUntouchedListDoesNothing() {
        var list = EngineDriver(threshold: 3)
        list.send(.reset)
        #expect(list.states.isEmpty)
        list.start()
        list.send(.reset, .reset)
        #expect(list.states.count == 2)
    }
}
