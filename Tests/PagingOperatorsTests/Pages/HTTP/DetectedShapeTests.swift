import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// The shapes of others' lists, with nothing but the address.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct DetectedShapeTests {
    @Test(arguments: ShapedAPI.Shape.allCases)
    func everyItemIsLoadedOnceWithTheFewestRequests(shape: ShapedAPI.Shape) async throws {
        for (count, pages) in [(25, 3), (20, 2), (5, 1), (1, 1)] {
            let server = try EmbeddedServer(handler: ShapedAPI(shape: shape, count: count, size: 10).respond)
            var ids: [Int] = []
            for try await item in HTTPPages<Numbered>(try server.url("/list")).items() { ids.append(item.id) }
            #expect(ids == Array(0..<count), "\(shape) \(count)")
            #expect(server.requests.count == pages, "\(shape) \(count)")
            #expect(server.requests.first?.target == "/list")
        }
    }

    @Test(arguments: ShapedAPI.Shape.allCases)
    func emptyListEndsAtOnce(shape: ShapedAPI.Shape) async throws {
        let server = try EmbeddedServer(handler: ShapedAPI(shape: shape, count: 0, size: 10).respond)
        for try await item in HTTPPages<Numbered>(try server.url("/list")).items() { Issue.record("\(item)") }
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [("page?page=2", 10), ("offset?offset=7&limit=10", 7), ("skip?skip=20", 20)])
    func listBeginsAtTheNumberInTheAddress(address: String, first: Int) async throws {
        let server = try EmbeddedServer { request in
            let offset = request.query["offset"] ?? request.query["skip"]
            let page = request.query["page"].flatMap { Int($0) } ?? 1
            let start = offset.flatMap { Int($0) } ?? (page - 1) * 10
            let items = (start..<max(start, min(start + 10, 25))).map { "{\"id\":\($0)}" }
            return .text("{\"data\":[\(items.joined(separator: ","))],\"total\":25}")
        }
        var ids: [Int] = []
        for try await item in HTTPPages<Numbered>(try server.url("/" + address)).items() {
            ids.append(item.id)
        }
        #expect(ids == Array(first..<25))
        #expect(server.requests.count == (25 - first + 9) / 10)
    }

    @Test func listIsPagedBackFromTheMiddle() async throws {
        let server = try EmbeddedServer(handler: ShapedAPI(shape: .skip, count: 25, size: 10).respond)
        let source = HTTPPages<Numbered>(
            try server.url("/list?limit=10"), items: "products", next: .offset(as: "skip", total: "total"))
        let middle = try await source.load(.offset(7))
        #expect(middle.items.map(\.id) == Array(7..<17))
        #expect(middle.itemsBefore == 7)
        #expect(middle.total == 25)
        let first = try await source.load(middle.previous)
        #expect(first.items.map(\.id) == Array(0..<7))
        #expect(first.previous == nil)
        let last = try await source.load(middle.next)
        #expect(last.items.map(\.id) == Array(17..<25))
        #expect(last.next == nil)
    }

    /// By address, cursor, page number and offset.
    @Test(arguments: [ShapedAPI.Shape.djangoNumbers, .djangoOffsets, .tokens, .pages, .skip, .links])
    func previousPageIsFoundByTheRuleOfTheNext(shape: ShapedAPI.Shape) async throws {
        let server = try EmbeddedServer(handler: ShapedAPI(shape: shape, count: 25, size: 10).respond)
        let source = HTTPPages<Numbered>(try server.url("/list"))
        let first = try await source.load(nil)
        let second = try await source.load(first.next)
        let third = try await source.load(second.next)
        #expect(third.items.map(\.id) == Array(20..<25))
        #expect(try await source.load(third.previous).items == second.items)
        #expect(try await source.load(second.previous).items == first.items)
        #expect(first.previous == nil)
    }

    @Test(arguments: ["prev", "previous"])
    func previousPageIsFoundInTheLinkHeader(relation: String) async throws {
        let server = try EmbeddedServer { request in
            let page = request.number("page")
            let links = ["</list?page=\(page + 1)>; rel=next", "</list?page=\(page - 1)>; rel=\(relation)"]
            return .text(array((page - 1) * 20)).with(
                "Link", (page > 1 ? links : [links[0]]).joined(separator: ","))
        }
        let source = HTTPPages<Numbered>(try server.url("/list"), next: .link)
        let first = try await source.load(nil)
        let second = try await source.load(first.next)
        #expect(second.items.map(\.id) == Array(20..<40))
        #expect(try await source.load(second.previous).items == first.items)
        #expect(first.previous == nil)
    }

    @Test func previousPageIsLinked() async throws {
        let server = try EmbeddedServer(handler: ShapedAPI(shape: .tokens, count: 25, size: 10).respond)
        let source = HTTPPages<Numbered>(try server.url("/list"))
        let first = try await source.load(nil)
        let second = try await source.load(first.next)
        #expect(second.previous == .cursor("t0"))
        #expect(try await source.load(second.previous).items == first.items)
    }

    /// A key is all that a source needs, also after the app has been restarted.
    @Test func listIsContinuedWithADecodedKey() async throws {
        let server = try EmbeddedServer(handler: ShapedAPI(shape: .pages, count: 25, size: 10).respond)
        let url = try server.url("/list")
        let next = try #require(try await HTTPPages<Numbered>(url).load(nil).next)
        let key = try JSONDecoder().decode(HTTPPageKey.self, from: JSONEncoder().encode(next))
        #expect(key == next)
        var ids: [Int] = []
        for try await item in HTTPPages<Numbered>(url).items(startingAt: key) { ids.append(item.id) }
        #expect(ids == Array(10..<25))
    }
}
