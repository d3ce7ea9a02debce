import TestSupport
import Testing

@testable import PagingOperators

/// The event that follows a signal which loads nothing, with the figures of the reason.
struct ReasonTests {
    @Test func enoughRowsBeyondThoseInView() {
        var list = ExplainedList.loaded(PagingRules(threshold: 3))
        #expect(
            list.send(.shown(rows: 2..<5)) == [
                "rows 2–4 in view", "no next page needed: 5 rows beyond, threshold 3",
            ])
        #expect(
            list.send(.shown(row: 7)) == ["row 7 in view", "page 10 requested (append, load 2)"])
    }

    @Test func thresholdOfZero() {
        var list = ExplainedList.loaded(PagingRules(threshold: 0))
        #expect(list.send(.shown(row: 9)).last == "no next page needed: the threshold is 0")
    }

    @Test func loadThatIsRunning() {
        var list = ExplainedList.loaded(PagingRules(threshold: 3))
        _ = list.send(.shown(row: 9))
        #expect(list.send(.shown(row: 8)).last == "no next page needed: load 2 is running")
        #expect(list.send(.loadMore) == ["next page requested", "no next page needed: load 2 is running"])
    }

    @Test func firstLoadThatIsRunning() {
        var list = ExplainedList(PagingRules(threshold: 3))
        #expect(
            list.handle(.start) == ["session began", "first page requested (refresh, load 1)"])
        #expect(list.send(.shown(row: 0)).last == "no first page needed: load 1 is running")
        #expect(list.send(.refresh) == ["refresh requested", "no first page needed: load 1 is running"])
    }

    @Test func holdAfterAFailure() {
        var list = ExplainedList.loaded(PagingRules(threshold: 3))
        _ = list.send(.shown(row: 9))
        #expect(list.fail() == ["load 2: failed: offline"])
        #expect(
            list.send(.shown(row: 8)).last
                == "no next page needed: held until a retry, since it failed: offline")
        #expect(list.send(.shown(row: 1)).last == "no next page needed: 8 rows beyond, threshold 3")
        #expect(list.send(.retry) == ["retry requested", "page 10 requested (append, load 3)"])
    }

    @Test func holdAfterAFailureOfTheFirstPage() {
        var list = ExplainedList(PagingRules(threshold: 3))
        _ = list.handle(.start)
        _ = list.fail()
        #expect(
            list.send(.shown(row: 0)).last
                == "no first page needed: held until a retry, since it failed: offline")
    }

    @Test func endOfTheList() {
        var list = ExplainedList.loaded(PagingRules(threshold: 3), of: NumberLine(count: 10))
        #expect(list.send(.shown(row: 9)).last == "no next page needed: the list ends there")
        #expect(list.send(.loadMore).last == "no next page needed: the list ends there")
        #expect(
            list.send(.loadPrevious) == [
                "previous page requested", "no previous page needed: the list ends there",
            ])
    }

    @Test func rowBeyondTheList() {
        var list = ExplainedList.loaded(PagingRules(threshold: 3), of: NumberLine(count: 10))
        #expect(list.send(.shown(row: 40)).last == "no next page needed: the list has 10 rows")
        #expect(list.send(.prefetch(rows: 40..<50)).last == "no next page needed: the list has 10 rows")
    }

    @Test func bothDirections() {
        var list = ExplainedList.loaded(PagingRules(threshold: 2), startingAt: 50)
        #expect(
            list.send(.shown(rows: 4..<6)).dropFirst() == [
                "no next page needed: 4 rows beyond, threshold 2",
                "no previous page needed: 4 rows beyond, threshold 2",
            ])
        #expect(
            list.send(.shown(rows: 1..<6)).dropFirst() == [
                "page 40 requested (prepend, load 2)", "no next page needed: 4 rows beyond, threshold 2",
            ])
    }

    @Test func windowThatIsFull() {
        var list = ExplainedList.loaded(
            PagingRules(threshold: 2, scrollPolicy: .within(viewports: 0.5), maxRows: 30))
        for content in [1000.0, 2000, 3000] {
            _ = list.send(.scrolled(offset: content - 100, viewport: 100, content: content))
            _ = list.answer()
        }
        #expect(
            list.send(.scrolled(offset: 10, viewport: 100, content: 3000)).last
                == "no previous page needed: its page was removed, the window has room for 30 rows")
    }

    @Test func prefetchedRowsFarAway() {
        var list = ExplainedList.loaded(
            PagingRules(threshold: 2, showsPlaceholders: true, jumpThreshold: 20),
            of: NumberLine(count: 100, isCounted: true), findsRows: true)
        #expect(
            list.send(.prefetch(rows: 60..<70)).last
                == "no next page needed: the rows are far from the loaded ones")
    }

    @Test func pageThatLeavesTheWindow() {
        var list = ExplainedList.loaded(PagingRules(threshold: 2, maxRows: 20))
        _ = list.send(.shown(rows: 6..<10))
        _ = list.answer()
        _ = list.send(.shown(rows: 16..<20))
        let lines = list.answer()
        #expect(
            lines == [
                "load 3: 10 items loaded, 10 rows, then page 30",
                "first page removed at the start, 10 rows",
            ])
    }

    @Test func jumpPageByPage() {
        var list = ExplainedList.loaded(PagingRules(threshold: 3))
        #expect(
            list.send(.jump(toRow: 45)) == [
                "jump to row 45 requested", "page 10 requested (append, load 2)",
            ])
        _ = list.send(.shown(row: 0))
        #expect(list.send(.shown(row: 1)).last == "no next page needed: load 2 is running")
    }

    @Test func reloadThatWaits() {
        var list = ExplainedList.loaded(PagingRules(threshold: 2), startingAt: 50)
        _ = list.send(.shown(rows: 0..<5))
        #expect(list.handle(.invalidated) == ["items have changed"])
        #expect(
            list.send(.shown(rows: 7..<9)).contains(
                "no next page needed: the list is loaded again once the running loads have ended"))
    }

    @Test func nothingInView() {
        var list = ExplainedList.loaded(PagingRules(threshold: 2))
        #expect(list.send(.shown(rows: 3..<3)) == ["no rows in view", "no page needed: nothing is in view"])
        #expect(
            list.send(.scrolled(offset: 0, viewport: 0, content: 0)).last
                == "no page needed: nothing is in view")
    }

    @Test func noReportBeforeARetry() {
        var list = ExplainedList.loaded(PagingRules(threshold: 2), startingAt: 50)
        _ = list.send(.loadMore)
        _ = list.fail()
        #expect(
            list.send(.retry) == [
                "retry requested", "page 60 requested (append, load 3)",
                "no previous page needed: nothing is in view",
            ])
    }

    @Test func retryOfNothing() {
        var list = ExplainedList.loaded(PagingRules(threshold: 2))
        #expect(list.send(.retry) == ["retry requested", "no page needed: nothing has failed"])
    }

    @Test func scrollPosition() {
        var list = ExplainedList.loaded(PagingRules(threshold: 2, scrollPolicy: .within(viewports: 1)))
        #expect(
            list.send(.scrolled(offset: 0, viewport: 100, content: 1000)) == [
                "scrolled to 0 pt of 1000 pt, viewport 100 pt",
                "no next page needed: 900 pt beyond, limit 100 pt",
            ])
        #expect(
            list.send(.scrolled(offset: 810, viewport: 100, content: 1000)).last
                == "page 10 requested (append, load 2)")
    }

    @Test func listThatIsNotPulledFarEnough() {
        var list = ExplainedList.loaded(PagingRules(threshold: 2, scrollPolicy: .pulled(distance: 60)))
        #expect(
            list.send(.scrolled(offset: 920, viewport: 100, content: 1000)).last
                == "no next page needed: pulled by 20 pt, limit 60 pt")
    }

    @Test func lateAnswerAndCancellation() {
        var list = ExplainedList.loaded(PagingRules(threshold: 3))
        _ = list.send(.shown(row: 9))
        let late = list.loads[0].id
        #expect(list.send(.cancel) == ["loads cancelled", "load 2: cancelled"])
        #expect(
            list.handle(.loaded(late, list.line.page(10))) == [
                "load 2: page dropped, which came after the load was cancelled"
            ])
    }

    @Test func pageThatRepeatsItsKey() {
        var list = ExplainedList.loaded(PagingRules(threshold: 3))
        _ = list.send(.shown(row: 9))
        let lines = list.answer(Page([1], next: 10))
        #expect(lines.count == 1)
        #expect(lines[0].hasPrefix("load 2: failed: "))
    }
}
