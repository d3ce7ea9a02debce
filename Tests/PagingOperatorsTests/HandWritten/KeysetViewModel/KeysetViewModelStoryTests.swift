import Testing

/// The same story for the hand-written pager and for the feed that replaces it.
@MainActor
struct KeysetViewModelStoryTests {
    private let api = UsersAPI()

    private func before() -> (screen: some StoryScreen, retry: () -> Void) {
        let controller = KeysetViewModel.Before.UsersViewController(style: .plain)
        controller.model = KeysetViewModel.Before.UsersViewModel(api: api)
        let screen = TableScreen(controller) {
            $0.model.isFetching ? "loading" : $0.model.error == nil ? "" : "failed"
        }
        return (screen, { controller.model.retry() })
    }

    private func after() -> (screen: some StoryScreen, retry: () -> Void) {
        let controller = KeysetViewModel.After.UsersViewController(style: .plain)
        controller.model = KeysetViewModel.After.UsersViewModel(api: api)
        let screen = TableScreen(controller) {
            $0.state.isLoading || $0.state.isPaging ? "loading" : $0.state.error == nil ? "" : "failed"
        }
        return (screen, { controller.model.retry() })
    }

    @Test func handWrittenViewModelLoadsAheadOfTheVisibleRows() async {
        let (screen, retry) = before()
        await tell(screen, retry)
    }

    @Test func feedLoadsAheadOfTheVisibleRows() async {
        let (screen, retry) = after()
        await tell(screen, retry)
    }

    private func tell(_ screen: some StoryScreen, _ retry: () -> Void) async {
        let story = Story(api: api, screen: screen)
        var requests = ["since=0&per_page=30"]
        await story.expect([], footer: "loading", requests: requests, running: 1)
        api.answer(1...30)
        await story.expect(1...30, requests: requests)

        // Twenty rows are visible or prefetched. The fifth row from the end loads the next page.
        story.scroll(to: 5 * 44)
        await story.expect(1...30, requests: requests)
        story.scroll(to: 6 * 44)
        requests.append("since=30&per_page=30")
        await story.expect(1...30, footer: "loading", requests: requests, running: 1)
        story.scrollToEnd()
        await story.expect(1...30, footer: "loading", requests: requests, running: 1)

        // A failure remains until it is retried, whatever is scrolled.
        api.fail()
        await story.expect(1...30, footer: "failed", requests: requests)
        story.scroll(to: 0)
        story.scrollToEnd()
        await story.expect(1...30, footer: "failed", requests: requests)
        retry()
        requests.append("since=30&per_page=30")
        await story.expect(1...30, footer: "loading", requests: requests, running: 1)

        // Users that the list has are not added again.
        api.answer(28...57)
        await story.expect(1...57, requests: requests)
        story.scroll(to: 33 * 44)
        requests.append("since=57&per_page=30")
        await story.expect(1...57, footer: "loading", requests: requests, running: 1)
        api.answer([])
        await story.expect(1...57, requests: requests)
        story.scrollToEnd()
        await story.expect(1...57, requests: requests)
    }

    @Test func handWrittenViewModelTakesAPageOfDuplicatesForTheEnd() async {
        let screen = before().screen
        let story = Story(api: api, screen: screen)
        api.answer(1...30)
        await story.expect(1...30, requests: ["since=0&per_page=30"])
        story.scrollToEnd()
        api.answer(1...30)
        let requests = ["since=0&per_page=30", "since=30&per_page=30"]
        await story.expect(1...30, requests: requests)
        story.scroll(to: 0)
        story.scrollToEnd()
        await story.expect(1...30, requests: requests)
    }

    @Test func feedContinuesAfterAPageOfDuplicates() async {
        let screen = after().screen
        let story = Story(api: api, screen: screen)
        var requests = ["since=0&per_page=30"]
        await story.expect([], footer: "loading", requests: requests, running: 1)
        api.answer(1...30)
        await story.expect(1...30, requests: requests)
        story.scrollToEnd()
        requests.append("since=30&per_page=30")
        await story.expect(1...30, footer: "loading", requests: requests, running: 1)
        api.answer(1...29)
        requests.append("since=29&per_page=30")
        await story.expect(1...30, footer: "loading", requests: requests, running: 1)
        api.answer(31...60)
        await story.expect(1...60, requests: requests)
    }
}
