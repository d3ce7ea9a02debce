import FluxImages
import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import Testing

struct ImageInATaskTests {
    private let request = ImageRequest(url: .image)

    @Test func firstImageIsReturned() async throws {
        let source = ScriptedDataLoader { $0.finish("cat") }
        let loader = ImageLoader.scripted(source)
        #expect(try await loader.loadImage(for: request) == Picture("cat"))
        #expect(try await loader.loadImage(at: .image) == Picture("cat"))
        #expect(source.loads.count == 1)
    }

    @Test func failureIsThrownInPlaceOfTheFallback() async {
        let loader = ImageLoader.scripted(ScriptedDataLoader { $0.finish("<html>") })
        #expect(loader.configuration.fallback != nil)
        await #expect(throws: ImageError.notDecodable(.image, description: "it begins with <")) {
            try await loader.loadImage(for: request)
        }
    }

    @Test func cancellationOfTheTaskCancelsTheLoad() async {
        let (starts, started) = AsyncStream<ScriptedDataLoader.Load>.makeStream()
        let loader = ImageLoader.scripted(ScriptedDataLoader { started.yield($0) })
        let task = Task { [request] in try await loader.loadImage(for: request) }
        var loads = starts.makeAsyncIterator()
        let load = await loads.next()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(load?.isCancelled == true)
    }
}
