import FluxTesting
import FluxUI
import Observation
import PagingOperators
import Streams
import SwiftUI
import TestSupport
import Testing

/// An item of the tests' lists.
private struct Post: Identifiable, Sendable {
    let id: Int
}

/// A list whose model may be replaced.
private struct PostScreen: View {
    let shown: ShownModel

    var body: some View {
        PagedList(shown.model) { post in
            Text("post \(post.id)")
        }
    }
}

@MainActor
@Observable
private final class ShownModel {
    var model: PagingModel<Post>

    init(_ model: PagingModel<Post>) { self.model = model }
}

/// Where a `PagedList` scrolls, on a screen of eight lines.
@MainActor
struct PagedListPlaceTests {
    private let clock = VirtualTimeScheduler()
    private let pages: TestPages<Int, Post>

    init() {
        pages = TestPages(
            Self.posts(0..<400), perPage: 20, counts: .exact, delay: .milliseconds(100), scheduler: clock)
    }

    private nonisolated static func posts(_ ids: Range<Int>) -> [Post] { ids.map { Post(id: $0) } }

    private func texts(_ ids: Range<Int>) -> [String] { ids.map { "post \($0)" } }

    private func rules(placeholders: Bool) -> PagingRules {
        PagingRules(threshold: 5, showsPlaceholders: placeholders)
    }

    private func screen(of model: PagingModel<Post>) async -> SwiftUIScreen {
        let screen = SwiftUIScreen(PostScreen(shown: ShownModel(model)), height: 8)
        await screen.appear()
        wait(screen)
        return screen
    }

    /// Lets loads end, and draws the list.
    private func wait(_ screen: SwiftUIScreen) {
        for _ in 0..<20 { advance(screen, by: .milliseconds(100)) }
    }

    private func advance(_ screen: SwiftUIScreen, by time: Duration) {
        clock.advance(by: time)
        screen.layOut()
    }

    /// A list without placeholders at some row.
    private func scrolled(to row: Int, _ model: PagingModel<Post>) async -> SwiftUIScreen {
        let screen = await screen(of: model)
        screen.scroll(by: row)
        wait(screen)
        #expect(screen.linesInView == texts(row..<row + 8))
        return screen
    }

    private func insertingModel(_ pushed: PassthroughSubject<Post, Never>) -> PagingModel<Post> {
        PagingModel(threshold: 5, from: pages.inserting(pushed, at: .start))
    }

    @Test(arguments: [false, true])
    func listThatBeginsInItsMiddleShowsItsFirstItem(placeholders: Bool) async {
        let model = PagingModel(rules(placeholders: placeholders), from: pages, startingAt: 5)
        let screen = await screen(of: model)
        #expect(screen.linesInView == texts(100..<108))
        #expect(pages.requests.map(\.key) == [5, 4])
        // Pages before it are loaded one by one.
        screen.scroll(by: -16)
        wait(screen)
        #expect(screen.linesInView == texts(84..<92))
        #expect(pages.requests.map(\.key) == [5, 4, 3])
    }

    @Test func rowsInViewStayWhereAWindowRemovesAndLoadsRowsAboveThem() async {
        let screen = await screen(of: PagingModel(PagingRules(threshold: 5, maxRows: 80), from: pages))
        var first = 0
        for distance in Array(repeating: 5, count: 40) + Array(repeating: -5, count: 40) {
            screen.scroll(by: distance)
            wait(screen)
            first += distance
            #expect(screen.linesInView == texts(first..<first + 8))
        }
        // Each page to the last row, and those that the window had removed.
        #expect(pages.requests.count < 20)
    }

    /// Pages that arrive at once, while a scroll reports rows, and a window that removes as many: headings
    /// are rows that no placeholder counts, so that the rows in view take other numbers.
    @Test func rowsInViewStayWherePagesOfAnotherLengthThanTheirPlaceholdersAreRemoved() async {
        let pages = TestPages(
            Self.posts(0..<200), perPage: 20, counts: .exact, delay: .zero, scheduler: clock)
        var rules = PagingRules(threshold: 3, maxRows: 80)
        rules.showsPlaceholders = true
        let model = PagingModel { [rules] signals in
            signals.paginate(rules, from: pages).separators { last, next in
                last.map { $0.id / 10 } == next.map { $0.id / 10 } ? nil : next.map { Post(id: -1 - $0.id) }
            }
        }
        let screen = await screen(of: model)
        for _ in 0..<30 {
            let lines = screen.linesInView
            screen.scroll(by: 5)
            #expect(Array(screen.linesInView.prefix(3)) == Array(lines.suffix(3)))
        }
    }

