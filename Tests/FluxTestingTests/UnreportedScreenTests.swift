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

    /// Rows that a report counts are those of the state that the screen shows once `send` has returned.
    @Test func pagesThatArriveAtOnceAreReportedAsThoseThatArriveLater() {
        let pages = TestPages<Int, Int>(scheduler: time) { request in
            let page = request.key ?? 4
            return .page(
                Page(
                    Array(page * 5..<page * 5 + 5), previous: page > 0 ? page - 1 : nil,
                    next: page < 7 ? page + 1 : nil))
        }
        let list = ListSimulator<Int>(viewport: 6, scheduler: time) { signals in
            signals.paginate(PagingRules(threshold: 3, viewport: 6), from: pages)
        }
        list.runUntilIdle()
        list.send(.refresh)
        list.scrollToEnd()
        #expect(list.frame.rows.last?.item == 39)
        #expect(list.state.append.isEnd)
    }

    @Test func pagesThatArriveAtOnceInAWindowThatIsTooSmallComeToAnEnd() {
        let pages = TestPages<Int, Int>(scheduler: time) { request in
            let page = request.key ?? 0
            return .page(Page([2 * page, 2 * page + 1], next: page < 19 ? page + 1 : nil))
        }
        let list = ListSimulator<Int>(viewport: 7, reporting: .visibleRows, scheduler: time) { signals in
            signals.paginate(PagingRules(threshold: 6, maxRows: 20, viewport: 7), from: pages)
        }
        list.jump(toRow: 17)
        #expect(list.frame.rows.contains { $0.item == 17 })
        #expect(pages.requests.count < 40)
    }
}
