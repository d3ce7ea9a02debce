import Testing

@testable import PagingOperators

struct InvalidationTests {
    private let line = NumberLine(count: 100)

    private func scrolled(_ line: NumberLine, _ rules: PagingRules = PagingRules(threshold: 2))
        -> EngineDriver<Int, Int>
    {
        var list = EngineDriver.loaded(rules, from: line)
        list.showLastItem(of: line, times: 3)
        list.send(.shown(row: 15))
        return list
    }

    @Test func invalidationReloadsAroundTheShownPage() {
        var list = scrolled(line)
        list.invalidate()
        #expect(list.running == [.refresh(10)])
        #expect(list.rows == Array(0..<40))
        #expect(list.state.kinds == [.loading, .end, .idle])
        list.settle(with: line)
        #expect(list.rows == Array(10..<20))
        #expect(list.state.change == .reload)
        #expect(list.state.hasPrevious)
    }

    @Test func invalidationWithoutAShownRowReloadsFromTheStart() {
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, startingAt: 50)
        list.invalidate()
        #expect(list.running == [.refresh(50)])
    }

    @Test func invalidationDuringTheFirstLoadReloadsOnceItHasEnded() {
        var list = EngineDriver(threshold: 2)
        list.start()
        list.invalidate()
        #expect(list.running == [.refresh])
        #expect(list.states.count == 1)
        list.answer(.rows(0..<3))
        #expect(list.cancelled == [])
        #expect(list.rows == [0, 1, 2])
        #expect(list.running == [.refresh])
        list.answer(.rows(5..<8))
        #expect(list.rows == [5, 6, 7])
        #expect(list.running == [])
    }

    /// A list that jumps beyond its end, loads a page at its start, and is to be loaded again.
    private func invalidatedDuringAJump() -> EngineDriver<Int, Int> {
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, startingAt: 50)
        list.send(.loadPrevious, .jump(toRow: 15))
        list.invalidate()
        #expect(list.running == [.prepend(40), .append(60)])
        return list
    }

    @Test func failedPagesOfAJumpAreNotRepeatedBeforeTheReload() {
        var list = invalidatedDuringAJump()
        list.fail(at: 2)
        #expect(list.running == [.prepend(40)])
        list.fail(at: 1)
        #expect(list.running == [.refresh(50)])
        #expect(list.state.error == nil)
    }

    @Test func failedPageBesideAJumpIsNotRepeatedBeforeTheReload() {
        var list = invalidatedDuringAJump()
        list.fail(at: 1)
        #expect(list.running == [.append(60)])
        list.answer(line.page(60), to: 2)
        #expect(list.state.scrollTarget == .jump(row: 15))
        #expect(list.running == [.refresh(60)])
        list.answer(line.page(60))
        #expect(list.state.error == nil)
    }

    @Test func invalidationDuringAFurtherPageReloadsOnceItHasEnded() {
        var list = scrolled(line)
        list.send(.shown(row: 39))
        list.invalidate()
        #expect(list.running == [.append(40)])
        list.answer(line.page(40))
        #expect(list.rows == Array(0..<50))
        #expect(list.running == [.refresh(30)])
        #expect(list.cancelled == [])
    }

    @Test func invalidationWaitsForBothDirections() {
        var list = EngineDriver.loaded(PagingRules(threshold: 10), from: line, startingAt: 50)
        list.send(.shown(row: 5))
        #expect(list.running == [.append(60), .prepend(40)])
        list.invalidate()
        list.answer(line.page(40))
        #expect(list.running == [.append(60)])
        list.fail(at: 1)
        #expect(list.running == [.refresh(50)])
    }

    @Test func pageForTheRowInViewPrecedesTheNextReload() {
        var list = scrolled(line)
        list.invalidate()
        list.send(.shown(row: 19))
        list.invalidate()
        list.answer(line.page(10))
        #expect(list.running == [.append(20)])
        list.answer(line.page(20))
        #expect(list.running.map(\.direction) == [.refresh])
    }

    @Test func listThatIsInvalidatedMoreOftenThanItLoadsShowsNewRows() {
        var list = EngineDriver(threshold: 2)
        list.start()
        for version in 0..<20 {
            list.invalidate()
            list.invalidate()
            list.answer(.last(version..<version + 3))
            #expect(list.rows == Array(version..<version + 3))
        }
        #expect(list.cancelled == [])
    }

    /// The list is loaded again anyway.
    @Test func failureOfAnInvalidatedLoadIsRetriedAtOnce() {
        var list = scrolled(line)
        list.invalidate()
        list.invalidate()
        let count = list.states.count
        list.fail()
        #expect(list.states.count == count)
        #expect(list.running == [.refresh(10)])
        list.fail()
        #expect(list.running == [])
    }

    @Test(arguments: [ListSignal.cancel, .reset])
    func stoppedListForgetsThatItWasInvalidated(signal: ListSignal) {
        var list = scrolled(line)
        list.send(.shown(row: 39))
        list.invalidate()
        list.send(signal, .loadMore)
        list.settle(with: line)
        #expect(list.requests.filter { $0.direction == .refresh }.count == (signal == .reset ? 2 : 1))
    }

    @Test func refreshIsNewerThanTheInvalidationBeforeIt() {
        var list = scrolled(line)
        list.send(.shown(row: 39))
        list.invalidate()
        list.send(.refresh)
        list.settle(with: line)
        #expect(list.requests.last == .refresh)
    }

    @Test func invalidationDuringAnAbandonedJumpReloadsTheOldRows() {
        let line = NumberLine(count: 100, isCounted: true)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2, showsPlaceholders: true, jumpThreshold: 5), from: line, findsRows: true)
        list.send(.shown(row: 75))
        list.invalidate()
        #expect(list.running == [.refresh(70)])
        list.send(.shown(row: 3))
        #expect(list.running == [.refresh])
    }

    @Test func invalidationOfAnEmptyListDoesNothing() {
        var list = EngineDriver(threshold: 2)
        list.invalidate()
        #expect(list.requests == [])
        list.start()
        list.fail()
        list.invalidate()
        #expect(list.running == [])
    }

    @Test func severalInvalidationsMakeOneLoad() {
        var list = scrolled(line)
        for _ in 0..<5 { list.invalidate() }
        #expect(list.running == [.refresh(10)])
    }

    @Test func nextInvalidationReloadsAroundTheRowShownBeforeIt() {
        var list = scrolled(line)
        list.invalidate()
        list.fail()
        #expect(list.engine.lastShownRow == 15)
        list.invalidate()
        #expect(list.running == [.refresh(10)])
    }

    @Test(arguments: [false, true])
    func previousPagesStayReachableWithoutPreviousKeys(afterFailure: Bool) {
        let line = NumberLine(count: 100, isTwoWay: false)
        var list = scrolled(line, PagingRules(threshold: 2, maxRows: 20))
        #expect(list.rows == Array(20..<40))
        list.send(.shown(row: 15))
        list.invalidate()
        if afterFailure {
            list.fail()
            list.send(.retry)
        }
        #expect(list.running == [.refresh(30)])
        list.settle(with: line)
        var reached: [Int] = []
        while list.state.prepend.kind != .end {
            list.send(.shown(row: 0))
            list.settle(with: line)
            reached.insert(contentsOf: list.rows.prefix(10), at: 0)
        }
        #expect(reached == Array(0..<30))
    }

    @Test func nextPagesStayReachableWithoutNextKeys() {
        var list = EngineDriver.loaded(PagingRules(threshold: 2), Page([20], previous: 1, next: nil))
        for page in [Page([10], previous: 0, next: nil), Page([0], next: nil)] {
            list.send(.loadPrevious)
            list.answer(page)
        }
        list.send(.shown(row: 0), .cancel)
        list.invalidate()
        #expect(list.running == [.refresh(0)])
        list.answer(Page([0], next: nil))
        list.send(.loadMore)
        #expect(list.running == [.append(1)])
        list.answer(Page([10], previous: 0, next: nil))
        #expect(list.rows == [0, 10])
        list.send(.loadMore)
        #expect(list.running == [PageRequest(key: nil, direction: .append)])
    }

    @Test func rowsOfUnreloadedPagesAreStillCounted() {
        let line = NumberLine(count: 100, isTwoWay: false)
        var list = EngineDriver(PagingRules(threshold: 2, showsPlaceholders: true))
        list.start()
        list.answer(Page(Array(0..<10), next: 10, total: 100))
        list.send(.shown(row: 9))
        list.answer(Page(Array(10..<20), next: 20, total: 100))
        list.send(.shown(row: 15))
        list.invalidate()
        list.answer(Page(Array(10..<20), next: 20, total: 100))
        #expect(list.state.placeholdersBefore == 10)
        #expect(list.state.placeholdersAfter == 80)
        list.send(.shown(row: 10))
        list.settle(with: line)
        #expect(list.rows == Array(0..<20))
    }

    @Test func refreshForgetsUnreloadedPages() {
        let line = NumberLine(count: 100, isTwoWay: false)
        var list = scrolled(line)
        list.invalidate()
        list.settle(with: line)
        list.send(.refresh)
        list.settle(with: line)
        #expect(list.rows == Array(0..<10))
        #expect(list.state.prepend.kind == .end)
    }

    /// Who waits for the refresh does not wait for the reload that follows it.
    @Test func refreshEndsBeforeAReloadThatFollowsIt() {
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line)
        list.send(.refresh)
        list.invalidate()
        list.answer(line.page(nil))
        #expect(list.state.refresh.isLoading)
        #expect(list.state.tally.endedRefreshes == 1)
    }
}
