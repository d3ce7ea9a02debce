import Flux
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code in the documentation of pages over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct HTTPCommentTests {
    nonisolated private struct Issue: Decodable, Sendable {
        let title: String
    }

    private typealias Row = Issue

    private let url = URL(filePath: "/issues")
    private let unsupported = HTTPPageError(
        url: URL(filePath: "/issues"), reason: .transport(.unsupportedScheme("file")))

    @Test func issuesAreLoaded() async {
        await #expect(throws: unsupported) {
            // snippet: begin
            let issues = HTTPPages<Issue>(url, next: .link)
            for try await issue in issues.retry(.exponential(from: .milliseconds(250), attempts: 4)).items() {
                print(issue.title)
            }
            // snippet: end
        }
    }

    @Test func rowsAreLoaded() async {
        let request = URLRequest(url: url)
        // snippet: begin
        let rows = HTTPPages<Row>(request, items: "data.rows", next: .cursor(at: "meta.next", as: "cursor"))
        // snippet: end
        await #expect(throws: unsupported) {
            for try await _ in rows.items() {}
        }
    }

    @Test func starsAreLoaded() async {
        nonisolated struct Repository: Decodable, Sendable {}
        var query = URLRequest(url: url)
        query.httpBody = Data("{}".utf8)
        // snippet: begin
        let stars = HTTPPages<Repository>(
            query, items: "data.viewer.stars.nodes",
            next: .cursor(at: "data.viewer.stars.pageInfo.endCursor", as: .body("variables.after")))
        // snippet: end
        await #expect(throws: unsupported) {
            for try await _ in stars.items() {}
        }
    }
}
