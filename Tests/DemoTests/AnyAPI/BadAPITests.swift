import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A body that is not a page of the expected form ends the run with one line that names what was found, and
/// where.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct BadAPITests {
    /// What a server sends, how it is read, and what is to be said of it.
    struct BadBody: Sendable, CustomTestStringConvertible {
        let body: String
        var arguments: [String] = []
        let message: String

        var testDescription: String { ([body] + arguments).joined(separator: " ") }
    }

    static let badBodies = [
        BadBody(
            body: "<p>Sign in.</p>", message: "the body is not JSON: expected a value at byte 0"),
        BadBody(body: "", message: "the body is not JSON: the body is empty at byte 0"),
        BadBody(
            body: #"[{"id":1},"#,
            message: "the body is not JSON: expected a value, found the end of the body at byte 10"),
        BadBody(body: "null", message: "the body is null without an array of items"),
        BadBody(body: "{}", message: "the body is an object without an array of items"),
        BadBody(
            body: #"{"a":[{"id":1}],"b":[{"id":2}]}"#,
            message: "several arrays may be the items: 'a', 'b'; name one"),
        BadBody(
            body: #"{"data":{}}"#, arguments: ["--items", "data.list"], message: "no 'data.list'"),
        BadBody(
            body: #"{"data":{}}"#, arguments: ["--items", "data"],
            message: "'data' is an object, not an array of items"),
        BadBody(
            body: #"{"data":"x"}"#, arguments: ["--items", "data.list"],
            message: "'data' is text, which has no 'list'"),
        BadBody(body: #"[{"id":1},{"name":"x"}]"#, message: "no 'id' (--id names another field) at [1]"),
        BadBody(
            body: #"{"data":[{"id":[]}]}"#, arguments: ["--items", "data"],
            message: "'id' is an array, neither a number nor text at data[0]"),
        BadBody(body: #"[1]"#, message: "it is a number, not an object at [0]"),
        BadBody(
            body: #"{"data":[],"next":7}"#, arguments: ["--items", "data", "--next", "field:next"],
            message: "'next' is a number, not an address"),
        BadBody(
            body: #"{"data":[],"next":"http://h:port/"}"#,
            arguments: ["--items", "data", "--next", "field:next"],
            message: "'next' to the next page is not an address"),
        BadBody(
            body: "[]", arguments: ["--next", "field:next"],
            message: "the body is an array, which has no 'next'"),
        BadBody(
            body: #"{"data":[],"next":{"after":7}}"#,
            arguments: ["--items", "data", "--next", "cursor:next"],
            message: "'next' is an object, not a cursor"),
    ]

    @Test(arguments: badBodies)
    func errorSaysWhatIsWrongAndWhere(bad: BadBody) async throws {
        let run = try APIRun { _ in .text(bad.body) }
        let error = await #expect(throws: HTTPPageError.self) {
            try await run.scroll("list", bad.arguments)
        }
        let url = try run.server.url(#require(run.pages.first))
        #expect(error?.description == "\(url): \(bad.message)")
        #expect(run.summary == nil)
        // The list has shown the failure as well, and nothing was requested again.
        #expect(run.states.last?.error is HTTPPageError)
        #expect(run.pages.count == 1)
    }

    @Test func errorNamesTheBadPage() async throws {
        let books = BookAPI(count: 25)
        let run = try APIRun { request in
            request.query["start"] == "10" ? .html("<p>Sign in.</p>") : books.respond(to: request)
        }
        let error = await #expect(throws: HTTPPageError.self) { try await run.scroll("linked") }
        #expect(
            error?.description
                == "\(run.server.url)linked?start=10: the body is not JSON: expected a value at byte 0")
        #expect(run.rows.count == 10)
    }

    @Test(arguments: ["link", "field:next"])
    func pageThatLinksToItselfIsAnError(next: String) async throws {
        let run = try APIRun { request in
            .text(#"{"data":[{"id":1}],"next":"\#(request.target)"}"#).with(
                "Link", "<\(request.target)>; rel=next")
        }
        let error = await #expect(throws: HTTPPageError.self) {
            try await run.scroll("list?x=1", ["--items", "data", "--next", next])
        }
        #expect(error?.reason == .nextPage(.repeated(parameter: nil)))
        #expect(run.pages.count == 1)
    }

    @Test func ignoredSinceParameterIsAnError() async throws {
        let run = try APIRun { _ in .text(#"[{"id":1}]"#) }
        let error = await #expect(throws: HTTPPageError.self) {
            try await run.scroll("list", ["--next", "since"])
        }
        #expect(error?.reason == .nextPage(.repeated(parameter: "since")))
        #expect(run.pages.count == 2)
    }

    // MARK: Tries

    @Test func transientFailureIsRetried() async throws {
        let failures = Tally()
        let books = BookAPI(count: 25)
        let run = try APIRun { request in
            guard request.query["start"] == "10", failures.count < 2 else {
                return books.respond(to: request)
            }
            failures.add()
            return .failure(status: 503, message: "Service Unavailable").with("Retry-After", "0")
        }
        try await run.scroll("linked")
        #expect(run.summary?.ids.count == 25)
        #expect(run.summary?.pageRequests == 5)
        #expect(run.summary?.automaticRetries == 2)
        #expect(run.states.allSatisfy { $0.error == nil })
    }

    @Test func lastingFailureIsAnErrorAfterRetries() async throws {
        let run = try APIRun { _ in .failure(status: 503, message: "Service Unavailable") }
        let error = await #expect(throws: HTTPPageError.self) { try await run.scroll("list") }
        #expect(
            error?.description
                == "\(run.server.url)list: the server responded with status 503: Service Unavailable")
        #expect(run.pages.count == 4)
    }

    @Test(arguments: [0, 1])
    func retriesAreCountedAsGiven(count: Int) async throws {
        let run = try APIRun { _ in .failure(status: 503, message: "Service Unavailable") }
        await #expect(throws: HTTPPageError.self) {
            try await run.scroll("list", ["--retries", "\(count)"])
        }
        #expect(run.pages.count == count + 1)
    }

    @Test func permanentFailureIsAnErrorAtOnce() async throws {
        let run = try APIRun { _ in .failure(status: 404, message: "Not Found") }
        let error = await #expect(throws: HTTPPageError.self) { try await run.scroll("list") }
        #expect(
            error?.description == "\(run.server.url)list: the server responded with status 404: Not Found")
        #expect(run.pages.count == 1)
    }

    @Test func refusedConnectionIsAnErrorAtOnce() async throws {
        let port = try RefusingPort()
        let run = try APIRun { _ in .text("[]") }
        let error = await #expect(throws: HTTPPageError.self) { try await run.scroll("list", of: port.url) }
        #expect(error?.description == "No response from \(port.url)list: connection refused")
    }

    /// A wait that a server requires is made if it ends before the deadline of the run.
    @Test func requiredWaitMayLastUntilTheDeadline() throws {
        let url = try #require(URL(string: "http://h/"))
        func delay(_ wait: Duration, _ arguments: String...) throws -> Duration? {
            let options = try ItemsOptions(["http://h/"] + arguments)
            let reason = HTTPPageError.Reason.status(429, message: nil, retryAfter: wait)
            return options.requests.retryPolicy(RequestBudget())
                .delay(beforeAttempt: 1, after: HTTPPageError(url: url, reason: reason))
        }
        #expect(try delay(.seconds(31)) == nil)
        #expect(try delay(.seconds(31), "--deadline", "7200") == .seconds(31))
        #expect(try delay(.seconds(3600), "--deadline", "7200") == .seconds(3600))
        #expect(try delay(.seconds(7200), "--deadline", "7200") == nil)
        #expect(try delay(.seconds(20), "--deadline", "10") == nil)
    }

    @Test func onlyTransientErrorsAreRetried() throws {
        let url = try #require(URL(string: "http://h/"))
        let budget = RequestBudget(maximum: 1)
        let policy = RequestOptions().retryPolicy(budget)
        func delay(_ reason: HTTPPageError.Reason, _ attempt: Int = 1) -> Duration? {
            policy.delay(beforeAttempt: attempt, after: HTTPPageError(url: url, reason: reason))
        }
        func status(_ code: Int, _ wait: Duration? = nil) -> HTTPPageError.Reason {
            .status(code, message: nil, retryAfter: wait)
        }
        #expect(
            (1...4).map { delay(status(503), $0) }
                == [.milliseconds(250), .milliseconds(500), .seconds(1), nil])
        #expect(delay(status(429, .seconds(30))) == .seconds(30))
        #expect(delay(status(429, .seconds(3600))) == nil)
        #expect(delay(.transport(.truncated(received: 1, expected: 2))) == .milliseconds(250))
        #expect(delay(.transport(.transport(.timedOut, description: ""))) == .milliseconds(250))
        #expect(delay(.transport(.transport(.cannotConnectToHost, description: ""))) == nil)
        #expect(delay(status(404)) == nil)
        #expect(delay(.transport(.tooLarge(limit: 1))) == nil)
        #expect(delay(.decoding(path: "", description: "the body is not JSON")) == nil)
        _ = budget.counting(LocalDataLoader())
            .load(URLRequest(url: try #require(URL(string: "data:,x")))) { _ in }
        #expect(budget.isSpent && delay(status(503)) == nil)
    }
}
