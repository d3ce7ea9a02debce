import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

/// The whole of `--url`, from the arguments to the summary, over an API on this machine.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct APIDemonstrationTests {
    /// How one API is paged, and which pages are requested.
    struct Way: Sendable, CustomTestStringConvertible {
        let path: String
        let arguments: [String]
        var idsAreText = false
        let pages: [String]

        var testDescription: String { ([path] + arguments).joined(separator: " ") }
    }

    static let ways = [
        Way(
            path: "linked", arguments: ["--next", "link"],
            pages: ["/linked", "/linked?start=10", "/linked?start=20"]),
        Way(
            path: "field", arguments: ["--items", "data.books", "--next", "field:meta.next"],
            pages: ["/field", "/field?start=10", "/field?start=20"]),
        Way(
            path: "cursor",
            arguments: ["--items", "books", "--next", "cursor:next=after", "--per-page", "10"],
            pages: [
                "/cursor?per_page=10", "/cursor?per_page=10&after=10%2B%3D",
                "/cursor?per_page=10&after=20%2B%3D",
            ]),
        Way(
            path: "since?since=-1", arguments: ["--next", "since", "--per-page", "10"],
            pages: [
                "/since?since=-1&per_page=10", "/since?since=9&per_page=10", "/since?since=19&per_page=10",
                "/since?since=24&per_page=10",
            ]),
        Way(
            path: "since", arguments: ["--next", "since", "--id", "isbn", "--per-page", "20"],
            idsAreText: true,
            pages: ["/since?per_page=20", "/since?per_page=20&since=b-19", "/since?per_page=20&since=b-24"]),
        Way(
            path: "page?lang=en", arguments: ["--next", "page=p", "--size-name", "size", "--per-page", "25"],
            pages: ["/page?lang=en&size=25", "/page?lang=en&size=25&p=2"]),
        Way(
            path: "offset", arguments: ["--next", "offset", "--per-page", "10", "--threshold", "0"],
            pages: [
                "/offset?limit=10", "/offset?limit=10&offset=10", "/offset?limit=10&offset=20",
                "/offset?limit=10&offset=25",
            ]),
    ]

    @Test(arguments: ways)
    func everyItemIsShownOnceAndInOrder(way: Way) async throws {
        let run = try APIRun(BookAPI(count: 25).respond)
        try await run.scroll(
            way.path, way.arguments + ["--title", "info.names.0", "--image", "covers[0].url"])
        let ids = (0..<25).map { way.idsAreText ? JSONIdentifier.text("b-\($0)") : .id($0) }
        let summary = try #require(run.summary)
        #expect(summary.ids == ids)
        #expect(summary.repeatedRows == 0)
        #expect(summary.pageRequests == way.pages.count)
        #expect(summary.imageRequests == 25)
        #expect(summary.automaticRetries == 0)
        #expect(summary.limit == nil)
        #expect(run.pages == way.pages)
        #expect(run.rows.map(\.title) == (0..<25).map { "Book \($0)" })
        for (number, row) in run.rows.enumerated() {
            #expect(row.imageURL?.path() == "/covers/\(number).png")
            #expect(row.image.image?.format == .png)
        }
        let requests = run.server.requests
        #expect(requests.first?.headers["User-Agent"] == "Flux-Demo")
        #expect(requests.first?.headers["Accept"]?.hasPrefix("application/json, ") == true)
    }

    @Test func firstPageOrOffsetIsTakenFromTheURL() async throws {
        let numbered = try APIRun(BookAPI(count: 25).respond)
        try await numbered.scroll(
            "page?p=2", ["--next", "page=p", "--size-name", "size", "--per-page", "10"])
        #expect(numbered.rows.map(\.id) == (10..<25).map { .id($0) })
        #expect(numbered.pages.first == "/page?p=2&size=10")

        let offset = try APIRun(BookAPI(count: 25).respond)
        try await offset.scroll("offset?offset=20", ["--next", "offset", "--per-page", "10"])
        #expect(offset.rows.map(\.id) == (20..<25).map { .id($0) })
    }

    @Test func itemsWithoutImagesDoNotDelayScrolling() async throws {
        let run = try APIRun(BookAPI(count: 25).respond)
        try await run.scroll("linked")
        #expect(run.summary?.ids.count == 25)
        #expect(run.summary?.imageRequests == 0)
        #expect(run.rows.allSatisfy { $0.title == "\($0.id)" })
    }

    @Test func emptyListEndsAtOnce() async throws {
        let run = try APIRun { _ in .text("[]") }
        try await run.scroll("")
        #expect(run.summary?.ids == [])
        #expect(run.states.last?.phase == .empty)
    }

    @Test func badImageFailsItsRowOnly() async throws {
        let run = try APIRun { request in
            request.path == "/x" ? .html("<p>Sign in.</p>") : .text(#"[{"id":1,"image":"x"},{"id":2}]"#)
        }
        try await run.scroll("list")
        #expect(run.rows.map(\.image.error?.url.relativePath) == ["/x", nil])
        #expect(run.summary?.ids == [.id(1), .id(2)])
    }

    /// The signals and the window of the demo work for others' lists as well.
    @Test(arguments: ways.prefix(4))
    func windowedListScrollsBackToItsStart(way: Way) async throws {
        let run = try APIRun(BookAPI(count: 25).respond)
        try await run.scroll(way.path, way.arguments + ["--trigger", "pulled", "--max-rows", "20"])
        #expect(run.summary?.ids == (0..<25).map { .id($0) })
        #expect(run.states.allSatisfy { $0.items.count <= 20 })
        #expect(run.rows.first?.id == .id(0))
    }

    // MARK: The limit

    @Test func listStopsAtTheLimit() async throws {
        let run = try APIRun(BookAPI(count: 25).respond)
        try await run.scroll("linked", ["--limit", "12"])
        #expect(run.summary?.ids == (0..<12).map { .id($0) })
        #expect(run.summary?.limit == .items(12))
        #expect(run.pages.count == 2)
    }

    @Test func pageSizeIsAtMostTheLimit() async throws {
        let run = try APIRun(BookAPI(count: 25).respond)
        try await run.scroll("offset", ["--next", "offset", "--limit", "5", "--per-page", "10"])
        #expect(run.summary?.ids.count == 5)
        #expect(run.pages == ["/offset?limit=5"])
    }

    @Test func listThatEndsAtTheLimitIsNotReportedAsCut() async throws {
        let run = try APIRun(BookAPI(count: 20).respond)
        try await run.scroll("linked", ["--limit", "20"])
        #expect(run.summary?.ids.count == 20)
        #expect(run.summary?.limit == nil)
    }

    /// A server that ignores the parameter sends the first page again.
    @Test func ignoredParameterIsAnErrorAtTheFirstRepetition() async throws {
        let run = try APIRun { _ in .text(#"[{"id":1},{"id":2}]"#) }
        let error = await #expect(throws: HTTPPageError.self) {
            try await run.scroll("list", ["--next", "page"])
        }
        #expect(error?.reason == .nextPage(.repeated(parameter: "page")))
        #expect(run.failed?.ids == [.id(1), .id(2)])
        #expect(run.pages.count == 2)
    }

    @Test func requestsAreLimitedWithTheirRetries() async throws {
        let books = BookAPI(count: 25)
        let script = FaultScript([.unavailable])
        let run = try APIRun { script.apply(to: books.respond(to: $0)) }
        try await run.scroll("linked", ["--max-requests", "3"])
        #expect(run.summary?.limit == .requests(3))
        #expect(run.summary?.ids == (0..<20).map { .id($0) })
        #expect(run.summary?.automaticRetries == 1)
        #expect(run.pages.count == 3)
    }

    @Test func failureOfTheLastRequestIsAnError() async throws {
        let run = try APIRun { _ in .failure(status: 503, message: "Service Unavailable") }
        await #expect(throws: HTTPPageError.self) { try await run.scroll("list", ["--max-requests", "2"]) }
        #expect(run.pages.count == 2)
    }

    @Test func circularEmptyPagesAreAFailure() async throws {
        let run = try APIRun { request in
            .text("[]").with("Link", "<\(request.path == "/a" ? "/b" : "/a")>; rel=next")
        }
        let error = await #expect(throws: EndlessList.self) { try await run.scroll("a", ["--limit", "6"]) }
        let root = run.server.url
        #expect(error?.description == "\(root)a: the next page, \(root)b, is one that was loaded already")
        #expect(run.pages == ["/a", "/b", "/a"])
        #expect(run.failed?.ids == [])
    }

    // MARK: Output

    @Test func lastJSONLineKeepsTheTypesOfIdentifiers() async throws {
        let lines = Log<String>()
        let printer = JSONPrinter<AnyRow> { lines.append($0) }
        printer.finish(
            Summary(
                ids: [.id(7), .text("b-7"), .text("7")], repeatedRows: 0, pageRequests: 2,
                imageRequests: 3, limit: .items(3)))
        #expect(
            lines.entries == [
                #"{"done":true,"ids":[7,"b-7","7"],"limit":3,"requests":{"images":3,"pages":2},"rows":3}"#
            ])
    }

    @Test func summaryMentionsItemsAndTheLimit() {
        let lines = Log<String>()
        let printer = TextPrinter<AnyRow>(width: 200, usesColor: false) { lines.append($0) }
        printer.finish(
            Summary(
                ids: [.id(7)], repeatedRows: 2, pageRequests: 2, imageRequests: 1, automaticRetries: 1,
                limit: .items(3)))
        #expect(
            lines.entries.last
                == "1 items, 2 repeated and dropped; 2 page requests, 1 failed and retried; 1 image requests; "
                + "0 states; stopped after 3 items, there may be more")
    }
}
