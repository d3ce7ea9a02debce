import Flux
import FluxTesting
import Foundation
import TestSupport
import Testing

/// The code in the documentation of FluxTesting.
struct TestingCommentTests {
    @Test func marbles() throws {
        // snippet: begin
        let stage = MarbleStage()
        let typed = stage.hot("a-bc----d|")
        let settled = typed.debounce(for: .seconds(2), scheduler: stage.time)
        try stage.marbles(of: settled).check("-----c---(d|)")
        // snippet: end
    }

    @Test func checkedMarbles() throws {
        let stage = MarbleStage()
        let settled = stage.cold("-----c---(d|)")
        // snippet: begin
        try stage.marbles(of: settled).check("-----c---(d|)")
        // snippet: end
    }

    // The comments stand in a column.
    // swift-format-ignore
    @Test func imagesOfAList() {
        let users = TestPages((1...30).map { User(id: $0) }, perPage: 10, scheduler: VirtualTimeScheduler())
        let (url, slow) = (User(id: 1).avatarURL, User(id: 2).avatarURL)
        // snippet: begin
        let clock = VirtualTimeScheduler()
        let avatars = TestImages(delay: .milliseconds(50), scheduler: clock) { url in
            .image("picture of \(url.lastPathComponent)")
        }
        avatars.answer(url, with: .failure())               // requests of this image fail
        avatars.answer(slow, with: .silence)                // and those of this one wait, until
        let list = ListSimulator(viewport: 3, reporting: .visibleRows, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: users).images(from: avatars.loader, at: \.avatarURL)
        }
        list.runUntilIdle()
        avatars.answerRunning(slow, with: .image("late"))
        // snippet: end
        list.runUntilIdle()
        let third = User(id: 3).avatarURL.lastPathComponent
        #expect(list.images() == [.failed, .loaded("late"), .loaded("picture of \(third)")])
    }

    @Test func imagesAreShownByRow() {
        let clock = VirtualTimeScheduler()
        let users = TestPages((1...30).map { User(id: $0) }, perPage: 10, scheduler: clock)
        let avatars = TestImages(scheduler: clock) { url in
            switch url {
            case User(id: 1).avatarURL: .image("anna")
            case User(id: 2).avatarURL: .failure()
            default: .silence
            }
        }
        let list = ListSimulator(viewport: 3, reporting: .visibleRows, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: users).images(from: avatars.loader, at: \.avatarURL)
        }
        // snippet: begin
        #expect(list.images() == [.loaded("anna"), .failed, .placeholder])
        // snippet: end
        // snippet: begin
        #expect(list.frame.images() == [.loaded("anna"), .failed, .placeholder])
        // snippet: end
    }

    // The comments stand in a column.
    // swift-format-ignore
    @Test func pagesOfAList() {
        let clock = VirtualTimeScheduler()
        do {
            // snippet: begin
            let pages = TestPages(Array(0..<50), perPage: 20, scheduler: clock)                     // 0–19, 20–39, 40–49
            let overlapping = TestPages(Array(0..<50), perPage: 20, overlap: 2, scheduler: clock)   // 0–19, 18–39, 38–49
            // snippet: end
            #expect(items(of: pages, on: clock) == Array(0..<50))
            #expect(items(of: overlapping, on: clock) == Array(0..<20) + Array(18..<40) + Array(38..<50))
        }
        // snippet: begin
        let pages = TestPages(pages: [[1, 2], [], [2, 3]], scheduler: clock)    // one is empty, one repeats an item
        // snippet: end
        #expect(items(of: pages, on: clock) == [1, 2, 2, 3])
    }

    @Test func pagesMadeByAClosure() {
        let clock = VirtualTimeScheduler()
        // snippet: begin
        let pages = TestPages<String, Int>(delay: .seconds(1), scheduler: clock) { request in
            .page(Page([1, 2, 3], next: request.key == nil ? "more" : nil))
        }
        // snippet: end
        #expect(items(of: pages, on: clock) == [1, 2, 3, 1, 2, 3])
        #expect(clock.now == .seconds(2))
    }

    // The comments stand in a column.
    // swift-format-ignore
    @Test func failingRequests() {
        struct Offline: Error {}
        // snippet: begin
        let clock = VirtualTimeScheduler()
        let pages = TestPages(Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
        pages.answer(request: 1, with: .failure())      // the second request fails
        pages.answer(key: 3, with: .failure())          // requests of this page fail
        pages.failAll(with: Offline())                  // and all after this, until
        pages.recover()
        // snippet: end
        #expect(items(of: pages, on: clock) == Array(0..<20))
        #expect(pages.loads.map(\.outcome) == [.answered, .failed])
    }

    @Test func recordedStates() throws {
        let clock = VirtualTimeScheduler()
        let signals = PassthroughSubject<ListSignal, Never>()
        let pages = TestPages(
            Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
        // snippet: begin
        let recorder = StateRecorder(of: signals.paginate(threshold: 5, from: pages))
        clock.run()
        #expect(recorder.states.count == 2)
        #expect(recorder.items == Array(0..<20))
        try recorder.checkChanges()
        // snippet: end
    }

    // The comment stands away from the code.
    // swift-format-ignore
    @Test func scrolledList() {
        // snippet: begin
        let clock = VirtualTimeScheduler()
        let pages = TestPages(Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages)
        }
        list.runUntilIdle()
        list.scroll(by: 60, over: .seconds(6))
        #expect(list.stalled(by: .bottom) == .zero)     // the spinner at the end was never visible
        #expect(list.mismatches.isEmpty)
        // snippet: end
    }

    // The comments stand in a column.
    // swift-format-ignore
    @Test func listScrollsToTheRow() {
        let clock = VirtualTimeScheduler()
        let pages = TestPages(Array(0..<100), perPage: 20, delay: .milliseconds(300), scheduler: clock)
        let list = ListSimulator(viewport: 10, scheduler: clock) { signals in
            signals.paginate(threshold: 5, from: pages)
        }
        list.runUntilIdle()
        list.scroll(by: 60, over: .seconds(6))          // or fling(velocity:), jump(toRow:), pullToRefresh()
        #expect(list.stalled(by: .bottom) == .zero)     // the loading row at the end was never visible
        #expect(list.frame.firstRow == 60)
    }

    /// The items of all pages, as far as a list gets that loads one after the other.
    private func items<Key, Item: Equatable>(
        of pages: TestPages<Key, Item>, on clock: VirtualTimeScheduler
    ) -> [Item] {
        let shown = Log<[Item]>()
        let subscription = Just(ListSignal.jump(toRow: 1000)).paginate(threshold: 1, from: pages)
            .sink { shown.append(Array($0.items)) }
        clock.run()
        subscription.cancel()
        return shown.entries.last ?? []
    }
}
