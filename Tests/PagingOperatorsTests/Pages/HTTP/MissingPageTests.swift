import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// A next page that is not found, and is later: one response lacked what names it.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct MissingPageTests {
    /// A list of 50 items whose second page lacks its cursor.
    private final class Server: Sendable {
        let isWell = Box(false)
        let gained = Box(0)
        let embedded: EmbeddedServer

        init() throws {
            embedded = try EmbeddedServer { [isWell, gained] request in
                let start = request.number("cursor", or: 0)
                let size = 20 + (start == 20 ? gained.value : 0)
                let isNamed = start < 40 && (start != 20 || isWell.value)
                let next = isNamed ? "\"\(start + size)\"" : "null"
                return .text(
                    "{\"items\":\(array(start, of: 50, size: size)),\"has_more\":\(start < 40),\"next\":\(next)}"
                )
            }
        }

        var source: HTTPPages<Numbered> {
            HTTPPages(embedded.url, items: "items", next: .cursor(at: "next", as: "cursor"))
        }

        var cursors: [String] { embedded.requests.map { $0.query["cursor"] ?? "first" } }
    }

    private func missing(_ key: HTTPPageKey, of source: HTTPPages<Numbered>) async -> Bool {
        let error = await #expect(throws: HTTPPageError.self) { try await source.load(key) }
        if case .nextPage(.missing(_, _)) = error?.reason { return true }
        return false
    }

    /// The key of the page that is not found.
    private func failedKey(of source: HTTPPages<Numbered>) async throws -> HTTPPageKey {
        let second = try #require(try await source.load(nil).next)
        let page = try await source.load(second)
        #expect(page.items.map(\.id) == Array(20..<40))
        return try #require(page.next)
    }

    /// As by a refresh, or another list of the same source.
    @Test func pageThatWasLoadedTwiceFailsOneRetry() async throws {
        let server = try Server()
        let source = server.source
        for _ in 0..<3 { _ = try await failedKey(of: source) }
        let key = try await failedKey(of: source)
        #expect(await missing(key, of: source))
        server.isWell.value = true
        let count = server.cursors.count
        _ = try await source.load(key)
        #expect(server.cursors.count == count + 1)
    }

    @Test func retryRequestsThePageThatDidNotNameIt() async throws {
        let server = try Server()
        let source = server.source
        let key = try await failedKey(of: source)
        #expect(await missing(key, of: source))
        #expect(server.cursors == ["first", "20"])
        #expect(await missing(key, of: source))
        #expect(server.cursors == ["first", "20", "20"])
        server.isWell.value = true
        let page = try await source.load(key)
        #expect(page.items.isEmpty)
        #expect(page.previous == nil)
        let next = try #require(page.next)
        let last = try await source.load(next)
        #expect(last.items.map(\.id) == Array(40..<50))
        #expect(last.next == nil)
    }

    @Test func itemsThatThePageHasGainedAreThere() async throws {
        let server = try Server()
        let source = server.source
        let key = try await failedKey(of: source)
        #expect(await missing(key, of: source))
        server.isWell.value = true
        server.gained.value = 3
        let page = try await source.load(key)
        #expect(page.items.map(\.id) == [40, 41, 42])
        #expect(page.next == .cursor("43"))
    }

    /// The number of items before the page is not known.
    @Test func itemsThatTheFirstPageOfAPartHasGainedAreThere() async throws {
        let server = try Server()
        let source = HTTPPages<Numbered>(
            try server.embedded.url("/?cursor=20"), items: "items", next: .cursor(at: "next", as: "cursor"))
        let first = try await source.load(nil)
        #expect(first.items.map(\.id) == Array(20..<40))
        let key = try #require(first.next)
        #expect(await missing(key, of: source))
        server.isWell.value = true
        server.gained.value = 3
        #expect(try await source.load(key).items.map(\.id) == [40, 41, 42])
    }

    /// A list that is read again fails without a further request for its last page.
    @Test func eachReadingOfThePageFailsWithoutARequest() async throws {
        let server = try Server()
        let source = server.source
        for _ in 0..<3 {
            let key = try await failedKey(of: source)
            #expect(await missing(key, of: source))
        }
        #expect(server.cursors == ["first", "20", "first", "20", "first", "20"])
    }

    /// What this source may not do does not change with another response.
    @Test func pageAtAnotherOriginIsNotLookedForAgain() async throws {
        let server = try EmbeddedServer { _ in
            .text("{\"items\":\(array(0)),\"next\":\"http://example.org/list\"}")
        }
        let source = HTTPPages<Numbered>(server.url, items: "items", next: .address(at: "next"))
        let key = try #require(try await source.load(nil).next)
        for _ in 0..<3 { await #expect(throws: HTTPPageError.self) { try await source.load(key) } }
        #expect(server.requests.count == 1)
    }

    /// As a list that goes on after a failure, or after a new start of the program.
    @Test func exportGoesOnAtAStoredKey() async throws {
        let server = try Server()
        var checkpoint: PageCheckpoint<HTTPPageKey>?
        var ids: [Int] = []
        for run in 0..<2 {
            let resumed = try checkpoint.map {
                try JSONDecoder().decode(PageCheckpoint<HTTPPageKey>.self, from: JSONEncoder().encode($0))
            }
            do {
                for try await page in server.source.pages(resumingAt: resumed) {
                    checkpoint = page.checkpoint
                    ids += page.items.map(\.id)
                }
                #expect(run == 1)
            } catch {
                #expect(run == 0)
            }
            server.isWell.value = true
        }
        #expect(ids == Array(0..<50))
        #expect(server.cursors == ["first", "20", "20", "40"])
    }

    @Test func storedFailureOfTheFirstPageRequestsThatOne() async throws {
        let isWell = Box(false)
        let server = try EmbeddedServer { request in
            let start = request.number("cursor", or: 0)
            let next = isWell.value && start == 0 ? "\"20\"" : "null"
            return .text("{\"items\":\(array(start, of: 40)),\"has_more\":\(start == 0),\"next\":\(next)}")
        }
        let source = HTTPPages<Numbered>(
            server.url, items: "items", next: .cursor(at: "next", as: "cursor"))
        let key = try #require(try await source.load(nil).next)
        let restored = try JSONDecoder().decode(HTTPPageKey.self, from: JSONEncoder().encode(key))
        #expect(restored == key)
        let other = HTTPPages<Numbered>(
            server.url, items: "items", next: .cursor(at: "next", as: "cursor"))
        #expect(await missing(restored, of: other))
        #expect(server.requests.count == 2)
        isWell.value = true
        #expect(try await other.load(restored).next == .cursor("20"))
    }
}
