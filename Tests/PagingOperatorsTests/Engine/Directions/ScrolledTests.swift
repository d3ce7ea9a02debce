import Testing

@testable import PagingOperators

struct ScrolledTests {
    @Test func distancesMayBeAsLargeAsNumbersAre() {
        let line = NumberLine(count: 100)
        var list = EngineDriver<Int, Int>.loaded(PagingRules(threshold: 2, maxRows: 20), from: line)
        for content in [1, 1e308, .greatestFiniteMagnitude] {
            list.send(.scrolled(offset: 1e308, viewport: 1e308, content: content))
            list.send(.scrolled(offset: -1e308, viewport: 1e308, content: content))
            list.settle(with: line)
        }
        #expect(!list.rows.isEmpty)
    }

    @Test func reportAfterPlaceholdersWereAddedLoadsNoRemovedPage() {
        let rules = PagingRules(
            threshold: 0, scrollPolicy: .pulled(distance: 50), maxRows: 6, showsPlaceholders: true)
        var list = EngineDriver<Int, Int>(rules)
        list.start()
        list.answer(Page([0, 1, 2], next: 3, total: 12))
        for first in [3, 6] {
            list.send(.loadMore)
            list.answer(Page(Array(first..<first + 3), previous: first - 3, next: first + 3, total: 12))
        }
        #expect(list.rows == Array(3..<9))
        list.send(.scrolled(offset: 60, viewport: 100, content: 240))
        list.send(.loadMore)
        // Only the total is new.
        list.answer(Page([], previous: 6, next: 10, total: 20))
        #expect(list.state.placeholdersAfter > 3)
        list.send(.scrolled(offset: -50, viewport: 100, content: 400))
        #expect(list.running == [.append(10)])
        list.send(.scrolled(offset: -60, viewport: 100, content: 400))
        #expect(list.running == [.append(10), .prepend(0)])
    }

    private let line = NumberLine(count: 100)

    private func list(_ policy: PagingRules.ScrollPolicy) -> EngineDriver<Int, Int> {
        .loaded(PagingRules(threshold: 0, scrollPolicy: policy), from: line, startingAt: 50)
    }

    private func scrolled(_ offset: Double, content: Double = 1000) -> ListSignal {
        .scrolled(offset: offset, viewport: 100, content: content)
    }

    @Test(arguments: [(1.0, 800.0), (2, 700), (0.5, 850), (0, 900)])
    func offsetNearTheEndLoadsAPage(viewports: Double, offset: Double) {
        var list = list(.within(viewports: viewports))
        list.send(scrolled(offset - 1))
        #expect(list.running == [])
        list.send(scrolled(offset))
        #expect(list.running == [.append(60)])
    }

    @Test(arguments: [PagingRules.ScrollPolicy.within(viewports: 1), .pulled(distance: 0)])
    func emptyLayoutLoadsNothing(policy: PagingRules.ScrollPolicy) {
        var list = list(policy)
        list.send(.scrolled(offset: 0, viewport: 0, content: 0))
        list.send(.scrolled(offset: .nan, viewport: .nan, content: .nan))
        #expect(list.running == [])
    }

    @Test func offsetNearTheStartLoadsThePreviousPage() {
        var list = list(.within(viewports: 1))
        list.send(scrolled(101))
        #expect(list.running == [])
        list.send(scrolled(100))
        #expect(list.running == [.prepend(40)])
    }

    @Test func contentShorterThanTheViewportLoadsInBothDirections() {
        var list = list(.within(viewports: 1))
        list.send(scrolled(0, content: 50))
        #expect(list.running == [.append(60), .prepend(40)])
    }

    @Test func pullPastTheEndLoadsAPage() {
        var list = list(.pulled(distance: 40))
        list.send(scrolled(939))
        #expect(list.running == [])
        list.send(scrolled(940))
        #expect(list.running == [.append(60)])
    }

    @Test func pullPastTheStartLoadsThePreviousPage() {
        var list = list(.pulled(distance: 40))
        list.send(scrolled(0), scrolled(-39))
        #expect(list.running == [])
        list.send(scrolled(-40))
        #expect(list.running == [.prepend(40)])
    }

    @Test func scrollingDuringALoadStartsNoOther() {
        var list = list(.within(viewports: 1))
        list.send(scrolled(880), scrolled(890), scrolled(900))
        list.settle(with: line)
        #expect(list.requests == [.refresh(50), .append(60)])
        list.send(scrolled(900))
        #expect(list.running == [.append(70)])
    }

    @Test(arguments: [(1.0, 10), (0, 0)])
    func placeholdersInTheViewportAndNearItAreLoaded(viewports: Double, margin: Int) {
        let line = NumberLine(count: 100, isCounted: true)
        let rules = PagingRules(
            threshold: 0, scrollPolicy: .within(viewports: viewports), showsPlaceholders: true)
        var list = EngineDriver.loaded(rules, from: line, startingAt: 50)
        list.send(scrolled(700))
        list.settle(with: line)
        #expect(list.rows == Array(50..<80 + margin))
        list.send(scrolled(200))
        list.settle(with: line)
        #expect(list.rows == Array(20 - margin..<80 + margin))
        list.send(scrolled(400))
        #expect(list.running == [])
    }

