import Testing

@testable import PagingOperators

struct JumpTests {
    private let line = NumberLine(count: 100, isCounted: true)

    private func list(jumpThreshold: Int? = nil) -> EngineDriver<Int, Int> {
        .loaded(
            PagingRules(threshold: 2, showsPlaceholders: true, jumpThreshold: jumpThreshold), from: line,
            findsRows: true)
    }

    /// The items that states have named as those to scroll to.
    private func targets(of list: EngineDriver<Int, Int>) -> [Int] {
        list.states.compactMap { state in (state.scrollTarget?.row).map { state.items[$0] } }
    }

    @Test func jumpToAFarRowLoadsItsPage() {
        var list = list()
        list.send(.jump(toRow: 75))
        #expect(list.running == [.refresh(70)])
        #expect(list.rows == Array(0..<10))
        list.settle(with: line)
        #expect(list.rows == Array(70..<80))
        #expect(list.state.change == .reload)
        #expect(list.state.item(atRow: 75) == 75)
        #expect(list.engine.lastShownRow == 75)
    }

    @Test func rowAtTheEdgeOfItsPageLoadsTheNextOneToo() {
        var list = list()
        list.send(.jump(toRow: 79))
        list.answer(line.page(70))
        #expect(list.running == [.append(80)])
        list.send(.jump(toRow: 30))
        list.answer(line.page(30))
        #expect(list.running == [.prepend(20)])
    }

    @Test(arguments: [true, false])
    func jumpInTheListOfANewSourceIsNotLimitedByTheTotalOfTheOldOne(isCounted: Bool) {
        let old = NumberLine(count: 20, isCounted: true)
        let new = NumberLine(count: 100, isCounted: isCounted)
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: old, findsRows: true)
        list.replaceSource { new.key(forRow: $0) }
        list.send(.jump(toRow: 55))
        #expect(list.running == [.refresh(50)])
        list.answer(new.page(50))
        #expect(list.rows == Array(50..<60))
        if isCounted { #expect(list.state.scrollTarget == .jump(row: 5)) }
    }

    @Test(arguments: [Int.min, Int.max])
    func pageOfRowsFarAwayMayStateCountsThatNoListHas(count: Int) {
        var list = list(jumpThreshold: 10)
        list.send(.shown(row: 50), .shown(row: 75))
        #expect(list.running == [.refresh(50)])
        list.answer(
            Page(Array(50..<60), previous: 40, next: 60, total: count, itemsBefore: count, itemsAfter: count))
        #expect(list.running == [.refresh(70)])
    }

    @Test func rowThatIsLoadedIsNotLoadedAgain() {
        var list = list()
        list.send(.jump(toRow: 5))
        #expect(list.requests == [.refresh])
        #expect(list.engine.lastShownRow == 5)
        list.send(.jump(toRow: 9))
        #expect(list.running == [.append(10)])
    }

    /// Whatever the threshold is: without one, rows in view load nothing.
    @Test(arguments: [0, 2])
    func sourceThatFindsNoRowsLoadsPageByPage(threshold: Int) {
        var list = EngineDriver.loaded(PagingRules(threshold: threshold), from: NumberLine(count: 100))
        list.send(.jump(toRow: 25))
        list.settle(with: line)
        #expect(list.rows == Array(0..<30))
        #expect(list.requests == [.refresh, .append(10), .append(20)])
    }

