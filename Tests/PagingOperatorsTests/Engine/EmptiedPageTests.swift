import Testing

@testable import PagingOperators

/// Pages that transforms empty neither stall nor end the list.
struct EmptiedPageTests {
    @Test func pageOfNothingButDuplicatesLoadsTheNext() {
        var list = EngineDriver(dedupingWithThreshold: 1)
        list.start()
        list.answer(Page([1, 2], next: 1))
        list.send(.shown(row: 1))
        list.answer(Page([2, 1, 1], next: 2))
        #expect(list.running == [.append(2)])
        #expect(list.state.append.kind == .loading)
        list.answer(Page([3, 2], next: 3))
        #expect(list.rows == [1, 2, 3])
        #expect(list.state.change == RowChange(inserted: [2..<3]))
    }

    @Test func manyEmptiedPagesInARowNeitherStallNorEnd() {
        var list = EngineDriver(dedupingWithThreshold: 1)
        list.start()
        list.answer(Page([1], next: 1))
        list.send(.loadMore)
        for key in 1..<50 {
            #expect(list.running == [.append(key)])
            list.answer(Page([1], next: key + 1))
        }
        list.answer(Page([1], next: nil))
        #expect(list.state.append.kind == .end)
        #expect(list.rows == [1])
    }

    @Test func firstPageMayBeEmptied() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: SelectTransform<Int, Int>(where: { $0 < 100 }))
        list.start()
        list.answer(Page([100, 200], next: 1))
        #expect(list.state.phase == .firstLoad)
        #expect(list.running == [.append(1)])
        list.answer(Page([300, 4], next: 2))
        #expect(list.rows == [4])
        #expect(list.running == [])
    }

    @Test(arguments: [480, Int.max], [true, false])
    func hintWithoutRowsCountsForTheLastRow(row: Int, isBeforeTheFirstPage: Bool) {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: SelectTransform<Int, Int>(where: { $0 < 100 }))
        list.start()
        if isBeforeTheFirstPage { list.send(.shown(row: row)) }
        list.answer(Page([100, 200], next: 1))
        if !isBeforeTheFirstPage { list.send(.shown(row: row)) }
        list.answer(Page([300], next: 2))
        list.answer(Page([1, 2, 3], next: 3))
        #expect(list.engine.lastShownRow == 2)
        #expect(list.running == [.append(3)])
        list.answer(Page([4, 5, 6], next: 4))
        #expect(list.rows == Array(1...6))
        #expect(list.running == [])
    }

    @Test func listWhosePagesAreAllEmptiedIsEmpty() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: SelectTransform<Int, Int>(where: { $0 < 100 }))
        list.start()
        list.answer(Page([100, 200], next: 1))
        list.answer(Page([300], next: nil))
        #expect(list.state.phase == .empty)
        #expect(list.running == [])
    }

    @Test func firstPageOfARefreshMayBeEmptied() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: SelectTransform<Int, Int>(where: { $0 < 100 }))
        list.start()
        list.answer(Page([1, 2, 3], next: 1))
        list.send(.refresh)
        list.answer(Page([100], next: 5))
        #expect(list.rows == [1, 2, 3])
        #expect(list.state.isLoading)
        #expect(list.running == [.append(5)])
        list.answer(Page([7], next: nil))
        #expect(list.rows == [7])
        #expect(list.state.change == .reload)
    }

    @Test func failureAfterAnEmptiedFirstPageShows() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: SelectTransform<Int, Int>(where: { $0 < 100 }))
        list.start()
        list.answer(Page([100], next: 1))
        list.fail()
        #expect(list.state.phase == .failed)
        list.send(.retry)
        #expect(list.running == [.append(1)])
        #expect(list.state.phase == .firstLoad)
        list.answer(Page([5], next: nil))
        #expect(list.rows == [5])
    }

    @Test func emptyPageAtTheEndIsNotLoadedAgainByScrolling() {
        var list = EngineDriver.loaded(PagingRules(threshold: 2, endPolicy: .loadAgain), .rows(0..<10))
        list.send(.shown(row: 9))
        list.answer(Page([], next: nil))
        #expect(list.state.append.kind == .end)
        list.send(.shown(row: 8), .scrolled(offset: 900, viewport: 100, content: 1000))
        #expect(list.requests == [.refresh, .append(10)])
        list.send(.loadMore)
        #expect(list.running == [.append(10)])
        list.answer(Page([], next: nil))
        #expect(list.running == [])
    }

    @Test func scrollingDuringARefreshDoesNotLoadThePageAtItsEndAgain() {
        var list = EngineDriver(PagingRules(threshold: 2, endPolicy: .loadAgain), startingAt: 5)
        list.start()
        list.answer(.rows(0..<10))
        list.send(.refresh, .scrolled(offset: 900, viewport: 100, content: 1000))
        list.answer(.last(0..<3))
        #expect(list.state.append.kind == .end)
        #expect(list.requests == [.refresh(5), .refresh(5)])
    }

    @Test func refreshForgetsSeenIdentities() {
        var list = EngineDriver(dedupingWithThreshold: 1)
        list.start()
        list.answer(Page([1, 2], next: 1))
        list.send(.refresh)
        list.answer(Page([2, 1], next: 1))
        #expect(list.rows == [2, 1])
        list.send(.loadMore)
        list.answer(Page([2, 3], next: nil))
        #expect(list.rows == [2, 1, 3])
    }

    @Test func resetForgetsSeenIdentities() {
        var list = EngineDriver(dedupingWithThreshold: 1)
        list.start()
        list.answer(Page([1, 2], next: 1))
        list.send(.reset, .refresh)
        list.answer(Page([1, 2], next: 1))
        #expect(list.rows == [1, 2])
    }

    @Test func lastPageIsLoadingWhileItIsLoadedAgain() {
        let line = NumberLine(count: 20)
        let rules = PagingRules(threshold: 2, endPolicy: .loadAgain)
        var list = EngineDriver.loaded(rules, from: line)
        list.send(.loadMore)
        list.settle(with: line)
        #expect(list.state.append == .end)
        list.send(.loadMore)
        #expect(list.state.append.isLoading)
    }
}
