import Testing

@testable import PagingOperators

/// A type that is not `Sendable`, as hand-written models often are.
private final class Row: Equatable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }

    static func == (lhs: Row, rhs: Row) -> Bool { lhs.number == rhs.number }
}

/// Records the callbacks of a paginator.
@MainActor
private final class Screen {
    private(set) var calls: [String] = []
    private(set) var paginator: Paginator<Row>

    /// - Parameter fetch: The fetch handler, which may respond synchronously.
    init(pageSize: Int = 3, fetch: @escaping @MainActor (Paginator<Row>, Int, Int) -> Void = { _, _, _ in }) {
        paginator = Paginator(pageSize: pageSize, fetchHandler: fetch)
        paginator.fetchHandler = { [unowned self] paginator, page, size in
            calls.append("fetch \(page)")
            fetch(paginator, page, size)
        }
        paginator.resultsHandler = { [unowned self] paginator, rows in
            calls.append("results \(rows.map(\.number)) of \(paginator.results.count)")
        }
        paginator.resetHandler = { [unowned self] _ in calls.append("reset") }
        paginator.failureHandler = { [unowned self] _ in calls.append("failure") }
        paginator.completionHandler = { [unowned self] _ in calls.append("complete") }
    }

    func takeCalls() -> [String] {
        defer { calls = [] }
        return calls
    }

    func receive(_ numbers: Range<Int>, total: Int) {
        paginator.received(results: numbers.map(Row.init), total: total)
    }
}

@MainActor
struct PaginatorTests {
    @Test func newPaginatorHasFetchedNothing() {
        let screen = Screen()
        let paginator = screen.paginator
        #expect(paginator.requestStatus == .none)
        #expect(paginator.page == 0)
        #expect(paginator.pageSize == 3)
        #expect(paginator.total == 0)
        #expect(paginator.results.isEmpty)
        #expect(!paginator.reachedLastPage)
        #expect(screen.calls == [])
    }

    @Test func pagesAreFetchedOneAfterTheOtherToTheTotal() {
        let screen = Screen()
        let paginator = screen.paginator
        paginator.fetchFirstPage()
        #expect(screen.takeCalls() == ["reset", "fetch 1"])
        #expect(paginator.requestStatus == .inProgress)
        #expect(paginator.page == 0)
        screen.receive(0..<3, total: 5)
        #expect(screen.takeCalls() == ["results [0, 1, 2] of 3"])
        #expect(paginator.requestStatus == .done)
        #expect(paginator.page == 1)
        #expect(paginator.total == 5)
        #expect(!paginator.reachedLastPage)
        paginator.fetchNextPage()
        screen.receive(3..<5, total: 5)
        #expect(screen.takeCalls() == ["fetch 2", "results [3, 4] of 5", "complete"])
        #expect(paginator.results.map(\.number) == Array(0..<5))
        #expect(paginator.page == 2)
        #expect(paginator.reachedLastPage)
        paginator.fetchNextPage()
        #expect(screen.takeCalls() == [])
        #expect(paginator.requestStatus == .done)
    }

    @Test func fetchNextPageFetchesTheFirstPageOfAnEmptyList() {
        let screen = Screen()
        screen.paginator.fetchNextPage()
        #expect(screen.calls == ["fetch 1"])
    }

    @Test func onePageIsFetchedAtATime() {
        let screen = Screen()
        screen.paginator.fetchNextPage()
        screen.paginator.fetchNextPage()
        screen.receive(0..<3, total: 9)
        #expect(screen.calls == ["fetch 1", "results [0, 1, 2] of 3"])
        screen.paginator.fetchNextPage()
        screen.paginator.fetchNextPage()
        #expect(screen.calls.suffix(1) == ["fetch 2"])
    }

