import Flux
import FluxTesting
import Testing

@Suite struct TestPagesTests {
    private let clock = VirtualTimeScheduler()

    /// Scrolls a feed of these pages to its end.
    private func scrolled(_ pages: TestPages<Int, Int>) -> ListSimulator<Int> {
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages)
        }
        list.scrollToEnd()
        return list
    }

    @Test func listIsCutIntoNumberedPages() {
        let pages = TestPages(Array(0..<50), perPage: 20, scheduler: clock)
        #expect(scrolled(pages).itemsSeen == Array(0..<50))
        #expect(pages.requests.map(\.key) == [nil, 1, 2])
        #expect(pages.loads.allSatisfy { $0.outcome == .answered })
    }

    @Test func overlappingPagesRepeatRows() {
        let pages = TestPages(Array(0..<50), perPage: 20, overlap: 2, scheduler: clock)
        #expect(scrolled(pages).itemsSeen == Array(0..<20) + Array(18..<40) + Array(38..<50))
    }

    @Test func emptyPageInTheMiddleIsNotTheEnd() {
        let pages = TestPages(pages: [Array(0..<12), [], Array(12..<15)], scheduler: clock)
        #expect(scrolled(pages).itemsSeen == Array(0..<15))
        #expect(pages.requests.count == 3)
    }

    @Test func pagesArriveAfterTheirDelay() {
        let pages = TestPages(Array(0..<50), perPage: 20, delay: .milliseconds(300), scheduler: clock)
        pages.answer(request: 1, with: .page(Page([20, 21], next: nil), after: .seconds(9)))
        let list = scrolled(pages)
        #expect(list.frame.rowCount == 22)
        let durations = pages.loads.map { load in load.end.map { $0 - load.start } }
        #expect(durations == [.milliseconds(300), .seconds(9)])
    }

    @Test func cancelledLoadKeepsNothing() {
        weak let source: TestPages<Int, Int>?
        do {
            let pages = TestPages(Array(0..<9), perPage: 3, delay: .seconds(1), scheduler: clock)
            source = pages
            PassthroughSubject<ListSignal, Never>().paginate(threshold: 1, from: pages).sink { _ in }.cancel()
            #expect(pages.cancelled.count == 1)
        }
        #expect(source == nil)
    }

    @Test func scriptedFailureAppliesToOneRequest() {
        let pages = TestPages(Array(0..<30), perPage: 20, scheduler: clock)
        pages.answer(request: 1, with: .failure(TestFailure("offline")))
        let list = scrolled(pages)
        #expect(list.frame.footer.isFailed)
        list.send(.retry)
        #expect(list.scrollToEnd().footer == .end)
        #expect(pages.loads.map(\.outcome) == [.answered, .failed, .answered])
    }

    @Test func scriptedKeyAppliesToItsPageAsOftenAsStated() {
        let pages = TestPages(Array(0..<60), perPage: 20, scheduler: clock)
        pages.answer(key: nil, with: .page(Page(Array(0..<20), next: 1)))
        pages.answer(key: 1, with: .failure(TestFailure("offline")), times: 2)
        pages.answer(key: 2, with: .page(Page([7], next: nil)))
        // A request by its number comes first.
        pages.answer(request: 0, with: .failure())
        let list = scrolled(pages)
        for _ in 0..<3 {
            list.send(.retry)
            list.scrollToEnd()
        }
        #expect(pages.loads.map(\.outcome) == [.failed, .answered, .failed, .failed, .answered, .answered])
        #expect(list.state.items == PagedItems(Array(0..<40) + [7]))
        #expect(list.error == nil)
    }

    @Test func sourceOfAClosureMayFindRows() {
        let pages = TestPages<Int, Int>(scheduler: clock, keyForRow: { $0 / 10 * 10 }) { request in
            let first = request.key ?? 0
            return .page(
                Page(Array(first..<first + 10), previous: first > 0 ? first - 10 : nil, next: first + 10))
        }
        #expect(pages.key(forRow: 57) == 50)
        let list = ListSimulator(viewport: 5, scheduler: clock) { $0.paginate(threshold: 1, from: pages) }
        list.send(.jump(toRow: 57))
        #expect(pages.requests.map(\.key).contains(50))
        #expect(list.state.items.contains(57))
    }

    @Test func failAllFailsRequestsUntilRecovery() {
        let pages = TestPages(Array(0..<30), perPage: 20, scheduler: clock)
        pages.failAll()
        let list = scrolled(pages)
        list.send(.retry)
        #expect(list.frame.phase == .failed)
        pages.recover()
        list.send(.retry)
        #expect(list.frame.items == Array(0..<10))
        #expect(pages.loads.map(\.outcome) == [.failed, .failed, .answered])
    }

    @Test func retriesAreCountedAsRequests() {
        let pages = TestPages(Array(0..<10), perPage: 20, scheduler: clock)
        pages.answer(request: 0, with: .failure())
        pages.answer(request: 1, with: .noPage)
        let retrying = pages.retry(.exponential(from: .seconds(1), attempts: 3), scheduler: clock)
        let list = ListSimulator(viewport: 10, scheduler: clock) { $0.paginate(threshold: 5, from: retrying) }
        list.runUntilIdle()
        // An answer without a page is no failure of the source's: it is not tried again.
        #expect(pages.loads.map(\.outcome) == [.failed, .failed])
        #expect(list.frame.phase == .failed)
    }

    @Test func unansweredLoadRunsUntilItIsCancelled() {
        let pages = TestPages(Array(0..<30), perPage: 20, scheduler: clock)
        pages.answer(request: 1, with: .silence)
        let list = scrolled(pages)
        #expect(pages.running.map(\.key) == [1])
        list.pullToRefresh()
        #expect(pages.running == [])
        #expect(pages.cancelled.map(\.key) == [1])
    }

    @Test func countsMayDisagreeWithTheList() {
        let pages = TestPages(Array(0..<30), perPage: 20, counts: .total(25), scheduler: clock)
        let rules = PagingRules(threshold: 5, showsPlaceholders: true)
        let list = ListSimulator(viewport: 10, scheduler: clock) { $0.paginate(rules, from: pages) }
        #expect(list.frame.rowCount == 25)
        #expect(list.scrollToEnd().rowCount == 30)
        #expect(list.mismatches == [])
    }

    @Test func changedItemsAreShownAfterAnInvalidation() {
        let pages = TestPages(Array(0..<30), perPage: 20, scheduler: clock)
        let list = ListSimulator(viewport: 10, scheduler: clock) { $0.paginate(threshold: 5, from: pages) }
        pages.replace(Array(100..<130), perPage: 20)
        #expect(list.frame.items == Array(0..<10))
        pages.invalidate()
        #expect(list.frame.items == Array(100..<110))
    }

    @Test func closureProvidesPagesForAnyKey() {
        let pages = TestPages<String, Int>(scheduler: clock) { request in
            .page(request.key == nil ? Page([1, 2], next: "more") : Page([3], previous: nil, next: nil))
        }
        let list = ListSimulator(viewport: 10, scheduler: clock) { $0.paginate(threshold: 0, from: pages) }
        #expect(list.frame.items == [1, 2])
        list.send(.loadMore)
        #expect(list.frame.items == [1, 2, 3])
        #expect(pages.requests.map(\.key) == [nil, "more"])
    }
}
