import Streams
import TestSupport
import Testing

@testable import PagingOperators

struct InsertedItemsTests {
    private let list = StateRecorder<Person>()
    private let signals = PassthroughSubject<ListSignal, Never>()

    private func show(_ server: GrowingServer, _ rules: PagingRules = PagingRules(threshold: 2)) {
        signals.paginate(rules, from: server.live).dedupe(by: \.id).subscribe(list)
    }

    private var ids: [Int] { list.state.items.map(\.id) }

    @Test func itemsAreRowsAtTheEndOfALoadedList() {
        let server = GrowingServer(0..<5, pageSize: 10)
        show(server)
        server.grow(.end, by: 3)
        #expect(ids == Array(0..<8))
        #expect(list.state.change == RowChange(inserted: [7..<8]))
        #expect(list.state.append.kind == .end)
        #expect(server.requests.count == 1)
    }

    @Test func lastItemAtTheStartIsTheFirstRow() {
        let server = GrowingServer(0..<5, pageSize: 10)
        show(server)
        signals.send(.shown(rows: 2..<4))
        server.grow(.start, by: 3)
        #expect(ids == Array(-3..<5))
        #expect(list.state.change == RowChange(inserted: [0..<1]))
        #expect(list.state.focusRows == 5..<7)
    }

    @Test func itemsBeyondPagesThatAreNotLoadedAreCounted() {
        let server = GrowingServer(0..<25, pageSize: 10, counts: true)
        show(server, PagingRules(threshold: 2, showsPlaceholders: true))
        server.grow(.end, by: 2)
        #expect(ids == Array(0..<10))
        #expect(list.state.total == 27)
        #expect(list.state.placeholdersAfter == 17)
        signals.send(.shown(row: 9))
        signals.send(.shown(row: 19))
        #expect(ids == Array(0..<27))
        #expect(list.state.total == 27)
        #expect(list.state.placeholdersAfter == 0)
    }

    @Test func itemsAreCountedBeforeAListThatBeginsInTheMiddle() {
        let server = GrowingServer(0..<25, pageSize: 10, firstPage: .latest, counts: true)
        show(server, PagingRules(threshold: 2, showsPlaceholders: true))
        #expect(list.state.placeholdersBefore == 15)
        server.grow(.start, by: 2)
        #expect(list.state.placeholdersBefore == 17)
        #expect(list.state.total == 27)
        #expect(ids == Array(15..<25))
    }

    @Test func itemsThatArriveDuringALoadFollowItsPage() {
        let server = GrowingServer(
            0..<15, pageSize: 10, delays: (.milliseconds(10), .milliseconds(10)))
        show(server)
        server.time.advance(by: .milliseconds(20))
        signals.send(.shown(row: 9))
        server.time.advance(by: .milliseconds(5))
        // Before the page is made, and after.
        server.grow(.end)
        server.time.advance(by: .milliseconds(10))
        server.grow(.end)
        #expect(ids == Array(0..<10))
        server.time.advance(by: .milliseconds(5))
        #expect(ids == Array(0..<17))
    }

    /// The total of the page is from before them.
    @Test func itemsThatArriveAfterAPageForTheStartWasMadeAreCounted() {
        let server = GrowingServer(
            0..<15, pageSize: 10, firstPage: .latest, counts: true,
            delays: (.milliseconds(10), .milliseconds(10)))
        show(server)
        server.time.advance(by: .milliseconds(20))
        signals.send(.shown(row: 0))
        server.time.advance(by: .milliseconds(15))
        server.grow(.end, by: 2)
        #expect(list.state.total == 17)
        server.time.advance(by: .milliseconds(5))
        #expect(ids == Array(0..<17))
        #expect(list.state.total == 17)
    }

    @Test func itemsThatArriveDuringTheFirstLoadAreInTheList() {
        let server = GrowingServer(0..<5, pageSize: 10, delays: (.milliseconds(10), .milliseconds(10)))
        show(server)
        server.grow(.end)
        server.time.advance(by: .milliseconds(15))
        server.grow(.end)
        server.grow(.start)
        #expect(ids == [])
        server.time.advance(by: .milliseconds(5))
        #expect(ids == Array(-1..<7))
    }

    @Test func itemsThatArriveDuringARefreshAreInBothLists() {
        let server = GrowingServer(0..<5, pageSize: 10, delays: (.milliseconds(10), .milliseconds(10)))
        show(server)
        server.time.advance(by: .milliseconds(20))
        signals.send(.refresh)
        server.time.advance(by: .milliseconds(15))
        server.grow(.end, by: 2)
        #expect(ids == Array(0..<7))
        server.time.advance(by: .milliseconds(5))
        #expect(ids == Array(0..<7))
        #expect(list.state.refresh.kind == .idle)
    }

    @Test func itemThatAPageHadAlreadyIsHiddenAndNotCounted() {
        let server = GrowingServer(0..<5, pageSize: 10, counts: true, pushDelay: .milliseconds(10))
        server.grow(.end)
        show(server)
        #expect(ids == Array(0..<6))
        server.time.advance(by: .milliseconds(10))
        #expect(ids == Array(0..<6))
        #expect(list.state.total == 6)
    }

