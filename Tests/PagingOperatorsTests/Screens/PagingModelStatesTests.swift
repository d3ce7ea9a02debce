import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// The states of a model.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagingModelStatesTests {
    private let source = ScriptedPages<Int>()

    @Test func statesFollowTheProperties() {
        let model = PagingModel(threshold: 2, from: source)
        var counts: [[Int]] = []
        // The closure may use the main actor's state.
        let subscription = model.states.sink { state in counts.append([state.items.count, model.items.count])
        }
        #expect(counts.isEmpty)
        model.loadInitial()
        source.answer(.rows(0..<5))
        #expect(counts == [[0, 0], [5, 5]])
        model.shown(row: 4)
        source.answer(.last(5..<7))
        #expect(counts.last == [7, 7])
        subscription.cancel()
        model.refresh(source)
        #expect(counts.last == [7, 7])
    }

    /// Pages that are loaded at once remove others, so that the rows of a report within a state have other
    /// numbers by the time the report is sent.
    @Test func reportsOfRowsWithinStatesCountTheRowsOfTheLatest() {
        let source = ServedNumbers(count: 600, perPage: 11)
        let model = PagingModel(PagingRules(threshold: 4, maxRows: 41), from: source)
        var top = 0
        let subscription = model.states.sink { state in
            if source.requests.count > 100 { return }
            top = state.topRow(following: top..<top + 10)
            model.shown(rows: top..<min(top + 10, state.rowCount))
        }
        model.loadInitial()
        for row in 1...60 {
            top += 1
            model.shown(rows: top..<top + 10)
            #expect(model.items[top] == row)
        }
        #expect(source.requests.count == 7)
        subscription.cancel()
    }

    @Test func laterSubscriberBeginsWithAllRows() {
        let model = PagingModel(threshold: 2, from: source)
        model.loadInitial()
        source.answer(.rows(0..<5))
        var changes: [RowChange] = []
        let subscription = model.states.sink { changes.append($0.change) }
        // Also of a screen that shows rows from before a pause.
        #expect(changes == [.reload])
        model.shown(row: 4)
        source.answer(.last(5..<7))
        #expect(changes.last == RowChange(inserted: [5..<7]))
        subscription.cancel()
    }

    @Test func statesAreASequenceThatEndsWithTheModel() async throws {
        var model: PagingModel<Int>? = PagingModel(threshold: 2, from: source)
        model?.loadInitial()
        source.answer(.last(0..<5))
        var counts: [Int] = []
        let states = try #require(model?.states.values)
        for await state in states {
            counts.append(state.items.count)
            model = nil
        }
        #expect(counts == [5])
    }

    @Test func statesFinishWithTheFeed() async {
        let model = PagingModel { _ in Just(ViewState(items: PagedItems([1, 2]))) }
        var seen: [Int] = []
        let states = model.states
        model.loadInitial()
        for await state in states.values { seen.append(state.items.count) }
        #expect(seen == [2])
        for await state in model.states.values { seen.append(state.items.count) }
        #expect(seen == [2, 2])
    }

    @Test func subscriberDoesNotKeepTheModel() {
        weak var released: PagingModel<Int>?
        let subscription: AnyCancellable
        do {
            let model = PagingModel(threshold: 2, from: source)
            released = model
            model.loadInitial()
            subscription = model.states.sink { _ in }
        }
        #expect(released == nil)
        #expect(source.cancelled == [0])
        subscription.cancel()
    }
}

extension PagingModel<Int> {
    /// Refreshes, and answers the refresh.
    fileprivate func refresh(_ source: ScriptedPages<Int>) {
        send(.refresh)
        source.answer(.last(0..<9))
    }
}
