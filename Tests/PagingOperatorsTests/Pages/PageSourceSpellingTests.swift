import Foundation
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Each source takes closures of every kind, written in one expression or in several statements.
@Suite(.timeLimit(.minutes(1)))
struct PageSourceSpellingTests {
    private let server = API()

    private func expectRows<Source: PageSource>(of source: Source) async where Source.Item == Int {
        #expect(await walk(source).items.elementsEqual(0..<12))
    }

    @Test func offsetTakesAsynchronousClosures() async {
        let server = server
        await expectRows(
            of: OffsetPages(limit: 5) { offset, limit in try await server.rows(offset, limit) })
        await expectRows(
            of: OffsetPages(limit: 5) { offset, limit in try await server.fetched(offset, limit) })
        await expectRows(
            of: OffsetPages(limit: 5) { offset, limit in
                let rows = try await server.rows(offset, limit)
                return rows
            })
        await expectRows(
            of: OffsetPages(limit: 5) { offset, limit in
                let rows = try await server.rows(offset, limit)
                return FetchedItems(rows, total: 12)
            })
    }

    @Test func offsetTakesPublishers() async {
        let server = server
        await expectRows(of: OffsetPages(limit: 5) { offset, limit in server.publisher(offset, limit) })
        await expectRows(
            of: OffsetPages(limit: 5) { offset, limit in
                server.publisher(offset, limit).map { FetchedItems($0, total: 12) }
            })
        await expectRows(
            of: OffsetPages(limit: 5) { offset, limit in
                let end = min(12, offset + limit)
                return server.publisher(offset, end - offset)
            })
        await expectRows(
            of: OffsetPages(limit: 5) { offset, limit in
                let rows = server.publisher(offset, limit)
                return rows.map { FetchedItems($0, total: 12) }
            })
    }

    @Test func numberTakesAsynchronousClosures() async {
        let server = server
        await expectRows(
            of: NumberPages(size: 5, first: 0) { page, size in try await server.rows(page * size, size) })
        await expectRows(
            of: NumberPages(size: 5, first: 0) { page, size in try await server.fetched(page * size, size) })
        await expectRows(
            of: NumberPages(size: 5, first: 0) { page, size in
                let offset = page * size
                return try await server.rows(offset, size)
            })
    }

    @Test func numberTakesPublishers() async {
        let server = server
        await expectRows(
            of: NumberPages(size: 5, first: 0) { page, size in server.publisher(page * size, size) })
        await expectRows(
            of: NumberPages(size: 5, first: 0) { page, size in
                let offset = page * size
                return server.publisher(offset, size).map { FetchedItems($0, total: 12) }
            })
    }

    @Test func keysetTakesAsynchronousClosures() async {
        let server = server
        await expectRows(
            of: KeysetPages(by: \Int.self, perPage: 5) { since, perPage in
                try await server.rows(since.map { $0 + 1 } ?? 0, perPage)
            })
        let bothWays = KeysetPages(by: \Int.self, perPage: 5) { since, perPage in
            let offset = since.map { $0 + 1 } ?? 0
            return try await server.rows(offset, perPage)
        } before: { id, perPage in
            let offset = max(0, id - perPage)
            return try await server.rows(offset, id - offset)
        }
        await expectRows(of: bothWays)
    }

    @Test func keysetTakesPublishers() async {
        let server = server
        await expectRows(
            of: KeysetPages(by: \Int.self, perPage: 5) { since, perPage in
                server.publisher(since.map { $0 + 1 } ?? 0, perPage)
            })
        let bothWays = KeysetPages(by: \Int.self, perPage: 5) { since, perPage in
            let offset = since.map { $0 + 1 } ?? 0
            return server.publisher(offset, perPage)
        } before: { id, perPage in
            server.publisher(max(0, id - perPage), min(id, perPage)).map { $0 }
        }
        await expectRows(of: bothWays)
    }

    @Test func cursorTakesBoth() async {
        let server = server
        await expectRows(
            of: CursorPages(perPage: 12) { (cursor: String?, perPage) in
                Page(try await server.rows(0, perPage), next: nil)
            })
        await expectRows(
            of: CursorPages(perPage: 5) { (cursor: Int?, perPage) in
                let offset = cursor ?? 0
                let rows = try await server.rows(offset, perPage)
                return Page(rows, next: rows.isEmpty ? nil : offset + rows.count)
            })
        await expectRows(
            of: CursorPages(perPage: 12) { (cursor: String?, perPage) in
                server.publisher(0, perPage).map { Page($0, next: nil) }
            })
        await expectRows(
            of: CursorPages(perPage: 5) { (cursor: Int?, perPage) in
                let offset = cursor ?? 0
                return server.publisher(offset, perPage).map { Page($0, next: $0.isEmpty ? nil : offset + 5) }
            })
    }

    @Test func linkedTakesBoth() async throws {
        let server = server
        let first = try #require(URL(string: "https://example.com"))
        await expectRows(
            of: LinkedPages(first: first) { url in
                LinkedItems(try await server.rows(0, 12), links: PageLinks(next: nil))
            })
        await expectRows(
            of: LinkedPages(first: first) { url in
                let rows = try await server.rows(0, 12)
                return LinkedItems(rows, links: PageLinks(header: nil, relativeTo: url))
            })
        await expectRows(
            of: LinkedPages(first: first) { url in
                server.publisher(0, 12).map { LinkedItems($0, links: PageLinks(next: nil)) }
            })
        await expectRows(
            of: LinkedPages(first: first) { url in
                let links = PageLinks(header: nil, relativeTo: url)
                return server.publisher(0, 12).map { LinkedItems($0, links: links) }
            })
    }

    @Test func publisherThatFailsIsAState() {
        let source = OffsetPages(limit: 5) { _, _ in Fail<[Int], TestError>(error: .offline) }
        let list = ScrolledList(over: source)
        #expect(list.state.refresh.error as? TestError == .offline)
    }

    @Test func onlyTheFirstValueOfAPublisherIsTaken() {
        let source = OffsetPages(limit: 2) { offset, _ in
            [[offset, offset + 1], [-1, -2]].publisher
        }
        let list = ScrolledList(over: source, startingAt: 4)
        list.scrollToStart()
        #expect(list.numbers == 0..<6)
    }
}

/// Twelve numbers, in every style.
private struct API: Sendable {
    func rows(_ offset: Int, _ limit: Int) async throws -> [Int] {
        Array(0..<12).dropFirst(offset).prefix(limit) + []
    }

    func fetched(_ offset: Int, _ limit: Int) async throws -> FetchedItems<Int> {
        FetchedItems(try await rows(offset, limit), total: 12)
    }

    func publisher(_ offset: Int, _ limit: Int) -> AnyPublisher<[Int], TestError> {
        ExtraPublishers.Async { () async throws(TestError) in
            Array(0..<12).dropFirst(offset).prefix(limit) + []
        }
        .eraseToAnyPublisher()
    }
}
