import Flux
import Foundation
import LoopbackServer
import Testing

@testable import Demo

struct ListViewerTests {
    private func rows(_ count: Int, image: ImageState<PNG>) -> [UserRow] {
        (0..<count).map { .user($0, image) }
    }

    private func state(
        _ rows: [UserRow], refresh: LoadState = .idle, append: LoadState = .idle
    ) -> UserListState {
        UserListState(items: PagedItems(rows), refresh: refresh, append: append)
    }

    /// The last row in view after scrolling.
    private func bottom(_ viewer: inout ListViewer, over state: UserListState) -> Int? {
        viewer.scroll(over: state)?.rows.upperBound
    }

    private func name(_ verdict: ListViewer.Action) -> String {
        switch verdict {
        case .wait: "wait"
        case .pull: "pull"
        case .retry: "retry"
        case .finish: "finish"
        case .fail: "fail"
        }
    }

    @Test func viewerScrollsByHalfAScreen() throws {
        var viewer = ListViewer()
        let state = state(rows(14, image: try .there()))
        #expect(bottom(&viewer, over: state) == 7)
        #expect(bottom(&viewer, over: state) == 11)
        #expect(bottom(&viewer, over: state) == 13)
        #expect(bottom(&viewer, over: state) == nil)
    }

    @Test func shortListIsShownAtOnce() throws {
        var viewer = ListViewer()
        #expect(bottom(&viewer, over: state([])) == nil)
        #expect(bottom(&viewer, over: state(rows(3, image: .coming))) == 2)
        #expect(bottom(&viewer, over: state(rows(3, image: .coming))) == nil)
        #expect(bottom(&viewer, over: state(rows(4, image: try .there()))) == 3)
    }

    @Test func viewerWaitsForVisibleImagesOnly() throws {
        var viewer = ListViewer()
        var shown = rows(14, image: .coming)
        #expect(bottom(&viewer, over: state(shown)) == 7)
        #expect(bottom(&viewer, over: state(shown)) == nil)
        for row in 0..<7 { shown[row].image = try .there() }
        #expect(bottom(&viewer, over: state(shown)) == nil)
        // An image that failed is not waited for.
        shown[7].image = .broken(7)
        #expect(bottom(&viewer, over: state(shown)) == 11)
    }

    @Test func viewerFinishesAtTheEnd() throws {
        var viewer = ListViewer()
        let coming = state(rows(3, image: .coming), append: .end)
        let end = state(rows(3, image: try .there()), append: .end)
        #expect(bottom(&viewer, over: coming) == 2)
        #expect(name(viewer.action(for: coming)) == "wait")
        #expect(name(viewer.action(for: end)) == "finish")
    }

    @Test func viewerFinishesAnEmptyListAtOnce() {
        var viewer = ListViewer()
        #expect(name(viewer.action(for: state([], append: .end))) == "finish")
    }

    @Test func viewerWaitsWhileAPageLoads() throws {
        var viewer = ListViewer()
        #expect(name(viewer.action(for: state([], refresh: .loading))) == "wait")
        let paging = state(rows(3, image: try .there()), append: .loading)
        #expect(bottom(&viewer, over: paging) == 2)
        #expect(name(viewer.action(for: paging)) == "wait")
    }

    @Test func viewerPullsAtTheEndOfTheLoadedRows() throws {
        var viewer = ListViewer()
        let state = state(rows(3, image: try .there()))
        _ = viewer.scroll(over: state)
        guard case .pull(let view) = viewer.action(for: state) else {
            Issue.record("it does not load more")
            return
        }
        #expect(view == Viewport(edge: 2, of: 3, heading: .down))
    }

    @Test func viewerRetriesThenFailsWithTheError() throws {
        var viewer = ListViewer()
        let failed = state(rows(3, image: try .there()), append: .failed(MadeUpError()))
        let paging = state(rows(3, image: try .there()), append: .loading)
        for _ in 0..<ListViewer.maximumRetries {
            viewer.observe(failed)
            #expect(name(viewer.action(for: failed)) == "retry")
            viewer.observe(paging)
            #expect(name(viewer.action(for: paging)) == "wait")
        }
        viewer.observe(failed)
        guard case .fail(let error) = viewer.action(for: failed) else {
            Issue.record("it does not fail")
            return
        }
        #expect(error as? MadeUpError == MadeUpError())
    }

    @Test func successResetsTheNumberOfRetries() throws {
        var viewer = ListViewer()
        let failed = state(rows(3, image: try .there()), append: .failed(MadeUpError()))
        let idle = state(rows(3, image: try .there()))
        for _ in 0...ListViewer.maximumRetries {
            viewer.observe(failed)
            #expect(name(viewer.action(for: failed)) == "retry")
            viewer.observe(idle)
        }
    }

    /// Images go on arriving while a page has failed; these states used to count as further failures, so that
    /// a busy list gave up after one.
    @Test func failureInSeveralStatesCountsOnce() throws {
        var viewer = ListViewer()
        let failed = state(rows(3, image: try .there()), append: .failed(MadeUpError()))
        #expect(name(viewer.action(for: failed)) == "retry")
        for _ in 0..<10 { #expect(name(viewer.action(for: failed)) == "wait") }
    }

    @Test func viewerWithoutRetriesFailsAtOnce() throws {
        var viewer = ListViewer(maximumRetries: 0)
        let failed = state(rows(3, image: try .there()), append: .failed(MadeUpError()))
        viewer.observe(failed)
        guard case .fail = viewer.action(for: failed) else {
            Issue.record("it does not fail")
            return
        }
    }
}
