import FluxImages
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// The events of feeds, models and sources, in virtual time.
struct FeedEventTests {
    private let time = VirtualTimeScheduler()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let source = ScriptedPages<Int>()
    private let log = Log<String>()

    private func record(_ event: PageEvent) {
        log.append("\(event.time.inSeconds) \(event)")
    }

    private var feed: ExtraPublishers.Paginate<PassthroughSubject<ListSignal, Never>, ScriptedPages<Int>, Int>
    {
        signals.paginate(threshold: 2, from: source)
    }

    @Test func loadsOfAListWithTheirTimes() {
        let feed = feed
        let events = feed.events(scheduler: time).sink { record($0) }
        let list = feed.sink { _ in }
        time.advance(by: .seconds(1))
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 1))
        signals.send(.shown(row: 3))
        source.fail()
        list.cancel()
        #expect(
            log.entries == [
                "0 s session began",
                "0 s state: 0 rows, reload, refresh loading",
                "0 s first page requested (refresh, load 1)",
                "1 s load 1: 5 items loaded, 5 rows, then page 5",
                "1 s state: 5 rows, +5 [0..<5]",
                "1 s row 1 in view",
                "1 s no next page needed: 3 rows beyond, threshold 2",
                "1 s row 3 in view",
                "1 s state: 5 rows, append loading",
                "1 s page 5 requested (append, load 2)",
                "1 s load 2: failed: offline",
                "1 s state: 5 rows, append failed: offline",
                "1 s session ended",
            ])
        events.cancel()
    }

    /// A loop over the events of a model ends with the model.
    @MainActor @Test func eventsOfAModelFinishWhenItIsReleased() async {
        var model: PagingModel? = PagingModel { [source] signals in
            signals.paginate(threshold: 2, from: source)
        }
        let events = model?.events(scheduler: time)
        let first = events?.sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { record($0) })
        model?.loadInitial()
        model = nil
        #expect(log.entries.suffix(2) == ["0 s session ended", "finished"])
        // Also one that begins later.
        let second = events?.sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { _ in })
        #expect(log.entries.suffix(2) == ["finished", "finished"])
        first?.cancel()
        second?.cancel()
    }

    @Test func storedListOfEachSourceIsReported() {
        let fixture = PageStoreFixture()
        fixture.keep(.rows(0..<3), as: "a")
        fixture.keep(.rows(0..<5), as: "b")
        let sources = PassthroughSubject<StoredPages<ScriptedPages<Int>>, Never>()
        let feed = signals.paginate(threshold: 2, from: sources)
        let events = feed.events.sink { log.append("\($0)") }
        let list = feed.sink { _ in }
        for name in ["a", "b"] {
            sources.send(source.stored(in: fixture.store, as: name))
            fixture.time.advance()
        }
        #expect(log.entries.filter { $0.contains("restored") } == ["3 rows restored", "5 rows restored"])
        list.cancel()
        events.cancel()
    }

    @Test func listOfAPublisherOfSourcesBeginsBeforeItsFirstSource() {
        let sources = PassthroughSubject<ScriptedPages<Int>, Never>()
        let feed = signals.paginate(threshold: 2, from: sources)
        let events = feed.events.sink { log.append("\($0)") }
        feed.sink { _ in }.cancel()
        let list = feed.sink { _ in }
        #expect(log.entries == ["session began", "session ended", "session began"])
        sources.send(source)
        source.answer(.last(0..<5))
        list.cancel()
        #expect(
            log.entries.dropFirst(3) == [
                "source replaced",
                "state: 0 rows, reload, refresh loading",
                "first page requested (refresh, load 1)",
                "load 1: 5 items loaded, 5 rows, the last page",
                "state: 5 rows, +5 [0..<5], append end",
                "session ended",
            ])
        events.cancel()
    }

    @Test func feedsThatAreMadeFromAFeedShareItsEvents() {
        let feed = feed
        let events = feed.events.sink { log.append("\($0.session) \($0)") }
        let lists = [
            feed.dedupe(by: { $0 }).map { "\($0)" }.sink { _ in },
            feed.filter { $0 > 2 }.sink { _ in },
        ]
        #expect(
            log.entries.filter { $0.hasSuffix("session began") } == ["1 session began", "2 session began"])
        source.answer(.last(0..<5))
        #expect(log.entries.contains("2 load 1: 5 items loaded, 2 rows, the last page"))
        for list in lists { list.cancel() }
        events.cancel()
    }

    @Test func runningLoadsEndWithTheSession() {
        let feed = feed
        let events = feed.events.sink { log.append("\($0)") }
        feed.sink { _ in }.cancel()
        #expect(log.entries.suffix(2) == ["load 1: cancelled", "session ended"])
        events.cancel()
    }

    @Test func retriesOfTheSource() {
        let source = source.retry(.constant(.seconds(2), attempts: 1), scheduler: time)
        let feed = signals.paginate(threshold: 2, from: source)
        let events = feed.events(scheduler: time).sink { record($0) }
        let list = feed.sink { _ in }
        self.source.fail()
        time.advance(by: .seconds(2))
        self.source.fail(.broken)
        #expect(
            log.entries.dropFirst(3) == [
                "0 s load 1: attempt 1 failed, retries after 2 s: offline",
                "2 s first page requested (refresh, load 1, attempt 2)",
                "2 s load 1: failed: broken",
                "2 s state: 0 rows, refresh failed: broken",
            ])
        list.cancel()
        events.cancel()
    }

    @Test func retryThatIsCancelledSaysNothingMore() {
        let source = source.retry(.constant(.seconds(2), attempts: 1), scheduler: time)
        let feed = signals.paginate(threshold: 2, from: source)
        let events = feed.events(scheduler: time).sink { record($0) }
        let list = feed.sink { _ in }
        self.source.fail()
        signals.send(.cancel)
        let count = log.entries.count
        time.run()
        #expect(log.entries.count == count)
        #expect(log.entries.contains("0 s load 1: cancelled"))
        list.cancel()
        events.cancel()
    }

    @Test func latePageOfACancelledLoadIsDropped() {
        let source = ScriptedPages<Int>(answersCancelledLoads: true)
        let feed = signals.paginate(threshold: 2, from: source)
        let events = feed.events.sink { log.append("\($0)") }
        let list = feed.sink { _ in }
        signals.send(.cancel)
        source.answer(.rows(0..<5))
        #expect(
            log.entries.suffix(1) == ["load 1: page dropped, which came after the load was cancelled"])
        list.cancel()
        events.cancel()
    }

    @Test func sessionIsNotObservedWithoutSubscribers() {
        let feed = feed
        #expect(!feed.hub.isObserved)
        let events = feed.events.sink { _ in }
        #expect(feed.hub.isObserved)
        events.cancel()
        #expect(!feed.hub.isObserved)
        let list = feed.sink { _ in }
        #expect(source.requests[0].observer == nil)
        list.cancel()
    }

    @Test func reportOfRowsFromASubscriberOfEventsFollowsTheEvent() {
        let feed = feed
        let signals = signals
        let events = feed.events.sink { event in
            log.append("\(event)")
            if case .loaded = event.kind { signals.send(.shown(row: 0)) }
        }
        let list = feed.sink { _ in }
        source.answer(.rows(0..<5))
        #expect(
            log.entries.suffix(2) == ["row 0 in view", "no next page needed: 4 rows beyond, threshold 2"])
        list.cancel()
        events.cancel()
    }

    @MainActor @Test func eventsOfAModel() {
        let signals = Log<String>()
        let model = PagingModel { [source] in
            $0.paginate(threshold: 2, from: source).dedupe(by: { $0 }).receive(on: MainActor.shared)
        }
        let events = model.events(scheduler: time).sink { signals.append("\($0)") }
        model.loadInitial()
        source.answer(.rows(0..<5))
        model.shown(row: 0)
        #expect(
            signals.entries.suffix(2) == ["row 0 in view", "no next page needed: 4 rows beyond, threshold 2"])
        events.cancel()
    }

    @MainActor @Test func eachObserverOfAModelHasItsOwnClock() {
        let other = VirtualTimeScheduler()
        other.advance(by: .seconds(100))
        let model = PagingModel(threshold: 2, from: source)
        let (lines, events) = (Log<String>(), Log<Duration>())
        model.log("users", scheduler: time, to: { lines.append($0) })
        let observed = model.events(scheduler: other).sink { events.append($0.time) }
        model.loadInitial()
        time.advance(by: .seconds(1))
        other.advance(by: .seconds(5))
        source.answer(.last(0..<5))
        #expect(lines.entries.first == "users 0.000  session began")
        #expect(lines.entries.last == "users 1.000  state: 5 rows, +5 [0..<5], append end")
        #expect(events.entries.first == .seconds(100))
        #expect(events.entries.last == .seconds(105))
        let count = events.count
        observed.cancel()
        model.send(.loadMore)
        #expect(events.count == count)
        #expect(lines.entries.last == "users 1.000  no next page needed: the list ends there")
    }

    @Test func eachSubscriberOfAFeedHasItsOwnClock() {
        let other = VirtualTimeScheduler()
        let feed = feed
        let events = [
            feed.events(scheduler: time).sink { log.append("one \($0.time.inSeconds)") },
            feed.events(scheduler: other).sink { log.append("other \($0.time.inSeconds)") },
        ]
        time.advance(by: .seconds(1))
        other.advance(by: .seconds(2))
        feed.sink { _ in }.cancel()
        #expect(Set(log.entries) == ["one 1 s", "other 2 s"])
        for event in events { event.cancel() }
    }

    @Test func eventsOfASharedFeed() {
        let feed = feed.dedupe(by: { $0 }).share()
        let events = feed.events(scheduler: time).sink { record($0) }
        let lists = [feed.sink { _ in }, feed.sink { _ in }]
        time.advance(by: .seconds(1))
        source.answer(.last(0..<5))
        for list in lists { list.cancel() }
        #expect(
            log.entries == [
                "0 s session began",
                "0 s state: 0 rows, reload, refresh loading",
                "0 s first page requested (refresh, load 1)",
                "1 s load 1: 5 items loaded, 5 rows, the last page",
                "1 s state: 5 rows, +5 [0..<5], append end",
                "1 s session ended",
            ])
        events.cancel()
    }

    @Test func eventsOfASharedFeedWithImages() {
        let loader = ImageLoader<Data>(decode: { $0 })
        let feed = signals.paginate(threshold: 2, from: source).images(from: loader, at: { _ in nil })
            .log("users", to: { log.append($0) })
            .share(replay: 1, scope: .forever)
        let events = feed.events.sink { log.append("\($0)") }
        feed.sink { _ in }.cancel()
        #expect(log.entries.filter { $0.hasSuffix("session began") }.count == 2)
        events.cancel()
    }

    @Test func eventsOfAFeedWithImages() {
        let loader = ImageLoader<Data>(decode: { $0 })
        // Without images, so that no other thread sends the session anything.
        let feed = signals.paginate(threshold: 2, from: source).images(from: loader, at: { _ in nil })
        let events = feed.events.sink { log.append("\($0)") }
        let list = feed.sink { _ in }
        source.answer(.rows(0..<5))
        signals.send(.shown(row: 4))
        #expect(log.entries.contains("first page requested (refresh, load 1)"))
        #expect(log.entries.contains("load 1: 5 items loaded, 5 rows, then page 5"))
        #expect(log.entries.contains("page 5 requested (append, load 2)"))
        list.cancel()
        #expect(log.entries.suffix(2) == ["load 2: cancelled", "session ended"])
        events.cancel()
    }

    @Test func eventsOfASource() {
        let observed = source.retry(.constant(.seconds(2), attempts: 1), scheduler: time)
            .handleEvents(scheduler: time) { record($0) }
        let loop = observed.items().publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        source.fail()
        time.advance(by: .seconds(2))
        source.answer(.rows(0..<5))
        loop.cancel()
        #expect(
            log.entries == [
                "0 s first page requested (refresh, load 1)",
                "0 s load 1: attempt 1 failed, retries after 2 s: offline",
                "2 s first page requested (refresh, load 1, attempt 2)",
                "2 s load 1: 5 items loaded, then page 5",
                "2 s page 5 requested (append, load 2)",
                "2 s load 2: cancelled",
            ])
    }

    @Test func logOfAFeed() {
        let list = signals.paginate(threshold: 2, from: source)
            .log("users", scheduler: time, to: { log.append($0) })
            .dedupe(by: { $0 })
            .sink { _ in }
        time.advance(by: .milliseconds(1250))
        source.answer(.last(0..<5))
        list.cancel()
        #expect(
            log.entries == [
                "users 0.000  session began",
                "users 0.000  state: 0 rows, reload, refresh loading",
                "users 0.000  first page requested (refresh, load 1)",
                "users 1.250  load 1: 5 items loaded, 5 rows, the last page",
                "users 1.250  state: 5 rows, +5 [0..<5], append end",
                "users 1.250  session ended",
            ])
    }

    @Test func feedWithALogAlsoHasEvents() {
        let feed = feed
        let logged = feed.log("users", to: { log.append($0) })
        let events = [
            feed.events.sink { log.append("feed \($0)") }, logged.events.sink { log.append("logged \($0)") },
        ]
        logged.sink { _ in }.cancel()
        #expect(log.entries.filter { $0.hasSuffix("session began") }.count == 3)
        for event in events { event.cancel() }
    }
}
