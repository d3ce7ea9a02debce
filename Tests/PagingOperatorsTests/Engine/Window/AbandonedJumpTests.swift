import Testing

@testable import PagingOperators

struct AbandonedJumpTests {
    private let line = NumberLine(count: 100, isCounted: true)

    private func list(policy: PagingRules.FailurePolicy = .hold) -> EngineDriver<Int, Int> {
        .loaded(
            PagingRules(threshold: 2, failurePolicy: policy, showsPlaceholders: true, jumpThreshold: 5),
            from: line, findsRows: true)
    }

    @Test func jumpToALoadedRowReplacesALoadingJump() {
        var list = list()
        list.send(.jump(toRow: 75), .jump(toRow: 5))
        #expect(list.cancelled == [1])
        #expect(list.state.kinds == [.idle, .end, .idle])
        list.answer(line.page(70))
        #expect(list.rows == Array(0..<10))
        #expect(list.engine.lastShownRow == 5)
    }

    @Test func scrollingBackFromPlaceholdersKeepsTheRows() {
        var list = list()
        list.send(.shown(row: 75), .shown(row: 3))
        #expect(list.cancelled == [1])
        #expect(list.running == [])
        #expect(list.state.kinds == [.idle, .end, .idle])
        #expect(list.rows == Array(0..<10))
    }

    @Test func scrollingBackReloadsWhatTheJumpCancelled() {
        var list = list()
        list.send(.shown(row: 9), .shown(row: 75))
        #expect(list.cancelled == [1])
        list.send(.shown(row: 9))
        #expect(list.running == [.append(10)])
        #expect(list.state.kinds == [.idle, .end, .loading])
    }

    @Test func jumpContinuesWhileTheOldRowsAreShown() {
        var list = list()
        list.send(.jump(toRow: 75), .shown(row: 3))
        list.settle(with: line)
        #expect(list.rows == Array(70..<80))
        #expect(list.engine.lastShownRow == 75)
    }

    /// The failed jump can be retried.
    @Test func cancellationDropsARefreshThatAFailedJumpHasReplaced() {
        var list = list()
        list.send(.refresh, .jump(toRow: 75))
        list.fail()
        list.send(.cancel)
        #expect(list.state.refresh.isFailed)
        list.send(.jump(toRow: 5))
        #expect(list.running == [])
        #expect(list.state.kinds == [.idle, .end, .idle])
    }

    @Test func refreshContinuesWhenTheListIsScrolled() {
        var list = list()
        list.send(.refresh, .shown(row: 3))
        #expect(list.running == [.refresh])
    }

    @Test func placeholdersDoNotHammerAFailingServer() {
        var list = list()
        list.send(.shown(row: 50))
        list.fail()
        for row in 51..<90 { list.send(.shown(row: row)) }
        #expect(list.running == [])
        #expect(list.state.kinds == [.failed, .end, .idle])
        list.send(.retry)
        #expect(list.running == [.refresh(80)])
        list.settle(with: line)
        #expect(list.engine.lastShownRow == 89)
    }

    @Test func refreshThatFailedHoldsPlaceholdersToo() {
        var list = list()
        list.send(.refresh)
        list.fail()
        list.send(.shown(row: 50))
        #expect(list.running == [])
        list.send(.retry)
        #expect(list.running == [.refresh])
    }

    @Test func placeholderRetriesWhereThePolicySaysSo() {
        var list = list(policy: .retryOnHint)
        list.send(.shown(row: 50))
        list.fail()
        list.send(.shown(row: 61))
        #expect(list.running == [.refresh(60)])
    }

