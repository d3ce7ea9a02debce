import Testing

@testable import PagingOperators

/// Screens that answer each state of a long list, at once, with every kind of report.
struct AnsweredScreenTests {
    /// A list of 200 numbers that was loaded at row 150, by a jump.
    private func screenAtRow150(_ reporting: AnsweredScreen.Reporting, isIdentified: Bool) -> AnsweredScreen {
        var screen = AnsweredScreen(
            PagingRules(threshold: 3, showsPlaceholders: true, viewport: 10), reporting,
            isIdentified: isIdentified)
        screen.send(.jump(toRow: 150))
        #expect(screen.visible.compactMap { $0 }.first == 150)
        return screen
    }

    @Test(arguments: AnsweredScreen.Reporting.allCases, [true, false])
    func refreshOfAListFarFromItsFirstPageStaysAtItsRow(
        reporting: AnsweredScreen.Reporting, isIdentified: Bool
    ) {
        var screen = screenAtRow150(reporting, isIdentified: isIdentified)
        screen.send(.refresh)
        #expect(screen.visible == Array(150..<160))
    }

    @Test(arguments: AnsweredScreen.Reporting.allCases)
    func refreshOfAListThatHasBecomeShorterBeginsAtItsStart(reporting: AnsweredScreen.Reporting) {
        var screen = screenAtRow150(reporting, isIdentified: true)
        screen.numbers = Array(0..<95)
        screen.send(.refresh)
        #expect(screen.visible == Array(0..<10))
    }

    @Test(arguments: [ListSignal.refresh, nil])
    func failedJumpOfAScreenThatReportsDistancesKeepsTheRowsInView(signal: ListSignal?) {
        var screen = AnsweredScreen(
            PagingRules(threshold: 0, showsPlaceholders: true, jumpThreshold: 10), .distances,
            isIdentified: true)
        screen.failures = 1
        screen.scroll(to: 120)
        #expect(screen.driver.state.refresh.isFailed)
        if let signal { screen.send(signal) } else { screen.invalidate() }
        #expect(screen.visible == Array(screen.top..<screen.top + 10))
    }

    /// The viewport has 20 rows, the window 10.
    @Test func windowSmallerThanTheScreenComesToRestWithAWarning() {
        var screen = AnsweredScreen(
            PagingRules(threshold: 3, maxRows: 10, viewport: 20), .eachRow, isIdentified: true,
            count: 1000, perPage: 5, viewport: 20)
        screen.scroll(to: 0)
        #expect(screen.driver.requests.count < 12)
        #expect(screen.visible == Array(0..<20))
        screen.scroll(to: 20)
        #expect(screen.driver.states.contains { $0.warning != nil })
    }

    @Test func rowsDeletedAboveASingleReportedRowKeepItInPlace() {
        var screen = AnsweredScreen(
            PagingRules(threshold: 10, showsPlaceholders: true, viewport: 10), .edgeRow, isIdentified: true)
        for row in stride(from: 0, through: 83, by: 5) { screen.scroll(to: row) }
        screen.scroll(to: 83)
        screen.numbers.removeAll { (60..<67).contains($0) }
        screen.invalidate()
        #expect(screen.visible == Array(83..<93))
    }

    @Test func screenAndListAgreeWhereAllRowsInViewAreDeleted() {
        var screen = AnsweredScreen(
            PagingRules(threshold: 3, viewport: 10), .rows, isIdentified: true)
        for row in stride(from: 0, through: 100, by: 5) { screen.scroll(to: row) }
        screen.numbers.removeAll { (100..<110).contains($0) }
        screen.invalidate()
        #expect(screen.top == screen.driver.engine.focusRows?.lowerBound)
        #expect(screen.visible.allSatisfy { $0 != nil })
    }

    /// The list is loaded again: the failure of the page is not that of the reload.
    @Test func appendThatFailsWhileAnInvalidationWaitsIsNotShownAsFailed() {
        let line = NumberLine(count: 100)
        var list = EngineDriver.loaded(PagingRules(threshold: 3), from: line)
        list.send(.shown(row: 9))
        list.invalidate()
        list.fail()
        #expect(!list.state.append.isFailed)
        list.settle(with: line)
        #expect(list.state.error == nil)
    }

