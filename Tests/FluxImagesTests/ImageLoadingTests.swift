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

@Suite(.prompt, .timeLimit(.minutes(1)))
struct ImageLoadingTests {
    private let loader = ImageLoader(configuration: .withoutRetries) { try PNG(decoding: $0) }
    private let picture = Identicon(id: 7).png()

    /// Returns all states of an image.
    private func states(_ request: ImageRequest) async -> [ImageState<PNG>] {
        let (stream, sender) = AsyncStream<ImageState<PNG>>.makeStream()
        let subscription = loader.image(for: request)
            .sink(receiveCompletion: { _ in sender.finish() }, receiveValue: { sender.yield($0) })
        var states: [ImageState<PNG>] = []
        for await state in stream { states.append(state) }
        subscription.cancel()
        return states
    }

    private func lastState(_ url: URL, headers: [String: String] = [:]) async -> ImageState<PNG>? {
        await states(ImageRequest(url: url, headers: headers)).last
    }

    private func expected(from origin: ImageOrigin) throws -> ImageState<PNG> {
        .loaded(try PNG(decoding: picture), from: origin)
    }

    private func server(
        _ answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws -> EmbeddedServer {
        try EmbeddedServer(handler: answer)
    }

    @Test func imageLoadsFromTheServerThenFromMemory() async throws {
        let server = try server { [picture] _ in .png(picture) }
        #expect(await lastState(server.url) == (try expected(from: .network)))
        #expect(await states(ImageRequest(url: server.url)) == [try expected(from: .memory)])
        #expect(server.requests.count == 1)
    }

    @Test func progressReachesTheWholeLength() async throws {
        let server = try server { [picture] _ in .png(picture) }
        let progress = await states(ImageRequest(url: server.url)).compactMap(\.progress)
        #expect(progress.first == ImageProgress())
        #expect(progress.last == ImageProgress(received: picture.count, expected: picture.count))
        #expect(progress.map(\.received) == progress.map(\.received).sorted())
    }

    @Test func fiftySubscribersMakeOneRequest() async throws {
        let gate = ResponseGate()
        let server = try server { [picture] _ in .png(picture).delivered(.held(gate)) }
        let request = ImageRequest(url: server.url)
        // All have subscribed once all have received the loading state.
        let (loading, sender) = AsyncStream<Void>.makeStream()
        let (ends, end) = AsyncStream<ImageState<PNG>>.makeStream()
        var subscriptions: Set<AnyCancellable> = []
        for _ in 0..<50 {
            loader.image(for: request)
                .sink { state in
                    if state.progress == ImageProgress() { sender.yield() }
                    if !state.isLoading { end.yield(state) }
                }
                .store(in: &subscriptions)
        }
        var iterator = loading.makeAsyncIterator()
        for _ in 0..<50 { await iterator.next() }
        await gate.reached()
        gate.open()
        let loaded = try expected(from: .network)
        var outcomes = ends.makeAsyncIterator()
        for _ in 0..<50 { #expect(await outcomes.next() == loaded) }
        #expect(server.requests.count == 1)
    }

    @Test func differentCredentialsMakeSeparateRequests() async throws {
        let server = try server { [picture] request in
            request.headers["Authorization"] == nil ? .failure(status: 401, message: "") : .png(picture)
        }
        let headers = ["Authorization": "Bearer a"]
        #expect(await lastState(server.url, headers: headers) == (try expected(from: .network)))
        let refusal = LoadingError(url: server.url, reason: .status(401, retryAfter: nil))
        #expect(await lastState(server.url)?.error == .notLoaded(refusal))
        #expect(server.requests.count == 2)
    }

    @Test func webPageWithStatus200FailsAndIsNotCached() async throws {
        let server = try server { _ in .html("<!doctype html><p>Sign in.</p>") }
        for _ in 0..<2 {
            let error = await lastState(server.url)?.error
            #expect(error == .notDecodable(server.url, description: "the bytes are not a PNG image"))
        }
        #expect(server.requests.count == 2)
    }

    @Test func truncatedBodyIsNotDecoded() async throws {
        let server = try server { [picture] _ in .png(picture).delivered(.truncated(after: 10)) }
        let reason = LoadingError.Reason.truncated(received: 10, expected: picture.count)
        #expect(
            await lastState(server.url)?.error == .notLoaded(LoadingError(url: server.url, reason: reason)))
    }

    @Test func lastCancellationCancelsTheFetchOnly() async throws {
        let gate = ResponseGate()
        let server = try server { [picture] request in
            request.path == "/" ? .png(picture).delivered(.held(gate)) : .png(picture)
        }
        let subscription = loader.image(at: server.url).sink { state in
            if !state.isLoading { Issue.record("\(state)") }
        }
        await gate.reached()
        subscription.cancel()
        gate.open()
        // The loader still serves other requests.
        #expect(await lastState(try server.url("/other")) == (try expected(from: .network)))
        #expect(loader.cachedImage(for: ImageRequest(url: server.url)) == nil)
    }

    @Test func fileIsRead() async throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "flux-\(UUID().uuidString).png")
        try picture.write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        #expect(await lastState(url) == (try expected(from: .disk)))
    }

    @Test(arguments: ["images/1.png", "//h/1.png", "1.png?a#b"])
    func urlWithoutASchemeFails(text: String) throws {
        let url = try #require(URL(string: text))
        let fixture = ImageFixture { $0.dataLoader = DataLoader() }
        let probe = fixture.probe(ImageRequest(url: url))
        let error = LoadingError(url: url, reason: .unsupportedScheme(""))
        #expect(probe.states.last?.error == .notLoaded(error))
        #expect("\(error)".hasSuffix(": the URL has no scheme, such as https"))
        #expect(probe.lines.last == "finished")
        #expect(fixture.disk.keys.isEmpty)
        let toDisk = ImagePrefetcher(fixture.loader, to: .disk)
        toDisk.start(at: [url])
        #expect(fixture.disk.keys.isEmpty)
        // The same without the loader of several schemes.
        let events = Log<String>()
        for loader in [LocalDataLoader(scheduler: ImmediateScheduler.shared), URLSessionDataLoader()]
            as [any DataLoading]
        {
            _ = loader.load(URLRequest(url: url)) { event in
                if case .failed(let error) = event { events.append("\(error.reason)") }
            }
        }
        #expect(events.entries == Array(repeating: "the URL has no scheme, such as https", count: 2))
    }

    @Test func dataURLIsRead() async throws {
        let url = try #require(URL(string: "data:image/png;base64,\(picture.base64EncodedString())"))
        #expect(await lastState(url) == (try expected(from: .memory)))
    }
}

extension ImageLoader<PNG>.Configuration {
    /// Failures that would be retried are reported at once.
    fileprivate static var withoutRetries: Self {
        var configuration = Self()
        configuration.retry = .immediate(attempts: 0)
        return configuration
    }
}
