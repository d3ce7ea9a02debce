import Testing

@testable import PagingOperators

struct WindowTests {
    private let line = NumberLine(count: 100)
    private let oneWay = NumberLine(count: 100, isTwoWay: false)

    private func list(_ line: NumberLine, threshold: Int = 2, maxRows: Int = 30)
        -> EngineDriver<Int, Int>
    {
        .loaded(PagingRules(threshold: threshold, maxRows: maxRows), from: line)
    }

    private func scrolledDown(_ line: NumberLine, pages: Int) -> EngineDriver<Int, Int> {
        var list = list(line)
        list.showLastItem(of: line, times: pages - 1)
        return list
    }

    @Test func pagesAreRemovedFromTheFarSide() {
        let list = scrolledDown(line, pages: 4)
        #expect(list.rows == Array(10..<40))
        #expect(list.state.change == RowChange(removed: [0..<10], inserted: [20..<30]))
        #expect(list.state.kinds == [.idle, .idle, .idle])
        #expect(list.engine.lastShownRow == 19)
    }

    /// A screen of 35 rows shows all of the 30 below the one at its top, also if it reports only those that
    /// are there.
    @Test(arguments: [35, 10])
    func rowsAddedBelowAListThatDidNotFillTheScreenStay(reported: Int) {
        var list = EngineDriver(
            PagingRules(threshold: 0, maxRows: 30), transform: IdentityTransform<Int>(),
            start: PagingStart(key: 50))
        list.start()
        list.answer(line.page(50))
        list.send(.shown(rows: 0..<reported))
        list.send(.loadMore)
        list.answer(line.page(60))
        list.send(.loadMore)
        list.answer(line.page(70))
        list.send(.loadPrevious)
        list.answer(line.page(40))
        #expect(list.rows.suffix(30) == Array(50..<80))
    }

    @Test(arguments: [true, false])
    func scrollingBackReloadsRemovedPages(isTwoWay: Bool) {
        let line = isTwoWay ? line : oneWay
        var list = scrolledDown(line, pages: 5)
        #expect(list.rows == Array(20..<50))
        list.send(.shown(row: 1))
        #expect(list.running == [.prepend(10)])
        list.settle(with: line)
        #expect(list.rows == Array(10..<40))
        #expect(list.state.change == RowChange(removed: [20..<30], inserted: [0..<10]))
        list.send(.shown(row: 0))
        #expect(list.running == [.prepend(isTwoWay ? 0 : nil)])
        list.settle(with: line)
        #expect(list.rows == Array(0..<30))
        #expect(list.state.prepend.kind == .end)
    }

    @Test func pagesRemovedAtTheEndAreReloaded() {
        var list = scrolledDown(line, pages: 5)
        for _ in 0..<2 {
            list.send(.shown(row: 0))
            list.settle(with: line)
        }
        #expect(list.rows == Array(0..<30))
        list.send(.shown(row: 29))
        #expect(list.running == [.append(30)])
    }

    @Test func twoPagesAreAlwaysKept() {
        var list = list(line, maxRows: 1)
        for _ in 0..<4 {
            list.send(.shown(row: list.rows.count - 1))
            list.settle(with: line)
            #expect(list.rows.count == 20)
        }
    }

    @Test func emptyPagesDoNotCountAsKeptPages() {
        var list = list(line, maxRows: 1)
        list.send(.loadMore)
        list.answer(Page([], previous: 0, next: 11))
        list.answer(Page([11], previous: 10, next: 12))
        #expect(list.rows == Array(0..<10) + [11])
        list.send(.loadMore)
        list.answer(Page([12], previous: 11, next: nil))
        #expect(list.rows == [11, 12])
    }

