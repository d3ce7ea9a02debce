import TestSupport
import Testing

@testable import PagingOperators

struct PrependTests {
    private let line = NumberLine(count: 100)

    private func middle(threshold: Int = 3) -> EngineDriver<Int, Int> {
        .loaded(PagingRules(threshold: threshold), from: line, startingAt: 50)
    }

    @Test func listMayStartInTheMiddle() {
        let list = middle()
        #expect(list.requests == [.refresh(50)])
        #expect(list.rows == Array(50..<60))
        #expect(list.state.kinds == [.idle, .idle, .idle])
        #expect(list.state.hasPrevious)
        #expect(list.state.hasMore)
    }

    @Test func rowsNearTheStartLoadThePreviousPage() {
        var list = middle()
        list.send(.shown(row: 3))
        #expect(list.running == [])
        list.send(.shown(row: 2))
        #expect(list.running == [.prepend(40)])
        #expect(list.state.kinds == [.idle, .loading, .idle])
        #expect(list.state.isPaging)
        list.settle(with: line)
        #expect(list.rows == Array(40..<60))
        #expect(list.state.change == RowChange(inserted: [0..<10]))
        #expect(list.state.kinds == [.idle, .idle, .idle])
    }

    @Test func shownRowMovesWhenAPageIsPrepended() {
        var list = middle()
        list.send(.shown(row: 2))
        list.settle(with: line)
        #expect(list.engine.lastShownRow == 12)
        #expect(list.running == [])
    }

    @Test func loadPreviousLoadsOnePageWhereverTheListIs() {
        var list = middle(threshold: 0)
        list.send(.shown(row: 5), .loadPrevious)
        #expect(list.running == [.prepend(40)])
        list.settle(with: line)
        #expect(list.requests == [.refresh(50), .prepend(40)])
    }

    @Test func hintLoadsSeveralPreviousPages() {
        var list = middle(threshold: 15)
        list.send(.shown(row: 0), .shown(row: 0))
        list.answer(line.page(40), to: list.requests.firstIndex(of: .prepend(40)))
        #expect(list.running == [.append(60), .prepend(30)])
    }

    @Test func startIsReachedOnce() {
        var list = middle()
        for _ in 0..<5 {
            list.send(.shown(row: 0))
            list.settle(with: line)
        }
        #expect(list.rows == Array(0..<60))
        #expect(list.state.kinds == [.idle, .end, .idle])
        let count = list.requests.count
        list.send(.shown(row: 0), .loadPrevious, .retry)
        #expect(list.requests.count == count)
    }

    @Test func emptyPreviousPageIsNotTheStart() {
        var list = middle()
        list.send(.shown(row: 0))
        list.answer(Page([], previous: 30, next: 50))
        #expect(list.running == [.prepend(30)])
        #expect(list.state.prepend.kind == .loading)
        list.answer(Page([31], previous: nil, next: 40))
        #expect(list.rows == [31] + Array(50..<60))
        #expect(list.state.prepend.kind == .end)
    }

    @Test func failedPreviousPageKeepsTheRowsAndHoldsTheDirection() {
        var list = middle()
        list.send(.shown(row: 0))
        list.fail()
        #expect(list.rows == Array(50..<60))
        #expect(list.state.kinds == [.idle, .failed, .idle])
        #expect(list.state.error as? TestError == .offline)
        list.send(.shown(row: 0), .loadPrevious)
        #expect(list.running == [])
        list.send(.retry)
        #expect(list.running == [.prepend(40)])
    }

    @Test func hintReloadsTheFailedPreviousPageWhereThePolicySaysSo() {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 3, failurePolicy: .retryOnHint), from: line, startingAt: 50)
        list.send(.shown(row: 0))
        list.fail()
        list.send(.shown(row: 5))
        #expect(list.running == [])
        list.send(.shown(row: 1))
        #expect(list.running == [.prepend(40)])
    }

    @Test func previousKeyEqualToTheLoadedKeyIsAnError() {
        var list = middle()
        list.send(.shown(row: 0))
        list.answer(Page([40], previous: 40, next: 50))
        #expect(list.state.prepend.error as? PagingError == .repeatedKey("40"))
    }

    @Test func duplicatesAreDroppedFromThePreviousPage() {
        var list = EngineDriver(deduping: PagingRules(threshold: 1))
        list.start()
        list.answer(Page([5, 6], previous: 1, next: nil))
        list.send(.shown(row: 0))
        list.answer(Page([4, 5, 6], previous: nil, next: 2))
        #expect(list.rows == [4, 5, 6])
        #expect(list.state.change == RowChange(inserted: [0..<1]))
    }

    @Test func afterARefreshTheListStartsInTheMiddleAgain() {
        var list = middle()
        list.send(.shown(row: 0))
        list.settle(with: line)
        list.send(.refresh)
        #expect(list.running == [.refresh(50)])
        list.settle(with: line)
        #expect(list.rows == Array(50..<60))
        #expect(list.state.change == .reload)
    }

    @Test func hintBeyondTheListAndAPreviousPageLoadTogether() {
        var list = middle()
        list.send(.shown(row: .max), .loadPrevious)
        list.settle(with: line)
        #expect(list.rows == Array(40..<70))
    }
}
