import Streams
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct NumberPagesTests {
    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowComesOnce(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(NumberPages(size: 10) { server.page($0, size: $1) })
        #expect(Array(state.items) == Array(0..<count))
        #expect(state.append.isEnd)
        #expect(server.requests.first == [1, 10])
    }

    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowComesOnceWithATotal(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(
            NumberPages(size: 10) { FetchedItems(server.page($0, size: $1), total: count) })
        #expect(Array(state.items) == Array(0..<count))
        #expect(state.total == count)
        #expect(server.requests.count == max(1, (count + 9) / 10), "A total saves the request for an empty page.")
    }

    @Test(arguments: [0, 5])
    func pagesAreCountedFromTheFirst(first: Int) async {
        let server = FakeServer(count: 25)
        let state = await walk(
            NumberPages(size: 10, first: first) {
                FetchedItems(server.page($0, size: $1, first: first), total: 25)
            })
        #expect(Array(state.items) == Array(0..<25))
        #expect(server.requests.map(\.[0]) == [first, first + 1, first + 2])
    }

    /// A server that caps its pages counts in the pages it sends: the total divided by the size that was asked
    /// for is not the number of its pages.
    @Test(arguments: [false, true], [21, 90, 100, 300])
    func aServerThatReturnsFewerThanAskedForIsReadToTheEnd(tellsTotal: Bool, count: Int) async {
        let server = FakeServer(count: count, cap: 7)
        let state = await walk(
            NumberPages(size: 100) { FetchedItems(server.page($0, size: $1), total: tellsTotal ? count : nil) })
        #expect(state.items.count == count)
        #expect(state.items.elementsEqual(0..<count))
    }

    @Test func aShortPageIsTheEndWhereTheServerAlwaysFillsItsPages() async {
        let server = FakeServer(count: 25)
        let state = await walk(NumberPages(size: 10, end: .shortPage) { server.page($0, size: $1) })
        #expect(state.items.count == 25)
        #expect(server.requests.count == 3)
    }

    @Test func aTotalThatIsTooGreatDoesNotLoadForEver() async {
        let server = FakeServer(count: 15)
        let state = await walk(NumberPages(size: 10) { FetchedItems(server.page($0, size: $1), total: 99) })
        #expect(state.items.count == 15)
        #expect(state.append.isEnd)
    }

    @Test func pagesKnowTheOneBefore() async {
        let source = NumberPages(size: 1) { page, _ in [page] }
        for await page in source.page(for: .refresh).values { #expect(page.previous == nil) }
        for await page in source.page(for: .append(3)).values {
            #expect(page == Page([3], previous: 2, next: 4))
        }
    }
}
