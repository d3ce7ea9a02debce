import FluxTesting
import FluxUI
import PagingOperators
import Streams
import SwiftUI
import TestSupport
import Testing

/// An item of the tests' lists.
private struct Post: Identifiable, Sendable {
    let id: Int
}

/// A list with an alert for failures.
private struct PostScreen: View {
    let model: PagingModel<Post>

    var body: some View {
        PagedList(model) { post in
            Text("post \(post.id)")
        }
        .failureAlert(Text("The list could not be loaded."), of: model)
    }
}

/// SwiftUI's adapters on a screen of ten lines.
@MainActor
struct PagedListTests {
    private let clock = VirtualTimeScheduler()
    private let pages: TestPages<Int, Post>
    private let model: PagingModel<Post>
    private let signals = Log<ListSignal>()
    private let screen: SwiftUIScreen

    init() {
        self.init(counts: .none)
    }

    private init(counts: TestCounts, items: Int = 60, rules: PagingRules = PagingRules(threshold: 5)) {
        let pages = TestPages(
            (0..<items).map { Post(id: $0) }, perPage: 20, counts: counts, delay: .milliseconds(100),
            scheduler: clock)
        self.pages = pages
        let log = signals
        model = PagingModel { signals in
            signals.handleEvents(receiveOutput: { log.append($0) })
                .paginate(rules, from: pages)
        }
        screen = SwiftUIScreen(PostScreen(model: model), height: 10)
    }

    /// Lets loads end, and draws the list.
    private func wait() {
        for _ in 0..<20 {
            clock.advance(by: .milliseconds(100))
            screen.layOut()
        }
    }

    private func advance(by time: Duration) { clock.advance(by: time) }

    private func posts(_ ids: Range<Int>) -> [String] { ids.map { "post \($0)" } }

    /// Nothing is loaded before the first source.
    @Test func searchWithoutAQueryShowsNoSpinner() async {
        let sources = PassthroughSubject<TestPages<Int, Post>, Never>()
        let model = PagingModel { signals in signals.paginate(threshold: 5, from: sources) }
        let screen = SwiftUIScreen(PostScreen(model: model), height: 10)
        await screen.appear()
        #expect(model.phase == .firstLoad)
        #expect(screen.overlay == [])
        sources.send(pages)
        screen.layOut()
        #expect(screen.overlay == ["spinner"])
    }

    @Test func listLoadsAsItIsScrolled() async {
        await screen.appear()
        #expect(screen.overlay == ["spinner"])
        wait()
        #expect(screen.overlay == [])
        #expect(screen.lines == posts(0..<20))
        #expect(screen.linesInView == posts(0..<10))

        screen.scroll(by: 6)
        #expect(pages.requests.count == 2)
        // The spinner below the rows.
        #expect(screen.lines.last == "spinner")
        wait()
        #expect(screen.lines == posts(0..<40))
        #expect(screen.linesInView == posts(6..<16))
        // Rows that leave the screen are not reported until another comes.
        screen.scroll(by: 1)
        #expect(signals.entries.last == .shown(rows: 6..<17))

        for _ in 0..<10 {
            screen.scroll(by: 10)
            wait()
        }
        #expect(screen.lines == posts(0..<60))
        #expect(screen.linesInView == posts(50..<60))
    }

    /// A list whose rows are all left out, and whose previous page fails: there is one button.
    @Test func failedPreviousPageOfAListWithoutRowsIsShownOnce() async {
        pages.answer(key: 0, with: .failure(TestFailure()), times: 1)
        let model = PagingModel { [pages] signals in
            signals.paginate(threshold: 5, from: pages, startingAt: 1).filter { $0.id < 0 }
        }
        let screen = SwiftUIScreen(PagedList(model) { Text("post \($0.id)") }, height: 10)
        await screen.appear()
        for _ in 0..<20 {
            advance(by: .milliseconds(100))
            screen.layOut()
        }
        #expect(model.phase == .failed)
        #expect(screen.overlay == ["Try Again"])
        #expect(screen.lines == [])
    }

    @Test func failedPageIsRetriedByItsButtonAndAlertedOnce() async {
        await screen.appear()
        wait()
        pages.failAll()
        screen.scroll(by: 8)
        wait()
        #expect(screen.lines == posts(0..<20) + ["Try Again"])
        #expect(screen.alert?.title == "The list could not be loaded.")
        #expect(screen.tap("OK"))
        #expect(screen.alert == nil)
        wait()
        #expect(screen.alert == nil)
        pages.recover()
        #expect(screen.tap("Try Again"))
        wait()
        #expect(screen.lines == posts(0..<40))
    }

    @Test func failedFirstPageIsRetriedFromTheAlert() async {
        pages.failAll()
        await screen.appear()
        wait()
        #expect(screen.overlay == ["Try Again"])
        pages.recover()
        #expect(screen.alert?.message.isEmpty == false)
        #expect(screen.tap("Try Again"))
        wait()
        #expect(screen.alert == nil)
        #expect(screen.lines == posts(0..<20))
    }