    @Test(arguments: [false, true])
    func rowsInViewStayWhereAReloadInsertsRowsAboveThem(placeholders: Bool) async {
        let model = PagingModel(rules(placeholders: placeholders), from: pages)
        let screen = await scrolled(to: 10, model)
        pages.replace(Self.posts(-5..<400), perPage: 20, counts: .exact)
        pages.invalidate()
        wait(screen)
        #expect(screen.linesInView == texts(10..<18))
        pages.replace(Self.posts(0..<400), perPage: 20, counts: .exact)
        pages.invalidate()
        wait(screen)
        #expect(screen.linesInView == texts(10..<18))
    }

    @Test func rowsInViewStayWhereItemsAreInserted() async {
        let pushed = PassthroughSubject<Post, Never>()
        let screen = await scrolled(to: 5, insertingModel(pushed))
        for id in 1...3 {
            pushed.send(Post(id: -id))
            screen.layOut()
            #expect(screen.linesInView == texts(5..<13))
        }
    }

    /// SwiftUI shows what has changed once in each turn of the run loop.
    @Test func statesThatAreShownTogetherKeepTheRowsInView() async {
        let pushed = PassthroughSubject<Post, Never>()
        let model = insertingModel(pushed)
        let screen = await scrolled(to: 5, model)
        for id in 1...3 { pushed.send(Post(id: -id)) }
        screen.layOut()
        #expect(screen.linesInView == texts(5..<13))

        model.jump(toRow: 9)
        for id in 4...6 { pushed.send(Post(id: -id)) }
        screen.layOut()
        #expect(screen.linesInView == texts(6..<14))
    }

    @Test func jumpIsShownWhereRowsAreInsertedBeforeTheListIsDrawn() async {
        let pushed = PassthroughSubject<Post, Never>()
        let model = insertingModel(pushed)
        let screen = await scrolled(to: 10, model)
        screen.scroll(by: 12)
        model.jump(toRow: 9)
        for id in 1...3 { pushed.send(Post(id: -id)) }
        screen.layOut()
        #expect(screen.linesInView == texts(9..<17))
    }

    /// Pages of a database or a cache arrive within the report of the row that needs them: the rows that the
    /// user scrolls out of view are not brought back.
    @Test(arguments: [1, 8]) func listScrollsAsFarAsTheUserDoesWherePagesArriveAtOnce(step: Int) async {
        pages.delay = .zero
        let model = PagingModel(PagingRules(threshold: 5, maxRows: 60), from: pages, startingAt: 5)
        let screen = await screen(of: model)
        var first = 100
        for distance in [step, -step].flatMap({ Array(repeating: $0, count: 80 / step) }) {
            screen.scroll(by: distance)
            advance(screen, by: .milliseconds(1))
            first += distance
            #expect(screen.linesInView == texts(first..<first + 8))
        }
    }

    @Test func nextRowIsAtTheTopWhereTheFirstInViewIsRemoved() async {
        let edits = FeedEdits<Post, Int>()
        let model = PagingModel { [pages] signals in
            signals.paginate(threshold: 5, from: pages).edits(edits)
        }
        let screen = await scrolled(to: 6, model)
        edits.remove(6)
        edits.remove(2)
        screen.layOut()
        #expect(screen.linesInView == texts(7..<15))
    }

    @Test func listThatIsCoveredKeepsItsPlace() async {
        let pushed = PassthroughSubject<Post, Never>()
        let screen = await scrolled(to: 5, insertingModel(pushed))
        screen.scroll(by: 1)
        for line in 6..<14 { screen.hide(line) }
        for id in 1...3 { pushed.send(Post(id: -id)) }
        screen.layOut()
        // The row that went out of view last was reported as one in view.
        #expect(screen.linesInView == texts(5..<13))
    }

