import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import PagingOperators

/// The number of all items of lists whose pages have no numbers.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct StatedTotalTests {
    /// A body of ten items from a number, and the number of the next one.
    private typealias Body = @Sendable (_ items: String, _ next: Int?) -> HTTPResponse

    /// The totals and the numbers of items before of the first two pages.
    private func counts(
        at path: String = "/list", _ parameter: String, next rule: NextPageRule = .detected,
        body: @escaping Body
    ) async throws -> [[Int?]] {
        let server = try EmbeddedServer { request in
            let start = request.query[parameter].flatMap { Int($0) } ?? 0
            let items = (start..<start + 10).map { "{\"id\":\($0)}" }.joined(separator: ",")
            return body("[\(items)]", start < 20 ? start + 10 : nil)
        }
        let source = HTTPPages<Numbered>(try server.url(path), next: rule)
        let first = try await source.load(nil)
        let second = try await source.load(first.next)
        return [first, second].map { [$0.total, $0.itemsBefore] }
    }

    @Test func fieldBesideTheNextAddressIsTheTotal() async throws {
        let counts = try await counts("after") { items, next in
            .text(
                "{\"count\":30,\"next\":\(next.map { "\"/list?after=\($0)\"" } ?? "null"),\"results\":\(items)}"
            )
        }
        #expect(counts == [[30, nil], [30, nil]])
    }

    @Test func fieldBesideACursorIsTheTotal() async throws {
        let counts = try await counts("cursor", next: .cursor(at: "cursor", as: "cursor")) { items, next in
            .text("{\"total\":30,\"cursor\":\(next.map { "\"\($0)\"" } ?? "null"),\"items\":\(items)}")
        }
        #expect(counts == [[30, nil], [30, nil]])
    }

    @Test func headerFieldIsTheTotalOfLinkedPages() async throws {
        let counts = try await counts("after") { items, next in
            let response = HTTPResponse.text(items).with("X-Total-Count", "30")
            return next.map { response.with("Link", "</list?after=\($0)>; rel=\"next\"") } ?? response
        }
        #expect(counts == [[30, nil], [30, nil]])
    }

    /// `count` may be that of the page.
    @Test func numberOfThePagesItemsIsNoTotal() async throws {
        let counts = try await counts("after") { items, next in
            .text(
                "{\"count\":10,\"next\":\(next.map { "\"/list?after=\($0)\"" } ?? "null"),\"results\":\(items)}"
            )
        }
        #expect(counts == [[nil, nil], [nil, nil]])
    }

    /// What precedes a list that begins in the middle is unknown, so that its placeholders would be wrong.
    @Test func listThatBeginsInTheMiddleHasNoTotal() async throws {
        let counts = try await counts(
            at: "/list?cursor=10", "cursor", next: .cursor(at: "cursor", as: "cursor")
        ) { items, next in
            .text("{\"total\":30,\"cursor\":\(next.map { "\"\($0)\"" } ?? "null"),\"items\":\(items)}")
        }
        #expect(counts == [[nil, nil], [nil, nil]])
    }
}