    /// The rows of the source before stay, and no page follows them.
    @Test func failedFirstPageOfAnotherSourceIsRetriedByAButtonAboveTheRows() async {
        let other = TestPages(
            (100..<160).map { Post(id: $0) }, perPage: 20, delay: .milliseconds(100), scheduler: clock)
        let sources = CurrentValueSubject<TestPages<Int, Post>, Never>(pages)
        let model = PagingModel { signals in signals.paginate(threshold: 5, from: sources) }
        let screen = SwiftUIScreen(PagedList(model) { Text("post \($0.id)") }, height: 10)
        func wait() {
            for _ in 0..<20 {
                advance(by: .milliseconds(100))
                screen.layOut()
            }
        }
        await screen.appear()
        wait()
        other.failAll()
        sources.send(other)
        wait()
        #expect(screen.lines == ["Try Again"] + posts(0..<20))
        other.recover()
        screen.scroll(by: 10)
        wait()
        #expect(screen.lines == ["Try Again"] + posts(0..<20))
        #expect(screen.tap("Try Again"))
        wait()
        #expect(Array(screen.lines.prefix(20)) == posts(100..<120))
    }

    @Test func pullRefreshes() async {
        await screen.appear()
        wait()
        pages.replace((0..<3).map { Post(id: 100 + $0) }, perPage: 20)
        pages.delay = .zero
        await screen.pull()
        wait()
        #expect(screen.lines == posts(100..<103))
    }

    @Test func placeholdersInViewAreLoadedAndJumpsScroll() async {
        let rules = PagingRules(threshold: 5, showsPlaceholders: true, jumpThreshold: 20)
        let list = PagedListTests(counts: .exact, items: 200, rules: rules)
        await list.screen.appear()
        list.wait()
        #expect(list.screen.lines.count == 200)
        #expect(Array(list.screen.lines.prefix(21)) == posts(0..<20) + ["spinner"])
        list.model.jump(toRow: 120)
        list.wait()
        #expect(list.screen.linesInView == posts(120..<130))
        list.screen.scroll(by: -15)
        list.wait()
        #expect(list.screen.linesInView == posts(105..<115))
    }

    /// The footer may be thousands of rows away: who scrolled to placeholders that cannot be loaded finds the
    /// button in their place.
    @Test func placeholdersThatFailAreButtons() async {
        let rules = PagingRules(threshold: 5, showsPlaceholders: true, jumpThreshold: 20)
        let list = PagedListTests(counts: .exact, items: 200, rules: rules)
        await list.screen.appear()
        list.wait()
        list.pages.failAll()
        list.screen.scroll(by: 14)
        list.wait()
        #expect(list.screen.linesInView == posts(14..<20) + Array(repeating: "Try Again", count: 4))
        list.screen.scroll(by: 100)
        list.wait()
        #expect(list.screen.linesInView == Array(repeating: "Try Again", count: 10))
        list.pages.recover()
        #expect(list.screen.tap("Try Again"))
        #expect(list.screen.linesInView == Array(repeating: "spinner", count: 10))
        list.wait()
        #expect(list.screen.linesInView == posts(114..<124))

        // Rows before the loaded ones: those after them are still loaded.
        list.pages.answer(key: 4, with: .failure(TestFailure()), times: 1)
        list.screen.scroll(by: -18)
        list.wait()
        #expect(list.screen.linesInView == Array(repeating: "Try Again", count: 4) + posts(100..<106))
        #expect(list.screen.lines.last == "spinner")
        #expect(list.screen.tap("Try Again"))
        list.wait()
        #expect(list.screen.linesInView == posts(96..<106))
    }

    /// Random gestures: no identity twice, and all rows in view are those of the model, and loaded in the
    /// end.
    @Test(arguments: Seeds.make(25)) func randomGesturesShowTheModelsRows(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let rules = PagingRules(
            threshold: 5, maxRows: random.chance(50) ? 60 : nil, showsPlaceholders: true,
            jumpThreshold: random.chance(50) ? 20 : nil)
        let list = PagedListTests(counts: .exact, items: 200, rules: rules)
        await list.screen.appear()
        for _ in 0..<40 {
            switch random.number(below: 8) {
            case 0: list.model.jump(toRow: random.number(below: 200))
            case 1: list.pages.invalidate()
            case 2: list.model.send(.refresh)
            case 3: list.wait()
            case 4: list.advance(by: .milliseconds(random.number(below: 200)))
            default: list.screen.scroll(by: random.number(below: 60) - 30)
            }
            list.screen.layOut()
            let texts = list.model.rows.map { $0.item.map { "post \($0.id)" } ?? "spinner" }
            #expect(Array(list.screen.lines.prefix(texts.count)) == texts, "FLUX_SEED=\(seed)")
        }
        list.wait()
        list.screen.scroll(by: 1)
        list.wait()
        #expect(!list.screen.linesInView.contains("spinner"), "FLUX_SEED=\(seed)")
    }

    /// The row of a message that the server has saved under another identity is the same one to SwiftUI.
    @Test func confirmedRowDoesNotAppearAgain() async {
        let edits = FeedEdits<Post, Int>()
        let log = Log<ListSignal>()
        let model = PagingModel { [pages] signals in
            signals.handleEvents(receiveOutput: { log.append($0) })
                .paginate(threshold: 5, from: pages).edits(edits)
        }
        let screen = SwiftUIScreen(PostScreen(model: model), height: 10)
        await screen.appear()
        advance(by: .seconds(1))
        screen.layOut()
        edits.insert(Post(id: -1), at: .after(1))
        screen.layOut()
        #expect(screen.linesInView.prefix(3) == ["post 0", "post 1", "post -1"])
        let reports = log.entries
        edits.confirm(-1, as: Post(id: 99))
        screen.layOut()
        #expect(screen.linesInView.prefix(3) == ["post 0", "post 1", "post 99"])
        #expect(log.entries == reports)
    }
}
