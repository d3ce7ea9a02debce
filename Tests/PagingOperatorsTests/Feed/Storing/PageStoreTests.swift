import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxLoading
@testable import PagingOperators

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a store keeps of its lists, and when.
@Suite(.timeLimit(.minutes(1)))
struct PageStoreTests {
    private let fixture = PageStoreFixture()

    /// The rows of the next session without a network.
    private func rows(_ name: String = "numbers", in fixture: PageStoreFixture) -> [Int] {
        let next = StoredSession<Int>(in: fixture, as: name)
        next.time.advance()
        defer { next.end() }
        return next.rows
    }

    private func storedRows(_ name: String = "numbers") -> [Int] { rows(name, in: fixture.reopened()) }

    @Test func listIsSavedASecondAfterAPage() {
        let session = StoredSession<Int>(in: fixture)
        session.time.advance()
        session.answer(.rows(0..<5))
        session.time.advance(by: .milliseconds(500))
        #expect(fixture.disk.folder.names == [])
        session.signals.send(.loadMore)
        session.answer(.rows(5..<8))
        session.time.advance(by: .milliseconds(500))
        #expect(fixture.disk.folder.names == [fixture.file().lastPathComponent])
        #expect(storedRows() == Array(0..<8))
        session.signals.send(.loadMore)
        session.answer(.rows(8..<9))
        session.time.advance(by: .seconds(1))
        #expect(storedRows() == Array(0..<9))
        session.end()
    }

    @Test func sessionWithoutNewPagesWritesNothing() throws {
        fixture.keep(.rows(0..<5))
        let before = try Data(contentsOf: fixture.file())
        fixture.time.advance(by: .seconds(30))
        #expect(storedRows() == Array(0..<5))
        #expect(try Data(contentsOf: fixture.file()) == before)
    }

    @Test func failedRefreshKeepsWhatIsStored() {
        let session = StoredSession<Int>(in: fixture)
        session.answer(.rows(0..<5))
        session.signals.send(.refresh)
        session.source.fail()
        session.end()
        #expect(storedRows() == Array(0..<5))
    }

    @Test func refreshReplacesWhatIsStored() {
        let session = StoredSession<Int>(in: fixture)
        session.answer(.rows(0..<5))
        session.time.advance(by: .seconds(1))
        session.signals.send(.refresh)
        session.answer(.rows(10..<13))
        session.end()
        #expect(storedRows() == [10, 11, 12])
    }

    @Test func listsHaveNamesOfTheirOwn() {
        fixture.keep(.rows(0..<5), as: "one")
        fixture.keep(.rows(10..<12), as: "other")
        #expect(storedRows("one") == Array(0..<5))
        #expect(storedRows("other") == [10, 11])
        fixture.store.remove("one")
        fixture.time.advance()
        #expect(storedRows("one") == [])
        #expect(storedRows("other") == [10, 11])
        fixture.store.removeAll()
        fixture.time.advance()
        #expect(storedRows("other") == [])
    }

    /// As when the user signs out, and the list is still on the screen.
    @Test func pagesThatWereLoadedBeforeARemovalAreStoredWithTheNextPageOnly() {
        let session = StoredSession<Int>(in: fixture)
        session.answer(.rows(0..<5))
        fixture.store.removeAll()
        session.time.advance(by: .seconds(2))
        #expect(fixture.disk.folder.names == [])
        session.signals.send(.loadMore)
        session.answer(.rows(5..<8))
        session.end()
        #expect(storedRows() == Array(0..<8))
    }

    /// As when the user signs out, and the list is closed first.
    @Test(arguments: [true, false])
    func listOfASessionThatEndsBeforeARemovalIsNotStored(isRemovedAlone: Bool) {
        for name in ["numbers", "others"] {
            let session = StoredSession<Int>(in: fixture, as: name)
            session.answer(.rows(0..<5))
            session.list.cancel()
        }
        if isRemovedAlone { fixture.store.remove("numbers") } else { fixture.store.removeAll() }
        fixture.time.advance()
        #expect(storedRows() == [])
        #expect(storedRows("others") == (isRemovedAlone ? Array(0..<5) : []))
    }

    @Test func ofTwoSessionsOfOneListTheOneThatSavesLastWins() {
        let (one, other) = (StoredSession<Int>(in: fixture), StoredSession<Int>(in: fixture))
        one.answer(.rows(0..<5))
        other.answer(.rows(10..<12))
        one.time.advance(by: .seconds(1))
        one.signals.send(.loadMore)
        one.answer(.rows(5..<6))
        other.end()
        one.end()
        #expect(storedRows() == Array(0..<6))
    }

