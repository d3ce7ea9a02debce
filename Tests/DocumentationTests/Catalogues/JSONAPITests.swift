import Flux
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The code of the article on paging a JSON API.
@Suite(.timeLimit(.minutes(1)))
struct JSONAPITests {
    nonisolated private struct Issue: Decodable, Sendable, Identifiable {
        let id: Int
        let title: String
    }

    private typealias Row = Issue

    private let url = URL(filePath: "/issues")
    private let token = "secret"
    private let signals = PassthroughSubject<ListSignal, Never>()

    /// Waits for the first failure of a list.
    private func failure(of states: some Publisher<ViewState<Issue>, Never>) async -> HTTPPageError? {
        for await state in states.values {
            if let error = state.error { return error as? HTTPPageError }
        }
        return nil
    }

    @Test func issuesAreLoadedByLoopsAndLists() async {
        await #expect(throws: HTTPPageError.self) {
            // snippet: begin
            let issues = HTTPPages<Issue>(url, next: .link)
            for try await issue in issues.items(prefetch: 1) {
                print(issue.title)
            }
            // snippet: end
        }
        let issues = HTTPPages<Issue>(url, next: .link)
        // snippet: begin
        let feed =
            signals
            .paginate(threshold: 5, from: issues.retry(.exponential(from: .milliseconds(250), attempts: 4)))
            .dedupe(by: \.id)
        // snippet: end
        #expect(await failure(of: feed)?.reason == .transport(.unsupportedScheme("file")))
    }

    @Test func suggestionsAreRules() async {
        let states = signals.paginate(threshold: 5, from: HTTPPages<Issue>(url, next: .link))
        guard let error = await failure(of: states) else {
            Testing.Issue.record("no failure")
            return
        }
        // snippet: begin
        // Such as 'LastEvaluatedKey' sent as 'ExclusiveStartKey' of the request's body.
        for rule in error.suggestions { print(rule) }
        // snippet: end
        #expect(error.suggestions.isEmpty)
    }

    @Test func rowsStartAtACursor() async {
        // snippet: begin
        var request = URLRequest(url: url)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let rows = HTTPPages<Row>(request, items: "data.rows", next: .cursor(at: "meta.next", as: "cursor"))
        // snippet: end
        // snippet: begin
        let later = signals.paginate(threshold: 5, from: rows, startingAt: .cursor("c-3"))
        // snippet: end
        #expect(await failure(of: later)?.url.query() == "cursor=c-3")
    }

    @Test func issuesAreLoadedFromGraphQL() async throws {
        // snippet: begin
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data(
            """
            {"query": "query($after: String) { issues(first: 50, after: $after) { nodes { id title } pageInfo { endCursor hasNextPage } } }"}
            """.utf8)
        let issues = HTTPPages<Issue>(
            request, items: "data.issues.nodes",
            next: .cursor(at: "data.issues.pageInfo.endCursor", as: .body("variables.after")))
        // snippet: end
        #expect(
            await failure(of: signals.paginate(threshold: 5, from: issues))?.reason
                == .transport(.unsupportedScheme("file")))
    }

    // snippet: begin
    func explain(_ error: HTTPPageError) -> String {
        switch error.reason {
        case .status(401, _, _): "Sign in again."
        case .status(_, let message?, _): message
        case .transport where error.isTransient: "The network is slow. Try again."
        default: error.description
        }
    }
    // snippet: end

    @Test func failuresAreExplained() {
        func text(_ reason: HTTPPageError.Reason) -> String {
            explain(HTTPPageError(url: url, reason: reason))
        }
        #expect(text(.status(401, message: "Bad token", retryAfter: nil)) == "Sign in again.")
        #expect(text(.status(500, message: "Oops", retryAfter: nil)) == "Oops")
        #expect(text(.transport(.truncated(received: 1, expected: 2))).hasPrefix("The network"))
        #expect(text(.nextPage(.repeated(parameter: "page"))).contains("'page'"))
    }

    @Test func failuresOfLoopsAreCaughtByTheirType() async throws {
        let issues = HTTPPages<Issue>(url, next: .link)
        var messages: [String] = []
        func print(_ text: String) { messages.append(text) }
        // snippet: begin
        do {
            for try await issue in issues.items(prefetch: 1) { print(issue.title) }
        } catch let error as HTTPPageError {
            print(explain(error))
        }
        // snippet: end
        #expect(messages.count == 1)
        // snippet: begin
        do {
            for try await issue in issues.items().withPageErrors() { print(issue.title) }
        } catch {
            print("\(error.key.map { "\($0)" } ?? "The first page"): \(error)")
        }
        // snippet: end
        #expect(messages.last?.hasPrefix("The first page: ") == true)
    }

    @Test func responsesHaveLimits() async {
        // snippet: begin
        let loader = URLSessionDataLoader(maximumBytes: 8 * 1024 * 1024, deadline: .seconds(30))
        let bounded = HTTPPages<Issue>(url, next: .link, loader: loader)
        // snippet: end
        #expect(
            await failure(of: signals.paginate(threshold: 5, from: bounded))?.reason
                == .transport(.unsupportedScheme("file")))
    }
}
