import Foundation
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxLoading

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.prompt, .timeLimit(.minutes(1)))
struct URLSessionDataLoaderTests {
    private let loader = URLSessionDataLoader()

    private func failure(of url: URL, from loader: URLSessionDataLoader? = nil) async -> LoadingError? {
        do throws(LoadingError) {
            _ = try await (loader ?? self.loader).data(for: URLRequest(url: url))
            return nil
        } catch {
            return error
        }
    }

    @Test func bodyIsLoaded() async throws {
        let server = try EmbeddedServer { .text("\($0.headers["Accept-Encoding"] ?? "none")") }
        let (data, response) = try await loader.data(for: URLRequest(url: server.url))
        #expect(String(decoding: data, as: UTF8.self) == "identity")
        #expect(response.statusCode == 200)
    }

    @Test func errorHasStatusAndURL() async throws {
        let server = try EmbeddedServer { _ in .failure(status: 404, message: "Not Found") }
        let error = await failure(of: server.url)
        #expect(
            error
                == LoadingError(
                    url: server.url, reason: .status(404, retryAfter: nil), serverMessage: "Not Found"))
        #expect(error?.description == "\(server.url): the server responded with status 404: Not Found")
    }

    @Test func errorHasRetryAfter() async throws {
        let server = try EmbeddedServer { request in
            request.path == "/date"
                ? .text(status: 503, "")
                    .with("Date", "Sun, 06 Nov 1994 08:49:37 GMT")
                    .with("Retry-After", "Sun, 06 Nov 1994 08:50:07 GMT")
                : .text(status: 429, "").with("Retry-After", "3")
        }
        #expect(await failure(of: server.url)?.retryAfter == .seconds(3))
        #expect(await failure(of: try server.url("/date"))?.retryAfter == .seconds(30))
    }

    @Test(arguments: [TimeInterval.infinity, .greatestFiniteMagnitude])
    func timeoutMayBeAnyNumber(timeout: TimeInterval) async throws {
        let server = try EmbeddedServer { _ in .text("cat") }
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = .infinity
        let loader = URLSessionDataLoader(configuration: configuration)
        var request = URLRequest(url: server.url)
        request.timeoutInterval = .greatestFiniteMagnitude
        let (data, _) = try await loader.data(for: request)
        #expect(String(decoding: data, as: UTF8.self) == "cat")
    }

    #if canImport(FoundationNetworking)
        /// A session drops fractions: a request with a timeout of half a second would fail at once.
        @Test func timeoutsAreWholeSeconds() {
            #expect([0, 0.01, 0.5, 1, 1.5].map { TimeInterval($0).limited } == [0, 1, 1, 1, 2])
        }
    #endif

    @Test func schemeMayBeInUpperCase() async throws {
        let server = try EmbeddedServer { .text($0.path) }
        let address = try server.url("/Cat").absoluteString.replacing("http:", with: "HTTP:")
        let (data, _) = try await loader.data(from: try #require(URL(string: address)))
        #expect(String(decoding: data, as: UTF8.self) == "/Cat")
    }

    @Test func refusedConnectionIsReported() async throws {
        let port = try RefusingPort()
        let error = await failure(of: port.url)
        let refused = LoadingError.Reason.transport(
            .cannotConnectToHost, description: "connection refused")
        #expect(error == LoadingError(url: port.url, reason: refused))
    }

    @Test func truncatedBodyIsReported() async throws {
        let server = try EmbeddedServer { _ in .text("hello").delivered(.truncated(after: 2)) }
        #expect(await failure(of: server.url)?.reason == .truncated(received: 2, expected: 5))
    }

    @Test func connectionClosedWithoutAResponseIsReported() async throws {
        let server = try EmbeddedServer { _ in .text("").delivered(.dropped) }
        let reason = await failure(of: server.url)?.reason
        guard case .transport = reason else {
            Issue.record("\(String(describing: reason))")
            return
        }
    }

    @Test func bodyIsRefusedByItsDeclaredLength() async throws {
        let server = try EmbeddedServer { _ in HTTPResponse(body: Data(count: 11)) }
        let small = URLSessionDataLoader(maximumBytes: 10)
        #expect(await failure(of: server.url, from: small)?.reason == .tooLarge(limit: 10))
        // The loader works after a refusal.
        let other = try EmbeddedServer { _ in HTTPResponse(body: Data(count: 10)) }
        #expect(await failure(of: other.url, from: small) == nil)
    }

    @Test func onlyHTTPURLsAreLoaded() async throws {
        let error = await failure(of: URL(filePath: "/etc/hosts"))
        #expect(error?.reason == .unsupportedScheme("file"))
    }

    @Test func cancelledTaskEndsWithoutAResponse() async throws {
        let gate = ResponseGate()
        let server = try EmbeddedServer { _ in .text("late").delivered(.held(gate)) }
        let task = Task { [loader] in await failure(of: server.url, from: loader) }
        await gate.reached()
        task.cancel()
        #expect(await task.value?.reason == .cancelled)
    }

    @Test func taskCancelledBeforehandSendsNoRequest() async throws {
        let server = try EmbeddedServer { _ in .text("") }
        let (start, starter) = AsyncStream<Void>.makeStream()
        let task = Task { [loader] in
            for await _ in start {}
            return await failure(of: server.url, from: loader)
        }
        task.cancel()
        starter.finish()
        #expect(await task.value?.reason == .cancelled)
        #expect(server.requests.isEmpty)
    }

    @Test func cookiesAreNotStored() async throws {
        let server = try EmbeddedServer { .text($0.headers["Cookie"] ?? "none").with("Set-Cookie", "a=b") }
        for _ in 0..<2 {
            let (data, _) = try await loader.data(for: URLRequest(url: server.url))
            #expect(String(decoding: data, as: UTF8.self) == "none")
        }
    }

    @Test func responsesAreNotCached() async throws {
        let server = try EmbeddedServer { _ in .text("a").with("Cache-Control", "max-age=1000") }
        for _ in 0..<2 { _ = try await loader.data(for: URLRequest(url: server.url)) }
        #expect(server.requests.count == 2)
    }

    @Test func redirectToAnotherOriginDropsTheCredentials() async throws {
        let target = try EmbeddedServer { .text($0.headers["Authorization"] ?? "none") }
        let source = try EmbeddedServer { request in
            switch request.path {
            case "/away": .text(status: 302, "").with("Location", target.url.absoluteString)
            case "/near": .text(status: 302, "").with("Location", "/here")
            case "/version": .text(request.headers["X-Version"] ?? "none")
            default: .text(request.headers["Authorization"] ?? "none")
            }
        }
        func answer(_ path: String) async throws -> String {
            var request = URLRequest(url: try source.url(path))
            request.setValue("secret", forHTTPHeaderField: "Authorization")
            return String(decoding: try await loader.data(for: request).0, as: UTF8.self)
        }
        #expect(try await answer("/away") == "none")
        #expect(try await answer("/near") == "secret")
        // Those of the configuration as well.
        let configuration = URLSessionConfiguration.default
        configuration.httpAdditionalHeaders = ["Authorization": "of the session", "X-Version": 3]
        let other = URLSessionDataLoader(configuration: configuration)
        func otherAnswer(_ path: String) async throws -> String {
            let request = URLRequest(url: try source.url(path))
            return String(decoding: try await other.data(for: request).0, as: UTF8.self)
        }
        #expect(try await otherAnswer("/away") == "none")
        #expect(try await otherAnswer("/near") == "of the session")
        #expect(try await otherAnswer("/version") == "3")
    }

    @Test func errorAfterARedirectHasNoSecretOfTheFirstAddress() async throws {
        let server = try EmbeddedServer { request in
            switch request.path {
            case "/encoded": .text("x").with("Content-Encoding", "s3cr3tkey")
            case "/first": .text(status: 302, "").with("Location", "/second?reason=s3cr3tkey")
            default: .text(status: 403, #"{"message":"bad key s3cr3tkey"}"#)
            }
        }
        let refused = await failure(of: try server.url("/first?api_key=s3cr3tkey"))
        #expect(refused?.serverMessage == "bad key …")
        #expect(refused?.url == (try server.url("/second?reason=%E2%80%A6")))
        let encoded = await failure(of: try server.url("/encoded?api_key=s3cr3tkey"))
        #expect(encoded?.description.contains("s3cr3tkey") != true)
    }

    @Test func releasedLoaderCompletesItsLoadThenReleasesTheReceiver() async throws {
        final class Token: Sendable {
            let onRelease: @Sendable () -> Void
            init(onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        let gate = ResponseGate()
        let server = try EmbeddedServer { _ in .text("hello").delivered(.held(gate)) }
        let (ends, sender) = AsyncStream<Bool>.makeStream()
        weak var released: URLSessionDataLoader?
        do {
            let token = Token { sender.finish() }
            let loader = URLSessionDataLoader()
            released = loader
            _ = loader.load(URLRequest(url: server.url)) { event in
                withExtendedLifetime(token) {}
                switch event {
                case .finished: sender.yield(true)
                case .failed: sender.yield(false)
                case .response, .bytes: break
                }
            }
            await gate.reached()
        }
        #expect(released == nil)
        gate.open()
        var seen: [Bool] = []
        for await end in ends { seen.append(end) }
        #expect(seen == [true])
    }
}