    @Test func jumpPageByPageAlsoGoesBack() {
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, startingAt: 50)
        list.send(.jump(toRow: 33))
        list.settle(with: line)
        #expect(list.rows == Array(30..<60))
    }

    @Test(arguments: [true, false])
    func jumpBeyondTheListEndsAtTheLastRow(findsRows: Bool) {
        let line = NumberLine(count: 1000, isCounted: true)
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line, findsRows: findsRows)
        list.send(.jump(toRow: 5000))
        list.settle(with: line)
        #expect(list.rows.last == 999)
        #expect(targets(of: list) == [999])
        #expect(list.requests.count == (findsRows ? 2 : 100))
    }

    @Test func jumpDuringTheFirstLoadIsContinuedPageByPage() {
        var list = EngineDriver<Int, Int>(threshold: 2)
        list.start()
        list.send(.jump(toRow: 25))
        list.settle(with: NumberLine(count: 100))
        #expect(list.rows == Array(0..<30))
        #expect(targets(of: list) == [25])
    }

    @Test func jumpDuringTheFirstLoadOfALaterPageCountsFromTheFirstRowOfTheList() {
        var list = EngineDriver<Int, Int>(PagingRules(threshold: 2), startingAt: 50)
        list.start()
        list.send(.jump(toRow: 65))
        list.settle(with: line)
        #expect(list.rows == Array(50..<70))
        #expect(targets(of: list) == [65])
    }

    @Test func jumpBeyondAListWithoutCountsEndsAtTheLastRow() {
        let line = NumberLine(count: 30)
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line)
        list.send(.jump(toRow: 5000))
        list.settle(with: line)
        #expect(list.state.scrollTarget == .jump(row: 29))
        list.send(.jump(toRow: 5000))
        #expect(list.state.scrollTarget == .jump(row: 29))
        #expect(list.requests.count == 3)
    }

    @Test func jumpBeyondTheListDuringTheFirstLoadEndsAtTheLastRow() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(), start: PagingStart(key: 50),
            keyForRow: { $0 < 200 ? $0 / 10 * 10 : nil })
        list.start()
        list.send(.jump(toRow: 150))
        #expect(list.running == [.refresh(150)])
        list.answer(Page([], previous: 90, next: nil, total: 100, itemsBefore: 150))
        #expect(list.running == [.refresh(90)])
        list.settle(with: line)
        #expect(targets(of: list) == [99])
    }

    /// Pages that state how many items are before them, and no total, or one that is too large.
    private func uncounted(_ count: Int, from first: Int, total: Int? = nil) -> Page<Int, Int> {
        let items = Array(min(first, count)..<min(first + 10, count))
        return Page(
            items, previous: first > 0 ? first - 10 : nil, next: items.isEmpty ? nil : first + items.count,
            total: total, itemsBefore: first)
    }

    @Test(arguments: [true, false], [0, 1, 40, 95])
    func jumpFarBeyondAListThatStatesNoTotalEndsAtTheLastRow(isLoaded: Bool, count: Int) {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(), keyForRow: { $0 / 10 * 10 })
        list.start()
        if isLoaded { list.answer(uncounted(count, from: 0)) }
        list.send(.jump(toRow: 5000))
        while let index = list.runningIndices.first, list.requests.count < 100 {
            list.answer(uncounted(count, from: list.loads[index].request.key ?? 0), to: index)
        }
        #expect(list.rows.last == (count > 0 ? count - 1 : nil))
        #expect(targets(of: list) == (count > 0 ? [count - 1] : []))
        #expect(list.requests.count <= 21)
    }

    /// A search counts a million hits, for example, and returns the first thousand. The last pages of a list
    /// are loaded one after the other.
    @Test(arguments: [1, 95, 995], [true, false])
    func jumpToARowThatIsOnlyCountedEndsAtTheLastRow(count: Int, showsPlaceholders: Bool) {
        var list = EngineDriver(
            PagingRules(
                threshold: 2, showsPlaceholders: showsPlaceholders,
                jumpThreshold: showsPlaceholders ? 20 : nil),
            transform: IdentityTransform<Int>(), keyForRow: { $0 / 10 * 10 })
        list.start()
        list.answer(uncounted(count, from: 0, total: 100_000))
        list.send(.jump(toRow: 90_000))
        while let index = list.runningIndices.first, list.requests.count < 200 {
            let first = list.loads[index].request.key ?? 0
            list.answer(uncounted(count, from: first, total: 100_000), to: index)
        }
        #expect(list.rows.last == count - 1)
        #expect(targets(of: list) == [count - 1])
        #expect(list.requests.count <= 25 + count / 10)
    }

    /// As in a chat that is opened at its end.
    @Test(arguments: [1_000_000, .max])
    func jumpFarBeyondTheEndOfAListWithoutATotalGoesToTheLastItem(row: Int) {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(), keyForRow: { $0 / 10 * 10 })
        list.start()
        list.answer(uncounted(95, from: 0))
        list.send(.jump(toRow: row))
        while let index = list.runningIndices.first, list.requests.count < 100 {
            list.answer(uncounted(95, from: list.loads[index].request.key ?? 0), to: index)
        }
        #expect(list.rows.last == 94)
        #expect(targets(of: list) == [94])
        #expect(list.requests.count <= 60)
    }

    /// The page beyond the end of a database, for example, states how many items the list has.
    @Test func jumpBeyondTheEndGoesToTheLastItemThatAnEmptyPageCounts() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(), keyForRow: { $0 / 10 * 10 })
        list.start()
        list.answer(uncounted(995, from: 0))
        list.send(.jump(toRow: 5000))
        list.answer(Page([], previous: 985, next: nil, itemsBefore: 995))
        #expect(list.running == [.refresh(990)])
        list.answer(uncounted(995, from: 990))
        #expect(list.running == [.append(995)])
        list.answer(Page([], previous: 985, next: nil, itemsBefore: 995))
        #expect(targets(of: list) == [994])
    }

    @Test func failedPageOfAJumpBeyondTheEndIsRetried() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(), keyForRow: { $0 / 10 * 10 })
        list.start()
        list.answer(uncounted(300, from: 0))
        list.send(.jump(toRow: 305))
        list.answer(uncounted(300, from: 300))
        #expect(list.running == [.refresh(290)])
        list.fail()
        #expect(list.rows == Array(0..<10))
        list.send(.retry)
        #expect(list.running == [.refresh(290)])
        list.answer(uncounted(300, from: 290))
        list.answer(uncounted(300, from: 300))
        #expect(targets(of: list) == [299])
    }

    @Test func burstOfHintsThroughPlaceholdersMakesOneLoad() {
        var list = list(jumpThreshold: 5)
        for row in 20..<93 { list.send(.shown(row: row)) }
        #expect(list.requests == [.refresh, .refresh(20)])
        #expect(list.cancelled == [])
        let count = list.states.count
        list.answer(line.page(20))
        #expect(list.running == [.refresh(90)])
        #expect(list.states.count == count)
        list.answer(line.page(90))
        #expect(list.rows == Array(90..<100))
        #expect(list.engine.shownRows == 92..<93)
    }

    @Test func pageNearTheRowsInViewIsShownThoughTheyHaveMoved() {
        var list = list(jumpThreshold: 5)
        list.send(.shown(row: 28), .shown(row: 32))
        list.answer(line.page(20))
        #expect(list.rows == Array(20..<30))
        #expect(list.running == [.append(30)])
    }

    /// Rows that may be in view together: each reported by itself, a screen of 20 rows.
    @Test func rowsInViewTogetherDoNotReplaceEachOthersPages() {
        var list = EngineDriver.loaded(
            PagingRules(threshold: 2, showsPlaceholders: true, jumpThreshold: 3, viewport: 20), from: line,
            findsRows: true)
        list.send(.shown(row: 52))
        list.answer(line.page(50))
        for row in 53..<72 { list.send(.shown(row: row)) }
        list.settle(with: line)
        #expect(list.requests.filter { $0.direction == .refresh } == [.refresh, .refresh(50)])
        #expect(list.state.item(atRow: 52) == 52)
        #expect(list.state.item(atRow: 71) == 71)
    }

    @Test func jumpThatFailsIsRetriedWhereTheListIs() {
        var list = list(jumpThreshold: 5)
        list.send(.shown(row: 20), .shown(row: 75))
        list.fail()
        list.send(.retry)
        #expect(list.running == [.refresh(70)])
    }

    @Test func latestOfSeveralJumpsCounts() {
        var list = list()
        list.send(.jump(toRow: 75), .jump(toRow: 41), .jump(toRow: 45))
        #expect(list.running == [.refresh(40)])
        #expect(list.cancelled == [1])
        list.answer(line.page(70), to: 1)
        #expect(list.rows == Array(0..<10))
        list.answer(line.page(40), to: 2)
        #expect(list.engine.lastShownRow == 45)
    }

    @Test func jumpDuringTheFirstLoadTakesItsPlace() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(), keyForRow: line.key(forRow:))
        list.start()
        list.send(.jump(toRow: 55))
        #expect(list.cancelled == [0])
        #expect(list.running == [.refresh(50)])
        list.answer(line.page(50))
        #expect(list.rows == Array(50..<60))
        #expect(list.running == [])
    }

    @Test func jumpToThePageThatIsBeingLoadedWaitsForIt() {
        var list = EngineDriver(
            PagingRules(threshold: 2), transform: IdentityTransform<Int>(), start: PagingStart(key: 50),
            keyForRow: line.key(forRow:))
        list.start()
        list.send(.jump(toRow: 59))
        #expect(list.requests == [.refresh(50)])
        list.answer(line.page(50))
        #expect(list.running == [.append(60)])
    }

    @Test func refreshReplacesAJumpAndLoadsTheStart() {
        var list = list()
        list.send(.jump(toRow: 75), .refresh)
        #expect(list.running == [.refresh])
        list.settle(with: line)
        #expect(list.rows == Array(0..<10))
        #expect(list.engine.lastShownRow == nil)
    }

    @Test func failedJumpKeepsTheRowsAndIsRetried() {
        var list = list()
        list.send(.shown(row: 3), .jump(toRow: 75))
        list.fail()
        #expect(list.rows == Array(0..<10))
        #expect(list.state.refresh.kind == .failed)
        #expect(list.engine.lastShownRow == 3)
        list.send(.retry)
        #expect(list.running == [.refresh(70)])
        list.settle(with: line)
        #expect(list.engine.lastShownRow == 75)
    }

    @Test(arguments: [(14, false), (15, true), (60, true)])
    func placeholderFarAfterTheRowsStartsAJump(row: Int, jumps: Bool) {
        var list = list(jumpThreshold: 5)
        list.send(.shown(row: row))
        #expect(list.running == [jumps ? .refresh(row / 10 * 10) : .append(10)])
    }

    @Test(arguments: [(65, false), (64, true), (3, true)])
    func placeholderFarBeforeTheRowsStartsAJump(row: Int, jumps: Bool) {
        var list = list(jumpThreshold: 5)
        list.send(.jump(toRow: 75))
        list.settle(with: line)
        list.send(.shown(row: row))
        #expect(list.running == [jumps ? .refresh(row / 10 * 10) : .prepend(60)])
    }

    @Test func greatestJumpThresholdNeverJumps() {
        var list = list(jumpThreshold: .max)
        list.send(.jump(toRow: 75))
        list.settle(with: line)
        list.send(.shown(row: 3))
        #expect(list.running == [.prepend(60)])
    }
}
