import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Redirects, credentials and limits, over connections.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct HostileServerTests {
    private func failure(of url: URL, from loader: URLSessionDataLoader = URLSessionDataLoader()) async
        -> LoadingError?
    {
        do throws(LoadingError) {
            _ = try await loader.data(from: url)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        ("/page/plain/", "/page/plain/"), ("/a%2Fb%20c/to", "/a%2Fb%20c/to"), ("?to=1", "/from/here?to=1"),
        ("next/", "/from/next/"), ("/x?a=%2B&b=c%20d", "/x?a=%2B&b=c%20d"),
    ])
    func redirectIsFollowedAsItWasSent(location: String, target: String) async throws {
        let server = try EmbeddedServer { request in
            request.path == "/from/here" && request.query["to"] == nil
                ? .text(status: 302, "").with("Location", location) : .text(request.target)
        }
        let (body, response) = try await URLSessionDataLoader().data(from: server.url("/from/here"))
        #expect(String(decoding: body, as: UTF8.self) == target)
        #expect(response.url?.absoluteString == "\(server.url)".dropLast() + target)
    }

    @Test func circularRedirectsEnd() async throws {
        let server = try EmbeddedServer { _ in .text(status: 302, "").with("Location", "/again") }
        let loader = URLSessionDataLoader(maximumRedirects: 3)
        #expect(
            await failure(of: server.url, from: loader)?.reason
                == .refusedRedirect(description: "more than 3 redirects"))
        #expect(server.requests.count == 4)
    }

    @Test func userInfoIsSentToItsOriginOnly() async throws {
        let other = try EmbeddedServer { .text($0.headers["Authorization"] ?? "none") }
        let server = try EmbeddedServer { request in
            switch request.path {
            case "/near": .text(status: 307, "").with("Location", "/here")
            case "/away": .text(status: 307, "").with("Location", other.url.absoluteString)
            default: .text(request.headers["Authorization"] ?? "none")
            }
        }
        func answer(_ path: String) async throws -> String {
            var address = try #require(URLComponents(url: server.url(path), resolvingAgainstBaseURL: true))
            (address.user, address.password) = ("me", "secret")
            return String(
                decoding: try await URLSessionDataLoader().data(from: #require(address.url)).0, as: UTF8.self)
        }
        #expect(try await answer("/here") == "Basic bWU6c2VjcmV0")
        #expect(try await answer("/near") == "Basic bWU6c2VjcmV0")
        #expect(try await answer("/away") == "none")
    }

    @Test func messageOfTheServerIsReported() async throws {
        let server = try EmbeddedServer { _ in .failure(status: 403, message: "rate limit\u{1b}[31m exceeded")
        }
        let error = await failure(of: server.url)
        #expect(error?.serverMessage == "rate limit [31m exceeded")
        #expect(
            error?.description
                == "\(server.url): the server responded with status 403: rate limit [31m exceeded")
    }

    @Test func errorWhoseBodyIsCutIsStillReportedByItsStatus() async throws {
        let server = try EmbeddedServer { _ in .text(status: 500, "broken").delivered(.truncated(after: 3)) }
        let error = await failure(of: server.url)
        #expect(error?.reason == .status(500, retryAfter: nil))
        #expect(error?.serverMessage == "bro")
    }

    @Test func connectionClosedWithoutAResponseMayBeRetried() async throws {
        let server = try EmbeddedServer { _ in .text("").delivered(.dropped) }
        let error = await failure(of: server.url)
        #expect(error?.isTransient == true)
        #expect(
            error?.reason
                == .transport(.networkConnectionLost, description: "the connection closed without a response")
        )
    }

    @Test func loadEndsAtItsDeadline() async throws {
        let gate = ResponseGate()
        let server = try EmbeddedServer { _ in .text("late").delivered(.held(gate)) }
        let time = VirtualTimeScheduler()
        let loader = URLSessionDataLoader(deadline: .seconds(30), scheduler: time)
        async let error = failure(of: server.url, from: loader)
        await gate.reached()
        await time.advance(by: .seconds(30))
        #expect(await error?.reason == .transport(.timedOut, description: "not complete after 30 seconds"))
        #expect(await error?.isTransient == true)
    }

    @Test func firstResponseIsAwaitedNoLongerThanTheIdleTime() async throws {
        let gate = ResponseGate()
        let server = try EmbeddedServer { _ in .text("late").delivered(.held(gate)) }
        let time = VirtualTimeScheduler()
        let loader = URLSessionDataLoader(deadline: nil, scheduler: time)
        async let error = failure(of: server.url, from: loader)
        await gate.reached()
        await time.advance(by: .seconds(60))
        #expect(await error?.reason == .transport(.timedOut, description: "not complete after 60 seconds"))
    }

    @Test func timerOfTheFirstLoadEndsTheLaterOnesInTheirTime() async throws {
        let gate = ResponseGate()
        let server = try EmbeddedServer { _ in .text("late").delivered(.held(gate)) }
        let time = VirtualTimeScheduler()
        let loader = URLSessionDataLoader(deadline: .seconds(30), scheduler: time)
        async let first = failure(of: server.url, from: loader)
        await gate.reached()
        await time.advance(by: .seconds(10))
        async let second = failure(of: server.url, from: loader)
        await gate.reached(by: 2)
        #expect(time.pendingCount == 1)
        await time.advance(by: .seconds(20))
        let reason = LoadingError.Reason.transport(.timedOut, description: "not complete after 30 seconds")
        #expect(await first?.reason == reason)
        #expect(time.pendingCount == 1)
        await time.advance(by: .seconds(10))
        #expect(await second?.reason == reason)
        #expect(time.pendingCount == 0)
    }

    @Test func restOfAMessageIsAwaitedForAShortTime() async throws {
        let gate = ResponseGate()
        let server = try EmbeddedServer { _ in
            .text(status: 500, "out of order").delivered(.paused(after: 3, gate))
        }
        let time = VirtualTimeScheduler()
        let hasReceived = Box(false)
        let loader = URLSessionDataLoader(
            delay: { event, _, handle in
                handle()
                if case .data = event { hasReceived.value = true }
            }, scheduler: time)
        async let error = failure(of: server.url, from: loader)
        await gate.reached()
        // The time of the message begins once its response is received, before the first bytes.
        while !hasReceived.value { await Task.yield() }
        await time.advance(by: .seconds(3))
        #expect(await error?.reason == .status(500, retryAfter: nil))
        #expect(await error?.serverMessage == "out")
    }

    @Test(arguments: [100, 103])
    func informationalResponseIsNotTheFinalOne(status: Int) async throws {
        let text = "HTTP/1.1 \(status) X\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n[1]"
        let server = try EmbeddedServer { _ in HTTPResponse(delivery: .raw(Data(text.utf8))) }
        let (data, response) = try await URLSessionDataLoader().data(from: server.url)
        #expect(data == Data("[1]".utf8))
        #expect(response.statusCode == 200)
    }

    @Test(arguments: [nil, "", "http://[::1"])
    func redirectWithoutAUsableLocationIsNamed(location: String?) async throws {
        let server = try EmbeddedServer { _ in .redirect(status: 302, to: location) }
        let error = await failure(of: server.url, from: URLSessionDataLoader())
        switch error?.reason {
        case .status(302, nil): #expect(location == nil)
        case .refusedRedirect(let description):
            #expect(
                description == "status 302 without a usable location" || description == "malformed location")
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test(
        .enabled(if: LoopbackAddress.ipv6.isAvailable),
        arguments: ["[::1]", "[0:0:0:0:0:0:0:1]", "[0::0001]"])
    func addressOfVersion6IsLoaded(host: String) async throws {
        let server = try EmbeddedServer(at: .ipv6) { request in
            request.path == "/list/old"
                ? .text(status: 301, "").with("Location", "new?page=1")
                : .text(request.headers["Host"] ?? "").with("X-Target", request.target)
        }
        let root = "http://\(host):\(server.port)"
        let url = try #require(URL(string: "\(root)/list/old"))
        let (body, response) = try await URLSessionDataLoader().data(from: url)
        #expect(String(decoding: body, as: UTF8.self) == "[::1]:\(server.port)")
        #expect(response.url?.absoluteString == "\(root)/list/new?page=1")
        #expect(response.value(forHTTPHeaderField: "x-target") == "/list/new?page=1")
        #expect(response.expectedContentLength == body.count)
    }

    @Test(.enabled(if: LoopbackAddress.ipv6.isAvailable))
    func refusedConnectionToAnAddressOfVersion6IsReported() async throws {
        let port = try RefusingPort(at: .ipv6)
        let error = await failure(of: port.url)
        #expect(error?.reason == .transport(.cannotConnectToHost, description: "connection refused"))
    }

    /// The session may not take such an address in either form; the load then ends by its error.
    @Test func addressOfVersion4InTheFormOfVersion6IsLoadedOrRefused() async throws {
        let server = try EmbeddedServer { _ in .text("found") }
        let url = try #require(URL(string: "http://[::ffff:127.0.0.1]:\(server.port)/"))
        let error = await failure(of: url)
        #expect(server.requests.count == (error == nil ? 1 : 0))
    }

    #if os(Linux)
        @Test func addressWithAZoneIsNamedAsUnsupported() async throws {
            let error = await failure(of: try #require(URL(string: "http://[fe80::1%25lo]:9/")))
            let description = "URLSession on Linux loads from no IPv6 address with a zone; use a host name"
            #expect(error?.reason == .transport(.unsupportedURL, description: description))
        }
    #endif

    /// A receiver may start and cancel loads where it is called, also while the session waits for it.
    @Test func receiverMayStartLoads() async throws {
        let server = try EmbeddedServer { request in
            request.path == "/big" ? HTTPResponse(body: Data(count: 8 << 20)) : .text("small")
        }
        let loader = URLSessionDataLoader()
        let (big, small) = (try server.url("/big"), try server.url("/small"))
        let ends = AsyncStream<(chunks: Int, bytes: Int, isComplete: Bool)> { continuation in
            let received = Locked((chunks: 0, bytes: 0))
            _ = loader.load(URLRequest(url: big)) { event in
                switch event {
                case .bytes(let bytes):
                    loader.load(URLRequest(url: small)) { _ in }.cancel()
                    received.withLock { $0 = ($0.chunks + 1, $0.bytes + bytes.count) }
                case .finished:
                    let (chunks, bytes) = received.withLock { $0 }
                    continuation.yield((chunks, bytes, isComplete: true))
                    continuation.finish()
                case .failed:
                    continuation.yield((0, 0, isComplete: false))
                    continuation.finish()
                case .response: break
                }
            }
        }
        var outcomes: [(chunks: Int, bytes: Int, isComplete: Bool)] = []
        for await end in ends { outcomes.append(end) }
        #expect(outcomes.map(\.isComplete) == [true])
        #expect(outcomes.map(\.bytes) == [8 << 20])
        #expect(outcomes.allSatisfy { $0.chunks > 1 })
    }

    /// All sessions of Linux read on one thread, so that a receiver must not be called there.
    @Test func receiverMayWaitForAnotherLoad() async throws {
        let server = try EmbeddedServer { request in .text(request.path) }
        let (first, second) = (try server.url("/first"), try server.url("/second"))
        let other = URLSessionDataLoader()
        let paths = AsyncStream<String> { continuation in
            _ = URLSessionDataLoader().load(URLRequest(url: first)) { event in
                guard case .response = event else { return }
                let end = DispatchSemaphore(value: 0)
                Task.detached {
                    let body = try? await other.data(from: second).0
                    continuation.yield(body.map { String(decoding: $0, as: UTF8.self) } ?? "failed")
                    continuation.finish()
                    end.signal()
                }
                end.wait()
            }
        }
        var received: [String] = []
        for await path in paths { received.append(path) }
        #expect(received == ["/second"])
    }
}
