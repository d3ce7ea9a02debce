import Streams
import TestSupport
import Testing

@testable import PagingOperators

struct FeedTests {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()

    private func subscribe<P: Publisher<ViewState<Int>, Never>>(_ feed: P) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>()
        feed.subscribe(recorder)
        return recorder
    }

    @Test func firstPageLoadsAtSubscription() {
        let feed = signals.paginate(threshold: 2, from: source)
        #expect(source.requests == [])
        let list = subscribe(feed)
        #expect(source.requests == [.refresh])
        #expect(list.states.count == 1)
        #expect(list.state.phase == .firstLoad)
        source.answer(.rows(0..<5))
        #expect(list.rows == Array(0..<5))
    }

    @Test func eachLoadIsAskedForOnePage() {
        let list = subscribe(signals.paginate(threshold: 2, from: source))
        #expect(source.loads[0].demand == .max(1))
        withExtendedLifetime(list) {}
    }

    @Test func shownRowsLoadFurtherPages() {
        let list = subscribe(signals.paginate(threshold: 2, from: source))
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(source.requests == [.refresh, .append(5)])
        #expect(list.state.footer == .loading)
        source.answer(.last(5..<7))
        #expect(list.rows == Array(0..<7))
        #expect(list.state.footer == .end)
    }

    @Test func rowNumbersServeAsSignals() {
        let rows = PassthroughSubject<Int, Never>()
        let list = subscribe(rows.paginate(threshold: 2, from: source))
        source.answer(.rows(0..<5))
        rows.send(4)
        #expect(source.requests == [.refresh, .append(5)])
        withExtendedLifetime(list) {}
    }

    @Test func rulesApply() {
        let list = subscribe(
            signals.paginate(PagingRules(threshold: 2, failurePolicy: .retryOnHint), from: source))
        source.fail()
        #expect(list.state.phase == .failed)
        signals.send(.loadMore)
        #expect(source.requests == [.refresh, .refresh])
    }

    @Test func errorsReachTheStateWithTheirType() {
        let list = subscribe(signals.paginate(threshold: 2, from: source))
        source.fail(.broken)
        #expect(list.state.error as? TestError == .broken)
        signals.send(.retry)
        source.answer(.rows(0..<5))
        signals.send(.loadMore)
        source.fail(.offline)
        #expect(list.state.append.error as? TestError == .offline)
        #expect(list.rows == Array(0..<5))
        #expect(!list.isFinished)
    }

    @Test func sourceThatFinishesWithoutAPageHasFailed() {
        let list = subscribe(signals.paginate(threshold: 2, from: source))
        source.finishWithoutPage()
        #expect(list.state.error as? PagingError == .noPage)
        signals.send(.retry)
        source.answer(.rows(0..<5))
        #expect(list.rows == Array(0..<5))
    }

    @Test func onlyTheFirstPageOfALoadCounts() {
        let feed = signals.paginate(threshold: 0) { (request: PageRequest<Int>) in
            let first = request.key ?? 0
            return [Page.rows(first..<first + 2), Page.rows(first..<first + 9)].publisher
        }
        let list = subscribe(feed)
        #expect(list.rows == [0, 1])
        signals.send(.loadMore)
        #expect(list.rows == [0, 1, 2, 3])
    }

    @Test func dedupeAndMapComeBeforeRowsAreCounted() {
        let recorder = StateRecorder<String>()
        signals.paginate(threshold: 2, from: source)
            .dedupe(by: { $0 % 10 })
            .map { "row \($0)" }
            .subscribe(recorder)
        source.answer(Page([1, 2, 12, 3], next: 5))
        signals.send(.shown(row: 2))
        source.answer(Page([11, 22, 33], next: 6))
        #expect(source.requests.last == .append(6))
        source.answer(Page([4, 14], next: 7))
        #expect(source.requests.last == .append(7))
        source.answer(Page([5], next: 8))
        #expect(recorder.rows == ["row 1", "row 2", "row 3", "row 4", "row 5"])
        #expect(source.running == [])
    }

    @Test func dedupeTakesAKeyPath() {
        struct User: Equatable, Sendable {
            let id: Int
        }
        let users = ScriptedPages<User>()
        let recorder = StateRecorder<User>()
        signals.paginate(threshold: 2, from: users).dedupe(by: \.id).subscribe(recorder)
        users.answer(Page([User(id: 1), User(id: 1), User(id: 2)], next: nil))
        #expect(recorder.rows == [User(id: 1), User(id: 2)])
    }

    @Test func mapMayAlsoBeThatOfStates() {
        let counts = Log<Int>()
        let subscription = signals.paginate(threshold: 2, from: source)
            .map { (state: ViewState<Int>) in state.items.count }
            .sink { counts.append($0) }
        source.answer(.rows(0..<5))
        #expect(counts.entries == [0, 5])
        subscription.cancel()
    }

    @Test func severalSubscribersHaveSessionsOfTheirOwn() {
        let feed = signals.paginate(threshold: 2, from: source)
        let one = subscribe(feed)
        let other = subscribe(feed)
        #expect(source.requests == [.refresh, .refresh])
        source.answer(.rows(0..<5), to: 0)
        #expect(one.rows == Array(0..<5))
        #expect(other.state.phase == .firstLoad)
        source.answer(.last(7..<9), to: 1)
        #expect(other.rows == [7, 8])
        signals.send(.shown(row: 4))
        #expect(source.requests == [.refresh, .refresh, .append(5)])
    }

    @Test func oneSessionMayBeShared() {
        let feed = signals.paginate(threshold: 2, from: source).share()
        let one = subscribe(feed)
        let other = subscribe(feed)
        source.answer(.rows(0..<5))
        #expect(source.requests == [.refresh])
        #expect(one.rows == Array(0..<5))
        #expect(other.rows == Array(0..<5))
    }

    @Test func laterSubscriberStartsASessionOfItsOwn() {
        let feed = signals.paginate(threshold: 2, from: source).dedupe(by: { $0 })
        let one = subscribe(feed)
        source.answer(.rows(0..<5))
        one.cancel()
        let other = subscribe(feed)
        source.answer(.rows(0..<5))
        #expect(other.rows == Array(0..<5))
    }
}
