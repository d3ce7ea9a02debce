import FluxImages
import FluxLoading
import Foundation
import LoadingTestSupport
import LoopbackServer
import Streams
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What requests and loaders say of their transfers, with a real server and a real folder.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ImageRequestsOverHTTPTests {
    private let folder = TemporaryFolder()

    private func loads(
        _ network: any DataLoading = URLSessionDataLoader(), maximumTransfers: Int = 12
    ) -> PictureLoads {
        PictureLoads(in: folder) { configuration in
            configuration.retry = .immediate(attempts: 0)
            configuration.dataLoader = DataLoader(network: network)
            configuration.maximumTransfers = maximumTransfers
        }
    }

    /// The states of an image without progress, and writes the disk cache.
    private func lines(
        of states: ExtraPublishers.ImageStates<Picture>, _ loads: PictureLoads
    ) async -> [String] {
        var lines: [String] = []
        for await state in states.values where !state.isLoading { lines.append(state.line) }
        await loads.cache.flush()
        return lines
    }

    private func load(_ request: ImageRequest, with loads: PictureLoads) async -> [String] {
        await lines(of: loads.loader.image(for: request), loads)
    }

    /// Bodies of the default loader may be as large as the configuration says.
    @Test func limitIsThatOfTheConfiguration() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID()).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let size = 64 * 1024 * 1024 + 1
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()
        func count(limit: Int) async -> Int? {
            var configuration = ImageLoader<Int>.Configuration()
            configuration.maximumBytes = limit
            let loader = ImageLoader(configuration: configuration) { $0.count }
            for await state in loader.image(at: file).values where state.isFinal { return state.image }
            return nil
        }
        #expect(await count(limit: size) == size)
        #expect(await count(limit: size - 1) == nil)
    }

    @Test func timeoutIsThatOfTheRequest() async throws {
        let gate = ResponseGate()
        let server = try PictureServer([{ $0.delivered(.held(gate)) }])
        let loads = loads()
        let url = try server.url("/a")
        let request = ImageRequest(url: url, timeout: .milliseconds(100))
        #expect(await load(request, with: loads) == ["failed"])
        // On a busy machine the first request may not have arrived, and the next one is held.
        gate.open()
        // Others have the loader's.
        #expect(await load(ImageRequest(url: url), with: loads) == ["loaded /a v1 from network"])
    }

    @Test func alternativeIsLoadedWhereTheFirstServerFails() async throws {
        let first = try PictureServer([{ _ in .failure(status: 404, message: "Not Found") }])
        let second = try PictureServer()
        let loads = loads()
        let request = ImageRequest(url: try first.url("/a"), alternatives: [try second.url("/b")])
        #expect(await load(request, with: loads) == ["loaded /b v1 from network"])
        // On disk it is the image of the first.
        loads.loader.removeAllCachedImages()
        #expect(await loads.load(try first.url("/a")) == ["loaded /b v1 from disk"])
    }

    @Test func cacheAloneIncludesTheDisk() async throws {
        let server = try PictureServer()
        let url = try server.url("/a")
        let cached = ImageRequest(url: url, from: .cache)
        #expect(await load(cached, with: loads()) == ["failed"])
        #expect(await loads().load(url) == ["loaded /a v1 from network"])
        #expect(await load(cached, with: loads()) == ["loaded /a v1 from disk"])
        #expect(server.requests.count == 1)
    }

    @Test func reloadedInsertedAndRemovedImagesAreSoInBothCaches() async throws {
        let server = try PictureServer()
        let url = try server.url("/a")
        let request = ImageRequest(url: url)
        let loads = loads()
        #expect(await loads.load(url) == ["loaded /a v1 from network"])
        server.publishVersion(2)
        #expect(
            await lines(of: loads.loader.reloadImage(for: request), loads) == ["loaded /a v2 from network"])
        #expect(loads.loader.cachedImage(for: request) == Picture("/a v2"))
        #expect(await self.loads().load(url) == ["loaded /a v2 from disk"])

        loads.loader.insertImage(Picture("cat"), data: Data("cat".utf8), for: request)
        #expect(await loads.load(url) == ["loaded cat from memory"])
        #expect(await self.loads().load(url) == ["loaded cat from disk"])

        loads.loader.removeImage(for: request)
        #expect(await loads.load(url) == ["loaded /a v2 from network"])
    }

    @Test func requestsAreSignedByAnAsynchronousFunction() async throws {
        let server = try PictureServer()
        let signed = URLSessionDataLoader().preparing { request in
            await Task.yield()
            var request = request
            request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
            return request
        }
        #expect(await loads(signed).load(try server.url("/a")) == ["loaded /a v1 from network"])
        #expect(server.requests.map { $0.headers["Authorization"] } == ["Bearer 1"])
    }

    @Test func challengesAndCookiesAreThoseOfTheSession() async throws {
        let server = try PictureServer([
            { _ in
                .text(status: 401, "locked").with("WWW-Authenticate", "Basic realm=\"pictures\"")
                    .with("Set-Cookie", "a=1; Path=/")
            }
        ])
        let cookies = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let network = URLSessionDataLoader(cookies: cookies, challengeDelegate: Password())
        let loads = loads(network)
        #expect(await loads.load(try server.url("/a")) == ["loaded /a v1 from network"])
        #expect(await loads.load(try server.url("/b")) == ["loaded /b v1 from network"])
        let authorization = "Basic \(Data("user:open".utf8).base64EncodedString())"
        #expect(server.requests.map { $0.headers["Authorization"] }.prefix(2) == [nil, authorization])
        #expect(server.requests.last?.headers["Cookie"] == "a=1")
    }

    private final class Password: NSObject, URLSessionTaskDelegate, Sendable {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            completionHandler(
                .useCredential, URLCredential(user: "user", password: "open", persistence: .none))
        }
    }

    @Test func progressOfPrefetchesHasThoseThatFailed() async throws {
        let server = try PictureServer([{ _ in .failure(status: 404, message: "Not Found") }])
        let loads = loads()
        let urls = try ["/a", "/b", "/c"].map { try server.url($0) }
        let prefetcher = ImagePrefetcher(loads.loader, to: .disk, maximumLoads: 1)
        prefetcher.start(at: urls)
        for await progress in prefetcher.progress.values where progress.completedCount == 3 {
            #expect(progress.totalCount == 3)
            #expect(progress.failures.map(\.key.url) == [urls[0]])
            break
        }
        await loads.cache.flush()
        let usage = try await loads.cache.usage()
        #expect(usage.count == 2 && usage.byteCount > 0)
        try await loads.cache.removeAll(olderThan: .zero)
        #expect(try await loads.cache.usage().count == 0)
    }

    @Test func limitOfTransfersChangesWhileTheyRun() async throws {
        let gate = ResponseGate()
        let answer: PictureServer.Answer = { $0.delivered(.held(gate)) }
        let server = try PictureServer([answer, answer, answer])
        let loads = loads(maximumTransfers: 1)
        let urls = try ["/a", "/b", "/c"].map { try server.url($0) }
        let subscriptions = urls.map { loads.loader.image(at: $0).sink { _ in } }
        await gate.reached()
        #expect(server.requests.count == 1)
        loads.loader.maximumTransfers = 3
        await gate.reached(by: 3)
        #expect(server.requests.count == 3)
        gate.open()
        for subscription in subscriptions { subscription.cancel() }
    }
}
