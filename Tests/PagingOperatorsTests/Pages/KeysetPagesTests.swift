import Streams
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
    func everyRowComesOnce(count: Int) async {
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

    @Test func aServerThatReturnsFewerThanAskedForIsReadToTheEnd() async {
        let server = FakeServer(count: 35, cap: 4)
        #expect(await walk(users(of: server)).items.count == 35)
    }

    @Test func aShortPageIsTheEndWhereTheServerAlwaysFillsItsPages() async {
        let server = FakeServer(count: 25)
        #expect(await walk(users(of: server, end: .shortPage)).items.count == 25)
        #expect(server.requests.count == 3)
    }

    @Test func aServerThatIgnoresTheKeyDoesNotLoadForEver() async {
        let source = KeysetPages(by: \User.id, perPage: 3) { _, _ in [User(id: 1), User(id: 2)] }
        let state = await walk(source)
        #expect(state.append.error as? PagingError == .repeatedKey("2"))
        #expect(state.items.map(\.id) == [1, 2])
    }

    @Test func theClosureMayThrow() async {
        @Sendable func fetch(_ since: Int?, _ perPage: Int) async throws -> [User] { throw TestError.offline }
        let source = KeysetPages(by: \User.id, perPage: 30) { since, perPage in
            try await fetch(since, perPage)
        }
        #expect(await walk(source).refresh.error as? TestError == .offline)
    }
}
