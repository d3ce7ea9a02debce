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
