import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct KeysetPagesTests {
    private struct User: Equatable, Sendable {
        let id: Int
    }

    private func users(of server: FakeServer, end: PageEnd = .emptyPage) -> KeysetPages<User, Int, Never> {
        KeysetPages(by: \User.id, perPage: 10, end: end) { since, perPage in
            server.since(since, limit: perPage).map(User.init)
        }
    }

    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowIsLoadedOnce(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(users(of: server))
        #expect(state.items.map(\.id) == Array(0..<count))
        #expect(state.append.isEnd)
        #expect(server.requests.first == [-1, 10])
    }

    @Test func eachPageBeginsAfterTheLastItem() async {
        let server = FakeServer(count: 25)
        _ = await walk(users(of: server))
        #expect(server.requests.map(\.[0]) == [-1, 9, 19, 24])
    }

    @Test func cappedServerIsReadToTheEnd() async {
        let server = FakeServer(count: 35, cap: 4)
        #expect(await walk(users(of: server)).items.count == 35)
    }

    @Test(arguments: [[7], [6, 7], [7, 8]], [PageEnd.emptyPage, .shortPage])
    func listOfTheItemThatItsKeyNamesIsShown(ids: [Int], end: PageEnd) {
        let messages = KeysetPages<User, Int, Never>(by: \.id, perPage: 50, end: end) { id, count in
            Just(ids.filter { id == nil || $0 > id! }.prefix(count).map(User.init))
        } before: { id, count in
            Just(ids.filter { $0 < id }.suffix(count).map(User.init))
        }
        let signals = PassthroughSubject<ListSignal, Never>()
        let list = StateRecorder<User>()
        signals.paginate(threshold: 10, from: messages, startingAt: .after(7)).subscribe(list)
        signals.send(.shown(row: 0))
        #expect(list.state.items.map(\.id) == ids)
        #expect(list.state.error == nil)
    }

    @Test func shortPageIsTheEndOnRequest() async {
        let server = FakeServer(count: 25)
        #expect(await walk(users(of: server, end: .shortPage)).items.count == 25)
        #expect(server.requests.count == 3)
    }

    @Test func ignoredKeyEndsTheListWithAnError() async {
        let source = KeysetPages(by: \User.id, perPage: 3) { _, _ in [User(id: 1), User(id: 2)] }
        let state = await walk(source)
        #expect(state.append.error as? PagingError == .repeatedKey("after(2)"))
        #expect(state.items.map(\.id) == [1, 2])
    }

    @Test func closureMayThrow() async {
        @Sendable func fetch(_ since: Int?, _ perPage: Int) async throws -> [User] { throw TestError.offline }
        let source = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
            try await fetch(since, perPage)
        }
        #expect(await walk(source).refresh.error as? TestError == .offline)
    }

    @Test func bothClosuresMayThrow() async {
        @Sendable func fetch(_ id: Int) async throws -> [Int] { throw TestError.offline }
        let source = KeysetPages(by: \Int.self, perPage: 3) { _, _ in
            try await fetch(0)
        } before: { id, _ in
            try await fetch(id)
        }
        #expect(await walk(source).refresh.error as? TestError == .offline)
    }

    @Test func oneClosureMayThrowWhatTheOtherDoesNot() async {
        let source = KeysetPages(by: \Int.self, perPage: 3) { since, _ in
            [1, 2, 3].filter { $0 > since ?? 0 }
        } before: { (_, _) throws -> [Int] in
            throw TestError.offline
        }
        #expect(await walk(source).items.count == 3)
    }

    @Test(arguments: [PageEnd.emptyPage, .shortPage])
    func listLoadsInBothDirectionsFromTheMiddle(end: PageEnd) {
        let server = FakeServer(count: 100)
        let list = ScrolledList(over: bothWays(of: server, end: end), startingAt: .after(44))
        #expect(list.numbers == 45..<75)
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<100)
    }

    @Test func listMayBeginBeforeAnItem() {
        let list = ScrolledList(over: bothWays(of: FakeServer(count: 100)), startingAt: .before(75))
        #expect(list.numbers == 45..<75)
        list.scrollToEnd()
        list.scrollToStart()
        #expect(list.numbers == 0..<100)
    }

    @Test(arguments: [KeysetKey.after(99), .after(140), .before(0), .before(-7)])
    func emptyStartPageLoadsItsNeighbor(key: KeysetKey<Int>) {
        let list = ScrolledList(over: bothWays(of: FakeServer(count: 100)), startingAt: key)
        #expect(list.state.items.count >= 30)
        list.scrollToEnd()
        list.scrollToStart()
        #expect(list.numbers == 0..<100)
    }

    /// As where a program polls for the items after the last one that it has.
    @Test func loopThatBeginsAfterTheLastItemHasNone() {
        let source = bothWays(of: FakeServer(count: 100))
        #expect(source.items(startingAt: .after(99)).publisher.probe().values == [])
        #expect(source.pages(startingAt: .after(99)).publisher.probe().values.map(\.items) == [[]])
        #expect(source.items(startingAt: .after(97)).publisher.probe().values == [98, 99])
    }

    /// As where a program begins some items before the one that was read last, which is the first of all.
    @Test(arguments: [40, 12, 0, -7])
    func loopThatBeginsBeforeAnItemHasAllFromThere(id: Int) {
        let source = bothWays(of: FakeServer(count: 100))
        let items = source.items(startingAt: .before(id)).publisher.probe()
        #expect(items.values == Array(max(0, id - 30)..<100))
        let none = bothWays(of: FakeServer(count: 0)).items(startingAt: .before(id)).publisher.probe()
        #expect(none.values == [])
    }

    @Test(arguments: [KeysetKey.after(5), .before(5)])
    func emptyListIsEmptyFromTheMiddle(key: KeysetKey<Int>) {
        let list = ScrolledList(over: bothWays(of: FakeServer(count: 0)), startingAt: key)
        #expect(list.state.phase == .empty)
        #expect(list.state.append.isEnd)
        #expect(list.state.prepend.isEnd)
    }

    @Test func oneWaySourceStartsWithItsFirstPage() {
        let server = FakeServer(count: 100)
        let source = KeysetPages(by: \Int.self, perPage: 30) { Just(server.since($0, limit: $1)) }
        let list = ScrolledList(over: source, startingAt: .after(44))
        #expect(list.numbers == 45..<75)
        #expect(list.state.prepend.isEnd)
    }

    @Test func oneWaySourceHasNoPreviousPage() {
        let source = KeysetPages(by: \Int.self, perPage: 30) { _, _ in Just([1]) }
        let list = ScrolledList(over: source, startingAt: .before(44))
        #expect(list.state.refresh.error as? PagingError == .noPage)
    }

    @Test func keysCanBeSaved() throws {
        for key in [KeysetKey.after(7), .before(7)] {
            let data = try JSONEncoder().encode(key)
            #expect(try JSONDecoder().decode(KeysetKey<Int>.self, from: data) == key)
        }
    }

    /// The pages on both sides lead back to the empty one, which is not a loop.
    @Test(arguments: [[5], [0, 99], [99], []])
    func listThatBeginsWithAnEmptyPageIsFilteredToBothEnds(selected: [Int]) {
        let list = StateRecorder<Int>()
        let signals = PassthroughSubject<ListSignal, Never>()
        signals.paginate(
            threshold: 3, from: bothWays(of: FakeServer(count: 100)), startingAt: .after(99)
        ).filter { selected.contains($0) }.subscribe(list)
        for _ in 0..<5 { signals.send(.loadPrevious) }
        #expect(list.rows == selected)
        #expect(!list.state.append.isFailed && !list.state.prepend.isFailed)
    }

    private func bothWays(of server: FakeServer, end: PageEnd = .emptyPage) -> KeysetPages<Int, Int, Never> {
        KeysetPages(by: \Int.self, perPage: 30, end: end) { since, perPage in
            Just(server.since(since, limit: perPage))
        } before: { id, perPage in
            Just(server.before(id, limit: perPage))
        }
    }
}