    @Test func jumpBeforeTheListAppearsIsShown() async {
        let model = PagingModel(rules(placeholders: true), from: pages)
        model.loadInitial()
        model.jump(toRow: 100)
        await clock.advance(by: .seconds(1))
        #expect(model.newScrollTarget?.target == .jump(row: 100))
        #expect(await screen(of: model).linesInView == texts(100..<108))
        let again = await screen(of: model)
        #expect(again.linesInView == texts(100..<108))
        // A list that was scrolled since is shown where it was.
        again.scroll(by: 10)
        wait(again)
        #expect(await screen(of: model).linesInView == texts(110..<118))
    }

    @Test func eachModelIsShownAtItsPlace() async {
        let others = TestPages(
            Self.posts(1000..<1400), perPage: 20, counts: .exact, delay: .milliseconds(100), scheduler: clock)
        let models = [pages, others].map { PagingModel(rules(placeholders: true), from: $0) }
        let shown = ShownModel(models[0])
        let screen = SwiftUIScreen(PostScreen(shown: shown), height: 8)
        await screen.appear()
        wait(screen)
        models[0].jump(toRow: 100)
        wait(screen)
        shown.model = models[1]
        wait(screen)
        #expect(screen.linesInView == texts(1000..<1008))
        shown.model = models[0]
        wait(screen)
        #expect(screen.linesInView == texts(100..<108))
    }

    @Test func listThatIsEmptiedBeginsAtItsStart() async {
        let model = PagingModel(rules(placeholders: false), from: pages)
        let screen = await scrolled(to: 10, model)
        pages.delay = .zero
        model.reset()
        model.loadInitial()
        wait(screen)
        #expect(screen.linesInView == texts(0..<8))
    }

    @Test func failedPreviousPageIsRetriedByTheButtonAboveTheFirstRow() async {
        pages.answer(key: 4, with: .failure(TestFailure()), times: 1)
        let model = PagingModel(rules(placeholders: false), from: pages, startingAt: 5)
        let screen = await screen(of: model)
        #expect(screen.linesInView == ["Try Again"] + texts(100..<107))
        #expect(screen.tap("Try Again"))
        wait(screen)
        #expect(screen.lines == texts(80..<120))
        #expect(screen.linesInView == texts(100..<108))
    }

    @Test func buttonAboveTheFirstRowDoesNotMoveRowsInView() async {
        pages.answer(key: 3, with: .failure(TestFailure()), times: 1)
        let model = PagingModel(rules(placeholders: false), from: pages, startingAt: 5)
        let screen = await screen(of: model)
        screen.scroll(by: -17)
        wait(screen)
        #expect(screen.lines.first == "Try Again")
        #expect(screen.linesInView == texts(83..<91))
        model.retry()
        wait(screen)
        #expect(screen.lines.first == "post 60")
        #expect(screen.linesInView == texts(83..<91))
    }

    @Test func rowsInViewStayWhenTheButtonAboveThemIsGone() async {
        pages.answer(key: 4, with: .failure(TestFailure()), times: 1)
        let model = PagingModel(rules(placeholders: false), from: pages, startingAt: 5)
        let screen = await screen(of: model)
        screen.scroll(by: 1)
        wait(screen)
        #expect(screen.linesInView == texts(100..<108))
        model.retry()
        screen.layOut()
        #expect(screen.lines.first == "post 100")
        #expect(screen.linesInView == texts(100..<108))
    }

    /// The row at which a list was left, also where no state has followed its report.
    @Test(arguments: [5, 13, 18, 25, 50]) func listThatIsShownAgainBeginsWhereItWasLeft(row: Int) async {
        let model = PagingModel(threshold: 5, from: pages)
        let left = await screen(of: model)
        for _ in 0..<row {
            left.scroll(by: 1)
            advance(left, by: .milliseconds(200))
        }
        #expect(left.linesInView.first == "post \(row)")
        for line in left.lines.indices { left.hide(line) }
        let again = await screen(of: model)
        #expect([row - 1, row].map { "post \($0)" }.contains(again.linesInView.first))
    }

    /// The rows of a model that is shown in place of another are reported to it, also those that both have.
    @Test func modelThatReplacesAnotherLoadsItsPages() async {
        let unread = TestPages(
            stride(from: 0, to: 100, by: 2).map { Post(id: $0) }, perPage: 3, delay: .milliseconds(100),
            scheduler: clock)
        let (all, other) = (PagingModel(threshold: 5, from: pages), PagingModel(threshold: 5, from: unread))
        other.loadInitial()
        let shown = ShownModel(all)
        let screen = SwiftUIScreen(PostScreen(shown: shown), height: 8)
        await screen.appear()
        wait(screen)
        #expect(other.items.count == 3)
        shown.model = other
        wait(screen)
        #expect(screen.linesInView == (0..<8).map { "post \($0 * 2)" })
    }

