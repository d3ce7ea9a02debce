import Observation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Rows, identities, failures and the signals of a model.
@MainActor
struct PagingModelRowsTests {
    private let people = ScriptedPages<Person>()

    private func people(_ ids: Range<Int>, previous: Int? = nil) -> Page<Int, Person> {
        Page(ids.map { Person(id: $0) }, previous: previous, next: ids.upperBound)
    }

    private func loaded() -> PagingModel<Person> {
        let model = PagingModel(threshold: 3, from: people)
        model.loadInitial()
        people.answer(people(10..<20, previous: 0))
        return model
    }

    @Test func itemsAreFoundByTheirIdentity() {
        let model = loaded()
        #expect(model.row(ofID: 12) == 2)
        #expect(model.row(ofID: 30) == nil)
        model.shown(id: 30)
        model.shown(id: 15)
        #expect(people.running == [])
        model.shown(id: 18)
        #expect(people.running == [.append(20)])
        people.answer(people(20..<25))
        #expect(model.row(ofID: 24) == 14)
        model.loadPrevious()
        #expect(people.running == [.prepend(0)])
        people.answer(people(0..<10))
        #expect(model.row(ofID: 0) == 0)
        #expect(model.row(ofID: 12) == 12)
    }

    @Test func itemsInViewAreReportedAsARange() {
        let seen = Log<ListSignal>()
        let people = people
        let model = PagingModel { signals in
            signals.handleEvents(receiveOutput: { seen.append($0) }).paginate(threshold: 1, from: people)
        }
        model.loadInitial()
        people.answer(self.people(10..<20))
        model.shown(ids: [14, 12, 99, 13])
        model.shown(ids: [99])
        model.shown(rows: 3..<6)
        #expect(seen.entries == [.shown(rows: 2..<5), .shown(rows: 3..<6)])
    }

    @Test func rowsCountPlaceholders() {
        let line = ServedNumbers(count: 30, perPage: 10, isCounted: true)
        let model = PagingModel(
            PagingRules(threshold: 1, showsPlaceholders: true), from: line, startingAt: 10)
        model.loadInitial()
        #expect(model.rows.count == 30)
        #expect(model.rows.map(\.number) == Array(0..<30))
        #expect(model.rows[9].item == nil)
        #expect(model.rows[10].item == 10)
        #expect(model.rows.map(\.item) == model.rows.indices.map { model.rows[$0].item })
        #expect(model.rows.compactMap(\.item) == Array(10..<20))
    }

    @Test func identityOfARowIsThatOfItsItem() {
        let rows = FeedRows(
            PagedItems([Person(id: 7), Person(id: 8)]), placeholdersBefore: 1, placeholdersAfter: 1)
        #expect(rows.map(\.id) == [.placeholder(0), .item(7), .item(8), .placeholder(3)])
    }

    @Test func placeholdersAreCountedBeforeAnIdentity() {
        let people = people
        let model = PagingModel(PagingRules(threshold: 1, showsPlaceholders: true), from: people)
        model.loadInitial()
        people.answer(Page([Person(id: 5)], previous: 1, next: nil, itemsBefore: 5))
        #expect(model.row(ofID: 5) == 5)
    }

    /// A view that calls `row(ofID:)` in its body.
    @Test func lookUpOfARowIsObservedOnlyWhereRowsChange() {
        let model = loaded()
        let updates = Locked(0)
        withObservationTracking {
            _ = model.row(ofID: 12)
        } onChange: {
            updates.withLock { $0 += 1 }
        }
        model.loadMore()
        #expect(model.isPaging)
        #expect(updates.withLock { $0 } == 0)
        people.answer(people(20..<30))
        #expect(updates.withLock { $0 } == 1)
    }

    @Test func resetModelStartsAgain() {
        let model = loaded()
        model.reset()
        #expect(model.items.isEmpty)
        #expect(model.rows.isEmpty)
        #expect(people.running == [])
        model.loadInitial()
        #expect(people.running == [.refresh])
    }

    @Test func jumpReachesARow() {
        let model = PagingModel(threshold: 1, from: ServedNumbers(count: 100, perPage: 10, isCounted: true))
        model.loadInitial()
        model.jump(toRow: 55)
        #expect((model.state.scrollTarget?.row).map { model.items[$0] } == 55)
    }

    @Test func eachJumpIsAnotherPlaceToScrollTo() throws {
        let model = PagingModel(threshold: 1, from: ServedNumbers(count: 100, perPage: 10, isCounted: true))
        model.loadInitial()
        #expect(model.newScrollTarget == nil)
        model.jump(toRow: 5)
        let first = try #require(model.newScrollTarget)
        #expect(first.target == .jump(row: 5))
        model.loadMore()
        #expect(model.newScrollTarget == first)
        model.jump(toRow: 5)
        let second = try #require(model.newScrollTarget)
        #expect(second.target == first.target)
        #expect(second != first)
    }

    @Test func eachFailureIsShownOnce() throws {
        let model = loaded()
        #expect(model.newFailure == nil)
        model.loadMore()
        people.fail(.offline)
        let first = try #require(model.newFailure)
        #expect(first.error as? TestError == .offline)
        #expect(first.direction == .append)
        model.acknowledge(first)
        #expect(model.newFailure == nil)

        // Other states with the same failed load.
        model.loadPrevious()
        #expect(model.newFailure == nil)
        people.fail(.broken)
        let second = try #require(model.newFailure)
        #expect(second.error as? TestError == .broken)
        #expect(second.direction == .prepend)
        model.acknowledge(first)
        #expect(model.newFailure?.id == second.id)
    }

    @Test func failureThatIsRetriedIsNoLongerShown() {
        let model = loaded()
        model.loadMore()
        people.fail(.offline)
        model.retry()
        #expect(model.newFailure == nil)
        people.fail(.offline)
        #expect(model.newFailure?.id == 2)
        model.retry()
        people.answer(people(20..<25))
        #expect(model.newFailure == nil)
    }

    @Test func failureIsNewAlsoIfItsLoadingStateWasSkipped() throws {
        let states = PassthroughSubject<ViewState<Int>, Never>()
        let model = PagingModel<Int> { _ in states }
        model.loadInitial()
        var state = ViewState<Int>(append: .failed(TestError.offline))
        state.tally.failures = 1
        states.send(state)
        model.acknowledge(try #require(model.newFailure))
        states.send(state)
        #expect(model.newFailure == nil)
        state.tally.failures = 2
        states.send(state)
        #expect(model.newFailure?.id == 2)
    }
}
