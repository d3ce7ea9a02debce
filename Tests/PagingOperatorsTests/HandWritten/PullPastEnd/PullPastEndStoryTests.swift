import Testing

/// The same story for the hand-written pager and for the feed that replaces it.
@MainActor
struct PullPastEndStoryTests {
    private let api = UsersAPI()

    private var before: some StoryScreen {
        let controller = PullPastEnd.Before.UsersViewController(style: .plain)
        controller.api = api
        return TableScreen(controller) { $0.label.text ?? "" }
    }

    private var after: some StoryScreen {
        let controller = PullPastEnd.After.UsersViewController(style: .plain)
        controller.api = api
        return TableScreen(controller) { $0.label.text ?? "" }
    }

    @Test func handWrittenPagerLoadsWhenPulledPastTheEnd() async {
        await tell(before)
    }

    @Test func feedLoadsWhenPulledPastTheEnd() async {
        await tell(after)
    }

    private func tell(_ screen: some StoryScreen) async {
        let story = Story(api: api, screen: screen)
        var requests = ["offset=0&limit=20"]
        await story.expect([], footer: "Loading", requests: requests, running: 1)
        api.answer(1...20)
        await story.expect(1...20, footer: "Pull to load more", requests: requests)

        // Only a pull by the distance loads, once released.
        story.scrollToEnd()
        story.pullPastEnd(by: 59)
        await story.expect(1...20, footer: "Pull to load more", requests: requests)
        story.pull(pastEndBy: 60)
        await story.expect(1...20, footer: "Release to load more", requests: requests)
        story.release()
        requests.append("offset=20&limit=20")
        await story.expect(1...20, footer: "Loading", requests: requests, running: 1)
        story.pullPastEnd(by: 80)
        await story.expect(1...20, footer: "Loading", requests: requests, running: 1)

        // A failure keeps the rows; the list is pulled again.
        api.fail()
        await story.expect(1...20, footer: "Pull to load more", requests: requests)
        story.pullPastEnd(by: 60)
        requests.append("offset=20&limit=20")
        await story.expect(1...20, footer: "Loading", requests: requests, running: 1)

        // A page that is not full is the last.
        api.answer(21...30)
        await story.expect(1...30, footer: "That's all", requests: requests)
        story.pullPastEnd(by: 100)
        await story.expect(1...30, footer: "That's all", requests: requests)
    }

    @Test func feedDoesNotTakeABottomInsetForAPull() async {
        let controller = PullPastEnd.After.UsersViewController(style: .plain)
        controller.api = api
        controller.tableView.contentInset.bottom = 83
        let screen = TableScreen(controller) { $0.label.text ?? "" }
        let story = Story(api: api, screen: screen)
        let first = "offset=0&limit=20"
        await story.expect([], footer: "Loading", requests: [first], running: 1)
        api.answer(1...20)
        await story.expect(1...20, footer: "Pull to load more", requests: [first])
        story.pullPastEnd(by: 59)
        await story.expect(1...20, footer: "Pull to load more", requests: [first])
        story.pullPastEnd(by: 60)
        await story.expect(
            1...20, footer: "Loading", requests: [first, "offset=20&limit=20"], running: 1)
    }
}
