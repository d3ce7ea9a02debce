import Flux
import FluxTesting
import Testing

@Suite struct ListSimulatorTests {
    private let clock = VirtualTimeScheduler()

    private func makePages(_ count: Int = 100, counts: TestCounts = .none) -> TestPages<Int, Int> {
        TestPages(
            Array(0..<count), perPage: 20, counts: counts, delay: .milliseconds(300), scheduler: clock)
    }

    private func makeList(
        _ pages: TestPages<Int, Int>, rules: PagingRules = PagingRules(threshold: 5),
        startingAt key: Int? = nil,
        reporting: ListReporting = .rows
    ) -> ListSimulator<Int> {
        let list = ListSimulator(viewport: 10, reporting: reporting, scheduler: clock) { signals in
            signals.paginate(rules, from: pages, startingAt: key)
        }
        list.runUntilIdle()
        return list
    }

    @Test func stateIsTheLatestOfTheFeed() {
        let pages = makePages(counts: .exact)
        let list = makeList(pages)
        #expect(list.state.items.count == 20)
        #expect(list.total == 100)
        #expect(list.error == nil)
        pages.failAll()
        list.send(.loadMore)
        #expect(list.state.append == .loading)
        list.runUntilIdle()
        #expect(list.state.append == .failed(TestFailure()))
        #expect(list.error as? TestFailure == TestFailure())
    }

    @Test func firstLoadShowsUntilItsPageArrives() {
        let list = makeList(makePages())
        #expect(list.stalls == [ListStall(wait: .firstLoad, start: .zero, end: .milliseconds(300))])
        #expect(list.frames.map(\.items) == [[], Array(0..<10)])
    }

    /// Also a duration that the frames of a screen do not divide.
    @Test(arguments: [300, 1_000, 1, 0]) func gestureTakesItsDuration(milliseconds: Int) {
        let list = makeList(makePages())
        let start = clock.now
        let due = CurrentValueSubject<Bool, Never>(false)
        clock.schedule(in: .milliseconds(milliseconds)) { due.send(true) }
        list.scroll(by: 8, over: .milliseconds(milliseconds))
        #expect(clock.now == start + .milliseconds(milliseconds))
        #expect(due.value)
    }

    /// A table view would insert twenty rows and have forty.
    @Test func firstStateIsCheckedToo() throws {
        let signals = PassthroughSubject<ListSignal, Never>()
        let feed = signals.paginate(threshold: 5, from: makePages()).share()
        let recorder = StateRecorder(of: feed)
        clock.run()
        let appeared = PassthroughSubject<Void, Never>()
        let list = ListSimulator(viewport: 10, scheduler: clock) { _ in
            feed.drop(untilOutputFrom: appeared)
        }
        signals.send(.loadMore)
        appeared.send(())
        clock.run()
        #expect(recorder.rows.count == 40)
        #expect(list.mismatches.count == 1)
    }

    @Test func slowScrollingNeverShowsALoadingRow() throws {
        let list = makeList(makePages())
        #expect(list.scroll(by: 60, over: .seconds(6)).firstRow == 60)
        #expect(list.stalled(by: .bottom) == .zero)
        try list.checkChanges()
    }

    @Test func flingShowsTheLoadingRowAtTheEndOfTheLoadedRows() {
        let list = makeList(makePages())
        let frame = list.fling(velocity: 100)
        #expect(frame.isAtEnd && frame.footer == .loading)
        #expect(list.runUntilIdle().rowCount == 40)
        #expect(list.stalled(by: .bottom) > .milliseconds(100))
    }

    @Test func flingCoversHalfItsVelocity() {
        let pages = TestPages(Array(0..<1000), perPage: 200, scheduler: clock)
        let frame = makeList(pages).fling(velocity: 100)
        #expect((45...52).contains(frame.firstRow))
    }

    @Test func scrollingToTheEndShowsEveryRowOnce() {
        let list = makeList(makePages())
        let frame = list.scrollToEnd()
        #expect(frame.footer == .end)
        #expect(list.itemsSeen == Array(0..<100))
        #expect(list.signals == (0..<100).map { .shown(row: $0) })
    }

    /// Something else in the scheduler repeats without end, as the reloads of a list from time to time do.
    @Test(arguments: [false, true]) func scrollingEndsInAListWithoutRows(fails: Bool) {
        let pages = makePages(0)
        if fails { pages.failAll() }
        let list = makeList(pages)
        #expect(list.frame.phase == (fails ? .failed : .empty))
        let ticks = ExtraPublishers.Interval(every: .seconds(1), scheduler: clock).sink { _ in }
        list.scrollToEnd()
        #expect(clock.now < .seconds(10))
        ticks.cancel()
    }

