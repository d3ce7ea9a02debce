import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Cookies and challenges of sessions whose loader is given a storage or a delegate.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct SessionDelegateTests {
    private func text(at url: URL, from loader: URLSessionDataLoader) async throws -> String {
        String(decoding: try await loader.data(from: url).0, as: UTF8.self)
    }

    private func failure(of url: URL, from loader: URLSessionDataLoader) async -> LoadingError? {
        do throws(LoadingError) {
            _ = try await loader.data(from: url)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Cookies

    /// Sets a cookie at `/login`, and responds with the cookies of the request otherwise.
    private func cookieServer() throws -> EmbeddedServer {
        try EmbeddedServer { request in
            if request.path == "/login" { return .text("in").with("Set-Cookie", "session=1; Path=/") }
            if request.path == "/enter" {
                return .redirect(to: "/").with("Set-Cookie", "session=2; Path=/")
            }
            return .text(request.headers["Cookie"] ?? "none")
        }
    }

    /// RFC 6265 §5.3: `Max-Age` precedes `Expires`.
    @Test(arguments: [
        ("Max-Age=10", 10.0), ("Max-Age=0", 0), ("Max-Age=-1", 0), ("Max-Age=0; Expires=\(future)", 0),
        ("Max-Age=10; Expires=\(past)", 10), ("Expires=\(past)", 0), ("Expires=\(future)", nil), ("", nil),
    ])
    func cookieIsSentUntilItExpires(attributes: String, seconds: TimeInterval?) throws {
        let url = try #require(URL(string: "http://localhost/list"))
        let received = Date()
        let fields = ["Set-Cookie": "session=abc; Path=/; \(attributes)"]
        let cookie = HTTPCookie.cookies(withResponseHeaderFields: fields, for: url).first
        // A storage may drop one that has expired.
        let isSent = { (time: TimeInterval) in
            cookie?.isSent(to: url, at: received.addingTimeInterval(time)) ?? false
        }
        #expect(isSent(1) == (seconds != 0))
        #expect(isSent(1 + (seconds ?? 1_000)) == (seconds == nil))
    }

    private static let past = "Thu, 01 Jan 1970 00:00:00 GMT"
    private static let future = "Thu, 01 Jan 2099 00:00:00 GMT"

    @Test func cookiesOfAStorageAreKeptAndSent() async throws {
        let server = try cookieServer()
        let cookies = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let loader = URLSessionDataLoader(cookies: cookies)
        #expect(try await text(at: server.url, from: loader) == "none")
        #expect(try await text(at: try server.url("/login"), from: loader) == "in")
        #expect(try await text(at: server.url, from: loader) == "session=1")
        // Those of a redirect, too.
        #expect(try await text(at: try server.url("/enter"), from: loader) == "session=2")
        #expect(cookies.cookies?.map(\.name) == ["session"])
        // A request may have its own.
        var request = URLRequest(url: server.url)
        request.setValue("mine=1", forHTTPHeaderField: "Cookie")
        let (own, _) = try await loader.data(for: request)
        #expect(String(decoding: own, as: UTF8.self) == "mine=1")
        request = URLRequest(url: server.url)
        request.httpShouldHandleCookies = false
        let (none, _) = try await loader.data(for: request)
        #expect(String(decoding: none, as: UTF8.self) == "none")
    }

    /// RFC 6265 §5.4; a storage on Linux compares the domains only.
    @Test(arguments: [
        (["path": "/a"], "/a", true), (["path": "/a"], "/a/b", true), (["path": "/a"], "/ab", false),
        (["path": "/a/"], "/a/b", true), (["path": "/a/"], "/a", false), (["path": "/a"], "/", false),
        (["path": "/"], "", true), (["path": "/", "secure": "TRUE"], "/", false),
    ])
    func cookiesAreSentToTheirPathAndNotInPlainText(
        attributes: [String: String], path: String, isSent: Bool
    ) async throws {
        let server = try cookieServer()
        let cookies = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: "session", .value: "1", .domain: try #require(server.url.host()),
            .path: attributes["path"] ?? "/",
        ]
        properties[.secure] = attributes["secure"]
        cookies.setCookie(try #require(HTTPCookie(properties: properties)))
        let url = try #require(URL(string: server.url.absoluteString.dropLast() + path))
        let sent = try await text(at: url, from: URLSessionDataLoader(cookies: cookies))
        #expect(sent == (isSent ? "session=1" : "none"))
    }

    @Test func cookieIsSentUntilItExpires() throws {
        let time = Date(timeIntervalSince1970: 1_000_000)
        let cookie = try #require(
            HTTPCookie(properties: [
                .name: "a", .value: "1", .domain: "h", .path: "/", .secure: "TRUE", .expires: time,
            ]))
        let url = try #require(URL(string: "https://h/x"))
        #expect(cookie.isSent(to: url, at: time - 1))
        #expect(!cookie.isSent(to: url, at: time))
        #expect(!cookie.isSent(to: try #require(URL(string: "http://h/x")), at: time - 1))
    }

    @Test func cookiesAreNotKeptWithoutAStorage() async throws {
        let server = try cookieServer()
        let loader = URLSessionDataLoader(configuration: .default)
        #expect(try await text(at: try server.url("/login"), from: loader) == "in")
        #expect(try await text(at: server.url, from: loader) == "none")
    }

    // MARK: Challenges

    /// Answers challenges with a password, from another thread, and cancels them once it was refused.
    private final class Passwords: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
        // Sendable: nothing of it is written.

        let password: String
        let challenges = Log<String>()

        init(_ password: String) {
            self.password = password
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            challenges.append(challenge.protectionSpace.realm ?? "")
            let isRefused = challenge.previousFailureCount > 0
            let credential = URLCredential(user: "user", password: password, persistence: .none)
            Thread.detachNewThread {
                isRefused
                    ? completionHandler(.cancelAuthenticationChallenge, nil)
                    : completionHandler(.useCredential, credential)
            }
        }
    }

    /// A delegate without methods.
    private final class Silence: NSObject, URLSessionTaskDelegate, Sendable {}

    /// Requires a password, and says so with a body of a length.
    private func lockedServer(bodyLength: Int = 6) throws -> EmbeddedServer {
        let authorization = "Basic \(Data("user:open".utf8).base64EncodedString())"
        return try EmbeddedServer { request in
            if request.path == "/moved" { return .redirect(to: "/") }
            if request.headers["Authorization"] == authorization { return .text("hello") }
            return .text(status: 401, String(repeating: "x", count: bodyLength))
                .with("WWW-Authenticate", "Basic realm=\"door\"")
        }
    }

    // row: `ImageDownloader.authenticationChallengeResponder`, `trustedHosts`
    @Test(arguments: [0, 6, 500_000]) func challengeIsAnsweredByTheDelegate(bodyLength: Int) async throws {
        let server = try lockedServer(bodyLength: bodyLength)
        let passwords = Passwords("open")
        let loader = URLSessionDataLoader(challengeDelegate: passwords)
        #expect(try await text(at: server.url, from: loader) == "hello")
        #expect(passwords.challenges.entries == ["door"])
    }

    @Test func challengeAfterARedirectIsAnswered() async throws {
        let server = try lockedServer()
        let loader = URLSessionDataLoader(challengeDelegate: Passwords("open"))
        #expect(try await text(at: try server.url("/moved"), from: loader) == "hello")
    }

    @Test func refusedPasswordFailsWithTheStatus() async throws {
        let server = try lockedServer()
        let passwords = Passwords("wrong")
        let error = await failure(of: server.url, from: URLSessionDataLoader(challengeDelegate: passwords))
        #expect(error?.reason == .status(401, retryAfter: nil))
        #expect(passwords.challenges.entries == ["door", "door"])
    }

    @Test func challengeThatADelegateDoesNotAnswerFailsWithTheStatus() async throws {
        let server = try lockedServer()
        let loader = URLSessionDataLoader(challengeDelegate: Silence())
        #expect(await failure(of: server.url, from: loader)?.reason == .status(401, retryAfter: nil))
    }

    @Test func challengeWithoutADelegateFailsWithTheStatus() async throws {
        let server = try lockedServer()
        let error = await failure(of: server.url, from: URLSessionDataLoader())
        #expect(error?.reason == .status(401, retryAfter: nil))
        #expect(error?.serverMessage == "xxxxxx")
    }

    @Test func loadsThatWaitForAPasswordLetOthersPass() async throws {
        let server = try lockedServer()
        let open = try EmbeddedServer { _ in .text("open") }
        let door = Door()
        let loader = URLSessionDataLoader(challengeDelegate: door)
        async let late = text(at: server.url, from: loader)
        await door.knocked.reached()
        #expect(try await text(at: open.url, from: loader) == "open")
        door.open()
        #expect(try await late == "hello")
    }

    /// Answers when the test says so.
    private final class Door: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
        // Sendable: its state is locked.

        let knocked = Turnstile()
        private let answer = Locked<(@Sendable () -> Void)?>(nil)

        func open() { answer.exchange(nil)?() }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            answer.withLock {
                $0 = {
                    completionHandler(
                        .useCredential, URLCredential(user: "user", password: "open", persistence: .none))
                }
            }
            knocked.pass()
        }
    }
}
