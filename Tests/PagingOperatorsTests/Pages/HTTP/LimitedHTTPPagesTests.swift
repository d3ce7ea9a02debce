import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Each request of a limited list waits for the limit, also where a page takes several.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct LimitedHTTPPagesTests {
    private let time = VirtualTimeScheduler()
    private let log = Log<String>()

    /// A server that records the second of each request.
    private func server(
        _ respond: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws -> EmbeddedServer {
        try EmbeddedServer { [time, log] request in
            log.append("\(Int(time.now / .seconds(1))) \(request.target)")
            return respond(request)
        }
    }

    /// The address asks for 50 items, and the server sends at most 20.
    @Test func requestsThatCompleteAPageWait() async throws {
        let server = try server { request in .text(array(request.number("offset", or: 0))) }
        let source = HTTPPages<Numbered>(try server.url("/list?limit=50"), next: .offset())
            .limited(to: 1, per: .seconds(1), scheduler: time)
        let ids = try await time.run {
            let last = await source.page(at: .offset(90))
            return await source.page(at: last?.previous)?.items.map(\.id)
        }
        #expect(ids == Array(40..<90))
        let offsets = [90, 40, 60, 80].enumerated()
        #expect(log.entries == offsets.map { "\($0.offset) /list?limit=50&offset=\($0.element)" })
        #expect(server.requests.count == 4)
    }

    @Test func requestThatDetectsTheRuleCounts() async throws {
        let server = try server { request in
            let page = request.number("page")
            return .text("{\"data\":\(array((page - 1) * 20)),\"total\":95,\"page\":\(page)}")
        }
        let source = HTTPPages<Numbered>(try server.url("/list"))
            .limited(to: 1, per: .seconds(1), scheduler: time)
        let ids = try await time.run { await source.page(at: .page(3))?.items.map(\.id) }
        #expect(ids == Array(40..<60))
        #expect(log.entries == ["0 /list", "1 /list?page=3"])
        #expect(server.requests.count == 2)
    }

    @Test func requestWithAnotherParameterWaits() async throws {
        let server = try server { request in
            let start = request.number("after", or: 0)
            return .text(
                "{\"items\":\(array(start)),\"cursor\":\(start < 80 ? "\"\(start + 20)\"" : "null")}")
        }
        let source = HTTPPages<Numbered>(try server.url("/list"))
            .limited(to: 1, per: .seconds(1), scheduler: time)
        let ids = try await time.run {
            let first = await source.page(at: nil)
            return await source.page(at: first?.next)?.items.map(\.id)
        }
        #expect(ids == Array(20..<40))
        #expect(log.entries == ["0 /list", "1 /list?cursor=20", "2 /list?after=20"])
        #expect(server.requests.count == 3)
    }

    @Test func attemptsWaitAlsoWithinTheLimit() async throws {
        let attempts = Box(0)
        let server = try server { _ in
            attempts.increment() < 3 ? .failure(status: 503, message: "busy") : .text(array(0))
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .offset())
            .retry(.immediate(attempts: 2), scheduler: time)
            .limited(to: 1, per: .seconds(1), scheduler: time)
        let ids = try await time.run { await source.page(at: nil)?.items.map(\.id) }
        #expect(ids == Array(0..<20))
        #expect(log.entries == ["0 /list", "1 /list", "2 /list"])
        #expect(server.requests.count == 3)
    }

    /// A limit of one list, and one that it shares with others.
    @Test func eachOfTwoLimitsApplies() async throws {
        let server = try server { request in .text(array(request.number("offset", or: 0))) }
        let source = HTTPPages<Numbered>(try server.url("/list?limit=50"), next: .offset())
            .limited(to: 2, per: .seconds(5), scheduler: time)
            .limited(to: 1, per: .seconds(1), scheduler: time)
        let ids = try await time.run {
            let last = await source.page(at: .offset(90))
            return await source.page(at: last?.previous)?.items.map(\.id)
        }
        #expect(ids == Array(40..<90))
        #expect(log.entries.map { $0.prefix(2) } == ["0 ", "1 ", "5 ", "6 "])
        #expect(server.requests.count == 4)
    }
}
