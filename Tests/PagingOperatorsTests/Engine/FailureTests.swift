import TestSupport
import Testing

@testable import PagingOperators

struct FailureTests {
    private let retryingOnHint = PagingRules(threshold: 3, failurePolicy: .retryOnHint)

    private func listWithFailedPage(_ rules: PagingRules) -> EngineDriver<Int, Int> {
        var list = EngineDriver.loaded(rules, .rows(0..<10))
        list.send(.shown(row: 9))
        list.fail()
        return list
    }

    @Test func failedPageKeepsTheRowsAndIsAState() {
        let list = listWithFailedPage(PagingRules(threshold: 3))
        #expect(list.rows == Array(0..<10))
        #expect(list.state.kinds == [.idle, .end, .failed])
        #expect(list.state.append.error as? TestError == .offline)
        #expect(list.state.footer.isFailed)
        #expect(list.state.hasMore)
        #expect(list.state.change == .none)
    }

    @Test func hintsDoNotHammerAFailingServer() {
        var list = listWithFailedPage(PagingRules(threshold: 3))
        let count = list.states.count
        list.send(.shown(row: 9), .shown(row: 8), .loadMore, .shown(row: 9))
        #expect(list.running == [])
        #expect(list.states.count == count)
        #expect(list.state.append.kind == .failed)
    }

    @Test func hintReloadsAFailedPageWhereThePolicySaysSo() {
        var list = listWithFailedPage(retryingOnHint)
        list.send(.shown(row: 8))
        #expect(list.running == [.append(10)])
        #expect(list.state.append.kind == .loading)
        list.fail()
        list.send(.loadMore)
        #expect(list.running == [.append(10)])
    }

    /// A screen that reports the rows in view after each state, also after that of the failure.
    @Test func sameRowsReportedAgainDoNotRepeatAFailedLoad() {
        var list = EngineDriver.loaded(retryingOnHint, .rows(0..<10))
        for _ in 0..<3 {
            list.send(.shown(rows: 5..<10))
            #expect(list.running == [.append(10)])
            list.fail()
            list.send(.shown(rows: 5..<10), .shown(rows: 5..<10))
            #expect(list.running == [])
            list.send(.shown(rows: 0..<5))
        }
    }

    @Test func sameScrollPositionReportedAgainDoesNotRepeatAFailedLoad() {
        var list = EngineDriver.loaded(retryingOnHint, .rows(0..<10))
        list.send(.scrolled(offset: 500, viewport: 500, content: 1000))
        list.fail()
        list.send(.scrolled(offset: 500, viewport: 500, content: 1000))
        #expect(list.running == [])
        // With a footer.
        list.send(.scrolled(offset: 500, viewport: 500, content: 1044))
        #expect(list.running == [])
        list.send(.scrolled(offset: 300, viewport: 500, content: 1000))
        #expect(list.running == [.append(10)])
    }

    /// A list that is pulled, or is shorter than its screen, shows the same rows.
    @Test(arguments: [500.0, 2000])
    func pullRepeatsAFailedLoad(viewport: Double) {
        let end = max(0, 1000 - viewport)
        var list = EngineDriver.loaded(retryingOnHint, .rows(0..<10))
        list.send(.scrolled(offset: end, viewport: viewport, content: 1000))
        list.fail()
        list.send(.scrolled(offset: end + 40, viewport: viewport, content: 1000))
        #expect(list.running == [.append(10)])
    }

    @Test func positionReportedAgainDoesNotRepeatTheFirstLoad() {
        var list = EngineDriver<Int, Int>(retryingOnHint)
        list.start()
        list.fail()
        let position = ListSignal.scrolled(offset: 0, viewport: 500, content: 500)
        list.send(position)
        #expect(list.running == [.refresh])
        list.fail()
        list.send(position)
        #expect(list.running == [])
    }

    @Test func sameRowsReportedAgainDoNotRepeatTheFirstLoadOfANewSource() {
        var list = EngineDriver.loaded(retryingOnHint, .rows(0..<10))
        list.send(.shown(rows: 0..<5))
        list.replaceSource { _ in nil }
        list.fail()
        // The first report of the new list.
        list.send(.shown(rows: 0..<5))
        #expect(list.running == [.refresh])
        list.fail()
        list.send(.shown(rows: 0..<5))
        #expect(list.running == [])
        list.send(.shown(rows: 1..<6))
        #expect(list.running == [.refresh])
    }

