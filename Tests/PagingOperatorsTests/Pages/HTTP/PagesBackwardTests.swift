import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Pages that are loaded from the middle of a list towards its start.
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
        let server = try EmbeddedServer { request in
            let items = array(request.number("offset", or: 0), of: count.withLock { $0 })
            return items == "[]" && status == 204
                ? HTTPResponse(status: 204, body: Data()) : .text(items)
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset())
        var last = try #require(try await source.load(nil).next)
        for _ in 2..<5 { last = try #require(try await source.load(last).next) }
        count.withLock { $0 = 30 }
        #expect(try await ids(source, from: last) == Array(0..<30))
        #expect(offsets(of: server) == [0, 20, 40, 60, 80, 60, 40, 20, 30, 10, 0])
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
}