    @Test func skippedRowsAreNotShown() {
        let pages = TestPages(Array(0..<100), perPage: 100, scheduler: clock)
        let list = makeList(pages)
        list.scroll(to: 50)
        #expect(list.itemsSeen == Array(0..<10) + Array(50..<60))
    }

    @Test func insertedRowsAboveKeepTheVisibleRowsInPlace() {
        let list = makeList(makePages(), startingAt: 2)
        #expect(list.frames.first { !$0.rows.isEmpty }?.items == Array(40..<50))
        #expect(list.frame.items == Array(40..<50))
        #expect(list.frame.firstRow == 20)
        list.scroll(by: -30, over: .seconds(5))
        #expect(list.frame.items == Array(10..<20))
        #expect(list.mismatches == [])
    }

    @Test func jumpShowsPlaceholdersUntilItsRowsArrive() {
        let list = makeList(
            makePages(counts: .exact), rules: PagingRules(threshold: 5, showsPlaceholders: true))
        let frame = list.jump(toRow: 70)
        #expect(frame.firstRow == 70)
        #expect(frame.rows.allSatisfy { $0.isPlaceholder })
        #expect(list.runUntilIdle().items == Array(70..<80))
        #expect(list.stalled(by: .placeholders) == .milliseconds(300))
        #expect(list.mismatches == [])
    }

    /// A jump that rows near the loaded ones end is no new list, whose rows would be reported again: the
    /// first of them would make the list jump again, without end.
    @Test func rowsBesideAJumpThatHasEndedAreReportedOnce() {
        let rules = PagingRules(threshold: 2, showsPlaceholders: true, jumpThreshold: 6)
        let list = makeList(makePages(counts: .exact), rules: rules)
        list.jump(toRow: 70)
        list.runUntilIdle()
        let count = list.signals.count
        list.scroll(to: 48)
        #expect(Array(list.signals[count...]) == (48..<58).reversed().map { .shown(row: $0) })
        list.scroll(to: 50)
        #expect(Array(list.signals[(count + 10)...]) == [.shown(row: 58), .shown(row: 59)])
        #expect(list.state.refresh == .idle)
    }

    @Test func jumpPageByPageShowsTheRowOnceItArrives() {
        let pages = makePages()
        let list = makeList(pages)
        #expect(list.jump(toRow: 50).items == Array(0..<10))
        #expect(list.wait(.milliseconds(600)).items == Array(50..<60))
        #expect(pages.requests.map(\.key) == [nil, 1, 2, 3])
    }

    /// The first pages have left the window: row 10 of the loaded ones is another one.
    @Test func jumpToARowBeforeTheLoadedOnesShowsNoOtherMeanwhile() {
        let list = makeList(makePages(), rules: PagingRules(threshold: 5, maxRows: 60))
        let visible = list.scrollToEnd().items
        #expect(visible == Array(90..<100))
        #expect(list.jump(toRow: 10).items == visible)
        #expect(list.runUntilIdle().items == Array(10..<20))
    }

    /// It is at the end of the loaded rows when the jump ends, whose target is for the feed where it is.
    @Test(arguments: [ListReporting.rows, .visibleRows, .distances])
    func listThatIsScrolledDuringAJumpLoadsMoreWhereItIs(reporting: ListReporting) {
        let list = makeList(makePages(), rules: PagingRules(threshold: 5, maxRows: 60), reporting: reporting)
        list.scrollToEnd()
        list.jump(toRow: 10)
        list.wait(.milliseconds(300))
        list.scroll(by: -20, over: .milliseconds(50))
        #expect(list.runUntilIdle().items == Array(50..<60))
        #expect(list.scrollToEnd().items == Array(90..<100))
    }

    @Test func pullToRefreshShowsTheSpinnerUntilTheFirstPage() {
        let pages = makePages()
        let list = makeList(pages)
        pages.replace(Array(500..<520), perPage: 20)
        let frame = list.pullToRefresh()
        #expect(frame.waits == [.refresh])
        #expect(frame.items == Array(0..<10))
        #expect(list.runUntilIdle().items == Array(500..<510))
    }

    @Test func feedReceivesScrollDistances() {
        let pages = makePages()
        let list = makeList(pages, reporting: .distances)
        // Within a viewport of the end from the first page on.
        #expect(pages.requests.count == 2)
        #expect(list.signals.first == .scrolled(offset: 0, viewport: 440, content: 880))
        list.scrollToEnd()
        #expect(list.frame.rowCount == 100)
    }

    @Test func pullingPastTheEndLoadsTheNextPage() {
        let pages = makePages()
        let rules = PagingRules(threshold: 0, scrollPolicy: .pulled(distance: 60))
        let list = makeList(pages, rules: rules, reporting: .nothing)
        list.scroll(to: 99)
        list.pull(beyondEndBy: 59)
        #expect(pages.requests.count == 1)
        list.pull(beyondEndBy: 60)
        #expect(pages.requests.count == 2)
    }

