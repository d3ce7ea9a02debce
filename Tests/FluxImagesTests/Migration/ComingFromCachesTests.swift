import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

/// What the tables of "Coming from Nuke or Kingfisher" say of loaders, caches and limits.
struct ComingFromCachesTests {
    private let fixture = ImageFixture()
    private let fresh = ComingFrom.fresh

    // row: `ImagePipeline(configuration:)` row: `KingfisherManager` row: `DataCaching`, `DataLoading`
    @Test func loaderHasAConfigurationAndADecoder() {
        let source = ScriptedDataLoader { $0.finish("cat", ComingFrom.fresh) }
        let disk = EntriesInMemory()
        var configuration = ImageLoader<String>.Configuration(dataLoader: source)
        configuration.diskCache = disk
        configuration.decodeScheduler = ImmediateScheduler.shared
        configuration.diskScheduler = ImmediateScheduler.shared
        let loader = ImageLoader(configuration: configuration) { String(decoding: $0, as: UTF8.self) }
        let last = Box<String?>(nil)
        let subscription = loader.image(at: .image).sink { last.value = $0.image }
        #expect(last.value == "cat" && disk.texts == ["cat"])
        subscription.cancel()
    }

    // row: `ImageRequest(url:processors:priority:)`
    @Test func requestHasHeadersIdentityVariantAndProcessing() {
        let request = ImageRequest(
            url: .image, headers: ["Accept": "image/webp"], identity: "a", variant: .named("small"),
            processing: ["round"])
        let fixture = ImageFixture(
            configure: { $0.processors["round"] = { picture, _ in Picture("round \(picture)") } },
            decode: { data, request in Picture("\(request.variant?.name ?? "") image") })
        let probe = fixture.probe(request)
        #expect(fixture.loads[0].request.value(forHTTPHeaderField: "Accept") == "image/webp")
        fixture.loads[0].finish("cat")
        let variant = ImageVariant.named("small").name
        #expect(probe.states.last?.image == Picture("round \(variant) image"))
        #expect(fixture.loader.cachedImage(for: request) != nil)
    }

    // row: `ImageRequest(url:processors:priority:)` row: `.downloadPriority`
    @Test func downloadPriorityIsThatOfThePublisher() {
        let fixture = ImageFixture { $0.maximumTransfers = 1 }
        let probes = [
            fixture.probe(.named("1")), fixture.probe(.named("2"), priority: .prefetch),
            fixture.probe(.named("3"), priority: .shown),
        ]
        fixture.loads[0].finish("cat")
        #expect(fixture.names == ["1", "3"])
        for probe in probes { probe.cancel() }
    }

    // row: `ImageCaching`, `ImageCacheKey`
    @Test func cacheOfYourOwnHasTheRequestAsKey() {
        struct Cache: ImageCaching {
            let stored = Log<ImageRequest>()

            func image(for request: ImageRequest) -> Picture? { nil }
            func store(_ image: Picture, for request: ImageRequest, cost: Int) { stored.append(request) }
            func remove(_ request: ImageRequest) {}
            func removeAll() {}
            func trim(toCost cost: Int, count: Int) {}
        }
        let cache = Cache()
        let fixture = ImageFixture { $0.memoryCache = cache }
        fixture.load("cat", fresh, ImageRequest(url: .image, variant: .named("small")))
        #expect(cache.stored.entries == [ImageRequest(url: .image, variant: .named("small"))])
    }

