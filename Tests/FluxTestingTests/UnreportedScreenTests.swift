import FluxTesting
import PagingOperators
import Streams
import Testing

/// Screens that report nothing, because nothing that they report has changed.
struct UnreportedScreenTests {
    private let time = VirtualTimeScheduler()

    @Test(arguments: [ListReporting.rows, .visibleRows, .distances], [false, true])
    func listThatIsShorterThanTheScreenAfterAJumpLoadsPagesBefore(
        reporting: ListReporting, showsPlaceholders: Bool
    ) {
        let numbers = OffsetPages<Int, Never>(limit: 10) { [time] offset, limit in
            Just(Array(min(45, offset)..<min(45, offset + limit)))
                .delay(for: .milliseconds(100), scheduler: time)
        }
        let list = ListSimulator<Int>(viewport: 9, reporting: reporting, scheduler: time) { signals in
            signals.paginate(
                PagingRules(threshold: 2, showsPlaceholders: showsPlaceholders), from: numbers
            )
            .filter { $0.isMultiple(of: 2) }
        }
        list.runUntilIdle()
        list.jump(toRow: 44)
        list.runUntilIdle()
        #expect(list.frame.rows.compactMap(\.item).count == 9)
    }

    @Test(arguments: [ListReporting.visibleRows, .distances], [false, true])
    func pageThatWasLoadingOrHadFailedIsLoadedAfterARefreshWithAsManyRows(
        reporting: ListReporting, hasFailed: Bool
    ) {
        let pages = TestPages(Array(0..<50), perPage: 10, delay: .milliseconds(100), scheduler: time)
        if hasFailed { pages.answer(request: 1, with: .failure()) }
        let list = ListSimulator<Int>(viewport: 5, reporting: reporting, scheduler: time) { signals in
            signals.paginate(
                PagingRules(threshold: 3, scrollPolicy: .within(viewports: 0.5)), from: pages)
        }
        list.wait(.seconds(1))
        list.scroll(by: 30, over: .milliseconds(50))
        if hasFailed { list.wait(.seconds(1)) }
        list.send(.refresh)
        list.wait(.seconds(10))
        #expect(list.frame.rowCount == 20)
    }

    @Test func contentOfTheSameLengthIsReportedAgainOnceThereWasNone() {
        let pages = TestPages(Array(0..<30), perPage: 3, delay: .milliseconds(100), scheduler: time)
        pages.answer(request: 1, with: .failure())
        let list = ListSimulator<Int>(viewport: 9, reporting: .distances, scheduler: time) { signals in
            signals.paginate(threshold: 3, from: pages)
        }
        list.runUntilIdle()
        list.send(.reset)
        list.send(.loadMore)
        list.runUntilIdle()
        #expect(list.frame.rows.count == 9)
    }
}
