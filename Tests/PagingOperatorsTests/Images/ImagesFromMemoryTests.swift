import FluxImages
import LoadingTestSupport
import PagingOperators
import Streams
import TestSupport
import Testing

struct ImagesFromMemoryTests {
    @Test func rowsOfAFeedAreLookedUpInTheCache() {
        let cache = RecordingCache()
        let fixture = ImageFixture(memory: cache)
        let urls = (0..<3).map { ImageRequest.named("\($0).png").url }
        cache.images.store(Picture("dog"), for: ImageRequest(url: urls[1]), cost: 0)
        let lines = Box<[String]>([])
        let feed = Empty<ListSignal, Never>(completeImmediately: true)
            .paginate(threshold: 0, from: OffsetPages(limit: 3) { _, _ in Just([0, 1, 2]) })
            .images(from: fixture.loader, at: { urls[$0] })
            .sink { lines.value = $0.items.map { $0.image.line } }
        #expect(
            lines.value == ["loaded cat from network", "loaded dog from memory", "loaded cat from network"])
        #expect(cache.changes == ["store cat 3", "store cat 3"])
        feed.cancel()
    }

    /// Once for each row that gets its image from memory, whether it is single or in a feed.
    @Test func memoryHitsOfAFeedAreSent() {
        let fixture = ImageFixture()
        for name in ["0", "1", "2"] {
            StateProbe(fixture.loader.image(for: .named(name)), thenFinish: name, from: fixture.source)
        }
        let count = fixture.events.count
        let feed = Empty<ListSignal, Never>(completeImmediately: false)
            .paginate(threshold: 0, from: OffsetPages(limit: 4) { _, _ in Just(Array(0..<4)) })
            .images(from: fixture.loader, range: ImageRange(near: 3)) { .named("\($0)") }
        let probe = FeedProbe(feed)
        #expect(
            probe.lines == [
                "loaded 0 from memory", "loaded 1 from memory", "loaded 2 from memory", "loading 0/?",
            ])
        #expect(
            fixture.events.dropFirst(count) == [
                "0 hit memory", "1 hit memory", "2 hit memory", "3 queued", "3 started 1",
            ])
        probe.cancel()
    }
}