    @Test func itemIsTheFirstRowOfAnEmptyList() {
        let server = GrowingServer(0..<0, pageSize: 10)
        show(server)
        #expect(list.state.phase == .empty)
        server.grow(.end)
        #expect(ids == [0])
        #expect(list.state.phase == .content)
    }

    @Test func itemsHaveSeparatorsAndPassFilters() {
        let server = GrowingServer(0..<5, pageSize: 10)
        signals.paginate(PagingRules(threshold: 2), from: server.live)
            .filter { $0.id % 2 == 0 }
            .separators { before, after in
                guard let before, let after, before.id / 4 != after.id / 4 else { return nil }
                return Person(id: after.id * -100)
            }
            .subscribe(list)
        #expect(ids == [0, 2, -400, 4])
        server.grow(.end, by: 4)
        #expect(ids == [0, 2, -400, 4, 6, -800, 8])
    }

    @Test func windowRemovesPagesForRowsAtTheOtherEdge() {
        let server = GrowingServer(0..<40, pageSize: 10, firstPage: .latest)
        show(server, PagingRules(threshold: 2, maxRows: 40))
        for _ in 0..<3 { signals.send(.shown(rows: 0..<5)) }
        #expect(ids == Array(0..<40))
        signals.send(.shown(rows: 35..<40))
        server.grow(.end, by: 5)
        #expect(ids == Array(10..<45))
        #expect(list.state.append.kind == .end)
    }

    @Test func rowsAtAnEdgeFarFromTheViewLeaveAWindowAndAreLoadedAgain() {
        let server = GrowingServer(0..<40, pageSize: 10)
        show(server, PagingRules(threshold: 2, maxRows: 40))
        for row in [9, 19, 29] { signals.send(.shown(rows: row - 4..<row + 1)) }
        #expect(ids == Array(0..<40))
        signals.send(.shown(rows: 0..<5))
        server.grow(.end, by: 5)
        // The last page and the rows that were added to it.
        #expect(ids == Array(0..<30))
        #expect(list.state.append.kind == .idle)
        signals.send(.shown(rows: 25..<30))
        signals.send(.shown(rows: 35..<40))
        #expect(ids.suffix(15) == Array(30..<45)[...])
        #expect(list.state.append.kind == .end)
    }

    @Test func thousandItemsMakeFewPages() {
        let server = GrowingServer(0..<5, pageSize: 10)
        show(server)
        server.grow(.end, by: 1000)
        #expect(ids == Array(0..<1005))
        #expect(list.state.items.pageCount == 1 + (1000 + 63) / 64)
    }

    @Test func slowSubscriberSkipsStatesOfABurst() {
        let server = GrowingServer(0..<5, pageSize: 10)
        let list = StateRecorder<Person>(demand: .max(1))
        signals.paginate(threshold: 2, from: server.live).subscribe(list)
        server.grow(.end, by: 100)
        list.request(.max(1))
        #expect(list.states.count == 2)
        #expect(list.rows.map(\.id) == Array(0..<105))
    }

    @Test func itemsOfASourceThatWasReplacedHaveNoEffect() {
        let (one, other) = (GrowingServer(0..<5, pageSize: 10), GrowingServer(10..<15, pageSize: 10))
        let sources = PassthroughSubject<AnyPageSource<Int, Person, TestError>, Never>()
        signals.paginate(threshold: 2, from: sources).subscribe(list)
        sources.send(one.live.eraseToAnyPageSource())
        one.grow(.end)
        #expect(ids == Array(0..<6))
        sources.send(other.live.eraseToAnyPageSource())
        one.grow(.end)
        other.grow(.end)
        #expect(ids == Array(10..<16))
    }

    @Test func sourcesThatWrapOthersPassItemsOn() {
        let server = GrowingServer(0..<3, pageSize: 10)
        let source = server.live.retry(.immediate(attempts: 2), scheduler: server.time)
            .limited(to: 10, per: .seconds(1), scheduler: server.time)
            .invalidated(by: Empty<Void, Never>())
            .delay(for: .zero, scheduler: ImmediateScheduler.shared)
            .handleEvents(receiveRequest: { _ in })
            .map { Person(id: $0.id * 2) }
            .compactMap { $0.id == 6 ? nil : $0 }
            .eraseToAnyPageSource()
        signals.paginate(threshold: 2, from: source).subscribe(list)
        server.time.advance(by: .seconds(1))
        server.grow(.end, by: 2)
        #expect(ids == [0, 2, 4, 8])
    }

    @Test func archiveHasItemsOnThePageThatTheyWereAddedTo() async throws {
        let server = GrowingServer(0..<5, pageSize: 10)
        let archive = FeedArchive<Int, Person>()
        signals.paginate(threshold: 2, from: server.live).archived(by: archive).subscribe(list)
        server.grow(.end, by: 2)
        server.grow(.start, by: 1)
        let snapshot = try #require(await archive.snapshot())
        #expect(snapshot.pages.count == 1)
        #expect(snapshot.pages[0].page.items.map(\.id) == Array(-1..<7))
    }

    @Test func feedFinishesThoughItsItemsGoOn() {
        let server = GrowingServer(0..<5, pageSize: 10)
        show(server)
        signals.send(completion: .finished)
        #expect(list.isFinished)
        server.grow(.end)
        #expect(ids == Array(0..<5))
    }
}