    /// Random lists whose rows change above, in and below those in view: the first row in view stays there,
    /// if it is still in the list and enough rows follow. Pushed rows may move, as the server does not have
    /// them.
    @Test(arguments: Seeds.make(4)) func firstRowInViewStaysInRandomLists(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let pushed = PassthroughSubject<Post, Never>()
        let rules = PagingRules(
            threshold: 5, maxRows: random.chance(50) ? 60 : nil, showsPlaceholders: random.chance(50))
        let start = random.chance(50) ? random.number(below: 10) : nil
        let model = PagingModel { [pages] signals in
            signals.paginate(rules, from: pages.inserting(pushed, at: .start), startingAt: start)
                .dedupe(by: \.id)
        }
        let screen = await screen(of: model)
        var ids = Array(0..<400)
        for step in 0..<30 {
            switch random.number(below: 6) {
            case 0:
                ids.removeAll { _ in random.chance(5) }
                ids.insert(contentsOf: (0..<random.number(below: 9)).map { 1000 + 10 * step + $0 }, at: 0)
                pages.replace(ids.map { Post(id: $0) }, perPage: 20, counts: .exact)
                pages.invalidate()
            case 1: pushed.send(Post(id: -1 - step))
            case 2: model.send(.refresh)
            default: screen.scroll(by: random.number(below: 30) - 15)
            }
            screen.layOut()
            for _ in 0..<random.number(below: 4) {
                let first = screen.linesInView.first ?? "spinner"
                advance(screen, by: .milliseconds(50))
                let isAtEnd = screen.linesInView.last == screen.lines.last
                let isFollowed = first != "spinner" && !first.hasPrefix("post -")
                if isFollowed, !isAtEnd, screen.lines.contains(first) {
                    #expect(screen.linesInView.first == first, "FLUX_SEED=\(seed), step \(step)")
                }
            }
        }
    }

    /// The first page of a refresh has no room for all rows in view. The next one brings the others before
    /// they are drawn, so that they do not appear again.
    @Test(arguments: [(perPage: 6, height: 8, row: 6), (perPage: 20, height: 24, row: 20)])
    func refreshFromASourceThatAnswersAtOnceGoesOn(perPage: Int, height: Int, row: Int) async {
        let source = OffsetPages(limit: perPage) { offset, count in
            Just(Self.posts(offset..<min(100, offset + count)))
        }
        let model = PagingModel { $0.paginate(threshold: 2, from: source).dedupe(by: \.id) }
        let screen = SwiftUIScreen(PostScreen(shown: ShownModel(model)), height: height)
        await screen.appear()
        screen.layOut()
        screen.scroll(by: 2)
        model.jump(toRow: row)
        screen.layOut()
        model.send(.refresh)
        screen.layOut()
        for _ in 0..<30 { screen.scroll(by: 5) }
        #expect(model.items.count == 100)
        #expect(screen.linesInView == texts(100 - height..<100))
    }

    @Test func messageThatIsPushedAfterARefreshIsShown() async {
        let pushed = PassthroughSubject<Post, Never>()
        let chat = KeysetPages(by: \Post.id, perPage: 5) { id, count in
            Just(Array(Self.posts((id ?? 0) + 1..<9).prefix(count)))
        }
        let model = PagingModel {
            $0.paginate(threshold: 1, from: chat.inserting(pushed, at: .end)).dedupe(by: \.id)
        }
        let screen = SwiftUIScreen(PostScreen(shown: ShownModel(model)), height: 4)
        await screen.appear()
        screen.layOut()
        for _ in 0..<5 { screen.scroll(by: 10) }
        #expect(screen.linesInView == texts(5..<9))
        model.send(.refresh)
        screen.layOut()
        pushed.send(Post(id: 9))
        screen.layOut()
        for _ in 0..<5 { screen.scroll(by: 10) }
        #expect(screen.linesInView == texts(6..<10))
    }
}
