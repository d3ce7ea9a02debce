import Testing

@testable import PagingOperators

/// A failed refresh restores the hints from before it.
struct KeptHintsTests {
    enum Ending: CaseIterable { case failure, cancellation }

    private let line = NumberLine(count: 100)

    private func refreshed(
        _ ending: Ending, after signals: ListSignal..., during: ListSignal..., threshold: Int = 3
    ) -> EngineDriver<Int, Int> {
        var list = EngineDriver.loaded(PagingRules(threshold: threshold), from: line, startingAt: 50)
        for signal in signals { list.send(signal) }
        list.send(.refresh)
        for signal in during { list.send(signal) }
        switch ending {
        case .failure: list.fail()
        case .cancellation: list.send(.cancel)
        }
        return list
    }

    @Test(arguments: Ending.allCases)
    func shownRowIsKeptAcrossAFailedRefresh(ending: Ending) {
        #expect(refreshed(ending, after: .shown(row: 5)).engine.lastShownRow == 5)
    }

    @Test(arguments: Ending.allCases)
    func rowShownDuringARefreshReplacesTheKeptRow(ending: Ending) {
        #expect(refreshed(ending, after: .shown(row: 5), during: .shown(row: 4)).engine.lastShownRow == 4)
    }

    @Test func failedRefreshRestartsTheLoadsItCancelled() {
        let list = refreshed(.failure, after: .shown(row: 9), .loadPrevious)
        #expect(list.running == [.append(60), .prepend(40)])
        #expect(list.state.kinds == [.failed, .loading, .loading])
    }

    @Test func hintAfterACancelRestartsTheCancelledLoads() {
        var list = refreshed(.cancellation, after: .shown(row: 9))
        #expect(list.running == [])
        list.send(.shown(row: 9))
        #expect(list.running == [.append(60)])
    }

    @Test func cancelDropsExplicitRequests() {
        var list = refreshed(.cancellation, after: .loadMore, threshold: 0)
        list.send(.shown(row: 9))
        #expect(list.running == [])
    }

    @Test func requestsDuringAFailedRefreshApplyToTheOldRows() {
        let list = refreshed(.failure, during: .loadPrevious, threshold: 0)
        #expect(list.running == [.prepend(40)])
    }

    @Test func equalStateIsNotPublishedAgain() {
        var list = refreshed(.cancellation, after: .shown(row: 5))
        let count = list.states.count
        list.send(.cancel, .retry, .shown(row: 5), .shown(row: 4), .cancel)
        #expect(list.states.count == count)
    }
}