    @Test func placeholdersAreLoadedWhileTheWindowMoves() {
        let line = NumberLine(count: 100, isCounted: true)
        let rules = PagingRules(threshold: 0, maxRows: 51, showsPlaceholders: true)
        var list = EngineDriver.loaded(rules, from: line, startingAt: 0)
        for offset in [900.0, 0, 450] {
            list.send(scrolled(offset))
            list.settle(with: line)
            let inZone = max(0, Int(offset) / 10 - 10)..<min(100, Int(offset) / 10 + 20)
            #expect(Set(inZone).isSubset(of: list.rows))
            #expect(list.rows.count <= 51)
        }
        #expect(list.states.allSatisfy { $0.warning == nil })
    }

    private let counted = NumberLine(count: 100, isCounted: true)

    /// Rows 50 to 59 of 100 are loaded, a row is 10 points high, and the viewport has ten.
    private func placeholderList(jumpThreshold: Int? = 20, findsRows: Bool = true) -> EngineDriver<Int, Int> {
        let rules = PagingRules(threshold: 0, showsPlaceholders: true, jumpThreshold: jumpThreshold)
        return .loaded(rules, from: counted, startingAt: 50, findsRows: findsRows)
    }

    @Test func scrollingFarIntoThePlaceholdersBeginsAGenerationThere() {
        var list = placeholderList()
        list.send(scrolled(850))
        #expect(list.running == [.refresh(80)])
        list.settle(with: counted)
        #expect(list.rows == Array(70..<100))
        #expect(list.state.scrollTarget == nil)
    }

    @Test func scrollingNearTheLoadedRowsLoadsPageByPage() {
        var list = placeholderList()
        list.send(scrolled(790))
        #expect(list.running == [.append(60)])
        var other = placeholderList(findsRows: false)
        other.send(scrolled(850))
        #expect(other.running == [.append(60)])
    }

    @Test func flingThroughPlaceholdersLoadsThePageWhereItEnds() {
        var list = placeholderList()
        for offset in stride(from: 450.0, through: 0, by: -10) { list.send(scrolled(offset)) }
        // Page by page at first, until the viewport is far from the loaded rows.
        #expect(list.requests == [.refresh(50), .append(60), .prepend(40), .refresh(20)])
        // Row 0 is nearer to that page than the list jumps.
        list.settle(with: counted)
        #expect(list.rows == Array(0..<30))
        var other = placeholderList(jumpThreshold: 5)
        for offset in stride(from: 450.0, through: 0, by: -10) { other.send(scrolled(offset)) }
        #expect(other.running == [.refresh(30)])
        other.answer(counted.page(30))
        #expect(other.running == [.refresh(0)])
        other.settle(with: counted)
        #expect(other.rows == Array(0..<20))
    }

    @Test func scrollingBackBeforeThePageIsLoadedCancelsTheJump() {
        var list = placeholderList()
        list.send(scrolled(850), scrolled(500))
        #expect(list.cancelled == [1])
        list.settle(with: counted)
        #expect(Set(40..<70).isSubset(of: list.rows))
    }

    @Test func placeholdersWaitAfterAJumpThatFailed() {
        var list = placeholderList()
        list.send(scrolled(850))
        list.fail()
        list.send(scrolled(860))
        #expect(list.running == [])
        list.send(.retry)
        list.settle(with: counted)
        #expect(list.rows == Array(70..<100))
    }

    @Test(arguments: [nil, 20])
    func placeholdersAroundTheViewportAreLoadedAfterARefresh(jumpThreshold: Int?) {
        var list = placeholderList(jumpThreshold: jumpThreshold)
        list.send(scrolled(800))
        list.settle(with: counted)
        #expect(Set(70..<100).isSubset(of: list.rows))
        list.send(.refresh)
        list.settle(with: counted)
        #expect(Set(70..<100).isSubset(of: list.rows))
        #expect(list.rows.count == (jumpThreshold == nil ? 50 : 30))
    }

    @Test(arguments: [true, false])
    func jumpToTheRowAtWhichTheListIsLoadsTheViewport(findsRows: Bool) {
        var list = placeholderList(jumpThreshold: nil, findsRows: findsRows)
        list.send(.jump(toRow: 75), scrolled(750))
        list.settle(with: counted)
        #expect(Set(65..<95).isSubset(of: list.rows))
        #expect(list.states.contains { $0.scrollTarget?.isJump == true })
    }

    @Test func scrollingBeforeTheFirstPageLoadsOneMorePage() {
        var list = EngineDriver(PagingRules(threshold: 0))
        list.start()
        list.send(scrolled(0, content: 0))
        list.answer(line.page(nil))
        #expect(list.running == [.append(10)])
    }

    /// The screen does not report its position again, since the list is as long as before.
    @Test func positionThatIsReportedDuringARefreshLoadsAfterIt() {
        let line = NumberLine(count: 100)
        var list = EngineDriver.loaded(PagingRules(threshold: 2), from: line)
        list.send(.refresh, .scrolled(offset: 0, viewport: 100, content: 100))
        list.answer(line.page(nil))
        #expect(list.running.map(\.direction) == [.append])
    }
}