    @Test func failureShowsBelowTheRowsUntilRetried() {
        let pages = makePages()
        pages.answer(request: 1, with: .failure())
        let list = makeList(pages)
        #expect(list.scrollToEnd().footer.isFailed)
        list.send(.retry)
        #expect(list.frame.waits == [.bottom])
        #expect(list.scrollToEnd().rowCount == 100)
    }

    @Test func wrongChangeIsReported() {
        let states = PassthroughSubject<ViewState<Int>, Never>()
        let list = ListSimulator(viewport: 10, scheduler: clock) { _ in states }
        states.send(ViewState(items: PagedItems([1, 2])))
        let missing = RowChange(inserted: [0..<1])
        let wrong = RowChange(inserted: [0..<1], updated: [3..<4])
        states.send(ViewState(items: PagedItems([1, 2, 3, 4]), change: missing))
        states.send(ViewState(items: PagedItems([0, 1, 2, 3, 5]), change: wrong))
        states.send(ViewState(items: PagedItems([0, 1, 2]), change: RowChange(removed: [4..<6])))
        states.send(ViewState(items: PagedItems([0, 1, 2, 3]), change: RowChange(inserted: [3..<4])))
        #expect(
            list.mismatches == [
                .wrongCount(missing, before: 2, after: 4),
                .wrongRow(4, wrong),
                .rowsOutOfRange(RowChange(removed: [4..<6]), before: 5, after: 3),
            ])
        #expect(throws: ListMismatch.wrongCount(missing, before: 2, after: 4)) { try list.checkChanges() }
        #expect(list.frame.items == [0, 1, 2, 3])
    }

    @Test func finishedFeedIsReportedAsFinished() {
        let list = ListSimulator(viewport: 10, scheduler: clock) { _ in
            Just(ViewState(items: PagedItems([1])))
        }
        #expect(list.isFinished)
        #expect(list.frame.items == [1])
    }

    @Test(arguments: [ListReporting.rows, .visibleRows])
    func listDoesNotJumpWhenItIsReloadedAroundTheVisibleRows(reporting: ListReporting) throws {
        let pages = makePages(200)
        let list = makeList(pages, reporting: reporting)
        list.scrollToEnd()
        list.scroll(to: 126)
        list.runUntilIdle()
        pages.invalidate()
        let frame = list.runUntilIdle()
        #expect(frame.items == Array(126..<136))
        #expect(list.jumps == [])
        try list.checkChanges()
    }

    @Test func listThatReloadsFromItsStartJumps() {
        let pages = makePages()
        let list = makeList(pages)
        pages.replace([-2, -1] + Array(0..<100), perPage: 20)
        list.pullToRefresh()
        list.runUntilIdle()
        #expect(list.jumps.map(\.distance) == [2])
    }

    @Test func identifiedRowsDoNotJumpWhenTheyAreRefreshed() throws {
        let pages = makePages()
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages).identified(by: { $0 })
        }
        list.runUntilIdle()
        list.scroll(to: 6)
        pages.replace([-2, -1] + Array(0..<100), perPage: 20)
        list.send(.refresh)
        #expect(list.runUntilIdle().items == Array(6..<16))
        #expect(list.jumps == [])
        try list.checkChanges()
    }

    @Test func rowsAfterTheVisibleOnesTakeTheirPlaceIfAllAreDeleted() throws {
        let pages = makePages()
        let list = ListSimulator(viewport: 10, reporting: .visibleRows, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages).identified(by: { $0 })
        }
        list.runUntilIdle()
        for row in stride(from: 0, through: 45, by: 5) {
            list.scroll(to: row)
            list.runUntilIdle()
        }
        #expect(list.frame.items == Array(45..<55))
        pages.replace(Array(0..<45) + Array(55..<100), perPage: 20)
        pages.invalidate()
        #expect(list.runUntilIdle().items == Array(55..<65))
        try list.checkChanges()
    }

    @Test func visibleRowsAreReportedAsARange() {
        let list = makeList(makePages(), reporting: .visibleRows)
        list.scroll(to: 4)
        list.scroll(to: 4)
        #expect(list.signals == [.shown(rows: 0..<10), .shown(rows: 4..<14)])
    }

    /// A list that is scrolled to placeholders while it is loaded anew does not rest on them.
    @Test func visibleRowsAreReportedAgainAfterAReload() {
        let pages = makePages(counts: .exact)
        let list = makeList(
            pages, rules: PagingRules(threshold: 5, showsPlaceholders: true), reporting: .visibleRows)
        pages.invalidate()
        list.scroll(to: 50)
        #expect(list.frame.items == [])
        #expect(list.runUntilIdle().items == Array(50..<60))
        #expect(list.signals.filter { $0 == .shown(rows: 50..<60) }.count == 2)
    }
}
