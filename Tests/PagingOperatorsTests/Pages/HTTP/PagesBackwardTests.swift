import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Pages that are loaded from the middle of a list toward its start.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct PagesBackwardTests {
    /// The identifiers of all pages from a page to the start of the list.
    private func ids(_ source: HTTPPages<Numbered>, from start: HTTPPageKey) async throws -> [Int] {
        var page = try await source.load(start)
        var ids = page.items.map(\.id)
        while let previous = page.previous {
            page = try await source.load(previous)
            ids = page.items.map(\.id) + ids
        }
        return ids
    }

    private func offsets(of server: EmbeddedServer) -> [Int] {
        server.requests.map { $0.number("offset", or: 0) }
    }

    /// A server of offsets whose list changes its length.
    ///
    /// - Parameter status: The status of pages without items.
    private func server(status: Int, count: @escaping @Sendable () -> Int) throws -> EmbeddedServer {
        try EmbeddedServer { request in
            let items = array(request.number("offset", or: 0), of: count())
            return items == "[]" && status == 204
                ? HTTPResponse(status: 204, body: Data()) : .text(items)
        }
    }

    // MARK: Offsets

    /// The address asks for 50 items, and the server sends at most 20.
    @Test func pagesOfAServerThatLimitsTheirSizeHaveNoGaps() async throws {
        let server = try EmbeddedServer { request in .text(array(request.number("offset", or: 0))) }
        let source = HTTPPages<Numbered>(try server.url("/list?limit=50"), next: .offset())
        #expect(try await ids(source, from: .offset(90)) == Array(0..<95))
        #expect(offsets(of: server) == [90, 40, 60, 80, 20, 0])
    }

    @Test func pagesOfChangingSizesHaveNoGaps() async throws {
        let server = try EmbeddedServer { request in
            let start = request.number("offset", or: 0)
            return .text(array(start, size: start % 3 == 0 ? 7 : 20))
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset())
        for start in [94, 80, 50, 31, 7] {
            let ids = try await ids(source, from: .offset(start))
            #expect(ids == Array(0..<ids.count), "from \(start)")
            #expect(ids.count > start)
        }
    }

    /// The server has fewer items than there were when the page after them was loaded.
    @Test(arguments: [200, 204])
    func pageThatHasBecomeShorterEndsWhereTheListDoes(status: Int) async throws {
        let count = Locked(95)
        let server = try server(status: status) { count.withLock { $0 } }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset())
        var last = try #require(try await source.load(nil).next)
        for _ in 2..<5 { last = try #require(try await source.load(last).next) }
        count.withLock { $0 = 30 }
        #expect(try await ids(source, from: last) == Array(0..<30))
        #expect(offsets(of: server) == [0, 20, 40, 60, 80, 60, 40, 20, 30, 10, 0])
    }

    /// The pages before have stated more items than there are now. Those of status 204 state nothing.
    @Test(arguments: [(200, [60, 10, 0]), (204, [60, 40, 20, 30, 10, 0])])
    func listThatHasBecomeShorterThanItsTotalLeadsBack(status: Int, after: [Int]) async throws {
        let count = Locked(95)
        let server = try EmbeddedServer { request in
            let total = count.withLock { $0 }
            let items = array(request.number("offset", or: 0), of: total)
            return items == "[]" && status == 204
                ? HTTPResponse(status: 204, body: Data()) : .text("{\"items\":\(items),\"total\":\(total)}")
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset(total: "total"))
        var page = try await source.load(nil)
        for _ in 2...5 { page = try await source.load(page.next) }
        #expect(page.next == nil)
        count.withLock { $0 = 30 }
        let previous = try #require(page.previous)
        #expect(try await ids(source, from: previous) == Array(0..<30))
        #expect(offsets(of: server) == [0, 20, 40, 60, 80] + after)
    }

    /// No field has the number of items of a page: those before the missing ones tell it.
    @Test(arguments: [200, 204])
    func listThatHasBecomeShorterByManyOffsetsLeadsBackInPages(status: Int) async throws {
        let count = Locked(1020)
        let server = try server(status: status) { count.withLock { $0 } }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset())
        var last = try #require(try await source.load(nil).next)
        while last != .offset(1000) { last = try #require(try await source.load(last).next) }
        let walked = server.requests.count
        count.withLock { $0 = 500 }
        var page = try await source.load(last)
        while page.items.isEmpty {
            let previous = try #require(page.previous)
            page = try await source.load(previous)
        }
        #expect(page.items.map(\.id) == Array(480..<500))
        #expect(server.requests.count - walked < 50)
    }

    /// A page at the start of a list has fewer items than the server sends for it.
    @Test func pageAfterAShorterOneBeginsWhereThatEnds() async throws {
        let server = try EmbeddedServer { request in .text(array(request.number("offset", or: 0))) }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset())
        let middle = try await source.load(.offset(7))
        let first = try await source.load(middle.previous)
        #expect(first.items.map(\.id) == Array(0..<7))
        let next = try await source.load(first.next)
        #expect(next.items == middle.items)
        #expect(next.itemsBefore == 7)
    }

    // MARK: Offsets from 0 or from 1

    private let startIndex = NextPageRule.offset(as: "startIndex", total: "totalResults")

    /// A server of 101 items in the form of SCIM, which takes a smaller offset than the first one as that
    /// (RFC 7644 §3.4.2.4).
    ///
    /// - Parameter first: The offset of the first item.
    private func server(countingFrom first: Int) throws -> EmbeddedServer {
        try EmbeddedServer { request in
            let start = max(first, request.number("startIndex", or: first))
            return .text(
                "{\"totalResults\":101,\"itemsPerPage\":20,\"startIndex\":\(start),"
                    + "\"Resources\":\(array(start - first, of: 101))}")
        }
    }

    /// Pages in the middle do not tell from which number the server counts.
    @Test(arguments: [
        (0, "/list"), (1, "/list"), (0, "/list?startIndex=0"), (1, "/list?startIndex=1"),
    ])
    func offsetsFromOneLeadBackToTheFirstItem(first: Int, path: String) async throws {
        let server = try server(countingFrom: first)
        let source = HTTPPages<Numbered>(try server.url(path), next: startIndex)
        for row in [0, 7, 20, 21, 40, 59] {
            let ids = try await ids(source, from: .offset(row + first))
            #expect(ids == Array(0..<row + 20), "from row \(row)")
        }
        #expect(server.requests.allSatisfy { $0.number("startIndex", or: first) >= first })
    }

    @Test(arguments: [0, 1])
    func listThatStartsBeyondItsEndLeadsBackFromItsLastItem(first: Int) async throws {
        let server = try server(countingFrom: first)
        let source = HTTPPages<Numbered>(try server.url("/list"), next: startIndex)
        #expect(try await ids(source, from: .offset(500)) == Array(0..<101))
        #expect(server.requests.allSatisfy { $0.number("startIndex", or: first) >= first })
    }

    /// The number of items before a page is not known there.
    @Test func listThatLeadsBackFromTheMiddleReadsItsLastItem() async throws {
        let server = try server(countingFrom: 1)
        let source = HTTPPages<Numbered>(try server.url("/list"), next: startIndex)
        let previous = try #require(try await source.load(.offset(41)).previous)
        var page = try await source.load(previous)
        var ids = page.items.map(\.id)
        while let next = page.next {
            page = try await source.load(next)
            ids += page.items.map(\.id)
        }
        #expect(ids == Array(20..<101))
        #expect(server.requests.count == 7)
    }

    @Test func firstPageThatIsReachedFromTheMiddleLeadsForward() async throws {
        let server = try server(countingFrom: 1)
        let source = HTTPPages<Numbered>(try server.url("/list"), next: startIndex)
        let middle = try await source.load(.offset(8))
        let first = try await source.load(middle.previous)
        #expect(first.items.map(\.id) == Array(0..<7))
        #expect(first.itemsBefore == 0)
        let next = try await source.load(first.next)
        #expect(next.items == middle.items)
        #expect(next.itemsBefore == 7)
        #expect(server.requests.map { $0.query["startIndex"] } == ["8", nil, "8"])
    }

    // MARK: Pages without items

    @Test(arguments: [200, 204])
    func offsetsFarBeyondTheEndAreNotRequestedOneAfterTheOther(status: Int) async throws {
        let server = try EmbeddedServer { _ in
            status == 204 ? HTTPResponse(status: 204, body: Data()) : .text("[]")
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset())
        let error = await #expect(throws: HTTPPageError.self) {
            try await ids(source, from: .offset(100_000))
        }
        #expect(error?.reason == .nextPage(.empty(pages: 31)))
        let message = "31 pages in succession have no items; no further one is requested"
        #expect(error?.description.hasSuffix(message) == true)
        #expect(server.requests.count == 31)
    }

    /// The key that the list starts at has nothing of what other pages have determined.
    @Test(arguments: [(NextPageRule.offset(), HTTPPageKey.offset(100)), (.page(), .page(7))])
    func listThatStartsAtAPageWithoutContentLeadsBack(rule: NextPageRule, start: HTTPPageKey) async throws {
        let server = try EmbeddedServer { request in
            let offset = request.query["offset"].flatMap { Int($0) } ?? (request.number("page") - 1) * 20
            return offset < 95 ? .text(array(offset)) : HTTPResponse(status: 204, body: Data())
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: rule)
        #expect(try await ids(source, from: start) == Array(0..<95))
    }

    /// The address tells that pages are counted from 0.
    @Test func listThatStartsAtAPageWithoutContentLeadsBackToPageZero() async throws {
        let server = try EmbeddedServer { request in
            request.number("page") == 0 ? .text(array(0, of: 15)) : HTTPResponse(status: 204, body: Data())
        }
        let source = HTTPPages<Numbered>(try server.url("/list?page=0"), next: .page())
        #expect(try await ids(source, from: .page(3)) == Array(0..<15))
        #expect(server.requests.map { $0.number("page") } == [3, 2, 1, 0])
    }

    @Test func totalLeadsBackToTheEndOfTheList() async throws {
        let server = try EmbeddedServer { request in
            .text("{\"items\":\(array(request.number("offset", or: 0))),\"total\":95}")
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset(total: "total"))
        #expect(try await ids(source, from: .offset(100_000)) == Array(0..<95))
        #expect(server.requests.count == 6)
    }

    /// Each page names one before it, and the pages after it may name the next one.
    @Test(arguments: ["null", "\"/list\""])
    func endlessPreviousPagesWithoutItemsAreAFailure(next: String) async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("page", or: 0)
            let items = page == 0 ? array(0) : "[]"
            return .text(
                "{\"items\":\(items),\"next\":\(page == 0 ? "null" : next),"
                    + "\"previous\":\"/list?page=\(page + 1)\"}")
        }
        var source = HTTPPages<Numbered>(
            try server.url("/list"), next: .address(at: "next", previous: "previous"))
        source.maximumEmptyPages = 7
        let list = source
        let start = try #require(try await list.load(nil).previous)
        let error = await #expect(throws: HTTPPageError.self) { try await ids(list, from: start) }
        #expect(error?.reason == .nextPage(.empty(pages: 7)))
        #expect(server.requests.count == 8)
    }

    /// The list has become shorter while its last pages were out of memory: that is no missing end.
    @Test func emptyPagesOfAListThatStatesLessThanBeforeLeadBack() async throws {
        let count = Locked(95)
        let server = try EmbeddedServer { request in
            let start = (request.number("page") - 1) * 20
            let total = count.withLock { $0 }
            return .text("{\"items\":\(array(start, of: total)),\"total\":\(total)}")
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .page(total: "total"))
        var page = try await source.load(nil)
        for _ in 2...5 { page = try await source.load(page.next) }
        count.withLock { $0 = 30 }
        let previous = try #require(page.previous)
        #expect(try await ids(source, from: previous) == Array(0..<30))
    }
}
