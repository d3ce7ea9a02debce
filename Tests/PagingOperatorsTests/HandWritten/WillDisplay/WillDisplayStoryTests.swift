import Testing

/// The same story for the hand-written pager and for the feed that replaces it.
@MainActor
struct WillDisplayStoryTests {
    @Test func handWrittenPagerLoadsWhenTheLastRowIsDisplayed() async {
        let controller = WillDisplay.Before.UsersViewController(style: .plain)
        let api = UsersAPI()
        controller.api = api
        await tell(api, TableScreen(controller) { $0.spinner.isAnimating ? "spinner" : "" })
    }

    @Test func feedLoadsWhenTheLastRowIsDisplayed() async {
        let controller = WillDisplay.After.UsersViewController(style: .plain)
        let api = UsersAPI()
        controller.api = api
        await tell(api, TableScreen(controller) { $0.spinner.isAnimating ? "spinner" : "" })
    }

    private func tell(_ api: UsersAPI, _ screen: some StoryScreen) async {
        let story = Story(api: api, screen: screen)
        var requests = ["page=1&per_page=20"]
        await story.expect([], footer: "spinner", requests: requests, running: 1)
        api.answer(1...20)
        await story.expect(1...20, requests: requests)

        // Only the last row loads a page, however often it appears.
        story.scroll(to: 8 * 44 + 43)
        await story.expect(1...20, requests: requests)
        story.scrollToEnd()
        requests.append("page=2&per_page=20")
        await story.expect(1...20, footer: "spinner", requests: requests, running: 1)
        story.scroll(to: 0)
        story.scrollToEnd()
        await story.expect(1...20, footer: "spinner", requests: requests, running: 1)

        // A failure keeps the rows; the last row retries when it is displayed again.
        api.fail()
        await story.expect(1...20, requests: requests)
        story.scroll(to: 0)
        await story.expect(1...20, requests: requests)
        story.scrollToEnd()
        requests.append("page=2&per_page=20")
        await story.expect(1...20, footer: "spinner", requests: requests, running: 1)
        api.answer(21...25)
        await story.expect(1...25, requests: requests)

        // The empty page is the end.
        story.scrollToEnd()
        requests.append("page=3&per_page=20")
        await story.expect(1...25, footer: "spinner", requests: requests, running: 1)
        api.answer([])
        await story.expect(1...25, requests: requests)
        story.scroll(to: 0)
        story.scrollToEnd()
        await story.expect(1...25, requests: requests)
    }
}
