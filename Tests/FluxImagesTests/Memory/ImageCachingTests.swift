import FluxImages
import LoadingTestSupport
import Streams
import TestSupport
import Testing

/// Loaders with memory caches that are not their own.
struct ImageCachingTests {
    private func fixture(_ cache: RecordingCache) -> ImageFixture {
        // The limit is without effect.
        ImageFixture(memory: cache) { $0.memoryCountLimit = 0 }
    }

    @Test func imageIsStoredInTheCacheAndIsAHitThen() {
        let cache = RecordingCache()
        let fixture = fixture(cache)
        #expect(fixture.probe().lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(cache.changes == ["store cat 3"])
        #expect(fixture.probe().lines == ["loaded cat from memory", "finished"])
        #expect(fixture.loads.count == 1)
        #expect(fixture.events.last == "1.png hit memory")
    }

    @Test func loaderForwardsItsMethods() {
        let cache = RecordingCache()
        let loader = fixture(cache).loader
        loader.removeCachedImage(for: ImageRequest(url: .image))
        loader.removeAllCachedImages()
        loader.trim(toCost: 7)
        loader.trim(toCount: 8)
        #expect(cache.changes == ["remove 1.png", "removeAll", "trim 7 any", "trim any 8"])
    }

    @Test func imageThatWasPutIntoTheCacheIsNotLoaded() {
        let cache = RecordingCache()
        let fixture = fixture(cache)
        let request = ImageRequest(url: .image, variant: .named("small"))
        cache.images.store(Picture("dog"), for: request, cost: 0)
        #expect(fixture.probe(request).lines == ["loaded dog from memory", "finished"])
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.loads.isEmpty)
    }

    @Test func cacheMayLoseImagesAtAnyTime() {
        let cache = RecordingCache(losesImages: true)
        let fixture = fixture(cache)
        for count in 1...3 {
            #expect(fixture.probe().lines.suffix(2) == ["loaded cat from network", "finished"])
            #expect(fixture.loads.count == count)
        }
        let prefetcher = ImagePrefetcher(fixture.loader)
        prefetcher.start([ImageRequest(url: .image)])
        #expect(fixture.loads.count == 4)
        #expect(fixture.loader.isAtRest)
    }

    /// No lock is held while the cache is called.
    @Test func cacheMayUseTheLoader() {
        let loader = Box<ImageLoader<Picture>?>(nil)
        let other = ImageRequest.named("2.png")
        let isBusy = Box(false)
        let lines = Log<String>()
        let cache = RecordingCache { call in
            guard let loader = loader.value, !isBusy.value else { return }
            isBusy.value = true
            defer { isBusy.value = false }
            lines.append("\(call): \(StateProbe(loader.image(for: other)).lines.last ?? "")")
            loader.trim(toCount: 10)
        }
        let fixture = fixture(cache)
        loader.value = fixture.loader
        #expect(fixture.probe().lines.last == "finished")
        #expect(Set(lines.entries) == ["image: finished", "store cat 3: finished"])
        fixture.loader.removeAllCachedImages()
        #expect(lines.entries.last == "removeAll: finished")
        loader.value = nil
        #expect(fixture.loader.isAtRest)
    }

    @Test func loadersShareACache() {
        let cache = MemoryCache<Picture>(countLimit: 2)
        let fixtures = (0..<2).map { _ in
            ImageFixture(configure: { $0.memoryCache = cache }, onLoad: { $0.finish("cat") })
        }
        for fixture in fixtures { #expect(fixture.probe().lines.last == "finished") }
        #expect(fixtures.map(\.loads.count) == [1, 0])
        #expect(fixtures[1].probe().lines == ["loaded cat from memory", "finished"])
        // By its own limit.
        for number in 0..<3 { _ = fixtures[0].probe(.named("\(number).png")) }
        #expect(cache.count == 2)
        fixtures[1].loader.removeAllCachedImages()
        #expect(fixtures[0].loader.cachedImage(for: .named("2.png")) == nil)
    }

    @Test func loadersOfOneConfigurationHaveCachesOfTheirOwn() {
        let fixture = ImageFixture(onLoad: { $0.finish("cat") })
        let copy = ImageLoader(configuration: fixture.loader.configuration) { try Picture.decode($0) }
        #expect(fixture.probe().lines.last == "finished")
        #expect(fixture.loader.cachedImage(for: ImageRequest(url: .image)) != nil)
        #expect(copy.cachedImage(for: ImageRequest(url: .image)) == nil)
    }
}