    @Test func jumpBeyondAFailedPageLoadsItWhereHintsDo() {
        var list = listWithFailedPage(retryingOnHint)
        list.send(.jump(toRow: 5))
        #expect(list.running == [])
        list.send(.jump(toRow: 15))
        #expect(list.running == [.append(10)])
        list.answer(.rows(10..<20))
        #expect(list.state.scrollTarget == .jump(row: 15))
        var prepending = EngineDriver.loaded(
            retryingOnHint, from: NumberLine(count: 100), startingAt: 50)
        prepending.send(.shown(row: 55), .jump(toRow: 45))
        let count = prepending.requests.count
        prepending.fail()
        prepending.send(.loadMore)
        #expect(prepending.requests.dropFirst(count).allSatisfy { $0.direction == .append })
        var waiting = listWithFailedPage(PagingRules(threshold: 3))
        waiting.send(.jump(toRow: 15))
        #expect(waiting.running == [])
        waiting.send(.retry)
        #expect(waiting.running == [.append(10)])
    }

    @Test func hintFarFromTheEndRetriesNothingUnderEveryPolicy() {
        var list = listWithFailedPage(retryingOnHint)
        let count = list.states.count
        list.send(.shown(row: 0))
        #expect(list.running == [])
        #expect(list.states.count == count)
        #expect(list.state.append.kind == .failed)
        list.send(.retry)
        #expect(list.running == [.append(10)])
    }

    @Test(arguments: [
        ListSignal.loadMore, .prefetch(rows: 8..<10), .scrolled(offset: 900, viewport: 100, content: 1000),
    ])
    func reportFarFromTheEndDoesNotRetryAPageThatWasRequested(signal: ListSignal) {
        var list = EngineDriver.loaded(retryingOnHint, .rows(0..<10))
        list.send(signal)
        #expect(list.running == [.append(10)])
        list.fail()
        list.send(
            .shown(row: 0), .prefetch(rows: 0..<2), .scrolled(offset: 0, viewport: 100, content: 1000))
        #expect(list.running == [])
        #expect(list.state.append.kind == .failed)
        list.send(.shown(row: 9))
        #expect(list.running == [.append(10)])
    }

    @Test func retryLoadsTheFailedPageAgain() {
        var list = listWithFailedPage(PagingRules(threshold: 3))
        list.send(.retry)
        #expect(list.running == [.append(10)])
        #expect(list.state.append.kind == .loading)
        list.answer(.rows(10..<20))
        #expect(list.rows == Array(0..<20))
    }

    @Test func retryLoadsTheFailedPageAgainEvenIfTheListWasScrolledBack() {
        var list = listWithFailedPage(PagingRules(threshold: 3))
        list.send(.shown(row: 0), .retry)
        #expect(list.running == [.append(10)])
    }

    @Test func twoRetriesMakeOneLoad() {
        var list = listWithFailedPage(PagingRules(threshold: 3))
        list.send(.retry, .retry)
        #expect(list.running == [.append(10)])
    }

    @Test func retryWithoutFailureDoesNothing() {
        var list = EngineDriver.loaded(threshold: 3, .rows(0..<10))
        list.send(.retry)
        #expect(list.running == [])
        #expect(list.states.count == 2)
        list.send(.shown(row: 9), .retry)
        #expect(list.requests == [.refresh, .append(10)])
    }

    @Test func hintDuringAFailureCountsAfterTheRetry() {
        var list = listWithFailedPage(PagingRules(threshold: 12))
        list.send(.shown(row: 9), .retry)
        list.answer(.rows(10..<20))
        #expect(list.running == [.append(20)])
    }

    @Test func failedFirstLoadIsNotRepeatedByHints() {
        var list = EngineDriver(threshold: 3)
        list.start()
        list.fail()
        #expect(list.state.kinds == [.failed, .idle, .idle])
        #expect(list.state.phase == .failed)
        list.send(.shown(row: 0), .loadMore)
        #expect(list.running == [])
        list.send(.retry)
        #expect(list.running == [.refresh])
        #expect(list.state.phase == .firstLoad)
    }

    @Test func refreshRepeatsAFailedFirstLoad() {
        var list = EngineDriver(threshold: 3)
        list.start()
        list.fail()
        list.send(.refresh)
        #expect(list.running == [.refresh])
    }

    @Test func hintRepeatsAFailedFirstLoadWhereThePolicySaysSo() {
        var list = EngineDriver(retryingOnHint)
        list.start()
        list.fail()
        list.send(.loadMore)
        #expect(list.running == [.refresh])
    }

    @Test func hintBeforeAFirstLoadThatFailsWaitsForTheRetry() {
        var list = EngineDriver(threshold: 3)
        list.start()
        list.send(.shown(row: 4))
        list.fail()
        list.send(.retry)
        list.answer(.rows(0..<5))
        #expect(list.running == [.append(5)])
    }

    @Test func cancelKeepsAFailure() {
        var list = listWithFailedPage(PagingRules(threshold: 3))
        let count = list.states.count
        list.send(.cancel)
        #expect(list.states.count == count)
        #expect(list.state.append.kind == .failed)
    }
}
