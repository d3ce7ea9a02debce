import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct PreparingDataLoaderTests {
    private struct Refused: Error {}

    private let source = ScriptedDataLoader { $0.finish("cat") }
    private let request = URLRequest(url: .image)

    /// The events of a load up to its end.
    private func events(of loader: some DataLoading) async -> [String] {
        await withCheckedContinuation { continuation in
            let lines = Log<String>()
            _ = loader.load(request) { event in
                switch event {
                case .response: lines.append("response")
                case .bytes(let data): lines.append(String(decoding: data, as: UTF8.self))
                case .finished:
                    lines.append("finished")
                    continuation.resume(returning: lines.entries)
                case .failed(let error):
                    lines.append("\(error.reason)")
                    continuation.resume(returning: lines.entries)
                }
            }
        }
    }

    /// A proxy, for example, is no redirect: what was loaded from it is the response to the request.
    @Test func responseToAPreparedRequestHasTheURLOfTheRequest() async throws {
        let proxy = try #require(URL(string: "https://proxy.test/1"))
        let redirected = try #require(URL(string: "https://other.test/1"))
        for (final, expected) in [(proxy, URL.image), (redirected, redirected)] {
            let source = ScriptedDataLoader { $0.finish("cat", [:], from: final) }
            let url: URL? = await withCheckedContinuation { continuation in
                _ = source.preparing { _ in URLRequest(url: proxy) }.load(request) { event in
                    if case .response(let response) = event { continuation.resume(returning: response.url) }
                }
            }
            #expect(url == expected)
        }
    }

    // row: `AsyncImageDownloadRequestModifier`
    @Test func requestIsChangedBeforeItIsLoaded() async {
        let loader = source.preparing { request in
            var request = request
            await Task.yield()
            request.setValue("Bearer 1", forHTTPHeaderField: "Authorization")
            return request
        }
        #expect(await events(of: loader) == ["response", "cat", "finished"])
        #expect(source.loads[0].request.value(forHTTPHeaderField: "Authorization") == "Bearer 1")
    }

    @Test func errorFailsTheLoad() async {
        let refusing = source.preparing { _ in throw Refused() }
        #expect(await events(of: refusing) == ["request not prepared: Refused()"])
        let error = LoadingError(url: .image, reason: .status(401, retryAfter: nil))
        #expect(await events(of: source.preparing { _ in throw error }) == ["\(error.reason)"])
        #expect(source.loads.isEmpty)
    }

    @Test func cancelledLoadIsNotStarted() async {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (done, end) = AsyncStream<Void>.makeStream()
        let load = source.preparing { request in
            defer { end.finish() }
            for await _ in gate {}
            return request
        }.load(request) { _ in Issue.record("it was cancelled") }
        load.cancel()
        open.finish()
        for await _ in done {}
        await Task.yield()
        #expect(source.loads.isEmpty)
    }
}