    @Test func synchronousResultsAreThereWhenTheCallReturns() {
        let screen = Screen { paginator, page, size in
            paginator.received(results: ((page - 1) * size..<page * size).map(Row.init), total: 6)
            #expect(paginator.page == page)
            #expect(paginator.results.count == page * size)
        }
        screen.paginator.fetchFirstPage()
        #expect(screen.paginator.results.map(\.number) == [0, 1, 2])
        screen.paginator.fetchNextPage()
        #expect(
            screen.calls == [
                "reset", "fetch 1", "results [0, 1, 2] of 3", "fetch 2", "results [3, 4, 5] of 6", "complete",
            ])
        #expect(screen.paginator.reachedLastPage)
    }

    @Test func failedPageIsFetchedAgain() {
        let screen = Screen()
        let paginator = screen.paginator
        paginator.fetchFirstPage()
        paginator.failed()
        #expect(screen.takeCalls() == ["reset", "fetch 1", "failure"])
        #expect(paginator.requestStatus == .done)
        #expect(!paginator.reachedLastPage)
        paginator.fetchNextPage()
        screen.receive(0..<3, total: 6)
        paginator.fetchNextPage()
        paginator.failed()
        #expect(paginator.results.count == 3)
        #expect(paginator.page == 1)
        paginator.fetchNextPage()
        screen.receive(3..<6, total: 6)
        #expect(
            screen.takeCalls() == [
                "fetch 1", "results [0, 1, 2] of 3", "fetch 2", "failure", "fetch 2",
                "results [3, 4, 5] of 6",
                "complete",
            ])
    }

    @Test func failureInsideTheHandlerIsHandledAtOnce() {
        let screen = Screen { paginator, _, _ in paginator.failed() }
        screen.paginator.fetchNextPage()
        #expect(screen.calls == ["fetch 1", "failure"])
        #expect(screen.paginator.requestStatus == .done)
    }

    @Test func resetDropsTheResultsAndTheRunningFetch() {
        let screen = Screen()
        let paginator = screen.paginator
        paginator.fetchFirstPage()
        screen.receive(0..<3, total: 9)
        paginator.fetchNextPage()
        paginator.reset()
        #expect(screen.calls.last == "reset")
        #expect(paginator.requestStatus == .none)
        #expect(paginator.results.isEmpty)
        #expect(paginator.total == 0)
        #expect(paginator.page == 0)
        screen.receive(3..<6, total: 9)
        paginator.failed()
        #expect(screen.calls.last == "reset")
        #expect(paginator.results.isEmpty)
        paginator.fetchNextPage()
        #expect(screen.calls.last == "fetch 1")
    }

    @Test func unrequestedResultsAreIgnored() {
        let screen = Screen()
        screen.receive(0..<3, total: 9)
        screen.paginator.failed()
        screen.paginator.fetchNextPage()
        screen.receive(0..<3, total: 9)
        screen.receive(0..<3, total: 9)
        #expect(screen.calls == ["fetch 1", "results [0, 1, 2] of 3"])
    }

    @Test func emptyListIsComplete() {
        let screen = Screen()
        screen.paginator.fetchFirstPage()
        screen.receive(0..<0, total: 0)
        #expect(screen.calls == ["reset", "fetch 1", "results [] of 0", "complete"])
        #expect(screen.paginator.reachedLastPage)
        #expect(screen.paginator.requestStatus == .done)
    }

    /// Callers that keep the results themselves pass none on, which must not fetch all pages.
    @Test func pageWithoutResultsIsFollowedByTheNextOnlyWhenItIsAskedFor() {
        let screen = Screen()
        screen.paginator.fetchFirstPage()
        screen.receive(0..<0, total: 9)
        #expect(screen.takeCalls() == ["reset", "fetch 1", "results [] of 0"])
        #expect(screen.paginator.requestStatus == .done)
        screen.paginator.fetchNextPage()
        #expect(screen.takeCalls() == ["fetch 2"])
    }

    @Test func totalMayChangeFromPageToPage() {
        let screen = Screen()
        screen.paginator.fetchFirstPage()
        screen.receive(0..<3, total: 6)
        screen.paginator.fetchNextPage()
        screen.receive(3..<6, total: 8)
        #expect(!screen.paginator.reachedLastPage)
        screen.paginator.fetchNextPage()
        screen.receive(6..<8, total: 8)
        #expect(screen.paginator.reachedLastPage)
    }

    @Test func pageSizeMayBeSoLargeThatItsMultiplesAreNoNumbers() {
        let paginator = Paginator<Int>(
            pageSize: .max / 2 + 1,
            fetchHandler: { paginator, _, _ in paginator.received(results: [1], total: .max) })
        paginator.fetchFirstPage()
        #expect(!paginator.reachedLastPage)
        paginator.fetchNextPage()
        #expect(paginator.reachedLastPage)
        #expect(paginator.results == [1, 1])
    }

    @Test func nextPageMayBeRequestedWithinTheResultsHandler() {
        let screen = Screen { paginator, page, size in
            paginator.received(results: ((page - 1) * size..<page * size).map(Row.init), total: 9)
        }
        screen.paginator.resultsHandler = { paginator, _ in paginator.fetchNextPage() }
        screen.paginator.fetchFirstPage()
        #expect(screen.paginator.results.map(\.number) == Array(0..<9))
        #expect(screen.calls == ["reset", "fetch 1", "fetch 2", "fetch 3", "complete"])
    }

    @Test func synchronousPagesUseConstantStack() {
        let paginator = Paginator<Int>(
            pageSize: 1,
            fetchHandler: { paginator, page, _ in paginator.received(results: [page], total: 10_000) },
            resultsHandler: { paginator, _ in paginator.fetchNextPage() })
        paginator.fetchFirstPage()
        #expect(paginator.results.count == 10_000)
        #expect(paginator.reachedLastPage)
    }

    @Test func resetWithinTheResultsHandlerCompletesTheNewListOnly() {
        let screen = Screen()
        var times = 0
        screen.paginator.completionHandler = { _ in times += 1 }
        screen.paginator.resultsHandler = { paginator, rows in
            if rows.first?.number == 0 { paginator.fetchFirstPage() }
        }
        screen.paginator.fetchFirstPage()
        screen.receive(0..<2, total: 2)
        #expect(times == 0)
        #expect(screen.paginator.requestStatus == .inProgress)
        screen.receive(7..<9, total: 2)
        #expect(times == 1)
        #expect(screen.paginator.results.map(\.number) == [7, 8])
    }

    @Test func fetchMayBeAsynchronous() async {
        await withCheckedContinuation { continuation in
            let paginator = Paginator<Int>(pageSize: 2) { paginator, page, _ in
                Task { @MainActor in paginator.received(results: [page], total: 2) }
            }
            paginator.completionHandler = { paginator in
                #expect(paginator.results == [1])
                continuation.resume()
            }
            paginator.fetchFirstPage()
        }
    }

    @Test func nothingRetainsAPaginator() {
        weak var weakPaginator: Paginator<Int>?
        do {
            let paginator = Paginator<Int>(pageSize: 2) { _, _, _ in }
            weakPaginator = paginator
            paginator.fetchFirstPage()
        }
        #expect(weakPaginator == nil)
    }
}
