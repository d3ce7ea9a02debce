import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Screens that report each row as it appears and as it disappears.
@MainActor
struct RowsInViewOfAModelTests {
    private let seen = Log<ListSignal>()

    private func model(
        _ rules: PagingRules = PagingRules(threshold: 1), isCounted: Bool = false
    ) -> PagingModel<Person> {
        let model = PagingModel { [seen] signals in
            signals.handleEvents(receiveOutput: { seen.append($0) })
                .paginate(rules, from: ServedNumbers(count: 200, perPage: 10, isCounted: isCounted))
                .map { Person(id: $0) }
        }
        model.loadInitial()
        return model
    }

    @Test func rowsBetweenTheFirstAndTheLastAreReported() {
        let model = model()
        for id in 2..<5 { model.appeared(.item(id)) }
        model.disappeared(.item(2))
        model.appeared(.item(5))
        model.appeared(.item(400))
        #expect(
            seen.entries == [
                .shown(rows: 2..<3), .shown(rows: 2..<4), .shown(rows: 2..<5), .shown(rows: 3..<6),
            ])
    }

    @Test func rowsThatAppearAboveAreReported() {
        let model = model()
        for id in [6, 7, 5, 4] { model.appeared(.item(id)) }
        #expect(seen.entries.last == .shown(rows: 4..<8))
    }

    /// SwiftUI may report the new rows first.
    @Test func rowsThatAreStillToDisappearAreNotInViewElsewhere() {
        let model = model()
        for _ in 0..<4 { model.loadMore() }
        for id in 0..<3 { model.appeared(.item(id)) }
        for id in 30..<32 { model.appeared(.item(id)) }
        #expect(seen.entries.last == .shown(rows: 30..<32))
    }

    @Test func rowsThatMoveStayInView() {
        let model = PagingModel { [seen] signals in
            signals.handleEvents(receiveOutput: { seen.append($0) })
                .paginate(threshold: 0, from: ServedNumbers(count: 200, perPage: 10), startingAt: 50)
                .map { Person(id: $0) }
        }
        model.loadInitial()
        for id in 50..<52 { model.appeared(.item(id)) }
        model.loadPrevious()
        model.appeared(.item(52))
        #expect(seen.entries.last == .shown(rows: 10..<13))
    }

    @Test func placeholdersAreRows() {
        let model = model(PagingRules(threshold: 1, showsPlaceholders: true), isCounted: true)
        for row in model.rows[7..<10] { model.appeared(row.id) }
        model.appeared(model.rows[10].id)
        #expect(seen.entries.last == .shown(rows: 7..<11))
        // The placeholder has become an item.
        #expect(model.items.count == 20)
        model.disappeared(.placeholder(10))
        model.appeared(.item(10))
        #expect(seen.entries.last == .shown(rows: 7..<11))
        model.appeared(.placeholder(200))
        #expect(seen.entries.count == 5)
    }

    /// Their placeholders stay on the screen, where nothing appears anew.
    @Test func rowsInViewOfAListThatWasLoadedAnewAreReportedAgain() {
        let people = ScriptedPages<Person>()
        func page(_ ids: Range<Int>) -> Page<Int, Person> {
            Page(ids.map { Person(id: $0) }, next: ids.upperBound, total: 100)
        }
        let model = PagingModel(PagingRules(threshold: 1, showsPlaceholders: true), from: people)
        model.loadInitial()
        people.answer(page(0..<10))
        for row in 24..<26 { model.appeared(.placeholder(row)) }
        #expect(people.running == [.append(10)])
        model.send(.refresh)
        people.answer(page(0..<10))
        #expect(people.running == [.append(10)])
        people.answer(page(10..<20))
        people.answer(page(20..<30))
        #expect(people.running == [])
        #expect(model.items.count == 30)
    }

    /// Those that both lists have stay on the screen.
    @Test func rowsInViewOfAStoredListOfAnotherSourceAreReportedAgain() {
        let fixture = PageStoreFixture()
        fixture.keep(.rows(0..<3))
        let numbers = ScriptedPages<Int>()
        let sources = PassthroughSubject<StoredPages<ScriptedPages<Int>>, Never>()
        let model = PagingModel { signals in
            signals.paginate(threshold: 1, from: sources).map { Person(id: $0) }
        }
        model.loadInitial()
        sources.send(numbers.stored(in: fixture.store, as: "others", validFor: .seconds(60)))
        fixture.time.advance()
        numbers.answer(.rows(0..<10))
        for id in 0..<5 { model.appeared(.item(id)) }
        #expect(numbers.running == [])
        sources.send(numbers.stored(in: fixture.store, as: "numbers", validFor: .seconds(60)))
        fixture.time.advance()
        #expect(model.items.count == 3)
        #expect(numbers.running == [.append(3)])
    }

    @Test func rowsInViewBeforeAJumpAreNotReportedAfterIt() {
        let people = ServedNumbers(count: 200, perPage: 10, isCounted: true)
        let rules = PagingRules(threshold: 1, showsPlaceholders: true, jumpThreshold: 5)
        let model = PagingModel { [seen] signals in
            signals.handleEvents(receiveOutput: { seen.append($0) }).paginate(rules, from: people)
                .map { Person(id: $0) }
        }
        model.loadInitial()
        for row in 60..<62 { model.appeared(.placeholder(row)) }
        model.appeared(.placeholder(80))
        #expect(model.items.contains(Person(id: 80)))
        model.jump(toRow: 155)
        #expect(seen.entries.last == .jump(toRow: 155))
        #expect(model.items.first?.id == 150)
    }

    /// The last row that appeared is far from the first one in view.
    @Test func windowKeepsTheRowsInView() {
        let model = model(PagingRules(threshold: 1, maxRows: 20))
        for bottom in 0..<90 {
            model.appeared(.item(bottom))
            if bottom >= 14 { model.disappeared(.item(bottom - 14)) }
            let top = max(0, bottom - 13)
            #expect((top...bottom).allSatisfy { model.row(ofID: $0) != nil }, "rows \(top) to \(bottom)")
        }
        #expect(model.items.count <= 40)
        #expect(model.row(ofID: 0) == nil)
    }

    /// A screen whose rows are drawn after the signals of a gesture, as in SwiftUI.
    @MainActor
    private final class Screen {
        let model: PagingModel<Person>
        let height: Int
        private(set) var inView: [FeedRow<Person>.ID] = []
        private var top = 0
        private var states: AnyCancellable?

        init(_ model: PagingModel<Person>, height: Int) {
            self.model = model
            self.height = height
            states = model.states.sink { [unowned self] state in
                MainActor.assumeIsolated {
                    if state.rowCount > 0 { top = state.topRow(following: top..<top + height) }
                }
            }
            model.loadInitial()
            scroll(by: 0)
        }

        func scroll(by distance: Int) {
            top += distance
            while draw() {}
        }

        /// Returns whether other rows are in view than before.
        private func draw() -> Bool {
            top = max(0, min(top, model.rows.count - height))
            let (old, rows) = (inView, model.rows.dropFirst(top).prefix(height))
            inView = rows.map(\.id)
            for id in inView where !old.contains(id) { model.appeared(id) }
            for id in old where !inView.contains(id) { model.disappeared(id) }
            return inView != old
        }
    }

    /// A moved row leaves a window with the page where it was, and comes with it: the rows around it are one
    /// run with it, and two without.
    @Test(arguments: [
        (height: 6, maxRows: 16, moved: 3, scrolled: [6, 6, -7]),
        (height: 5, maxRows: 14, moved: 4, scrolled: [8, 2, 2, -4]),
    ])
    func windowWithAMovedRowComesToRest(height: Int, maxRows: Int, moved: Int, scrolled: [Int]) throws {
        let requests = Box(0)
        let people = OffsetPages(limit: 2) { offset, count in
            requests.increment()
            // Without an answer at last, for a list that does not come to rest.
            let rows = (offset..<max(offset, min(60, offset + count))).map { Person(id: $0) }
            return requests.value > 200
                ? Empty(completeImmediately: false).eraseToAnyPublisher() : Just(rows).eraseToAnyPublisher()
        }
        let edits = FeedEdits<Person, Int>()
        let rules = PagingRules(threshold: 3, maxRows: maxRows)
        let screen = Screen(PagingModel { $0.paginate(rules, from: people).edits(edits) }, height: height)
        guard case .item(let first) = screen.inView[0], case .item(let other) = screen.inView[moved] else {
            Issue.record("\(screen.inView) are placeholders")
            return
        }
        edits.move(first, to: .after(other))
        screen.scroll(by: 0)
        for distance in scrolled { screen.scroll(by: distance) }
        #expect(requests.value < 20)
    }
}
