import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// How long stored pages need not be loaded anew.
@Suite(.timeLimit(.minutes(1)))
struct StoredAgeTests {
    private let fixture = PageStoreFixture()

    @Test func listThatIsYoungEnoughMakesNoRequest() {
        fixture.keep(.rows(0..<5))
        fixture.time.advance(by: .seconds(3600))
        let next = StoredSession<Int>(in: fixture.reopened(), validFor: .seconds(3600))
        #expect(next.source.requests == [])
        next.time.advance()
        #expect(next.rows == Array(0..<5))
        #expect(next.state.isStored)
        #expect(next.state.kinds == [.idle, .end, .idle])
        #expect(next.source.requests == [])
        next.signals.send(.shown(row: 4))
        #expect(next.source.requests == [.append(5)])
        next.answer(.rows(5..<8))
        next.signals.send(.refresh)
        next.answer(.rows(0..<6))
        #expect(!next.state.isStored)
        next.end()
    }

    @Test func olderListIsShownAndLoadedAnew() {
        fixture.keep(.rows(0..<5))
        fixture.time.advance(by: .seconds(3601))
        let next = StoredSession<Int>(in: fixture.reopened(), validFor: .seconds(3600))
        #expect(next.source.requests == [])
        next.time.advance()
        #expect(next.rows == Array(0..<5))
        #expect(next.state.isLoading)
        #expect(next.source.requests == [.refresh])
        next.end()
    }

    /// It is shown, but does not replace the load of a page that it does not have.
    @Test(arguments: [5, 2])
    func listThatBeginsElsewhereIsLoadedAnew(key: Int) {
        let session = StoredSession<Int>(in: fixture, validFor: .seconds(3600), startingAt: 5)
        session.time.advance()
        session.answer(.rows(5..<9))
        session.end()
        let next = StoredSession<Int>(in: fixture.reopened(), validFor: .seconds(3600), startingAt: key)
        next.time.advance()
        #expect(next.rows == Array(5..<9))
        #expect(next.source.requests == (key == 5 ? [] : [PageRequest(key: 2, direction: .refresh)]))
        if key == 2 { next.answer(.rows(2..<5)) }
        #expect(next.rows == (key == 5 ? Array(5..<9) : [2, 3, 4]))
        next.end()
    }

    /// One without a key begins with the first page, which may have been loaded with another key.
    @Test func listFromTheStartDoesNotBeginInTheMiddle() {
        let session = StoredSession<Int>(in: fixture, validFor: .seconds(3600), startingAt: 5)
        session.time.advance()
        session.answer(Page(Array(5..<9), previous: 0, next: 9))
        session.end()
        let next = StoredSession<Int>(in: fixture.reopened(), validFor: .seconds(3600))
        next.time.advance()
        #expect(next.rows == Array(5..<9))
        #expect(next.source.requests == [.refresh])
        next.end()
    }

    @Test func listOfAClockThatWasWrongIsLoadedAnew() {
        fixture.time.advance(by: .seconds(10_000))
        fixture.keep(.rows(0..<5))
        let earlier = PageStoreFixture(
            DiskCacheFixture(in: fixture.disk.folder, time: VirtualTimeScheduler()))
        let next = StoredSession<Int>(in: earlier, validFor: .seconds(3600))
        next.time.advance()
        #expect(next.rows == Array(0..<5))
        #expect(next.source.requests == [.refresh])
        next.end()
    }

    @Test func emptyStoreLoadsTheFirstPageOnceItIsRead() {
        let session = StoredSession<Int>(in: fixture, validFor: .seconds(3600))
        #expect(session.state.isLoading)
        #expect(session.source.requests == [])
        session.time.advance()
        #expect(session.source.requests == [.refresh])
        session.answer(.rows(0..<5))
        #expect(session.rows == Array(0..<5))
        session.end()
    }

