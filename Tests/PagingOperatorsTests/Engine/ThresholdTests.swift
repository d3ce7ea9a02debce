import Testing

@testable import PagingOperators

struct ThresholdTests {
    @Test(arguments: [(1, 9), (2, 8), (5, 5), (10, 0)])
    func pageLoadsWhenFewerRowsThanTheThresholdAreLeft(threshold: Int, row: Int) {
        var list = EngineDriver.loaded(threshold: threshold, .rows(0..<10))
        if row > 0 { list.send(.shown(row: row - 1)) }
        #expect(list.running == [])
        list.send(.shown(row: row))
        #expect(list.running == [.append(10)])
        #expect(list.state.append.kind == .loading)
        #expect(list.state.footer == .loading)
        #expect(list.state.isPaging)
    }

    @Test func hintFarFromTheEndPublishesNothing() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 0), .shown(row: 6))
        #expect(list.states.count == 2)
    }

    @Test func burstOfHintsMakesOneLoad() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.shown(row: 7), .shown(row: 8), .shown(row: 9), .loadMore, .shown(row: 7))
        #expect(list.running == [.append(10)])
        #expect(list.states.count == 3)
        list.answer(.rows(10..<20))
        #expect(list.running == [])
    }

    @Test func hintTakesSeveralPagesOneAfterTheOther() {
        var list = EngineDriver.loaded(threshold: 5, .rows(0..<2))
        list.send(.shown(row: 1))
        for start in [2, 4] {
            #expect(list.running == [.append(start)])
            list.answer(.rows(start..<start + 2))
            #expect(list.state.append.kind == .loading)
            #expect(list.rows == Array(0..<start + 2))
        }
        #expect(list.running == [.append(6)])
        list.answer(.rows(6..<8))
        #expect(list.state.append.kind == .idle)
        #expect(list.running == [])
    }

    @Test func lastOfSeveralPagesMayBeTheEnd() {
        var list = EngineDriver.loaded(threshold: 5, .rows(0..<2))
        list.send(.shown(row: 1))
        list.answer(.last(2..<3))
        #expect(list.state.append.kind == .end)
        #expect(list.running == [])
    }

    @Test func nothingLoadsAfterTheEnd() {
        var list = EngineDriver.loaded(threshold: 5, .last(0..<2))
        list.send(.shown(row: 1), .loadMore, .retry, .shown(row: 100))
        #expect(list.requests == [.refresh])
        #expect(list.states.count == 2)
    }

    @Test func presentedRowsAreCountedInsteadOfItems() {
        var list = EngineDriver(dedupingWithThreshold: 3)
        list.start()
        list.answer(Page([1, 1, 1, 1, 2, 2, 2, 3], next: 1))
        list.send(.shown(row: 0))
        #expect(list.running == [.append(1)])
        #expect(list.rows == [1, 2, 3])
    }

    @Test func emptyPageWithANextKeyIsNotTheEnd() {
        var list = EngineDriver.loaded(threshold: 1, .rows(0..<2))
        list.send(.shown(row: 1))
        list.answer(Page([], next: 50))
        #expect(list.running == [.append(50)])
        #expect(list.state.append.kind == .loading)
        #expect(list.state.change == .none)
        list.answer(.last(50..<51))
        #expect(list.rows == [0, 1, 50])
        #expect(list.state.append.kind == .end)
    }

    @Test func thresholdZeroLoadsOnlyByLoadMore() {
        var list = EngineDriver.loaded(threshold: 0, .rows(0..<2))
        list.send(.shown(row: 1), .shown(row: 100))
        #expect(list.running == [])
        list.send(.loadMore)
        #expect(list.running == [.append(2)])
    }

    @Test func loadMoreLoadsOnePageWhereverTheListIs() {
        var list = EngineDriver.loaded(threshold: 2, .rows(0..<10))
        list.send(.shown(row: 0), .loadMore)
        #expect(list.running == [.append(10)])
        list.answer(.rows(10..<12))
        #expect(list.running == [])
        list.send(.shown(row: 1))
        #expect(list.running == [])
    }

    @Test func loadMoreContinuesUntilARowIsAdded() {
        var list = EngineDriver.loaded(threshold: 0, .rows(0..<2))
        list.send(.loadMore)
        list.answer(Page([], next: 3))
        #expect(list.running == [.append(3)])
        list.answer(Page([3], next: 4))
        #expect(list.running == [])
    }

    @Test func scrollingBackDuringALoadEndsTheNeedForMore() {
        var list = EngineDriver.loaded(threshold: 5, .rows(0..<20))
        list.send(.shown(row: 19), .shown(row: 3))
        list.answer(.rows(20..<21))
        #expect(list.running == [])
    }

    @Test(arguments: [10, 480, Int.max - 1, .max - 5, .max - 6])
    func rowBeyondTheListLoadsNoMoreThanTheLastRow(row: Int) {
        var list = EngineDriver.loaded(threshold: 5, .rows(0..<10))
        list.send(.shown(row: row))
        #expect(list.running == [.append(10)])
        #expect(list.engine.shownRows == 9..<10)
        list.answer(.rows(10..<20))
        #expect(list.running == [])
    }

    @Test func rowOfAnEarlierListLoadsNothingUpToIt() {
        var list = EngineDriver.loaded(threshold: 5, .rows(0..<500))
        list.send(.shown(row: 470), .refresh)
        list.answer(.rows(0..<20))
        list.send(.shown(row: 480))
        list.answer(.rows(20..<40))
        #expect(list.running == [])
        list.send(.reset, .shown(row: 480))
        list.answer(.rows(0..<20))
        list.answer(.rows(20..<40))
        #expect(list.running == [])
    }

    @Test func rowsInViewThatExceedTheListAreCutOff() {
        var list = EngineDriver.loaded(threshold: 2, .rows(0..<10))
        list.send(.shown(rows: 4..<14))
        #expect(list.engine.shownRows == 4..<10)
        list.answer(.rows(10..<20))
        #expect(list.running == [])
    }

    @Test func greatestThresholdLoadsToTheEnd() {
        var list = EngineDriver.loaded(threshold: .max, .rows(0..<2))
        list.send(.shown(row: 0))
        #expect(list.running == [.append(2)])
    }

    @Test func greatestThresholdAndViewportKeepAllRowsOfAWindow() {
        let line = NumberLine(count: 100, isCounted: true)
        let rules = PagingRules(threshold: .max, maxRows: 20, showsPlaceholders: true, viewport: .max)
        var list = EngineDriver.loaded(rules, from: line, startingAt: 50)
        list.send(.shown(row: 55))
        list.settle(with: line)
        #expect(list.rows == Array(0..<100))
        #expect(list.states.contains { $0.warning != nil })
    }

    @Test func greatestThresholdWithoutPlaceholdersLoadsBothWays() {
        let line = NumberLine(count: 100, isCounted: true)
        var list = EngineDriver.loaded(PagingRules(threshold: .max), from: line, startingAt: 50)
        list.send(.shown(rows: 2..<5))
        list.settle(with: line)
        #expect(list.rows == Array(0..<100))
    }

    @Test func lastShownRowIsKnown() {
        var list = EngineDriver.loaded(threshold: 1, .rows(0..<10))
        #expect(list.engine.lastShownRow == nil)
        list.send(.shown(row: 4), .shown(row: 2))
        #expect(list.engine.lastShownRow == 2)
    }
}