    /// What has failed may be a reload, of which the user knows nothing.
    @Test(arguments: [true, false])
    func placeholdersDoNotWaitForAFailedRefresh(isRequested: Bool) {
        func failed(_ policy: PagingRules.FailurePolicy) -> EngineDriver<Int, Int> {
            var list = self.list(policy: policy)
            if isRequested { list.send(.refresh) } else { list.invalidate() }
            list.fail()
            return list
        }
        var (list, held) = (failed(.retryOnHint), failed(.hold))
        #expect(list.state.refresh.isFailed)
        held.send(.shown(row: 75))
        #expect(held.running == [])
        var scrolledBack = list
        list.send(.shown(row: 75))
        #expect(list.running == [.refresh(70)])
        list.fail()
        // A screen may report the same rows after each state.
        list.send(.shown(row: 75))
        #expect(list.running == [])
        list.send(.shown(row: 76))
        #expect(list.running == [.refresh(70)])
        list.settle(with: line)
        #expect(list.rows == Array(70..<80))
        #expect(list.state.kinds == [.idle, .idle, .idle])
        // It is due again.
        scrolledBack.send(.shown(row: 75), .shown(row: 3))
        #expect(scrolledBack.state.refresh.isLoading)
        #expect(scrolledBack.cancelled.count == 1)
    }

    @Test func placeholdersDoNotReplaceAFailedJump() {
        var list = list(policy: .retryOnHint)
        list.send(.jump(toRow: 75))
        list.fail()
        list.send(.shown(row: 40))
        #expect(list.running == [])
        list.send(.retry)
        #expect(list.running == [.refresh(70)])
    }

    @Test func failedJumpIsDroppedWhenLoadedRowsAreShown() {
        var list = list()
        list.send(.shown(row: 50))
        list.fail()
        list.send(.shown(row: 3))
        #expect(list.state.kinds == [.idle, .end, .idle])
        list.send(.retry)
        #expect(list.running == [])
    }

    @Test func refreshThatAJumpHasReplacedBeginsAgainWhenTheJumpEnds() {
        var list = list()
        list.send(.refresh, .jump(toRow: 75), .jump(toRow: 30), .jump(toRow: 5))
        #expect(list.running == [.refresh])
        #expect(list.state.kinds == [.loading, .end, .idle])
        #expect(list.state.tally.endedRefreshes == 0)
        list.answer(.rows(100..<110))
        #expect(list.rows == Array(100..<110))
        #expect(list.state.tally.endedRefreshes == 1)
    }

    @Test func refreshThatAJumpHasReplacedDoesNotBeginAfterACancellation() {
        var list = list()
        list.send(.refresh, .jump(toRow: 75), .cancel, .jump(toRow: 5))
        #expect(list.running == [])
        #expect(list.state.tally.endedRefreshes == 1)
    }

    @Test func listIsLoadedAgainWhenAJumpEndsThatHasReplacedAFailedRefresh() {
        var list = list()
        list.send(.refresh)
        list.fail()
        list.send(.jump(toRow: 75))
        list.fail()
        list.send(.retry, .jump(toRow: 5))
        #expect(list.running == [.refresh])
        list.answer(.rows(100..<110))
        #expect(list.rows == Array(100..<110))
        #expect(list.running == [])
    }

    @Test(arguments: [ListSignal.jump(toRow: 75), .shown(row: 75)])
    func invalidationThatAJumpPrecedesReloadsWhenTheJumpEnds(jump: ListSignal) {
        var list = list()
        list.send(.loadMore)
        list.invalidate()
        list.send(jump)
        #expect(list.running == [.refresh(70)])
        list.send(jump == .shown(row: 75) ? .shown(row: 3) : .jump(toRow: 3))
        #expect(list.running == [.refresh])
        list.answer(.rows(100..<110))
        #expect(list.rows == Array(100..<110))
        #expect(list.running == [])
    }

    @Test func reloadThatAJumpHasReplacedBeginsAgainWhenTheJumpEnds() {
        var list = list()
        list.invalidate()
        list.send(.jump(toRow: 75), .jump(toRow: 5))
        #expect(list.running == [.refresh])
    }

    @Test func jumpThatGoesToAnotherPageKeepsTheInvalidationThatItPrecedes() {
        var list = list()
        list.send(.shown(row: 75))
        list.invalidate()
        list.send(.shown(row: 50))
        list.answer(line.page(70))
        #expect(list.running == [.refresh(50)])
        list.send(.shown(row: 3))
        #expect(list.running == [.refresh])
    }

    @Test func pageThatAFailedJumpHasCancelledIsLoadedOnce() {
        var list = list()
        list.send(.loadMore, .jump(toRow: 75))
        list.fail()
        #expect(list.running == [.append(10)])
        list.answer(line.page(10))
        list.send(.jump(toRow: 5))
        #expect(list.running == [])
    }
}
