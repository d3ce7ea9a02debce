import Flux
import Foundation
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

    private func name(_ verdict: ListViewer.Verdict) -> String {
        switch verdict {
        case .wait: "wait"
        case .pull: "pull"
        case .tryAgain: "tryAgain"
        case .leave: "leave"
        case .giveUp: "giveUp"
        }
    }

    @Test func looksAtTheFirstScreenThenScrollsByHalfAScreen() throws {
        var viewer = ListViewer(threshold: 5)
        let state = state(rows(14, image: try .there()))
        #expect(viewer.scroll(over: state) == 7)
        #expect(viewer.scroll(over: state) == 11)
        #expect(viewer.scroll(over: state) == 13)
        #expect(viewer.scroll(over: state) == nil)
    }

    @Test func aListShorterThanTheScreenIsSeenAtOnce() throws {
        var viewer = ListViewer(threshold: 5)
        #expect(viewer.scroll(over: state([])) == nil)
        #expect(viewer.scroll(over: state(rows(3, image: .coming))) == 2)
        #expect(viewer.scroll(over: state(rows(3, image: .coming))) == nil)
        #expect(viewer.scroll(over: state(rows(4, image: try .there()))) == 3)
    }

    @Test func waitsForTheImagesInViewOnly() throws {
        var viewer = ListViewer(threshold: 5)
        var shown = rows(14, image: .coming)
        #expect(viewer.scroll(over: state(shown)) == 7)
        #expect(viewer.scroll(over: state(shown)) == nil)
        for row in 0..<7 { shown[row].image = try .there() }
        #expect(viewer.scroll(over: state(shown)) == nil)
        // One that cannot be had need not be waited for.
        shown[7].image = .broken(7)
        #expect(viewer.scroll(over: state(shown)) == 11)
    }

    @Test func leavesWhenTheEndHasBeenSeen() throws {
        var viewer = ListViewer(threshold: 5)
        let coming = state(rows(3, image: .coming), append: .end)
        let end = state(rows(3, image: try .there()), append: .end)
        #expect(viewer.scroll(over: coming) == 2)
        #expect(name(viewer.judge(coming)) == "wait")
        #expect(name(viewer.judge(end)) == "leave")
    }

    @Test func leavesAnEmptyListAtOnce() {
        var viewer = ListViewer(threshold: 5)
        #expect(name(viewer.judge(state([], append: .end))) == "leave")
    }

    @Test func waitsWhileAPageIsLoading() throws {
        var viewer = ListViewer(threshold: 0)
        #expect(name(viewer.judge(state([], refresh: .loading))) == "wait")
        let paging = state(rows(3, image: try .there()), append: .loading)
        #expect(viewer.scroll(over: paging) == 2)
        #expect(name(viewer.judge(paging)) == "wait")
    }

    @Test func pullsOnlyWhereScrollingDoesNotLoadOn() throws {
        for (threshold, verdict) in [(0, "pull"), (1, "wait")] {
            var viewer = ListViewer(threshold: threshold)
            let state = state(rows(3, image: try .there()))
            _ = viewer.scroll(over: state)
            #expect(name(viewer.judge(state)) == verdict)
        }
    }

    @Test func triesAgainSomeTimesThenGivesUpWithTheError() throws {
        var viewer = ListViewer(threshold: 5)
        let failed = state(rows(3, image: try .there()), append: .failed(MadeUpError()))
        let paging = state(rows(3, image: try .there()), append: .loading)
        for _ in 0..<ListViewer.patience {
            #expect(name(viewer.judge(failed)) == "tryAgain")
            #expect(name(viewer.judge(paging)) == "wait")
        }
        guard case .giveUp(let error) = viewer.judge(failed) else {
            Issue.record("it does not give up")
            return
        }
        #expect(error as? MadeUpError == MadeUpError())
    }

    @Test func aSuccessRestoresThePatience() throws {
        var viewer = ListViewer(threshold: 5)
        let failed = state(rows(3, image: try .there()), append: .failed(MadeUpError()))
        let idle = state(rows(3, image: try .there()))
        for _ in 0...ListViewer.patience {
            #expect(name(viewer.judge(failed)) == "tryAgain")
            #expect(name(viewer.judge(idle)) == "wait")
        }
    }

    /// Images go on arriving while a page has failed; these states used to count as further failures, so that a
    /// busy list gave up after one.
    @Test func oneFailureThatIsSeenInManyStatesIsOneFailure() throws {
        var viewer = ListViewer(threshold: 5)
        let failed = state(rows(3, image: try .there()), append: .failed(MadeUpError()))
        #expect(name(viewer.judge(failed)) == "tryAgain")
        for _ in 0..<10 { #expect(name(viewer.judge(failed)) == "wait") }
    }
}
