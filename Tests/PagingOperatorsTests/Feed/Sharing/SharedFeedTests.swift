import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import PagingOperators

struct SharedFeedTests {
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()

    private func feed(
        replay: Int = 1, scope: ExtraPublishers.ReplayScope = .whileSubscribed
    ) -> some Publisher<ViewState<Int>, Never> {
        signals.paginate(threshold: 2, from: source).share(replay: replay, scope: scope)
    }

    private func subscribe(
        to feed: some Publisher<ViewState<Int>, Never>, demand: Subscribers.Demand = .unlimited
    ) -> StateRecorder<Int> {
        let recorder = StateRecorder<Int>(demand: demand)
        feed.subscribe(recorder)
        return recorder
    }

    @Test func feedWithAnyOperatorsIsSharedByStates() {
        let feed = signals.paginate(threshold: 2, from: source)
        let images = feed.images(from: .scripted(ScriptedDataLoader()), at: { URL.picture(of: $0) })
        let shared: [Any] = [
            feed.share(), feed.share(replay: 1), feed.map { "\($0)" }.share(replay: 1, scope: .forever),
            feed.eraseToAnyPublisher().share(replay: 0), images.share(replay: 1),
        ]
        for publisher in shared { #expect("\(type(of: publisher))".hasPrefix("SharedStates<")) }
    }

    /// The list may be scrolled since a jump: only a screen that showed nothing meanwhile begins at its row.
    @Test func lateSubscriberDoesNotScrollToAnEarlierJump() {
        let numbers = ServedNumbers(count: 100, perPage: 10, isCounted: true)
        let feed = signals.paginate(threshold: 2, from: numbers).share(replay: 1, scope: .forever)
        let first = subscribe(to: feed)
        signals.send(.jump(toRow: 75))
        #expect(first.states.contains { $0.scrollTarget == .jump(row: 5) })
        #expect(subscribe(to: feed).state.scrollTarget == nil)
        first.cancel()
    }

    @Test func jumpWithoutSubscribersWaitsForTheNext() {
        let numbers = ServedNumbers(count: 100, perPage: 10, isCounted: true)
        let feed = signals.paginate(threshold: 2, from: numbers).share(replay: 1, scope: .forever)
        subscribe(to: feed).cancel()
        signals.send(.jump(toRow: 75), .loadPrevious)
        let list = subscribe(to: feed)
        #expect(list.rows == Array(60..<80))
        #expect(list.state.scrollTarget == .jump(row: 15))
        #expect(subscribe(to: feed).state.scrollTarget == .jump(row: 15))
        signals.send(.loadMore)
        #expect(subscribe(to: feed).state.scrollTarget == nil)
    }

    @Test func subscribersShareOneSession() {
        let feed = feed()
        #expect(source.requests == [])
        let (one, other) = (subscribe(to: feed), subscribe(to: feed))
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        source.answer(.rows(5..<8))
        #expect(source.requests == [.refresh, .append(5)])
        #expect(one.rows == Array(0..<8))
        #expect(other.rows == Array(0..<8))
        #expect(one.states.count == 4)
        #expect(other.states.count == 4)
    }

    @Test func lateSubscriberGetsThePresentStateThenTheNext() {
        let feed = feed()
        let early = subscribe(to: feed)
        source.answer(.rows(0..<5))
        let late = subscribe(to: feed)
        #expect(late.states.count == 1)
        #expect(late.state.change == .reload)
        signals.send(.shown(row: 4))
        source.answer(.last(5..<6))
        #expect(late.states.count == 3)
        #expect(late.state.change == RowChange(inserted: [5..<6]))
        #expect(late.rows == early.rows)
    }

    @Test func lateSubscriberGetsPlaceholdersAsRows() {
        let line = ServedNumbers(count: 30, perPage: 10, isCounted: true)
        let feed = signals.paginate(
            PagingRules(threshold: 1, showsPlaceholders: true), from: line, startingAt: 10
        ).share(replay: 1)
        let early = feed.sink { _ in }
        let states = Log<ViewState<Int>>()
        let late = feed.sink { states.append($0) }
        #expect(states.entries.map(\.rowCount) == [30])
        #expect(states.entries.map(\.change) == [.reload])
        late.cancel()
        early.cancel()
    }

    /// A screen that shows one shared list in place of another.
    @Test func firstStateReplacesTheRowsOfAnotherSession() {
        let feeds = (0..<2).map { _ in feed() }
        let early = feeds.map { subscribe(to: $0) }
        for (index, count) in [8, 5].enumerated() { source.answer(.last(0..<count), to: index) }
        let tabs = CurrentValueSubject<Int, Never>(0)
        let screen = StateRecorder<Int>()
        tabs.flatMapLatest { feeds[$0] }.subscribe(screen)
        #expect(screen.rows == Array(0..<8))
        tabs.send(1)
        #expect(screen.rows == Array(0..<5))
        #expect(screen.state.change == .reload)
        for list in early + [screen] { list.cancel() }
    }

    /// The states before its first demand are conflated to one.
    @Test func firstStateThatWaitsForDemandIsComplete() {
        let edits = FeedEdits(by: { (item: Int) in item })
        let feed = signals.paginate(threshold: 1, from: source).edits(edits).share(replay: 1)
        let early = subscribe(to: feed)
        source.answer(.last(0..<5))
        signals.send(.shown(rows: 2..<4))
        let late = subscribe(to: feed, demand: .none)
        edits.insert(9, at: .start)
        late.request(.max(1))
        #expect(late.states.count == 1)
        #expect(late.rows == [9, 0, 1, 2, 3, 4])
        #expect(late.state.change == .reload)
        #expect(late.state.scrollTarget == nil)
        edits.remove(9)
        late.request(.max(1))
        #expect(late.state.change == RowChange(removed: [0..<1]))
        for list in [early, late] { list.cancel() }
    }

    @Test func eachSubscriberIsConflatedByItsOwnDemand() {
        let feed = feed()
        let fast = subscribe(to: feed)
        let slow = subscribe(to: feed, demand: .max(1))
        let idle = subscribe(to: feed, demand: .none)
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        source.answer(.rows(5..<8))
        #expect(fast.states.count == 4)
        #expect(slow.states.count == 1)
        #expect(idle.states.isEmpty)
        slow.request(.max(1))
        #expect(slow.state.change == RowChange(inserted: [0..<8]))
        idle.request(.max(2))
        #expect(idle.states.count == 1)
        #expect(idle.rows == Array(0..<8))
        signals.send(.refresh)
        #expect(idle.states.count == 2)
        #expect(slow.states.count == 2)
    }

    @Test func lateSubscriberGetsTheLatestStateOnRequest() {
        let feed = feed()
        let early = subscribe(to: feed)
        source.answer(.rows(0..<5))
        let late = subscribe(to: feed, demand: .none)
        signals.send(.refresh)
        source.answer(.rows(7..<9))
        late.request(.unlimited)
        #expect(late.states.count == 1)
        #expect(late.rows == [7, 8])
        #expect(early.rows == [7, 8])
    }

    @Test func withoutReplayALateSubscriberWaitsForTheNextState() {
        let feed = feed(replay: 0)
        let early = subscribe(to: feed)
        source.answer(.rows(0..<5))
        let late = subscribe(to: feed)
        #expect(late.states.isEmpty)
        signals.send(.shown(row: 4))
        #expect(late.rows == Array(0..<5))
        early.cancel()
        late.cancel()
    }

    @Test func sessionEndsWithItsLastSubscriberAndTheNextBeginsAnother() {
        let feed = feed()
        let (one, other) = (subscribe(to: feed), subscribe(to: feed))
        one.cancel()
        one.cancel()
        #expect(source.running == [.refresh])
        other.cancel()
        #expect(source.cancelled == [0])
        let next = subscribe(to: feed)
        #expect(source.requests == [.refresh, .refresh])
        source.answer(.rows(3..<5))
        #expect(next.rows == [3, 4])
        #expect(one.states.count == 1)
    }

    @Test func permanentSessionContinuesWithoutSubscribersUntilItsPublisherIsReleased() {
        do {
            let feed = feed(scope: .forever)
            subscribe(to: feed).cancel()
            #expect(source.running == [.refresh])
            source.answer(.rows(0..<5))
            let next = subscribe(to: feed)
            #expect(source.requests == [.refresh])
            #expect(next.rows == Array(0..<5))
            signals.send(.refresh)
            next.cancel()
            #expect(source.running == [.refresh])
        }
        #expect(source.cancelled == [1])
    }

    @Test func permanentSessionOutlivesItsPublisherWhileSubscribed() {
        let list: StateRecorder<Int>
        do {
            list = subscribe(to: feed(scope: .forever))
        }
        source.answer(.rows(0..<5))
        #expect(list.rows == Array(0..<5))
        signals.send(.refresh)
        list.cancel()
        #expect(source.cancelled == [1])
    }

    @Test func permanentSessionWithoutASubscriberLoadsNothing() {
        _ = feed(scope: .forever)
        #expect(source.requests == [])
    }

    @Test func completionFollowsTheLastStateForEverySubscriber() {
        let feed = feed()
        let early = subscribe(to: feed, demand: .max(1))
        source.answer(.rows(0..<5))
        signals.send(completion: .finished)
        #expect(!early.isFinished)
        early.request(.max(1))
        #expect(early.rows == Array(0..<5))
        #expect(early.isFinished)

        let late = subscribe(to: feed, demand: .none)
        #expect(!late.isFinished)
        late.request(.max(1))
        #expect(late.rows == Array(0..<5))
        #expect(late.isFinished)
        #expect(source.requests == [.refresh])
    }

    @Test(arguments: [Subscribers.Demand.max(1), .unlimited])
    func subscriberWithDemandAfterTheEndGetsTheLastStateThenTheCompletion(_ demand: Subscribers.Demand) {
        let feed = feed()
        _ = subscribe(to: feed)
        source.answer(.rows(0..<5))
        signals.send(completion: .finished)

        let late = subscribe(to: feed, demand: demand)
        #expect(late.states.count == 1)
        #expect(late.rows == Array(0..<5))
        #expect(late.isFinished)
    }

    @Test func withoutReplayASubscriberAfterTheEndGetsTheCompletionOnly() {
        let feed = feed(replay: 0)
        _ = subscribe(to: feed)
        source.answer(.rows(0..<5))
        signals.send(completion: .finished)

        let late = subscribe(to: feed)
        #expect(late.states.isEmpty)
        #expect(late.isFinished)
    }

    @Test func demandAtSubscriptionIsMet() {
        let feed = signals.paginate(threshold: 2, from: CountingPages(count: 3, perPage: 3)).share(replay: 1)
        let list = subscribe(to: feed)
        #expect(list.rows == [0, 1, 2])
        #expect(list.states.count == 2)
    }
}
