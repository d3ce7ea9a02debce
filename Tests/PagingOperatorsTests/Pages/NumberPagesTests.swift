import Streams
import Testing

@testable import PagingOperators

@Suite(.timeLimit(.minutes(1)))
struct NumberPagesTests {
    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowIsLoadedOnce(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(NumberPages(size: 10) { server.page($0, size: $1) })
        #expect(Array(state.items) == Array(0..<count))
        #expect(state.append.isEnd)
        #expect(server.requests.first == [1, 10])
    }

    @Test(arguments: [0, 1, 9, 10, 11, 35])
    func everyRowIsLoadedOnceWithATotal(count: Int) async {
        let server = FakeServer(count: count)
        let state = await walk(
            NumberPages(size: 10) { FetchedItems(server.page($0, size: $1), total: count) })
        #expect(Array(state.items) == Array(0..<count))
        #expect(state.total == count)
        #expect(
            server.requests.count == max(1, (count + 9) / 10), "A total saves the request for an empty page.")
    }

    @Test(arguments: [0, 5])
    func pageNumbersStartAtTheGivenFirst(first: Int) async {
        let server = FakeServer(count: 25)
        let state = await walk(
            NumberPages(size: 10, first: first) {
                FetchedItems(server.page($0, size: $1, first: first), total: 25)
            })
        #expect(Array(state.items) == Array(0..<25))
        #expect(server.requests.map(\.[0]) == [first, first + 1, first + 2])
    }

    /// A server that caps its pages counts capped pages: the total divided by the requested size
    /// is not the number of its pages.
    @Test(arguments: [false, true], [21, 90, 100, 300])
    func cappedServerIsReadToTheEnd(tellsTotal: Bool, count: Int) async {
        let server = FakeServer(count: count, cap: 7)
        let state = await walk(
            NumberPages(size: 100) {
                FetchedItems(server.page($0, size: $1), total: tellsTotal ? count : nil)
            })
        #expect(state.items.count == count)
        #expect(state.items.elementsEqual(0..<count))
    }

    @Test func shortPageIsTheEndOnRequest() async {
        let server = FakeServer(count: 25)
        let state = await walk(NumberPages(size: 10, end: .shortPage) { server.page($0, size: $1) })
        #expect(state.items.count == 25)
        #expect(server.requests.count == 3)
    }

    /// A server may hide an item of a page, such as a deleted one.
    @Test func shortPageIsNotTheEndWhereTheTotalSaysMore() async {
        let pages = NumberPages(size: 10, end: .shortPage) { page, size in
            let items = min((page - 1) * size, 35)..<min(page * size, 35)
            return FetchedItems(items.filter { $0 != 15 }, total: 35)
        }
        #expect(await walk(pages).items.elementsEqual((0..<35).filter { $0 != 15 }))
    }

    /// Some servers respond with an error to a page after the last.
    @Test func shortPageIsTheEndWhereItsNumberReachesTheTotal() async {
        let server = FakeServer(count: 35)
        let pages = NumberPages(size: 10, end: .shortPage) { page, size in
            FetchedItems(server.page(page, size: size).filter { $0 != 32 }, total: 35)
        }
        #expect(await walk(pages).items.count == 34)
        #expect(server.requests.count == 4)
    }

    @Test func tooLargeTotalStillEnds() async {
        let server = FakeServer(count: 15)
        let state = await walk(NumberPages(size: 10) { FetchedItems(server.page($0, size: $1), total: 99) })
        #expect(state.items.count == 15)
        #expect(state.append.isEnd)
    }

    /// Servers send such totals if they do not know the number of items.
    @Test(arguments: [-1, 0])
    func unknownTotalDoesNotEndTheList(total: Int) async {
        let server = FakeServer(count: 25)
        let state = await walk(
            NumberPages(size: 10) { FetchedItems(server.page($0, size: $1), total: total) })
        #expect(Array(state.items) == Array(0..<25))
        #expect(state.append.isEnd)
    }

    @Test func pagesHavePreviousKeys() async {
        let source = NumberPages(size: 1) { page, _ in [page] }
        for await page in source.page(for: PageRequest(key: nil, direction: .refresh)).values {
            #expect(page.previous == nil)
        }
        let third = PageNumber(number: 3, itemsBefore: 2)
        for await page in source.page(for: PageRequest(key: third, direction: .append)).values {
            #expect(page.items == [3])
            #expect(page.previous == PageNumber(number: 2, itemsBefore: 1))
            #expect(page.next == PageNumber(number: 4, itemsBefore: 3))
        }
    }

    @Test func listLoadsInBothDirectionsFromTheMiddle() {
        let server = FakeServer(count: 95)
        let list = ScrolledList(
            over: pages(of: server), startingAt: PageNumber(number: 3, itemsBefore: 60))
        #expect(list.numbers == 60..<90)
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<95)
        #expect(server.requests.map(\.[0]) == [3, 2, 1, 4, 5])
    }

    @Test func pagesCountTheItemsAroundThem() async {
        let source = NumberPages(size: 2) { page, size in FetchedItems([page, page], total: 20) }
        let third = PageNumber(number: 3, itemsBefore: 4)
        #expect(
            await source.page(at: third)
                == Page(
                    [3, 3], previous: PageNumber(number: 2, itemsBefore: 2),
                    next: PageNumber(number: 4, itemsBefore: 6), total: 20, itemsBefore: 4))
    }

    @Test func previousPagesUseTheServersPageSize() async {
        let source = NumberPages(size: 100) { page, _ in [page] }
        let page = await source.page(at: PageNumber(number: 5, itemsBefore: 28))
        #expect(page?.previous == PageNumber(number: 4, itemsBefore: 21))
    }

    @Test(arguments: [0, 1])
    func pageOfARowIsCountedFromTheFirst(first: Int) {
        let source = NumberPages(size: 30, first: first) { page, _ in [page] }
        #expect(source.key(forRow: 29) == PageNumber(number: first, itemsBefore: 0))
        #expect(source.key(forRow: 95) == PageNumber(number: first + 3, itemsBefore: 90))
    }

    @Test func totalAvoidsRequestsFromFarBeyondTheEnd() {
        let server = FakeServer(count: 35)
        let list = ScrolledList(
            over: pages(of: server, total: 35), startingAt: PageNumber(number: 3_001, itemsBefore: 90_000))
        #expect(list.numbers == 30..<35)
        #expect(server.requests.map(\.[0]) == [3_001, 2])
        list.scrollToStart()
        #expect(list.numbers == 0..<35)
    }

    /// As a screen does that shows the end of its list.
    @Test func jumpToTheGreatestRowLoadsTheListUpToItsLastRow() {
        let server = FakeServer(count: 95)
        #expect(pages(of: server).key(forRow: .max / 2) == nil)
        let list = ScrolledList(over: pages(of: server))
        list.send(.jump(toRow: .max))
        #expect(list.numbers == 0..<95)
        #expect(server.requests.map(\.[0]) == [1, 2, 3, 4, 5])
    }

    @Test func jumpFarBeyondTheEndFindsTheEndInFewRequests() {
        let server = FakeServer(count: 95)
        let list = ScrolledList(over: pages(of: server))
        list.send(.jump(toRow: 100_000))
        #expect(list.state.scrollTarget == .jump(row: 94))
        #expect(list.numbers == 0..<95)
        #expect(server.requests.count < 20)
    }

    @Test func pageBeforeAFarOneIsComputedWithoutOverflow() async {
        let source = NumberPages(size: 30) { _, _ in [Int]() }
        let key = source.key(forRow: 900_000_000_000)
        #expect(key == PageNumber(number: 30_000_000_001, itemsBefore: 900_000_000_000))
        let page = await source.page(at: key)
        #expect(page?.previous == PageNumber(number: 30_000_000_000, itemsBefore: 899_999_999_970))
    }

    @Test func jumpToAFarRowLoadsItsPage() {
        let server = FakeServer(count: 1_000)
        let list = ScrolledList(
            PagingRules(threshold: 5, showsPlaceholders: true), over: pages(of: server, total: 1_000))
        list.send(.jump(toRow: 640))
        #expect(list.numbers == 630..<660)
        #expect(server.requests.map(\.[0]) == [1, 22])
        #expect(list.state.item(atRow: 640) == 640)
        #expect(list.state.placeholdersBefore == 630)
        #expect(list.state.placeholdersAfter == 340)
        list.scrollToStart()
        list.scrollToEnd()
        #expect(list.numbers == 0..<1_000)
    }

    private func pages(of server: FakeServer, total: Int? = nil) -> NumberPages<Int, Never> {
        NumberPages(size: 30) { page, size in
            Just(FetchedItems(server.page(page, size: size), total: total))
        }
    }
}