    @Test func damagedFilesAreMisses() throws {
        fixture.keep(.rows(0..<5))
        let bytes = try Data(contentsOf: fixture.file())
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[index] ^= 0x10
            try damaged.write(to: fixture.file())
            #expect(storedRows() == [], "byte \(index)")
            try bytes.prefix(index).write(to: fixture.file())
            #expect(storedRows() == [], "cut to \(index) bytes")
        }
        try bytes.write(to: fixture.file())
        #expect(storedRows() == Array(0..<5))
    }

    @Test func listOfAnotherVersionIsAMiss() throws {
        fixture.keep(.rows(0..<5))
        var entry = try #require(fixture.disk.cache.entry(for: "numbers"))
        entry.metadata["pages"] = "0"
        fixture.disk.cache.store(entry, for: "numbers")
        #expect(storedRows() == [])
        fixture.disk.cache.store(CacheEntry(data: Data()), for: "numbers")
        #expect(storedRows() == [])
    }

    @Test func listWhoseItemsHaveChangedTheirTypeIsAMissAndIsReported() {
        fixture.keep(.rows(0..<5))
        let reopened = fixture.reopened()
        let next = StoredSession<String>(in: reopened)
        next.time.advance()
        #expect(next.rows == [])
        #expect(next.state.isLoading)
        guard case .decoding(list: "numbers", _)? = reopened.errors.entries.first else {
            Issue.record("\(reopened.errors.entries)")
            return
        }
        next.answer(Page(["a"], next: nil))
        next.end()
        let last = StoredSession<String>(in: fixture.reopened())
        last.time.advance()
        #expect(last.rows == ["a"])
        last.end()
    }

    @Test func numbersThatJSONLacksAreStored() {
        let values = [Double.infinity, -.infinity, 0.1, -0.0, .greatestFiniteMagnitude]
        let session = StoredSession<Double>(in: fixture)
        session.answer(Page(values, next: nil))
        session.end()
        let next = StoredSession<Double>(in: fixture.reopened())
        next.time.advance()
        #expect(next.rows == values)
        next.end()
    }

    @Test func itemsThatCannotBeEncodedAreReported() {
        struct Stubborn: Codable, Equatable, Sendable {
            init() {}
            init(from decoder: any Decoder) {}

            func encode(to encoder: any Encoder) throws {
                throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "never"))
            }
        }
        let session = StoredSession<Stubborn>(in: fixture)
        session.answer(Page([Stubborn()], next: nil))
        session.end()
        guard case .encoding(list: "numbers", let reason)? = fixture.errors.entries.first else {
            Issue.record("\(fixture.errors.entries)")
            return
        }
        #expect(reason.contains("never"))
        #expect(fixture.errors.entries.map { "\($0)".contains("\n") } == [false])
    }

    @Test func folderThatCannotBeWrittenIsReported() throws {
        try Data().write(to: fixture.disk.folder.url)
        fixture.keep(.rows(0..<5))
        #expect(fixture.errors.entries.contains { if case .disk = $0 { true } else { false } })
        #expect(storedRows() == [])
    }

    @Test func folderThatWasDeletedIsMadeAgain() throws {
        fixture.keep(.rows(0..<5))
        try FileManager.default.removeItem(at: fixture.disk.folder.url)
        #expect(storedRows() == [])
        fixture.keep(.rows(0..<3))
        #expect(storedRows() == [0, 1, 2])
    }

    @Test func listThatHasLostItsFirstPageKeepsWhatWasStored() {
        let session = StoredSession<Int>(in: fixture, rules: PagingRules(threshold: 1, maxRows: 6))
        session.answer(.rows(0..<3))
        for first in [3, 6] {
            session.signals.send(.shown(row: session.rows.count - 1))
            session.answer(.rows(first..<first + 3))
            session.time.advance(by: .seconds(1))
        }
        #expect(session.rows == Array(3..<9))
        session.end()
        #expect(storedRows() == Array(0..<6))
    }

    @Test func reloadAroundALaterPageKeepsWhatWasStored() {
        let invalidations = PassthroughSubject<Void, Never>()
        let signals = PassthroughSubject<ListSignal, Never>()
        let source = ScriptedPages<Int>()
        let list = StateRecorder<Int>()
        let stored = source.stored(in: fixture.store, as: "numbers").invalidated(by: invalidations)
        signals.paginate(threshold: 1, from: stored).subscribe(list)
        source.answer(.rows(0..<3))
        signals.send(.loadMore)
        source.answer(.rows(3..<6))
        signals.send(.shown(row: 4))
        fixture.time.advance(by: .seconds(1))
        invalidations.send()
        #expect(source.running == [.refresh(3)])
        source.answer(Page([30, 40], previous: nil, next: nil))
        list.cancel()
        fixture.time.advance()
        #expect(storedRows() == Array(0..<6))
    }

    @Test func longListIsStoredFromItsFirstPageOn() {
        let disk = DiskCacheFixture(sizeLimit: 4000)
        let fixture = PageStoreFixture(disk)
        let session = StoredSession<Int>(in: fixture)
        session.answer(.rows(0..<50))
        for first in stride(from: 50, to: 500, by: 50) {
            session.signals.send(.loadMore)
            session.answer(.rows(first..<first + 50))
        }
        session.end()
        let rows = rows(in: fixture.reopened())
        #expect(rows == Array(0..<rows.count))
        #expect((50..<500).contains(rows.count))
        let next = StoredSession<Int>(in: fixture.reopened())
        next.time.advance()
        next.source.fail()
        next.signals.send(.loadMore)
        #expect(next.source.running == [.append(rows.count)])
        next.end()
    }

    @Test func listWhoseFirstPageIsTooLargeIsReported() {
        let fixture = PageStoreFixture(DiskCacheFixture(sizeLimit: 4000))
        fixture.keep(.rows(0..<1000))
        #expect(fixture.errors.entries == [.tooLarge(list: "numbers", limit: 1000)])
        #expect(rows(in: fixture.reopened()) == [])
    }

    @Test func leastRecentlyUsedListsAreRemoved() {
        let fixture = PageStoreFixture(DiskCacheFixture(sizeLimit: 4000))
        for list in 0..<10 {
            fixture.time.advance(by: .seconds(100))
            fixture.keep(.rows(0..<150), as: "\(list)")
        }
        let isKept = (0..<10).map { !rows("\($0)", in: fixture.reopened()).isEmpty }
        #expect(isKept.last == true)
        #expect(isKept.first == false)
        #expect(isKept == isKept.sorted { !$0 && $1 })
    }

    @Test func flushWritesTheListsOfRunningSessions() async {
        let folder = TemporaryFolder()
        let signals = PassthroughSubject<ListSignal, Never>()
        let store = PageStore(folder.url)
        let list = StateRecorder<Int>()
        signals.paginate(threshold: 2, from: CountingPages(count: 100, perPage: 10).stored(in: store))
            .subscribe(list)
        await store.flush()
        signals.send(.shown(row: 9))
        await store.flush()
        #expect(folder.names.count == 1)
        let (next, offline) = (StateRecorder<Int>(), ScriptedPages<Int>())
        let reopened = PageStore(folder.url)
        signals.paginate(threshold: 2, from: offline.stored(in: reopened)).subscribe(next)
        await reopened.flush()
        #expect(next.rows == Array(0..<20))
        list.cancel()
        next.cancel()
        await store.flush()
    }

    @Test func cancelledSessionsAreFlushed() async {
        let folder = TemporaryFolder()
        let store = PageStore(folder.url)
        let list = StateRecorder<Int>()
        Empty<ListSignal, Never>(completeImmediately: false)
            .paginate(threshold: 2, from: CountingPages(count: 5, perPage: 10).stored(in: store))
            .subscribe(list)
        list.cancel()
        await store.flush()
        #expect(folder.names.count == 1)
    }

    @Test func unnamedListsOfOneTypeShareAPlaceAndThoseOfRequestsDoNot() throws {
        let numbers = ScriptedPages<Int>().stored(in: fixture.store)
        #expect(numbers.storage?.name == "Swift.Int, Swift.Int")
        let url = try #require(URL(string: "https://example.org/list?page=1"))
        var request = URLRequest(url: url)
        request.setValue("Bearer one", forHTTPHeaderField: "Authorization")
        let names = [
            HTTPPages<Int>(url).stored(in: fixture.store).storage?.name,
            HTTPPages<Int>(request).stored(in: fixture.store).storage?.name,
            HTTPPages<Int>(url, items: "rows").stored(in: fixture.store).storage?.name,
            HTTPPages<Int>(url.appending(path: "more")).stored(in: fixture.store).storage?.name,
        ]
        #expect(Set(names).count == 4)
        #expect(names.allSatisfy { $0?.contains("Bearer") == false && $0?.contains("example") == false })
        let wrapped = HTTPPages<Int>(url).retry(.exponential(from: .seconds(1), attempts: 2))
            .invalidated(by: PassthroughSubject<Void, Never>())
        #expect(wrapped.stored(in: fixture.store).storage?.name == names[0])
        #expect(HTTPPages<Int>(url).stored(in: fixture.store, as: "mine").storage?.name == "mine")
    }

    /// The text of a private type has its place in memory, which is another one in each process.
    @Test func placeOfAListOfAPrivateTypeIsTheSameInEachProcess() {
        let name = ScriptedPages<PrivateItem>().stored(in: fixture.store).storage?.name
        #expect(name == "Swift.Int, PagingOperatorsTests.(private).PrivateItem")
    }

    @Test func wrappersPassTheStorageOn() {
        let stored = ScriptedPages<Int>().stored(in: fixture.store, as: "mine")
        #expect(stored.retry(.exponential(from: .seconds(1), attempts: 2)).storage?.name == "mine")
        #expect(stored.invalidated(by: PassthroughSubject<Void, Never>()).storage?.name == "mine")
        #expect(ScriptedPages<Int>().storage == nil)
    }
}

private struct PrivateItem: Codable, Sendable {
    let id: Int
}