    @Test func jumpDuringARefreshThatFailsIsNotFollowedByAnEarlierOne() {
        let line = NumberLine(count: 100)
        var list = EngineDriver.loaded(PagingRules(threshold: 3), from: line)
        list.send(.jump(toRow: 45), .refresh, .jump(toRow: 5))
        list.fail()
        #expect(list.states.compactMap(\.scrollTarget) == [.jump(row: 5)])
        #expect(list.running == [])
    }

    /// The last report is not near the start, but the one before was.
    @Test func pageWithoutRowsIsFollowedByTheNextOne() {
        var list = EngineDriver<Int, Int>(PagingRules(threshold: 1), startingAt: 3)
        list.start()
        list.answer(Page([6, 7], previous: 2, next: nil))
        list.send(.shown(row: 0), .shown(row: 1))
        list.answer(Page([], previous: 1, next: 3))
        #expect(list.running == [.prepend(1)])
    }

    @Test func failedJumpThroughAWindowCanBeScrolledBack() {
        let line = NumberLine(count: 100, perPage: 5)
        var list = EngineDriver.loaded(PagingRules(threshold: 2, maxRows: 5), from: line)
        list.send(.shown(row: 0), .jump(toRow: 60))
        for _ in 0..<6 { list.answer(line.page(list.running[0].key), to: list.loads.count - 1) }
        list.fail()
        list.send(.shown(row: 1), .shown(row: 0))
        #expect(list.running.contains { $0.direction == .prepend })
    }
}

/// A screen of a list of numbers, whose loads are answered at once.
struct AnsweredScreen {
    enum Reporting: CaseIterable {
        case rows, edgeRow, eachRow, distances
    }

    private(set) var driver: EngineDriver<Int, Int>
    var numbers: [Int]
    /// The number of next loads that fail.
    var failures = 0
    private let reporting: Reporting
    private let perPage: Int
    private let viewport: Int
    private(set) var top = 0
    private var shownStates = 0

    init(
        _ rules: PagingRules, _ reporting: Reporting, isIdentified: Bool, count: Int = 200, perPage: Int = 10,
        viewport: Int = 10
    ) {
        numbers = Array(0..<count)
        self.reporting = reporting
        (self.perPage, self.viewport) = (perPage, viewport)
        driver = EngineDriver(
            rules, transform: IdentityTransform<Int>(),
            difference: isIdentified ? RowDifference(by: { $0 }) : nil,
            keyForRow: { $0 / perPage })
        driver.start()
        settle()
    }

    private var rowsInView: Range<Int> { top..<max(top, min(driver.state.rowCount, top + viewport)) }

    var visible: [Int?] { rowsInView.map { driver.state.item(atRow: $0) } }

    mutating func send(_ signal: ListSignal) {
        driver.send(signal)
        settle()
    }

    mutating func invalidate() {
        driver.invalidate()
        settle()
    }

    mutating func scroll(to row: Int) {
        top = row
        report()
        settle()
    }

    private mutating func settle() {
        for _ in 0..<500 {
            while shownStates < driver.states.count { show(driver.states[shownStates]) }
            guard let index = driver.runningIndices.first else { return }
            if failures > 0 {
                failures -= 1
                driver.fail(at: index)
            } else {
                driver.answer(page(driver.loads[index].request.key ?? 0), to: index)
            }
        }
        Issue.record("The list does not come to rest.")
    }

    private mutating func show(_ state: ViewState<Int>) {
        shownStates += 1
        let place = state.topRow(following: top..<top + viewport)
        top = max(0, min(place, state.rowCount - viewport))
        if !state.change.isEmpty || state.scrollTarget != nil { report() }
    }

    private mutating func report() {
        let rows = rowsInView
        if rows.isEmpty { return }
        switch reporting {
        case .rows: driver.send(.shown(rows: rows))
        case .edgeRow: driver.send(.shown(row: rows.upperBound - 1))
        case .eachRow: for row in rows where row < driver.state.rowCount { driver.send(.shown(row: row)) }
        case .distances:
            driver.send(
                .scrolled(
                    offset: Double(top) * 10, viewport: Double(viewport) * 10,
                    content: Double(driver.state.rowCount) * 10))
        }
    }

    private func page(_ number: Int) -> Page<Int, Int> {
        let first = number * perPage
        let end = min(numbers.count, first + perPage)
        return Page(
            first < end ? Array(numbers[first..<end]) : [], previous: number > 0 ? number - 1 : nil,
            next: end < numbers.count ? number + 1 : nil, total: numbers.count,
            itemsBefore: min(first, numbers.count))
    }
}
