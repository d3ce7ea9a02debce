import Streams
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct OffsetPagesTests {
    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowComesOnce(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(OffsetPages(limit: 10) { server.offset($0, limit: $1) })
        #expect(Array(state.items) == Array(0..<count))
        #expect(state.append.isEnd)
        #expect(state.total == nil)
    }

    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowComesOnceWithATotal(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(
            OffsetPages(limit: 10) { FetchedItems(server.offset($0, limit: $1), total: count) })
        #expect(Array(state.items) == Array(0..<count))
        #expect(state.total == count)
        #expect(server.requests.count == max(1, (count + 9) / 10), "A total saves the request for an empty page.")
    }

    @Test(arguments: [false, true])
    func aServerThatReturnsFewerThanAskedForIsReadToTheEnd(tellsTotal: Bool) async {
        let server = FakeServer(count: 70, cap: 7)
        let state = await walk(
            OffsetPages(limit: 10) { FetchedItems(server.offset($0, limit: $1), total: tellsTotal ? 70 : nil) })
        #expect(Array(state.items) == Array(0..<70))
        #expect(server.requests.prefix(3) == [[0, 10], [7, 10], [14, 10]])
    }

    @Test func aShortPageIsTheEndWhereTheServerAlwaysFillsItsPages() async {
        let server = FakeServer(count: 25)
        let state = await walk(OffsetPages(limit: 10, end: .shortPage) { server.offset($0, limit: $1) })
        #expect(state.items.count == 25)
        #expect(server.requests == [[0, 10], [10, 10], [20, 10]])
    }

    @Test func aTotalThatIsTooGreatDoesNotLoadForEver() async {
        let server = FakeServer(count: 15)
        let state = await walk(OffsetPages(limit: 10) { FetchedItems(server.offset($0, limit: $1), total: 99) })
        #expect(state.items.count == 15)
        #expect(state.append.isEnd)
    }

    @Test func anErrorIsAState() async {
        let source = OffsetPages(limit: 10) { (_, _) async throws(TestError) -> [Int] in throw TestError.offline }
        #expect(await walk(source).refresh.error as? TestError == .offline)
    }

    @Test func anUntypedErrorIsAStateToo() async {
        let source = OffsetPages(limit: 10) { offset, limit -> [Int] in
            if offset > 0 { throw TestError.broken }
            return Array(0..<limit)
        }
        let state = await walk(source)
        #expect(state.items.count == 10)
        #expect(state.append.error as? TestError == .broken)
    }
}
