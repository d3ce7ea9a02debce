import FluxImages
import FluxLoading
import Foundation
import LoopbackServer
import PagingOperators
import Streams
import TestSupport
import Testing

/// Pages that fail to load or to decode.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct BadPageTests {
    /// A response that is not a page of users, and the error that the source fails with.
    struct BadPage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: HTTPResponse
        /// The reason for which loading failed; `nil` if the body loaded but is not a page.
        let reason: LoadingError.Reason?
        let serverMessage: String?

        init(
            _ name: String, _ response: HTTPResponse, failing reason: LoadingError.Reason? = nil,
            serverMessage: String? = nil
        ) {
            testDescription = name
            self.response = response
            self.reason = reason
            self.serverMessage = serverMessage
        }

        func error(at url: URL) -> ServedUsersError {
            reason.map {
                .loading(LoadingError(url: url, reason: $0, serverMessage: serverMessage))
            } ?? .undecodable(url)
        }
    }

    static let badPages = [
        BadPage("a web page", .html("<!doctype html><p>Sign in.</p>")),
        BadPage("an empty body", .text("")),
        BadPage("half of a body", .text(#"[{"id":7,"#)),
        BadPage("an object", .text(#"{"message":"no"}"#)),
        BadPage("an array of numbers", .text("[1,2]")),
        BadPage(
            "a truncated body", .text("[1,2]").delivered(.truncated(after: 3)),
            failing: .truncated(received: 3, expected: 5)),
        BadPage(
            "status 404", .failure(status: 404, message: "Not Found"),
            failing: .status(404, retryAfter: nil), serverMessage: "Not Found"),
    ]

    @Test(arguments: badPages)
    func badPageFailsTheListAndRetryLoadsItAgain(page: BadPage) async throws {
        let fixture = try UsersFixture(users: 61) { _, number in number == 2 ? page.response : nil }
        let list = fixture.list()
        try await list.settled()
        list.send(.shown(row: 29))
        let failed = try await list.state { $0.error != nil }
        let url = try fixture.server.url(fixture.pageTargets[1])
        #expect(failed.append.error as? ServedUsersError == page.error(at: url))
        try await expectRetryToSucceed(list, from: failed, in: fixture)
    }

    /// Retries, and expects that only the failed page is loaded again and that all rows are there in the end.
    private func expectRetryToSucceed(
        _ list: ListProbe, from failed: ServedListState, in fixture: UsersFixture
    ) async throws {
        #expect(failed.items.map(\.id) == Array(fixture.ids[..<30]))
        #expect(failed.footer.isFailed)
        #expect(try await list.settled(after: .retry).items.map(\.id) == Array(fixture.ids[..<60]))
        #expect(try await list.settled(showing: 59).items.map(\.id) == fixture.ids)
        #expect(list.changesWereRight)
    }

    @Test(arguments: badPages)
    func badFirstPageFailsTheListAndRetryLoadsIt(page: BadPage) async throws {
        let fixture = try UsersFixture(users: 30) { _, number in number == 1 ? page.response : nil }
        let list = fixture.list()
        let failed = try await list.state { $0.error != nil }
        #expect(failed.phase == .failed)
        let url = try fixture.server.url(fixture.pageTargets[0])
        #expect(failed.refresh.error as? ServedUsersError == page.error(at: url))
        #expect(try await list.settled(after: .retry).items.map(\.id) == fixture.ids)
    }

    @Test(arguments: [PagingStyle.page, .cursor])
    func missingEnvelopeFailsTheListAndRetryLoadsIt(style: PagingStyle) async throws {
        let fixture = try UsersFixture(users: 30) { _, number in number == 1 ? .text("[]") : nil }
        let list = fixture.list(style)
        let failed = try await list.state { $0.error != nil }
        let url = try fixture.server.url(fixture.pageTargets[0])
        #expect(failed.error as? ServedUsersError == .undecodable(url))
        #expect(try await list.settled(after: .retry).items.map(\.id) == fixture.ids)
    }

    @Test func connectionClosedWithoutAResponseFailsTheListUntilRetried() async throws {
        // A client may repeat such a request by itself, so the fault stays until the test ends it.
        let isBroken = Locked(true)
        let fixture = try UsersFixture(users: 61) { request, number in
            guard number > 1, isBroken.withLock({ $0 }) else { return nil }
            return .text("").delivered(.dropped)
        }
        let list = fixture.list()
        try await list.settled()
        list.send(.shown(row: 29))
        let failed = try await list.state { $0.error != nil }
        let error = try loadingError(of: failed)
        #expect(error.url == (try fixture.server.url(fixture.pageTargets[1])))
        expectTransport(error)
        _ = isBroken.exchange(false)
        try await expectRetryToSucceed(list, from: failed, in: fixture)
    }

    @Test func refusedConnectionFailsTheListUntilTheServerStarts() async throws {
        let users = UserDirectory(count: 61)
        let service = UsersService(users: users)
        let first = try EmbeddedServer.onPrivatePort(service.respond)
        first.stop()
        let list = list(of: first.url)
        let failed = try await list.state { $0.error != nil }
        #expect(failed.phase == .failed)
        let refused = LoadingError.Reason.transport(
            .cannotConnectToHost, description: "connection refused")
        let url = try first.url("/users?since=0&per_page=30")
        #expect(try loadingError(of: failed) == LoadingError(url: url, reason: refused))

        let second = try EmbeddedServer(port: first.port, handler: service.respond)
        #expect(try await list.settled(after: .retry).items.map(\.id) == (0..<30).map(users.id))
        second.stop()
    }

    @Test func stoppedServerFailsTheNextPageUntilItRestarts() async throws {
        let users = UserDirectory(count: 61)
        let service = UsersService(users: users)
        let first = try EmbeddedServer.onPrivatePort(service.respond)
        let list = list(of: first.url)
        try await list.settled()
        first.stop()
        list.send(.shown(row: 29))
        let failed = try await list.state { $0.error != nil }
        #expect(failed.items.map(\.id) == (0..<30).map(users.id))
        let error = try loadingError(of: failed)
        #expect(error.url.absoluteString == "\(first.url)users?since=\(users.id(at: 29))&per_page=30")
        expectTransport(error)

        let second = try EmbeddedServer(port: first.port, handler: service.respond)
        #expect(try await list.settled(after: .retry).items.map(\.id) == (0..<60).map(users.id))
        #expect(second.requests.map(\.path).contains("/users"))
    }

    private func list(of base: URL) -> ListProbe {
        ListProbe(ServedPages(base: base).keyset(), avatars: ImageLoader { try PNG(decoding: $0) })
    }

    private func loadingError(of state: ServedListState) throws -> LoadingError {
        let error = try #require(state.error as? ServedUsersError)
        guard case .loading(let loading) = error else { throw error }
        return loading
    }

    private func expectTransport(_ error: LoadingError) {
        guard case .transport(let code, let description) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(!description.isEmpty)
        let start = code == .cannotConnectToHost ? "No response from " : ""
        #expect("\(error)" == "\(start)\(error.url): \(description)")
    }
}

extension EmbeddedServer {
    /// Starts a server on a port outside the system's ephemeral range, so that it is still free after a stop.
    static func onPrivatePort(
        _ handler: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws -> EmbeddedServer {
        for _ in 0..<100 {
            let port = UInt16.random(in: 20_000..<30_000)
            if let server = try? EmbeddedServer(port: port, handler: handler) { return server }
        }
        return try EmbeddedServer(handler: handler)
    }
}
