import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Calls of a model from inside its states.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct PagingModelTurnsTests {
    private let source = ScriptedPages<Int>()

    @Test(arguments: [ListSignal.cancel, .reset])
    func stopAfterAReportStopsTheLoads(stop: ListSignal) {
        let model = PagingModel(threshold: 3, from: source)
        model.loadInitial()
        source.answer(.rows(0..<5))
        var hasAnswered = false
        let subscription = model.states.sink { state in
            guard state.isPaging, !hasAnswered else { return }
            hasAnswered = true
            model.shown(rows: 0..<5)
            model.send(stop)
        }
        model.loadMore()
        #expect(source.requests == [.refresh, .append(5)])
        #expect(source.cancelled == [1])
        #expect(model.state.append == .idle)
        subscription.cancel()
    }

    /// The ways in which a screen reports its rows in view.
    enum Reporting: CaseIterable {
        case rows, positions, rowsAndPrefetchedOnes

        func signals(of rows: Range<Int>, in count: Int) -> [ListSignal] {
            switch self {
            case .rows: [.shown(rows: rows)]
            case .positions:
                [
                    .scrolled(
                        offset: Double(rows.lowerBound) * 10, viewport: Double(rows.count) * 10,
                        content: Double(count) * 10)
                ]
            case .rowsAndPrefetchedOnes: [.shown(rows: rows), .prefetch(rows: rows)]
            }
        }
    }

    /// A window of just the documented size, in the middle of a list whose pages are loaded at once.
    @Test(arguments: Reporting.allCases)
    func screenThatAnswersTheFirstStateKeepsItsRowsLoaded(reporting: Reporting) {
        let source = ServedNumbers(count: 1000, perPage: 2)
        let rules = PagingRules(threshold: 1, scrollPolicy: .within(viewports: 0.5), maxRows: 6)
        let model = PagingModel(rules, from: source, startingAt: 500)
        model.loadInitial()
        var shownNumbers: [[Int]] = []
        let subscription = model.states.sink { state in
            if source.requests.count > 20 { return }
            #expect(Array(model.items) == Array(state.items))
            guard let row = state.items.firstIndex(of: 500) else { return shownNumbers.append([]) }
            shownNumbers.append(Array(state.items[row..<row + 2]))
            for signal in reporting.signals(of: row..<row + 2, in: state.rowCount) { model.send(signal) }
        }
        #expect(shownNumbers.allSatisfy { $0 == [500, 501] })
        #expect(Array(model.items) == Array(498..<504))
        #expect(source.requests.count == 3)
        subscription.cancel()
    }

    @Test func stateThatIsMadeInsideTheFirstOneFollowsIt() {
        let seen = Log<ListSignal>()
        let edits = FeedEdits<Person, Int>(by: \.id)
        let model = PagingModel { signals in
            signals.handleEvents(receiveOutput: { seen.append($0) })
                .paginate(threshold: 0, from: ServedNumbers(count: 100, perPage: 5))
                .map { Person(id: $0) }.edits(edits)
        }
        model.loadInitial()
        var counts: [[Int]] = []
        let subscription = model.states.sink { state in
            counts.append([state.items.count, model.items.count])
            if counts.count > 1 { return #expect(state.change == RowChange(inserted: [0..<2])) }
            edits.insert(Person(id: -1), at: .start)
            edits.insert(Person(id: -2), at: .start)
            #expect(model.items.count == 5)
            model.shown(rows: 1..<3)
            model.shown(id: 4)
        }
        #expect(counts == [[5, 5], [7, 7]])
        #expect(seen.entries == [.shown(rows: 3..<5), .shown(rows: 6..<7)])
        subscription.cancel()
    }

    @Test func subscriberInsideTheStateOfAnotherBeginsWithThatState() {
        let model = PagingModel(threshold: 1, from: ServedNumbers(count: 10, perPage: 5))
        model.loadInitial()
        var counts: [Int] = []
        var inner: AnyCancellable?
        let outer = model.states.sink { _ in
            model.shown(row: 4)
            if inner == nil { inner = model.states.sink { counts.append($0.items.count) } }
        }
        #expect(counts.first == 5)
        #expect(counts.last == 10)
        inner?.cancel()
        outer.cancel()
    }

    // MARK: Signals that follow rows

    /// Ten rows become fifteen: five are inserted above the third.
    private let old = ViewState(items: PagedItems(Array(0..<10)))
    private let new = ViewState(
        items: PagedItems(Array(0..<15)), change: RowChange(inserted: [2..<7]))

    @Test(arguments: [
        (ListSignal.shown(rows: 1..<3), ListSignal.shown(rows: 1..<3)),
        (.shown(rows: 3..<6), .shown(rows: 8..<11)),
        (.shown(rows: 3..<Int.max), .shown(rows: 8..<8 + Int.max / 4)),
        (.shown(row: .max), .shown(row: 14)),
        (.prefetch(rows: 6..<9), .prefetch(rows: 11..<14)),
        (.jump(toRow: 6), .jump(toRow: 6)),
        (
            .scrolled(offset: 45, viewport: 30, content: 100),
            .scrolled(offset: 95, viewport: 30, content: 150)
        ),
        (
            .scrolled(offset: -10, viewport: 30, content: 100),
            .scrolled(offset: -10, viewport: 30, content: 150)
        ),
        (.scrolled(offset: 0, viewport: 0, content: 0), .scrolled(offset: 0, viewport: 0, content: 0)),
    ])
    func signalFollowsTheRowsThatItCounts(signal: ListSignal, expected: ListSignal) {
        #expect(signal.following(new, after: old) == expected)
    }

    /// A hint before the first page waits for it.
    @Test func signalForAListWithoutRowsIsUnchanged() {
        let first = ViewState(
            items: PagedItems(Array(0..<10)), change: RowChange(inserted: [0..<10]))
        #expect(ListSignal.shown(row: 4).following(first, after: ViewState()) == .shown(row: 4))
    }
}
