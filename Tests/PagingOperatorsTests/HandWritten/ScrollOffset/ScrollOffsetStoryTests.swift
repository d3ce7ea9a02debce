import Foundation
import Testing
import UIKitStandIn

/// The same story for the hand-written pager and for the feeds that replace it.
@MainActor
struct ScrollOffsetStoryTests {
    private let api = UsersAPI()

    private func tableFooter(_ controller: UITableViewController) -> String {
        controller.tableView(controller.tableView, numberOfRowsInSection: 1) == 0 ? "" : "loading cell"
    }

    @Test func handWrittenPagerLoadsWithinAViewportOfTheEnd() async {
        let controller = ScrollOffset.Before.UsersTableViewController(style: .plain)
        controller.api = api
        await tell(TableScreen(controller, footer: tableFooter))
    }

    @Test func feedOfATableLoadsWithinAViewportOfTheEnd() async {
        let controller = ScrollOffset.After.UsersTableViewController(style: .plain)
        controller.api = api
        await tell(TableScreen(controller, footer: tableFooter))
    }

    private func collectionFooter(_ controller: UICollectionViewController) -> String {
        let count = controller.collectionView(controller.collectionView, numberOfItemsInSection: 1)
        return count == 0 ? "" : "loading cell"
    }

    private var layout: UICollectionViewFlowLayout {
        let layout = UICollectionViewFlowLayout()
        layout.itemSize = CGSize(width: 320, height: 44)
        layout.minimumLineSpacing = 0
        return layout
    }

    @Test func handWrittenCollectionPagerLoadsWithinAViewportOfTheEnd() async {
        let controller = ScrollOffset.Before.UsersCollectionViewController(collectionViewLayout: layout)
        controller.api = api
        await tell(CollectionScreen(controller, footer: collectionFooter))
    }

    @Test func feedOfACollectionLoadsWithinAViewportOfTheEnd() async {
        let controller = ScrollOffset.After.UsersCollectionViewController(collectionViewLayout: layout)
        controller.api = api
        await tell(CollectionScreen(controller, footer: collectionFooter))
    }

    private func tell(_ screen: some StoryScreen) async {
        let story = Story(api: api, screen: screen)
        var requests = ["offset=0&limit=30"]
        await story.expect([], footer: "loading cell", requests: requests, running: 1)
        api.answer(1...30)
        await story.expect(1...30, requests: requests)

        // Thirty rows are three viewports: at the second the rest is one.
        story.scroll(to: 10 * 44 - 1)
        await story.expect(1...30, requests: requests)
        story.scroll(to: 10 * 44)
        requests.append("offset=30&limit=30")
        await story.expect(1...30, footer: "loading cell", requests: requests, running: 1)
        // To the last user: a list that shows the loading cell scrolls back when the cell goes, and so would
        // retry.
        story.scroll(to: 20 * 44)
        await story.expect(1...30, footer: "loading cell", requests: requests, running: 1)

        // A failure keeps the rows; further scrolling retries.
        api.fail()
        await story.expect(1...30, requests: requests)
        story.scroll(to: 10 * 44)
        requests.append("offset=30&limit=30")
        await story.expect(1...30, footer: "loading cell", requests: requests, running: 1)
        api.answer(31...40)
        await story.expect(1...40, requests: requests)

        // The empty page is the end.
        story.scroll(to: 20 * 44)
        requests.append("offset=40&limit=30")
        await story.expect(1...40, footer: "loading cell", requests: requests, running: 1)
        api.answer([])
        await story.expect(1...40, requests: requests)
        story.scroll(to: 0)
        story.scrollToEnd()
        await story.expect(1...40, requests: requests)
    }
}
