import Flux
import Foundation
import LoopbackServer
import TestSupport
import Testing

@testable import Demo

@Suite(.prompt, .timeLimit(.minutes(1)))
struct UsersClientTests {
    /// A response that is not a page of users, and a part of the error's message.
    struct BadPage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: HTTPResponse
        let message: String

        init(_ name: String, _ response: HTTPResponse, message: String) {
            testDescription = name
            self.response = response
            self.message = message
        }
    }

    private static let user = #"{"id":7,"login":"a","avatar_url":"http://h/7.png"}"#

    static let badPages = [
        BadPage("a web page", .html("<!doctype html><p>Sign in.</p>"), message: "the body is not JSON"),
        BadPage("an empty body", .text(""), message: "the body is not JSON"),
        BadPage("half of a body", .text(#"[{"id":7,"#), message: "the body is not JSON"),
        BadPage(
            "a truncated body", .text("[\(user)]").delivered(.truncated(after: 5)),
            message: "response body ended after 5 of \(user.utf8.count + 2) bytes"),
        BadPage("an object", .text(#"{"message":"no"}"#), message: "expected an array"),
        BadPage("null", .text("null"), message: "expected an array, found null"),
        BadPage("an array of numbers", .text("[1,2]"), message: "expected an object at [0]"),
        BadPage(
            "a text for an id", .text("[\(user),\(user.replacing("7,", with: "\"7\","))]"),
            message: "expected a number at [1].id"),
        BadPage(
            "a user without an avatar", .text(#"[{"id":7,"login":"a"}]"#),
            message: "the JSON has no 'avatar_url' at [0]"),
        BadPage(
            "a user whose avatar has an empty address", .text(#"[{"id":7,"login":"a","avatar_url":""}]"#),
            message: "Invalid URL string at [0].avatar_url"),
        BadPage(
            "status 404", .failure(status: 404, message: "Not Found"),
            message: "the server responded with status 404: Not Found"),
    ]

    /// The error of a request whose response is not of the expected form.
    private func failure(
        of response: HTTPResponse, _ request: (UsersClient) async throws(LoadingError) -> Void
    ) async throws -> (error: LoadingError, url: URL) {
        let server = try EmbeddedServer { _ in response }
        let error = await #expect(throws: LoadingError.self) {
            try await request(UsersClient(base: server.url))
        }
        return (try #require(error), try server.url(try #require(server.requests.first).target))
    }

    @Test(arguments: badPages)
    func errorSaysWhatIsWrongAndWhere(page: BadPage) async throws {
        let (error, url) = try await failure(of: page.response) { client throws(LoadingError) in
            _ = try await client.users(since: nil, perPage: 30)
        }
        #expect("\(error)" == "\(url): \(page.message)")
    }

    @Test func errorSaysThatAnEnvelopeIsMissing() async throws {
        let (numbered, page) = try await failure(of: .text("[]")) { client throws(LoadingError) in
            _ = try await client.users(page: 1, perPage: 30)
        }
        #expect("\(numbered)" == "\(page): expected an object")
        let (cursored, start) = try await failure(of: .text("[]")) { client throws(LoadingError) in
            _ = try await client.users(cursor: nil, perPage: 30)
        }
        #expect("\(cursored)" == "\(start): expected an object")
    }

    @Test func errorStatesTheDelayBeforeARetry() async throws {
        let busy = HTTPResponse.failure(status: 503, message: "Service Unavailable").with("Retry-After", "7")
        let (error, url) = try await failure(of: busy) { client throws(LoadingError) in
            _ = try await client.users(offset: 0, limit: 30)
        }
        #expect(error.retryAfter == .seconds(7))
        #expect(
            "\(error)"
                == "\(url): the server responded with status 503; retry after 7 seconds: Service Unavailable")
    }
}
