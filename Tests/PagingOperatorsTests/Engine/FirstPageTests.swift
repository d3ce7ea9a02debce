import Testing

@testable import PagingOperators

struct FirstPageTests {
    @Test func firstPageLoadsAtSubscription() {
        var list = EngineDriver(threshold: 3)
        list.start()
        #expect(list.requests == [.refresh])
        #expect(list.states.count == 1)
        #expect(list.state.kinds == [.loading, .idle, .idle])
        #expect(list.state.phase == .firstLoad)

        list.answer(.rows(0..<10))
        #expect(list.rows == Array(0..<10))
        #expect(list.state.change == RowChange(inserted: [0..<10]))
        #expect(list.state.kinds == [.idle, .end, .idle])
        #expect(list.state.phase == .content)
        #expect(list.running == [])
    }

    @Test func secondStartDoesNothing() {
        var list = EngineDriver(threshold: 3)
        list.start()
        list.start()
        list.answer(.rows(0..<3))
        list.start()
        #expect(list.requests == [.refresh])
    }

    @Test func firstPageWithoutNextKeyIsTheEnd() {
        let list = EngineDriver.loaded(threshold: 3, .last(0..<2))
        #expect(list.state.kinds == [.idle, .end, .end])
        #expect(list.state.footer == .end)
        #expect(!list.state.hasMore)
        #expect(list.running == [])
    }

    @Test func emptyLastPageIsAnEmptyList() {
        let list = EngineDriver.loaded(threshold: 3, .last(0..<0))
        #expect(list.state.phase == .empty)
        #expect(list.state.footer == .none)
        #expect(list.state.change == .none)
        #expect(list.running == [])
    }

    @Test func emptyFirstPageWithANextKeyLoadsOnUntilThereAreRows() {
        var list = EngineDriver.loaded(threshold: 3, Page([], next: 1))
        #expect(list.running == [.append(1)])
        #expect(list.state.phase == .firstLoad)
        list.answer(Page([], next: 2))
        #expect(list.running == [.append(2)])
        list.answer(.rows(5..<6))
        #expect(list.running == [])
        #expect(list.rows == [5])
        #expect(list.state.change == RowChange(inserted: [0..<1]))
    }

    @Test func shortFirstPageWaitsForAHint() {
        let list = EngineDriver.loaded(threshold: 10, .rows(0..<2))
        #expect(list.running == [])
        #expect(list.state.append.kind == .idle)
    }

    @Test func hintBeforeTheFirstPageWaitsForIt() {
        var list = EngineDriver(threshold: 3)
        list.start()
        list.send(.shown(row: 9))
        #expect(list.requests == [.refresh])
        #expect(list.states.count == 1)
        list.answer(.rows(0..<10))
        #expect(list.running == [.append(10)])
        #expect(list.state.append.kind == .loading)
    }

    @Test func hintBeforeTheStartStartsTheFirstLoad() {
        var list = EngineDriver(threshold: 3)
        list.send(.shown(row: 0))
        list.start()
        #expect(list.requests == [.refresh])
    }

    @Test func loadMoreBeforeTheFirstPageLoadsOneMorePage() {
        var list = EngineDriver(threshold: 0)
        list.start()
        list.send(.loadMore, .loadMore)
        list.answer(.rows(0..<10))
        #expect(list.running == [.append(10)])
        list.answer(.rows(10..<20))
        #expect(list.running == [])
    }

    @Test(arguments: [ListSignal.cancel, .reset])
    func burstOfRequestsThatBeginsAListLoadsItsFirstPage(_ stop: ListSignal) {
        var list = EngineDriver(threshold: 0)
        list.start()
        list.send(stop, .loadMore, .loadMore, .loadPrevious)
        #expect(list.running == [.refresh])
        list.answer(.rows(0..<10))
        #expect(list.running == [])
        list.send(.loadMore)
        #expect(list.running == [.append(10)])
    }

    @Test func totalIsKeptFromPageToPage() {
        var list = EngineDriver.loaded(threshold: 1, Page([0], next: 1, total: 7))
        #expect(list.state.total == 7)
        list.send(.loadMore)
        list.answer(Page([1], next: 2))
        #expect(list.state.total == 7)
        list.send(.loadMore)
        list.answer(Page([2], next: 3, total: 8))
        #expect(list.state.total == 8)
        list.send(.refresh)
        #expect(list.state.total == 8)
        list.answer(Page([0], next: nil))
        #expect(list.state.total == nil)
    }
}
