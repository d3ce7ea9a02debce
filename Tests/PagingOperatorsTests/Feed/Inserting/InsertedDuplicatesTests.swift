import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Items that are added without a page, where rows of other transforms are duplicates.
struct InsertedDuplicatesTests {
    private typealias Feed<Source: PageSource<Int, Person, TestError>> =
        ExtraPublishers.Paginate<PassthroughSubject<ListSignal, Never>, Source, Person>

    private let list = StateRecorder<Person>()
    private let signals = PassthroughSubject<ListSignal, Never>()

    private var ids: [Int] { list.state.items.map(\.id) }

    private func show<Source>(_ feed: Feed<Source>, latestWins: Bool) {
        (latestWins ? feed.dedupe(latestBy: \.id) : feed.dedupe(by: \.id)).subscribe(list)
    }

    /// The heading before the first of consecutive rows with the same tens.
    @Sendable private static func heading(_ before: Person?, _ after: Person?) -> Person? {
        guard let after, after.id / 10 != before.map({ $0.id / 10 }) else { return nil }
        return Person(id: -1 - after.id / 10)
    }

    /// A row between all items, never the same.
    @Sendable private static func divider(_ before: Person?, _ after: Person?) -> Person? {
        guard let before, let after else { return nil }
        return Person(id: -1000 * before.id - after.id)
    }

    private func push(_ ids: Int..., to server: GrowingServer) {
        for id in ids { server.pushed.send(ItemInsertion(Person(id: id), at: .end)) }
    }

    @Test(arguments: [false, true])
    func itemWhoseHeadingIsADuplicateIsARow(latestWins: Bool) {
        let server = GrowingServer(9..<11, pageSize: 10, counts: true)
        show(
            signals.paginate(threshold: 2, from: server.live).separators(Self.heading),
            latestWins: latestWins)
        #expect(ids == [-1, 9, -2, 10])
        push(5, to: server)
        #expect(ids == [-1, 9, -2, 10, 5])
        #expect(list.state.total == 3)
        push(15, to: server)
        #expect(ids == [-1, 9, -2, 10, 5, 15])
        #expect(list.state.total == 4)
    }

    @Test(arguments: [false, true])
    func itemThatIsADuplicateHasNoSeparator(latestWins: Bool) {
        let server = GrowingServer(9..<11, pageSize: 10, counts: true)
        show(
            signals.paginate(threshold: 2, from: server.live).separators(Self.divider),
            latestWins: latestWins)
        push(9, to: server)
        #expect(ids == [9, -9010, 10])
        #expect(list.state.total == 2)
        push(11, to: server)
        #expect(ids == [9, -9010, 10, -10_011, 11])
        #expect(list.state.total == 3)
    }

    @Test(arguments: [false, true])
    func rowsOfAnEmptyListHaveItsHeader(latestWins: Bool) {
        let server = GrowingServer(0..<0, pageSize: 10)
        show(
            signals.paginate(threshold: 2, from: server.live).separators(Self.heading)
                .header(Person(id: -100)),
            latestWins: latestWins)
        push(1, 2, to: server)
        #expect(ids == [-100, -1, 1, 2])
    }

    /// Of a row with the same identity that edits have inserted, and of a duplicate beside other edits.
    @Test func editsTakeItemsForThoseOfTheSource() {
        let server = GrowingServer(0..<3, pageSize: 10, counts: true)
        let edits = FeedEdits<Person, Int> { $0.id }
        show(signals.paginate(threshold: 2, from: server.live).edits(edits), latestWins: false)
        edits.insert(Person(id: 3), at: .end)
        edits.remove(1)
        push(3, 3, 0, to: server)
        #expect(ids == [0, 2, 3])
        #expect(list.state.total == 4)
    }

    @Test(arguments: [false, true])
    func itemThatTheLastPageGainsBehindADuplicateHeadingIsARow(latestWins: Bool) {
        let pages = ScriptedPages<Person>()
        show(
            signals.paginate(PagingRules(threshold: 2, endPolicy: .loadAgain), from: pages)
                .separators(Self.heading),
            latestWins: latestWins)
        pages.answer(Page([Person(id: 1)], next: 1))
        signals.send(.shown(row: 1))
        pages.answer(Page([Person(id: 11)], next: nil))
        #expect(ids == [-1, 1, -2, 11])
        signals.send(.loadMore)
        pages.answer(Page([11, 2, 12].map(Person.init), next: nil))
        #expect(ids == [-1, 1, -2, 11, 2, 12])
    }
}
