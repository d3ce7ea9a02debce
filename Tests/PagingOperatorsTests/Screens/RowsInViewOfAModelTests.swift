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
}