    /// By itself a page without rows frees none, and it would be loaded again.
    @Test(arguments: [(5..<9, true), (2..<6, false)])
    func emptyPageIsRemovedWithTheRowsBeforeIt(shown: Range<Int>, stays: Bool) {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2, maxRows: 20), from: line, startingAt: 50)
        list.send(.shown(rows: shown), .loadMore)
        list.settle(with: line)
        list.send(.loadMore)
        list.answer(Page([], previous: 60, next: 80))
        list.send(.loadPrevious)
        #expect(list.running == [.append(80), .prepend(40)])
        list.answer(line.page(40), to: list.runningIndices.last)
        #expect(list.rows == Array(40..<(stays ? 70 : 60)))
        #expect(list.running == (stays ? [.append(80)] : []))
        list.settle(with: line)
        list.send(.shown(row: list.rows.count - 1))
        #expect(list.requests.filter { $0 == .append(70) }.count == 1)
        #expect(list.running == [.append(stays ? 90 : 60)])
    }

    @Test func rowsWithinTheThresholdAreKept() {
        var list = EngineDriver.loaded(PagingRules(threshold: 4, maxRows: 20, viewport: 1), from: line)
        list.send(.shown(row: 9))
        list.settle(with: line)
        list.send(.shown(row: 13), .loadMore)
        list.settle(with: line)
        #expect(list.rows == Array(0..<30))
        list.send(.shown(row: 14), .loadMore)
        list.settle(with: line)
        #expect(list.rows == Array(10..<40))
    }

    /// It was needed for rows that are not in view any more; one that was requested stays. The rows in view
    /// are at the other edge, so that no page there can be removed.
    @Test(arguments: [true, false])
    func pageThatArrivesWhenTheListIsScrolledAwayIsRemoved(isRequested: Bool) {
        let line = NumberLine(count: 50)
        var list = list(line)
        list.showLastItem(of: line, times: 5)
        #expect(list.rows == Array(20..<50))
        list.send(isRequested ? .loadPrevious : .shown(row: 0))
        #expect(list.running == [.prepend(10)])
        list.send(.shown(row: 29))
        list.settle(with: line)
        #expect(list.rows == Array(isRequested ? 10..<50 : 20..<50))
        list.send(.shown(row: 0))
        list.settle(with: line)
        #expect(list.rows == Array(isRequested ? 0..<30 : 10..<40))
    }

    /// The signals, in order; and for each, whether its page arrives first.
    @Test(arguments: [LoadDirection.prepend, .append], [LoadDirection.prepend, .append])
    func rowsThatWereAskedForLastStay(last: LoadDirection, first: LoadDirection) {
        var list = EngineDriver.loaded(PagingRules(threshold: 0, maxRows: 20), from: line, startingAt: 50)
        list.send(.loadMore)
        list.settle(with: line)
        #expect(list.rows == Array(50..<70))
        let signals: [ListSignal] = [.loadPrevious, .loadMore]
        for signal in last == .append ? signals : signals.reversed() { list.send(signal) }
        #expect(list.running.count == 2)
        let arrival = list.runningIndices.first { list.requests[$0].direction == first }
        list.answer(line.page(list.requests[arrival ?? 0].key), to: arrival)
        #expect(list.rows.count == 20)
        if first == last {
            // The other load is overtaken.
            #expect(
                list.cancelled.map { list.requests[$0].direction } == [last == .append ? .prepend : .append])
        }
        list.settle(with: line)
        #expect(list.rows == (last == .append ? Array(60..<80) : Array(40..<60)))
    }

    @Test func prependThatArrivesDuringAnAppendTakesItsPlace() {
        var list = list(line)
        list.showLastItem(of: line, times: 4)
        #expect(list.rows == Array(20..<50))
        list.send(.shown(row: 29))
        #expect(list.running == [.append(50)])
        list.send(.shown(row: 1))
        #expect(list.running == [.append(50), .prepend(10)])
        list.answer(line.page(10))
        #expect(list.rows == Array(10..<40))
        #expect(list.running == [])
        #expect(list.cancelled.map { list.requests[$0] } == [.append(50)])
        list.send(.shown(row: 29))
        #expect(list.running == [.append(40)])
    }

    @Test func rowsInViewAreKeptWhateverTheWindow() {
        var list = list(line, threshold: 2, maxRows: 15)
        list.send(.shown(rows: 0..<10))
        list.settle(with: line)
        list.send(.shown(rows: 0..<20))
        list.settle(with: line)
        #expect(list.rows == Array(0..<30))
        #expect(list.requests.count == 3)
        list.send(.shown(rows: 9..<29))
        list.settle(with: line)
        #expect(list.rows == Array(0..<40))
        list.send(.shown(rows: 12..<32), .shown(rows: 19..<39))
        list.settle(with: line)
        #expect(list.rows == Array(10..<50))
    }

    @Test func rowsAroundAScrollPositionAreKept() {
        let rules = PagingRules(threshold: 0, maxRows: 1)
        var list = EngineDriver.loaded(rules, from: line)
        func position(_ row: Int, of list: EngineDriver<Int, Int>) -> ListSignal {
            .scrolled(offset: Double(row) * 44, viewport: 220, content: Double(list.rows.count) * 44)
        }
        list.send(position(0, of: list))
        list.settle(with: line)
        list.send(position(10, of: list))
        list.settle(with: line)
        #expect(list.rows == Array(0..<30))
        list.send(position(20, of: list))
        list.settle(with: line)
        #expect(list.rows == Array(10..<40))
    }

    @Test func rowsInTheViewportAreKeptAfterAReload() {
        let line = NumberLine(count: 40, perPage: 2)
        var list = EngineDriver.loaded(PagingRules(threshold: 0, maxRows: 1), from: line)
        func position(of list: EngineDriver<Int, Int>) -> ListSignal {
            .scrolled(offset: 0, viewport: 220, content: Double(list.rows.count) * 44)
        }
        for _ in 0..<3 {
            list.send(position(of: list))
            list.settle(with: line)
        }
        list.invalidate()
        // Reported while the list is loaded anew, and not since.
        list.send(position(of: list))
        list.settle(with: line)
        #expect(list.rows.starts(with: 0..<5))
        #expect(list.requests.last == .append(6))
    }

    @Test func removedPageIsNotLoadedAgainBecauseTheOthersHaveMoved() {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 0, scrollPolicy: .pulled(distance: 60), maxRows: 1), from: line,
            startingAt: 50)
        for row in [60, 70] {
            let content = Double(list.rows.count) * 44
            list.send(.scrolled(offset: content + 16, viewport: 44, content: content))
            list.answer(line.page(row))
        }
        #expect(list.rows == Array(60..<80))
        // The list is where it was, now pulled beyond its start.
        list.send(.scrolled(offset: -60, viewport: 44, content: 880))
        #expect(list.running == [])
        list.send(.scrolled(offset: -70, viewport: 44, content: 880))
        #expect(list.running == [.prepend(50)])
    }

    @Test func windowThatIsTooSmallIsReportedOnce() {
        var list = list(line, threshold: 2, maxRows: 15)
        list.send(.shown(rows: 0..<10))
        list.settle(with: line)
        // 10 rows in view, 2 around them on either side, and the rest of pages of 10.
        #expect(list.state.warning == .windowTooSmall(maxRows: 15, needed: 32))
        #expect("\(PagingWarning.windowTooSmall(maxRows: 15, needed: 32))".hasPrefix("maxRows is 15, but"))
        for row in [10, 20, 30] {
            list.send(.shown(rows: row..<row + 10))
            list.settle(with: line)
        }
        #expect(list.states.compactMap(\.warning).count == 1)
    }

    /// The rows are there because pages were requested, not because the window is too small for the screen.
    @Test func pagesRequestedFarBeyondTheRowsInViewAreNoReasonToWarn() {
        var list = list(line, threshold: 2, maxRows: 32)
        list.send(.shown(rows: 0..<10))
        list.settle(with: line)
        for _ in 0..<4 {
            list.send(.loadMore)
            list.settle(with: line)
        }
        #expect(list.rows.count > 32)
        #expect(list.states.compactMap(\.warning) == [])
    }

    @Test func windowOfTheStatedSizeIsNeverExceeded() {
        var list = list(line, threshold: 2, maxRows: 32)
        for top in 0..<80 {
            list.send(.shown(rows: min(top, list.rows.count - 10)..<min(top + 10, list.rows.count)))
            list.settle(with: line)
            #expect(list.rows.count <= 32)
        }
        #expect(list.states.compactMap(\.warning) == [])
    }

    @Test func failureBesideRemovedPagesIsForgotten() {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 0, maxRows: 20), from: line, startingAt: 50)
        list.send(.loadPrevious)
        list.fail()
        #expect(list.state.prepend.kind == .failed)
        for _ in 0..<2 {
            list.send(.loadMore)
            list.settle(with: line)
        }
        #expect(list.rows == Array(60..<80))
        #expect(list.state.prepend.kind == .idle)
    }

    @Test func unreachablePageIsNotReloadedAfterItsRemoval() {
        let short = NumberLine(count: 30)
        var list = EngineDriver.loaded(
            PagingRules(threshold: 0, failurePolicy: .retryOnHint, maxRows: 20), from: short, startingAt: 20)
        list.send(.loadPrevious)
        list.settle(with: short)
        list.send(.loadPrevious)
        list.fail()
        // At the end, the other direction is tried again.
        list.send(.loadMore)
        list.settle(with: short)
        #expect(list.rows == Array(0..<20))
        #expect(list.requests == [.refresh(20), .prepend(10), .prepend(0), .prepend(0)])
    }

    @Test func removedPagesStayReachableWhereNoPageNamesTheNext() {
        func page(_ key: Int?) -> Page<Int, Int> {
            let first = key ?? 40
            return Page(Array(first..<first + 10), previous: first > 0 ? first - 10 : nil, next: nil)
        }
        var list = EngineDriver<Int, Int>(PagingRules(threshold: 2, maxRows: 30))
        list.start()
        list.answer(page(nil))
        for _ in 0..<4 {
            list.send(.shown(row: 0))
            list.answer(page(list.running[0].key))
        }
        #expect(list.rows == Array(0..<30))
        #expect(list.state.hasMore)
        for keys in [[30], [nil]] as [[Int?]] {
            list.send(.shown(row: 29))
            #expect(list.running.map(\.key) == keys)
            list.answer(page(list.running[0].key))
        }
        #expect(list.rows == Array(20..<50))
        #expect(list.state.append.kind == .end)
    }

    /// The list starts at a page that the one before it does not name.
    private func listWithAnUnnamedLastPage() -> (EngineDriver<Int, Int>, NumberLine) {
        let line = NumberLine(count: 40)
        var list = EngineDriver<Int, Int>(
            PagingRules(threshold: 2, maxRows: 20), transform: IdentityTransform<Int>(),
            start: PagingStart(key: 40, keepsItems: true))
        list.start()
        list.answer(Page([40, 41], previous: 30, next: nil))
        for _ in 0..<4 {
            list.send(.shown(row: 0))
            list.settle(with: line)
        }
        return (list, line)
    }

    @Test func removedPageThatNoPageNamesStaysReachableBehindOneThatIsNamed() {
        var (list, line) = listWithAnUnnamedLastPage()
        #expect(list.rows == Array(0..<20))
        for key in [20, 30] {
            list.send(.shown(row: list.rows.count - 1))
            #expect(list.running == [.append(key)])
            list.settle(with: line)
        }
        list.send(.shown(row: list.rows.count - 1))
        #expect(list.running == [.append(40)])
        list.answer(Page([40, 41], previous: 30, next: nil))
        #expect(list.state.append.kind == .end)
    }

    @Test func removedPagesStayReachableInARestoredList() throws {
        let (list, line) = listWithAnUnnamedLastPage()
        let snapshot = try #require(list.engine.makeSnapshot())
        #expect(snapshot.keysAfter == [40, 30, 20])
        var restored = EngineDriver<Int, Int>(
            PagingRules(threshold: 2, maxRows: 20), transform: IdentityTransform<Int>(),
            start: PagingStart(key: 40, snapshot: snapshot, keepsItems: true))
        restored.start()
        restored.settle(with: line)
        for _ in 0..<3 {
            #expect(restored.state.hasMore)
            restored.send(.shown(row: restored.rows.count - 1))
            restored.settle(with: line)
        }
        #expect(restored.requests.last == .append(40))
    }

    @Test func hiddenDuplicateIsShownOnceTheOriginalIsRemoved() {
        var list = EngineDriver(deduping: PagingRules(threshold: 0, maxRows: 2))
        list.start()
        list.answer(Page([1, 2], next: 1))
        list.send(.loadMore)
        list.answer(Page([3, 1], next: 2))
        #expect(list.rows == [1, 2, 3])
        list.send(.loadMore)
        list.answer(Page([4], next: 3))
        #expect(list.rows == [3, 1, 4])
        list.send(.loadMore)
        list.answer(Page([2], next: nil))
        #expect(list.rows == [4, 2])
    }

    @Test func scrollingDownAndUpShowsEveryRowOnce() {
        var list = list(oneWay)
        var seen: [Int] = []
        while list.state.append.kind != .end {
            list.send(.shown(row: list.rows.count - 1))
            list.settle(with: oneWay)
            seen += list.state.change.inserted.flatMap { list.rows[$0] }
        }
        #expect(seen == Array(10..<100))
        seen = []
        while list.state.prepend.kind != .end {
            list.send(.shown(row: 0))
            list.settle(with: oneWay)
            seen = list.state.change.inserted.flatMap { list.rows[$0] } + seen
        }
        #expect(seen == Array(0..<70))
    }

    /// Also where the other edge is loaded because it was requested before.
    @Test func pageNearTheRowsThatWereReportedLastStays() {
        let rules = PagingRules(threshold: 2, maxRows: 20, viewport: 1)
        var list = EngineDriver.loaded(rules, from: line, startingAt: 50)
        list.send(.loadMore)
        list.settle(with: line)
        list.send(.loadMore, .shown(row: 0))
        #expect(list.running.map(\.direction) == [.append, .prepend])
        list.answer(line.page(40), to: list.runningIndices.last)
        list.settle(with: line)
        #expect(list.rows == Array(40..<60))
    }
}
