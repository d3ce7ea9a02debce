import Flux
import Foundation
import LoopbackServer
import Testing

@testable import Demo

/// A page that cannot be used is a failed state: it says what is wrong and where, and a retry goes on from there.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct BadPageTests {
    /// What a server sends instead of a page, and what is to be said of it.
    struct BadPage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: HTTPResponse
        let complaint: String

        init(_ name: String, _ response: HTTPResponse, says complaint: String) {
            testDescription = name
            self.response = response
            self.complaint = complaint
        }
    }

    private static let user = #"{"id":7,"login":"a","avatar_url":"http://h/7.png"}"#

    static let badPages = [
        BadPage("a web page", .html("<!doctype html><p>Sign in.</p>"), says: "the body is not JSON"),
        BadPage("no body", .text(""), says: "the body is not JSON"),
        BadPage("half of a body", .text(#"[{"id":7,"#), says: "the body is not JSON"),
        BadPage(
            "a body cut short", .text("[\(user)]").delivered(.truncated(after: 5)),
            says: "response body ended after 5 of \(user.utf8.count + 2) bytes"),
        BadPage("an object", .text(#"{"message":"no"}"#), says: "the JSON is of another form"),
        BadPage("null", .text("null"), says: "the JSON is of another form"),
        BadPage("numbers", .text("[1,2]"), says: "the JSON is of another form at Index 0"),
        BadPage(
            "a text for an id", .text("[\(user),\(user.replacing("7,", with: "\"7\","))]"),
            says: "the JSON is of another form at Index 1.id"),
        BadPage(
            "a user without an avatar", .text(#"[{"id":7,"login":"a"}]"#),
            says: "the JSON has no 'avatar_url' at Index 0"),
        BadPage(
            "a user whose avatar is nowhere", .text(#"[{"id":7,"login":"a","avatar_url":""}]"#),
            says: "the JSON is of another form at Index 0.avatar_url"),
        BadPage(
            "a page that is not there", .failure(status: 404, message: "Not Found"),
            says: "the server responded with status 404"),
    ]

    @Test(arguments: badPages)
    func failsWithWhatAndWhereAndGoesOn(page: BadPage) async throws {
        let place = try Neighbourhood(users: 61) { _, number in number == 2 ? page.response : nil }
        let list = place.list()
        try await list.settled()
        list.send(.shown(row: 29))
        let failed = try await list.state { $0.error != nil }
        let error = try #require(failed.append.error as? UsersError)
        let url = try place.server.url(place.pageTargets[1])
        #expect("\(error)" == "\(url): \(page.complaint)")
        try await expectToGoOn(list, from: failed, in: place)
    }

    /// Only the failed page is loaded again, and all rows are there in the end.
    private func expectToGoOn(
        _ list: ListProbe, from failed: UserListState, in place: Neighbourhood
    ) async throws {
        #expect(failed.items.map(\.id) == Array(place.ids[..<30]))
        #expect(failed.footer == .failed)
        #expect(try await list.settled(after: .retry).items.map(\.id) == Array(place.ids[..<60]))
        #expect(try await list.settled(showing: 59).items.map(\.id) == place.ids)
        #expect(list.changesWereRight)
    }

    @Test(arguments: badPages)
    func aBadFirstPageFailsTheListAndARetryLoadsIt(page: BadPage) async throws {
        let place = try Neighbourhood(users: 30) { _, number in number == 1 ? page.response : nil }
        let list = place.list()
        let failed = try await list.state { $0.error != nil }
        #expect(failed.phase == .failed)
        let error = try #require(failed.refresh.error as? UsersError)
        #expect("\(error)".hasPrefix("\(place.server.url)users?"))
        #expect("\(error)".hasSuffix(page.complaint))
        #expect(try await list.settled(after: .retry).items.map(\.id) == place.ids)
    }

    @Test(arguments: [Options.Source.page, .cursor])
    func anEnvelopeThatIsMissingIsAnotherForm(kind: Options.Source) async throws {
        let place = try Neighbourhood(users: 30) { _, number in number == 1 ? .text("[]") : nil }
        let list = place.list(kind)
        let failed = try await list.state { $0.error != nil }
        #expect("\(try #require(failed.error))".hasSuffix(": the JSON is of another form"))
        #expect(try await list.settled(after: .retry).items.map(\.id) == place.ids)
    }

    @Test func aConnectionThatIsClosedWithoutAnAnswer() async throws {
        // A client may ask again by itself, so the fault stays until the test mends it.
        let isBroken = Locked(true)
        let place = try Neighbourhood(users: 61) { request, number in
            guard number > 1, isBroken.withLock({ $0 }) else { return nil }
            return .text("").delivered(.dropped)
        }
        let list = place.list()
        try await list.settled()
        list.send(.shown(row: 29))
        let failed = try await list.state { $0.error != nil }
        let error = try loadingError(of: failed)
        #expect(error.url == (try place.server.url(place.pageTargets[1])))
        expectTransport(error)
        _ = isBroken.exchange(false)
        try await expectToGoOn(list, from: failed, in: place)
    }

    @Test func aServerThatIsNotThereUntilItIsStarted() async throws {
        let users = UserDirectory(count: 61)
        let service = UsersService(users: users)
        let first = try EmbeddedServer.onPrivatePort(service.respond)
        let client = UsersClient(base: first.url)
        first.stop()
        let list = list(of: client)
        let failed = try await list.state { $0.error != nil }
        #expect(failed.phase == .failed)
        let error = try loadingError(of: failed)
        #expect("\(error)" == "No response from \(first.url)users?since=0&per_page=30: connection refused")

        let second = try EmbeddedServer(port: first.port, handler: service.respond)
        #expect(try await list.settled(after: .retry).items.map(\.id) == (0..<30).map(users.id))
        second.stop()
    }

    @Test func aServerThatGoesAwayAndComesBack() async throws {
        let users = UserDirectory(count: 61)
        let service = UsersService(users: users)
        let first = try EmbeddedServer.onPrivatePort(service.respond)
        let list = list(of: UsersClient(base: first.url))
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

    private func list(of client: UsersClient) -> ListProbe {
        let avatars = ImageLoader { try PNG(decoding: $0) }
        let source = KeysetPages(by: \User.id, perPage: 30) {
            (since, perPage) async throws(UsersError) in
            try await client.users(since: since, perPage: perPage)
        }
        return ListProbe { signals in
            signals.paginate(threshold: 5, from: source).dedupe(by: \.id)
                .images(from: avatars, at: \.avatarURL)
        }
    }

    private func loadingError(of state: UserListState) throws -> LoadingError {
        let error = try #require(state.error as? UsersError)
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
    /// A server on a port that the system gives to nobody unasked, so that it can be had again after a stop.
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