    @Test func refreshBeforeTheStoreIsReadLoadsAYoungListAnyway() {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened(), validFor: .seconds(3600))
        next.signals.send(.refresh)
        #expect(next.source.requests == [])
        next.time.advance()
        #expect(next.rows == Array(0..<5))
        #expect(next.source.requests == [.refresh])
        next.end()
    }

    @Test func cancelBeforeTheStoreIsReadMakesNoRequest() {
        fixture.keep(.rows(0..<5))
        let next = StoredSession<Int>(in: fixture.reopened(), validFor: .seconds(3600))
        next.signals.send(.cancel)
        next.time.advance()
        #expect(next.rows == [])
        #expect(next.source.requests == [])
        next.signals.send(.loadMore)
        #expect(next.source.requests == [.refresh])
        next.end()
    }

    @Test func stateSaysWhenTheRowsWereLoaded() {
        fixture.time.advance(by: .seconds(50))
        let session = StoredSession<Int>(in: fixture)
        session.time.advance()
        session.answer(.rows(0..<5))
        session.time.advance(by: .seconds(1))
        let loadedAt = PageStoreFixture.date(at: .seconds(50))
        // A page that is loaded later does not make the list younger, nor does a session without a first
        // page.
        session.time.advance(by: .seconds(100))
        session.signals.send(.loadMore)
        session.answer(.rows(5..<8))
        session.end()
        let offline = StoredSession<Int>(in: fixture.reopened())
        offline.time.advance(by: .seconds(100))
        #expect(offline.state.storedAt == loadedAt)
        offline.source.fail()
        offline.signals.send(.loadMore)
        offline.answer(.rows(8..<9))
        offline.end()
        let last = StoredSession<Int>(in: fixture.reopened())
        last.time.advance()
        #expect(last.rows == Array(0..<9))
        #expect(last.state.storedAt == loadedAt)
        last.answer(.rows(0..<2))
        #expect(last.state.storedAt == nil)
        last.end()
    }

    /// Also one that begins before an older page is saved, as where a device sleeps meanwhile.
    @Test(arguments: [Duration.milliseconds(500), .seconds(100)])
    func reloadIsAsOldAsItsFirstPage(delay: Duration) {
        let session = StoredSession<Int>(in: fixture)
        session.time.advance()
        session.answer(.rows(0..<5))
        session.time.advance(by: delay)
        session.signals.send(.refresh)
        session.answer(.rows(0..<5))
        session.signals.send(.loadMore)
        session.time.advance(by: .milliseconds(400))
        session.answer(.rows(5..<8))
        session.end()
        let next = StoredSession<Int>(in: fixture.reopened())
        next.time.advance()
        #expect(next.state.storedAt == PageStoreFixture.date(at: delay))
        next.end()
    }

    /// A page that is loaded while the list cannot be stored has no effect on the age of a later one.
    @Test func reloadAfterAWindowIsAsOldAsItsFirstPage() {
        let session = StoredSession<Int>(in: fixture, rules: PagingRules(threshold: 2, maxRows: 10))
        session.time.advance()
        session.answer(.rows(0..<5))
        for start in [5, 10, 15] {
            session.time.advance(by: .seconds(100))
            session.signals.send(.shown(row: session.rows.count - 1))
            session.answer(.rows(start..<start + 5))
        }
        session.time.advance(by: .seconds(100))
        session.signals.send(.refresh)
        session.answer(.rows(0..<5))
        session.end()
        let next = StoredSession<Int>(in: fixture.reopened())
        next.time.advance()
        #expect(next.state.storedAt == PageStoreFixture.date(at: .seconds(400)))
        next.end()
    }

    @Test func expiredListIsNotShown() {
        let disk = DiskCacheFixture(expiry: .seconds(100))
        PageStoreFixture(disk).keep(.rows(0..<5))
        disk.time.advance(by: .seconds(101))
        let next = StoredSession<Int>(in: PageStoreFixture(disk.reopened()))
        next.time.advance()
        #expect(next.rows == [])
        next.end()
    }

    /// Of two stores on a folder, one has other limits.
    @Test func readingRemovesNoListOfAnotherStore() {
        let disk = DiskCacheFixture()
        PageStoreFixture(disk).keep(.rows(0..<5))
        disk.time.advance(by: .seconds(101))
        func rows(_ disk: DiskCacheFixture) -> [Int] {
            let session = StoredSession<Int>(in: PageStoreFixture(disk))
            session.time.advance()
            defer { session.end() }
            return session.rows
        }
        #expect(rows(DiskCacheFixture(in: disk.folder, time: disk.time, expiry: .seconds(100))) == [])
        #expect(rows(DiskCacheFixture(in: disk.folder, time: disk.time, sizeLimit: 100)) == [])
        #expect(rows(disk.reopened()) == Array(0..<5))
    }
}