    /// As in both libraries, an image is removed for one processor or size; those of others stay.
    // row: `pipeline.cache.removeCachedImage(for:)`
    // row: `ImageCache.store(_:original:forKey:)`, `removeImage(forKey:)`
    @Test func removeImageKeepsOtherVariants() {
        let fixture = ImageFixture { $0.encodeVariant = { picture, _ in Data("stored \(picture)".utf8) } }
        let requests = ["small", "large"].map { ImageRequest(url: .image, variant: .named($0)) }
        for request in requests { fixture.load("cat", fresh, request) }
        for request in requests { fixture.loader.insertImage(Picture("cat"), for: request) }
        fixture.loader.removeCachedImage(for: requests[0])
        #expect(requests.map { fixture.loader.cachedImage(for: $0) != nil } == [false, true])
        let count = fixture.disk.texts.count
        fixture.loader.removeImage(for: requests[0])
        // The bytes of all variants, and the stored variant.
        #expect(fixture.disk.texts.count == count - 2)
        #expect(fixture.loader.cachedImage(for: requests[1]) == Picture("cat"))
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe(requests[1]).lines.suffix(2).first?.hasSuffix("from disk") == true)
    }

    // row: `pipeline.cache.removeAll()` row: `ImageCache.clearMemoryCache()`, `clearDiskCache()`
    @Test func clearDiskCacheIsThatOfTheDiskCache() async throws {
        let folder = TemporaryFolder()
        let cache = DiskCache(at: folder.url)
        let fixture = ImageFixture { $0.diskCache = cache }
        fixture.load("cat", fresh)
        #expect(fixture.loader.cachedImage(at: .image) == nil)
        #expect(try await cache.usage().count == 1)
        cache.removeAll()
        #expect(try await cache.usage().count == 0)
    }

    // row: `URLCache`
    @Test func staleBytesAreValidated() {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(100))
        let probe = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
        fixture.loads[1].confirm()
        #expect(probe.states.last?.image == Picture("cat"))
    }

    // row: `dataLoadingQueue.maxConcurrentOperationCount`
    @Test func transfersAreLimitedInAllAndPerHost() {
        let fixture = ImageFixture { $0.maximumTransfersPerHost = 1 }
        let probes =
            ["a", "a", "b", "c"].map { fixture.probe(.named("\($0)", host: "\($0).test")) }
            + [fixture.probe(.named("d", host: "a.test"))]
        #expect(fixture.names == ["a", "b", "c"])
        fixture.loader.maximumTransfers = 3
        fixture.loader.maximumTransfersPerHost = 2
        #expect(fixture.names == ["a", "b", "c"])
        fixture.loader.maximumTransfers = 4
        #expect(fixture.names == ["a", "b", "c", "d"])
        for probe in probes { probe.cancel() }
    }

    // row: `imageDecodingQueue`
    @Test func decodingsAreLimitedAndScheduled() {
        let decoding = VirtualTimeScheduler()
        let decoded = Log<String>()
        let fixture = ImageFixture(
            configure: { configuration in
                configuration.decodeScheduler = decoding
                configuration.maximumDecodings = 1
            },
            decode: { data, request in
                decoded.append(request.url.lastPathComponent)
                return Picture("cat")
            })
        let probes = ["1", "2"].map { fixture.probe(.named($0)) }
        for load in fixture.loads { load.finish("cat") }
        #expect(decoded.entries.isEmpty)
        decoding.run()
        #expect(decoded.entries == ["1", "2"])
        #expect(probes.allSatisfy { $0.lines.last == "finished" })
    }

    // row: `ImagePipeline.Error` row: `KingfisherError`
    @Test func errorSaysWhyAnImageFailed() {
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        guard case .notLoaded(let error)? = probe.states.last?.error else {
            Issue.record("\(probe.lines)")
            return
        }
        #expect(error.reason == .status(404, retryAfter: nil))
        #expect(
            fixture.probe(ImageRequest(url: .image, from: .cache)).states.last?.error == .notCached(.image))
    }

    // row: `ImageCache(name:)`, `.targetCache`
    @Test func loadersShareCaches() {
        let memory = MemoryCache<Picture>(costLimit: 1_000)
        let (one, other) = (
            ImageFixture { $0.memoryCache = memory }, ImageFixture { $0.memoryCache = memory }
        )
        _ = one.probe()
        one.loads[0].finish("cat")
        #expect(other.probe().lines == ["loaded cat from memory", "finished"])
        #expect(other.loads.isEmpty)
    }

    // row: `.diskCacheExpiration(_:)` of one image
    @Test func expirationOfOneImageIsItsFreshness() {
        struct Stale: CachePolicy {
            func freshness(
                of response: StoredResponse, for request: ImageRequest, at now: Date
            ) -> Freshness {
                request.url.lastPathComponent == "cat" ? .unusable : .fresh
            }
        }
        let fixture = ImageFixture { $0.cachePolicy = Stale() }
        fixture.load("dog", [:], .named("dog"))
        fixture.load("cat", [:], .named("cat"))
        #expect(fixture.probe(.named("dog")).lines.suffix(2) == ["loaded dog from disk", "finished"])
        let probe = fixture.probe(.named("cat"))
        #expect(fixture.names == ["dog", "cat", "cat"])
        probe.cancel()
    }
}
