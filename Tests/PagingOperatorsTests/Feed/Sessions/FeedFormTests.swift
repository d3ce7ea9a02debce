import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// All forms of `paginate`, for publishers of signals and for publishers of rows.
@Suite(.timeLimit(.minutes(1)))
struct FeedFormTests {
    private let rows = PassthroughSubject<Int, Never>()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let line = ServedNumbers(count: 12, perPage: 4)

    private func subscribe(_ feed: some Publisher<ViewState<Int>, Never>) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>()
        feed.subscribe(recorder)
        return recorder
    }

    @Test func typeOfAFeedDoesNotDependOnItsTransforms() {
        typealias Feed = ExtraPublishers.Paginate<PassthroughSubject<ListSignal, Never>, ServedNumbers, Int>
        let plain: Feed = signals.paginate(threshold: 2, from: line)
        let transformed: Feed = plain.map { "\($0)" }.dedupe(by: { $0 }).compactMap { Int($0) }.filter {
            $0 > 0
        }
        #expect(subscribe(plain).rows == [0, 1, 2, 3])
        #expect(subscribe(transformed).rows == [1, 2, 3])
    }

    @Test func rowsWithAThreshold() {
        let list = subscribe(rows.paginate(threshold: 2, from: line))
        rows.send(1)
        #expect(list.rows == Array(0..<4))
        rows.send(2)
        #expect(list.rows == Array(0..<8))
    }

    @Test func rowsWithAThresholdFromTheMiddle() {
        let list = subscribe(rows.paginate(threshold: 2, from: line, startingAt: 4))
        #expect(list.rows == Array(4..<8))
        rows.send(0)
        #expect(list.rows == Array(0..<8))
        rows.send(7)
        #expect(list.rows == Array(0..<12))
        #expect(list.state.kinds == [.idle, .end, .end])
    }

    @Test func rowsWithRules() {
        let list = subscribe(rows.paginate(PagingRules(threshold: 2, maxRows: 8), from: line))
        rows.send(3)
        rows.send(7)
        #expect(list.rows == Array(4..<12))
        rows.send(0)
        #expect(list.rows == Array(0..<8))
    }

    @Test func rowsWithRulesFromTheMiddle() {
        let list = subscribe(
            rows.paginate(PagingRules(threshold: 1, showsPlaceholders: true), from: line, startingAt: 8))
        #expect(list.rows == Array(8..<12))
    }

    @Test func rowsWithASourceOfAnUnknownType() {
        let source: any PageSource<Int, Int, Never> = line
        let list = subscribe(rows.paginate(threshold: 2, from: source))
        rows.send(3)
        #expect(list.rows == Array(0..<8))
        let fromTheMiddle = rows.paginate(PagingRules(threshold: 1), from: source, startingAt: 8)
        #expect(subscribe(fromTheMiddle).rows == Array(8..<12))
    }

    @Test func rowsWithAPublisherOfSources() {
        let sources = PassthroughSubject<ServedNumbers, Never>()
        let list = subscribe(rows.paginate(threshold: 2, from: sources))
        let fromTheMiddle = subscribe(
            rows.paginate(PagingRules(threshold: 0), from: sources, startingAt: 4))
        sources.send(line)
        rows.send(3)
        #expect(list.rows == Array(0..<8))
        #expect(fromTheMiddle.rows == Array(4..<8))
    }

    @Test func rowsWithAClosureThatMakesAPublisher() {
        let line = line
        let list = subscribe(
            rows.paginate(threshold: 2) { (request: PageRequest<Int>) in line.page(for: request) })
        rows.send(3)
        #expect(list.rows == Array(0..<8))
    }

    @Test func rowsWithAnAsynchronousClosure() async {
        let line = line
        let hasEnded = Turnstile()
        let rows = rows
        let list = StateRecorder<Int> { state in
            if state.append.isEnd { return hasEnded.pass() }
            if !state.isPaging, let last = state.items.indices.last { rows.send(last) }
        }
        rows.paginate(threshold: 2) { (request: PageRequest<Int>) async in line.line.page(request.key) }
            .subscribe(list)
        await hasEnded.reached()
        #expect(list.rows == Array(0..<12))
    }

    @Test func rowsAsSignalsForTheOtherForms() {
        let line = line
        let list = subscribe(
            rows.shownRows().paginate(PagingRules(threshold: 2)) { (request: PageRequest<Int>) in
                line.page(for: request)
            })
        rows.send(3)
        #expect(list.rows == Array(0..<8))
    }

    @Test func endOfTheRowsIsTheEndOfTheSignals() {
        let list = subscribe(rows.paginate(threshold: 2, from: line))
        rows.send(3)
        rows.send(completion: .finished)
        #expect(list.isFinished)
        #expect(list.rows == Array(0..<8))
    }

    @Test func sequenceOfRowsScrollsToTheEnd() {
        let list = subscribe((0..<20).publisher.paginate(threshold: 2, from: line))
        #expect(list.rows == Array(0..<12))
        #expect(list.isFinished)
    }

    @Test func signalsWithRulesFromTheMiddle() {
        let list = subscribe(signals.paginate(PagingRules(threshold: 1), from: line, startingAt: 4))
        signals.send(.loadPrevious, .loadMore)
        #expect(list.rows == Array(0..<12))
    }

    @Test func signalsWithRulesAndAClosure() {
        let line = line
        let list = subscribe(
            signals.paginate(PagingRules(threshold: 1)) { (request: PageRequest<Int>) in
                line.page(for: request)
            })
        signals.send(.loadMore)
        #expect(list.rows == Array(0..<8))
    }
}
