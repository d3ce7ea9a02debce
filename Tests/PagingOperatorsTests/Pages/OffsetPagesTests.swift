import Streams
import TestSupport
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct OffsetPagesTests {
    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowIsLoadedOnce(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(OffsetPages(limit: 10) { server.offset($0, limit: $1) })
        #expect(Array(state.items) == Array(0..<count))
        #expect(state.append.isEnd)
        #expect(state.total == count, "The end of the list determines its length.")
    }

    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowIsLoadedOnceWithATotal(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(
            OffsetPages(limit: 10) { FetchedItems(server.offset($0, limit: $1), total: count) })
        #expect(Array(state.items) == Array(0..<count))
        #expect(state.total == count)
        #expect(
            server.requests.count == max(1, (count + 9) / 10), "A total saves the request for an empty page.")
    }

    @Test(arguments: [false, true])
    func cappedServerIsReadToTheEnd(tellsTotal: Bool) async {
        let server = FakeServer(count: 70, cap: 7)
        let state = await walk(
            OffsetPages(limit: 10) {
                FetchedItems(server.offset($0, limit: $1), total: tellsTotal ? 70 : nil)
            })
        #expect(Array(state.items) == Array(0..<70))
        #expect(server.requests.prefix(3) == [[0, 10], [7, 10], [14, 10]])
    }

    @Test func pageMayEndBeyondAllNumbers() async {
        let server = FakeServer(count: 30)
        let all = OffsetPages<Int, Never>(limit: .max) { Array(server.offset($0, limit: min($1, 100))) }
        #expect(Array(await walk(all).items) == Array(0..<30))
        let far = OffsetPages<Int, Never>(limit: 10) { _, _ in [Int]() }
        let pages = far.page(for: PageRequest(key: PageOffset(.max - 5), direction: .append)).values
        let page = await pages.first { _ in true }
        #expect(page?.items == [])
    }

    @Test func shortPageIsTheEndOnRequest() async {
        let server = FakeServer(count: 25)
        let state = await walk(OffsetPages(limit: 10, end: .shortPage) { server.offset($0, limit: $1) })
        #expect(state.items.count == 25)
        #expect(server.requests == [[0, 10], [10, 10], [20, 10]])
    }

    @Test func tooLargeTotalStillEnds() async {
        let server = FakeServer(count: 15)
        let state = await walk(
            OffsetPages(limit: 10) { FetchedItems(server.offset($0, limit: $1), total: 99) })
        #expect(state.items.count == 15)
        #expect(state.append.isEnd)
    }

    /// Servers send such totals if they do not know the number of items.
    @Test(arguments: [-1, 0])
    func unknownTotalDoesNotEndTheList(total: Int) async {
        let server = FakeServer(count: 25)
        let state = await walk(
            OffsetPages(limit: 10) { FetchedItems(server.offset($0, limit: $1), total: total) })
        #expect(Array(state.items) == Array(0..<25))
        #expect(state.append.isEnd)
    }

    @Test func errorIsAState() async {
        let source = OffsetPages(limit: 10) { (_, _) async throws(TestError) -> [Int] in
            throw TestError.offline
        }
        #expect(await walk(source).refresh.error as? TestError == .offline)
    }

    @Test func untypedErrorIsAStateToo() async {
        let source = OffsetPages(limit: 10) { offset, limit -> [Int] in
            if offset > 0 { throw TestError.broken }
            return Array(0..<limit)
        }
        let state = await walk(source)
        #expect(state.items.count == 10)
        #expect(state.append.error as? TestError == .broken)
    }

    @Test func listLoadsInBothDirectionsFromTheMiddle() {
        let server = FakeServer(count: 100)
        let list = ScrolledList(over: pages(of: server), startingAt: 45)
        #expect(list.numbers == 45..<75)
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<100)
        #expect(server.requests == [[45, 30], [15, 30], [0, 15], [75, 30], [100, 30]])
    }

    @Test func pagesCountTheItemsAroundThem() async {
        let source = OffsetPages(limit: 30) { offset, limit in
            FetchedItems(Array(offset..<offset + limit), total: 200)
        }
        #expect(
            await source.page(at: 15)
                == Page(
                    Array(15..<45), previous: PageOffset(0, count: 15), next: 45, total: 200, itemsBefore: 15)
        )
        #expect(await source.page(at: nil)?.previous == nil)
        #expect(await source.page(at: PageOffset(0, count: 15))?.previous == nil)
        #expect(await source.page(at: 170)?.next == nil)
    }

    @Test func pageOfARowIsCountedFromTheStart() {
        let source = pages(of: FakeServer(count: 100))
        #expect(source.key(forRow: 0) == 0)
        #expect(source.key(forRow: 29) == 0)
        #expect(source.key(forRow: 95) == 90)
    }

    @Test(arguments: [nil, 50, -1] as [Int?])
    func previousPageIsFilledWhereTheServerReturnsFewer(total: Int?) {
        let server = FakeServer(count: 50, cap: 4)
        let source = OffsetPages(limit: 10) { offset, limit in
            Just(FetchedItems(server.offset(offset, limit: limit), total: total))
        }
        let list = ScrolledList(over: source, startingAt: 25)
        #expect(list.numbers == 25..<35)
        list.scrollToStart()
        #expect(list.numbers == 0..<35)
        #expect(server.requests.prefix(6) == [[25, 10], [29, 6], [33, 2], [15, 10], [19, 6], [23, 2]])
        list.scrollToEnd()
        #expect(list.numbers == 0..<50)
    }

    @Test func previousPageIsCutWhereTheServerReturnsMore() {
        let source = OffsetPages(limit: 10) { offset, limit in Just(Array(offset..<offset + 25)) }
        let list = ScrolledList(over: source, startingAt: 15)
        list.scrollToStart()
        #expect(list.numbers == 0..<25)
    }

    @Test func listThatBeginsBeyondTheEndFindsItsItems() {
        let server = FakeServer(count: 35)
        let list = ScrolledList(over: pages(of: server), startingAt: 60)
        #expect(list.numbers == 30..<35)
        list.scrollToStart()
        #expect(list.numbers == 0..<35)
    }

    @Test func totalAvoidsRequestsFromFarBeyondTheEnd() {
        let server = FakeServer(count: 35)
        let list = ScrolledList(over: pages(of: server, total: 35), startingAt: 90_000)
        #expect(list.numbers == 5..<35)
        #expect(server.requests.count == 2)
    }

    /// As a screen does that shows the end of its list.
    @Test func jumpToTheGreatestRowLoadsTheListUpToItsLastRow() {
        let server = FakeServer(count: 95)
        #expect(pages(of: server).key(forRow: .max / 2) == nil)
        let list = ScrolledList(over: pages(of: server))
        list.send(.jump(toRow: .max))
        #expect(list.numbers == 0..<95)
        #expect(server.requests.map(\.[0]) == [0, 30, 60, 90, 95])
    }

    @Test func jumpFarBeyondTheEndFindsTheEndInFewRequests() {
        let server = FakeServer(count: 300)
        let list = ScrolledList(over: pages(of: server))
        list.send(.jump(toRow: 10_000))
        #expect(list.state.scrollTarget == .jump(row: 299))
        #expect(list.numbers == 0..<300)
        let back = [9990, 9960, 9900, 9780, 9540, 9060, 8100, 6180, 2340]
        #expect(server.requests.map(\.[0]) == [0] + back + Array(stride(from: 0, through: 300, by: 30)))
    }

    @Test func jumpALittleBeyondTheEndLoadsTheLastPage() {
        let server = FakeServer(count: 10_000)
        let list = ScrolledList(over: pages(of: server))
        list.send(.jump(toRow: 10_100))
        #expect(list.numbers?.upperBound == 10_000)
        #expect(list.state.scrollTarget.map { list.state.items[$0.row] } == 9_999)
        #expect(server.requests.count <= 8)
    }

    @Test func jumpToAFarRowLoadsItsPage() {
        let server = FakeServer(count: 1_000)
        let list = ScrolledList(
            PagingRules(threshold: 5, showsPlaceholders: true), over: pages(of: server, total: 1_000))
        list.send(.jump(toRow: 640))
        #expect(list.numbers == 630..<660)
        #expect(server.requests == [[0, 30], [630, 30]])
        #expect(list.state.item(atRow: 640) == 640)
        #expect(list.state.placeholdersBefore == 630)
        #expect(list.state.placeholdersAfter == 340)
        list.send(.shown(row: 631))
        #expect(list.numbers == 600..<660)
        #expect(list.state.rowCount == 1_000)
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<1_000)
    }

    @Test func jumpLoadsItsRowWhereTheServerReturnsFewer() {
        let server = FakeServer(count: 100, cap: 7)
        let list = ScrolledList(
            PagingRules(threshold: 1, showsPlaceholders: true), over: pages(of: server, total: 100))
        list.send(.jump(toRow: 85))
        #expect(list.state.item(atRow: 85) == 85)
    }

    private func pages(of server: FakeServer, total: Int? = nil) -> OffsetPages<Int, Never> {
        OffsetPages(limit: 30) { offset, limit in
            Just(FetchedItems(server.offset(offset, limit: limit), total: total))
        }
    }
}
