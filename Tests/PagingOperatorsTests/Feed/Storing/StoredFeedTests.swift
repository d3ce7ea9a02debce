import Foundation
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import PagingOperators

/// Feeds that show the pages of the last session first.
@Suite(.timeLimit(.minutes(1)))
struct StoredFeedTests {
    private let fixture = PageStoreFixture()

    @Test func nextSessionShowsTheStoredRowsAndThenTheDifference() {
        fixture.keep(.rows(0..<5), .rows(5..<8))
        let next = StoredSession<Int>(in: fixture.reopened()) { $0.identified(by: { $0 }) }
        #expect(next.state.phase == .firstLoad)
        next.time.advance()
        #expect(next.rows == Array(0..<8))
        #expect(next.state.isStored)
        #expect(next.state.isLoading)
        #expect(next.source.requests == [.refresh])
        next.answer(Page([100] + Array(0..<4), next: 4))
        #expect(next.rows == [100] + Array(0..<4))
        #expect(next.state.change == RowChange(removed: [4..<8], inserted: [0..<1]))
        #expect(!next.state.isStored)
        next.end()
    }

    @Test func withoutANetworkTheStoredRowsStayUntilARetry() {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened())
        next.time.advance()
        next.source.fail()
        #expect(next.rows == Array(0..<5))
        #expect(next.state.kinds == [.failed, .end, .idle])
        #expect(next.state.isStored)
        next.signals.send(.retry)
        next.answer(.last(0..<3))
        #expect(next.rows == Array(0..<3))
        #expect(!next.state.isStored)
        next.end()
    }

    @Test func failureBeforeTheStoreIsReadIsShownBesideItsRows() {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened())
        next.source.fail()
        #expect(next.state.phase == .firstLoad)
        next.time.advance()
        #expect(next.rows == Array(0..<5))
        #expect(next.state.refresh.kind == .failed)
        #expect(next.list.states.map(\.phase) == [.firstLoad, .content, .content])
        next.signals.send(.retry)
        #expect(next.source.running == [.refresh])
        next.end()
    }

    @Test func failureIsShownOnceAnEmptyStoreIsRead() {
        let session = StoredSession<Int>(in: fixture)
        session.source.fail()
        #expect(session.state.isLoading)
        session.time.advance()
        #expect(session.list.states.map(\.phase) == [.firstLoad, .failed])
        session.signals.send(.retry)
        session.source.fail()
        #expect(session.state.phase == .failed)
        session.end()
    }

    @Test(arguments: [ListSignal.cancel, .reset])
    func failureIsDroppedIfTheLoadIsCancelledBeforeTheStoreIsRead(signal: ListSignal) {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened())
        next.source.fail()
        next.signals.send(signal)
        next.time.advance()
        #expect(next.state.phase == .idle)
        #expect(next.state.error == nil)
        next.signals.send(.loadMore)
        next.answer(.rows(0..<2))
        #expect(next.rows == [0, 1])
        next.end()
    }

    @Test func storeThatIsReadAfterTheFirstPageHasNoEffect() {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened())
        next.answer(.rows(10..<12))
        next.time.advance()
        #expect(next.rows == [10, 11])
        #expect(!next.list.states.contains { $0.isStored })
        next.end()
    }

    @Test func refreshWhileTheStoreIsReadMakesOneRequest() {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened())
        next.signals.send(.refresh)
        next.time.advance()
        #expect(next.rows == Array(0..<5))
        #expect(next.source.requests == [.refresh])
        #expect(next.state.isLoading)
        next.end()
    }

    @Test func sessionThatEndsWhileTheStoreIsReadShowsNothing() {
        fixture.keep(.rows(0..<5))
        weak var source: ScriptedPages<Int>?
        do {
            let next = StoredSession<Int>(in: fixture.reopened(), validFor: .seconds(60))
            source = next.source
            next.list.cancel()
            let count = next.list.states.count
            next.time.advance()
            #expect(next.list.states.count == count)
            #expect(next.source.requests == [])
        }
        #expect(source == nil)
    }

    @Test func cancelledSessionReleasesItsSourceThoughTheStoreIsNotRead() {
        let fixture = fixture.reopened()
        weak var source: ScriptedPages<Int>?
        do {
            let next = StoredSession<Int>(in: fixture, validFor: .seconds(60))
            source = next.source
            next.list.cancel()
        }
        #expect(source == nil)
    }

    @Test func failureThatIsHeldBackKeepsNoSession() {
        let fixture = fixture.reopened()
        weak var source: ScriptedPages<Int>?
        weak var list: StateRecorder<Int>?
        do {
            let next = StoredSession<Int>(in: fixture)
            (source, list) = (next.source, next.list)
            next.source.fail()
            next.list.cancel()
        }
        #expect(source == nil)
        #expect(list == nil)
    }

    @Test func resetDropsTheStoredRowsButNotWhatIsStored() {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened())
        next.signals.send(.reset)
        next.time.advance(by: .seconds(5))
        #expect(next.rows == [])
        #expect(next.state.phase == .idle)
        next.end()
        let last = StoredSession<Int>(in: fixture.reopened())
        last.time.advance()
        #expect(last.rows == Array(0..<5))
        last.end()
    }

    @Test func sessionFinishesOnceTheStoreIsRead() {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened())
        next.source.fail()
        next.signals.send(completion: .finished)
        #expect(!next.list.isFinished)
        next.time.advance()
        #expect(next.rows == Array(0..<5))
        #expect(next.list.isFinished)
    }

    @Test func lastPageOfASessionThatFinishesIsStored() {
        let session = StoredSession<Int>(in: fixture)
        session.time.advance()
        session.signals.send(completion: .finished)
        session.answer(.last(0..<3))
        #expect(session.list.isFinished)
        session.time.advance()
        let next = StoredSession<Int>(in: fixture.reopened())
        next.time.advance()
        #expect(next.rows == [0, 1, 2])
        next.end()
    }

    @Test func itemsOfASourceThatWasReplacedAreNotInAStoredList() {
        fixture.keep(.last(0..<3))
        let reopened = fixture.reopened()
        let sources = PassthroughSubject<AnyPageSource<Int, Int, TestError>, Never>()
        let signals = PassthroughSubject<ListSignal, Never>()
        let inserted = PassthroughSubject<Int, Never>()
        let list = StateRecorder<Int>()
        let (old, new) = (ScriptedPages<Int>(), ScriptedPages<Int>())
        signals.paginate(threshold: 2, from: sources).subscribe(list)
        sources.send(old.inserting(inserted, at: .end).eraseToAnyPageSource())
        old.answer(.rows(10..<15))
        signals.send(.loadMore)
        inserted.send(99)
        sources.send(new.stored(in: reopened.store, as: "numbers").eraseToAnyPageSource())
        reopened.time.advance()
        #expect(list.state.isStored)
        #expect(list.rows == [0, 1, 2])
        list.cancel()
        reopened.time.advance()
    }

    @Test func listOfTheNextSourceIsNotStoredAsThatOfASourceWhoseLoadDoesNotEnd() {
        let sources = PassthroughSubject<StoredPages<ScriptedPages<Int>>, Never>()
        let signals = PassthroughSubject<ListSignal, Never>()
        let list = StateRecorder<Int>()
        let (old, new) = (ScriptedPages<Int>(answersCancelledLoads: true), ScriptedPages<Int>())
        signals.paginate(threshold: 2, from: sources).subscribe(list)
        sources.send(old.stored(in: fixture.store, as: "old"))
        old.answer(.rows(10..<15))
        signals.send(.loadMore)
        sources.send(new.stored(in: fixture.store, as: "new"))
        new.answer(.last(0..<3))
        fixture.time.advance(by: .seconds(5))
        for (name, rows) in [("old", 10..<15), ("new", 0..<3)] {
            let next = StoredSession<Int>(in: fixture.reopened(), as: name)
            next.time.advance()
            #expect(next.rows == Array(rows))
            next.end()
        }
        list.cancel()
        fixture.time.advance()
    }

    @Test func listWithImagesIsStored() {
        fixture.keep(.rows(0..<5))
        let reopened = fixture.reopened()
        let signals = PassthroughSubject<ListSignal, Never>()
        let source = ScriptedPages<Int>()
        let states = Log<(rows: [Int], isStored: Bool)>()
        let loader = ImageLoader<Int> { _ in 0 }
        let feed = signals.paginate(threshold: 2, from: source.stored(in: reopened.store, as: "numbers"))
            .images(from: loader, at: { _ in URL?.none })
            .sink { states.append(($0.items.map(\.item), $0.isStored)) }
        reopened.time.advance()
        #expect(states.entries.last?.rows == Array(0..<5))
        #expect(states.entries.last?.isStored == true)
        source.answer(.rows(0..<6))
        #expect(states.entries.last?.isStored == false)
        feed.cancel()
    }

    @Test func listThatStartsInTheMiddleIsShownFromThere() {
        let session = StoredSession<Int>(in: fixture, startingAt: 20)
        session.answer(Page([20, 21], previous: 10, next: 30))
        session.signals.send(.shown(row: 0))
        session.source.answer(Page([10, 11, 12, 13], previous: nil, next: 20), to: 2)
        #expect(session.rows == [10, 11, 12, 13, 20, 21])
        session.end()
        let next = StoredSession<Int>(in: fixture.reopened(), startingAt: 20)
        next.time.advance()
        #expect(next.rows == [10, 11, 12, 13, 20, 21])
        #expect(next.state.scrollTarget == .jump(row: 4))
        next.end()
    }
}
