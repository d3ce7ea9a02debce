import PagingOperators
import TestSupport
import Testing

/// The same story for the hand-written class and for the one that replaces it.
@MainActor
struct CallbackPaginatorStoryTests {
    private let api = UsersAPI()

    private func before() -> (screen: some StoryScreen, refresh: () -> Void) {
        let controller = CallbackPaginator.Before.UsersViewController(style: .plain)
        controller.api = api
        return (TableScreen(controller) { $0.label.text ?? "" }, { controller.refresh() })
    }

    private func after() -> (screen: some StoryScreen, refresh: () -> Void) {
        let controller = CallbackPaginator.After.UsersViewController(style: .plain)
        controller.api = api
        return (TableScreen(controller) { $0.label.text ?? "" }, { controller.refresh() })
    }

    @Test func handWrittenPaginatorPagesByCallbacks() async {
        let (screen, refresh) = before()
        await tell(screen, refresh)
    }

    @Test func paginatorPagesByCallbacks() async {
        let (screen, refresh) = after()
        await tell(screen, refresh)
    }

    private func tell(_ screen: some StoryScreen, _ refresh: () -> Void) async {
        let story = Story(api: api, screen: screen)
        let first = "page=1&per_page=20"
        let second = "page=2&per_page=20"
        await story.expect([], footer: "Loading", requests: [first], running: 1)
        api.answer(1...20, total: 35)
        await story.expect(1...20, footer: "20 of 35", requests: [first])

        // One page at a time.
        story.scroll(to: 9 * 44)
        await story.expect(1...20, footer: "20 of 35", requests: [first])
        story.scrollToEnd()
        story.scroll(to: 0)
        story.scrollToEnd()
        await story.expect(1...20, footer: "20 of 35", requests: [first, second], running: 1)

        // A failure keeps the results, and the page is fetched again on request.
        api.fail()
        await story.expect(1...20, footer: "Failed", requests: [first, second])
        story.scroll(to: 0)
        story.scrollToEnd()
        await story.expect(1...20, footer: "Failed", requests: [first, second, second], running: 1)

        // The total determines the last page.
        api.answer(21...35, total: 35)
        await story.expect(1...35, footer: "All 35", requests: [first, second, second])
        story.scroll(to: 0)
        story.scrollToEnd()
        await story.expect(1...35, footer: "All 35", requests: [first, second, second])

        refresh()
        story.scroll(to: 0)
        await story.expect([], footer: "Loading", requests: [first, second, second, first], running: 1)
        api.answer(1...3, total: 3)
        await story.expect(1...3, footer: "All 3", requests: [first, second, second, first])
    }

    @Test func handWrittenPaginatorTakesAFailedFirstPageForTheLast() {
        let paginator = CallbackPaginator.Before.Paginator<Int>(
            pageSize: 20, fetchHandler: { paginator, _, _ in paginator.failed() }, resultsHandler: { _, _ in }
        )
        paginator.fetchFirstPage()
        #expect(paginator.reachedLastPage)
    }

    @Test func paginatorFetchesAFailedFirstPageAgain() {
        let pages = Log<Int>()
        let paginator = PagingOperators.Paginator<Int>(
            pageSize: 20,
            fetchHandler: { paginator, page, _ in
                pages.append(page)
                if pages.count == 1 { paginator.failed() } else { paginator.received(results: [1], total: 1) }
            })
        paginator.fetchFirstPage()
        #expect(!paginator.reachedLastPage)
        paginator.fetchNextPage()
        #expect(pages.entries == [1, 1])
        #expect(paginator.results == [1])
        #expect(paginator.reachedLastPage)
    }
}
