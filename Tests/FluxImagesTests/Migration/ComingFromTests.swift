import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

/// What the tables of "Coming from Nuke or Kingfisher" say, row by row. The name of each test is in a row.
enum ComingFrom {
    static let fresh = ["Cache-Control": "max-age=60", "ETag": "\"a\""]
}

struct ComingFromNukeTests {
    private let fixture = ImageFixture()
    private let fresh = ComingFrom.fresh

    // row: `imagePublisher(with:)` row: `loadImage(with:progress:completion:)`
    @Test func loadImageSendsProgressAndThenTheImage() {
        let probe = fixture.probe()
        fixture.loads[0].respond(length: 3)
        fixture.loads[0].send("c")
        fixture.loads[0].send("at")
        fixture.loads[0].finish()
        #expect(
            probe.lines == [
                "loading 0/?", "loading 0/3", "loading 1/3", "loading 3/3", "loaded cat from network",
                "finished",
            ])
    }

    // row: `userInfo[.imageIdKey]`, `ImageRequest.UserInfoKey` row: `cacheKey(for:pipeline:)` of the delegate
    // row: `KF.ImageResource(downloadURL:cacheKey:)`
    @Test func imageIdKeyIsTheIdentity() {
        let first = fixture.probe(ImageRequest(url: .image, identity: "a"))
        fixture.loads[0].finish("cat")
        #expect(first.lines.last == "finished")
        let signed = ImageRequest(
            url: URL(string: "https://images.test/1.png?signature=2") ?? .image, identity: "a")
        #expect(fixture.probe(signed).lines == ["loaded cat from memory", "finished"])
    }

    // row: `ImageProcessors.Resize`, `thumbnail` row: `DownsamplingImageProcessor`, `ResizingImageProcessor`
    @Test func resizeIsAVariantThatTheDecoderApplies() {
        let fixture = ImageFixture(decode: { data, request in
            Picture("\(String(decoding: data, as: UTF8.self)) \(request.variant?.name ?? "original")")
        })
        let small = ImageRequest(url: .image, variant: .size(width: 40, height: 40))
        let probe = fixture.probe(small)
        fixture.loads[0].finish("cat")
        #expect(probe.states.last?.image == Picture("cat size 40x40"))
    }

    // row: `ImageProcessors.RoundedCorners`, `ImageProcessing`
    // row: `.processor(_:)`, `RoundCornerImageProcessor`
    @Test func roundedCornersIsAProcessor() {
        let fixture = ImageFixture { $0.processors["round"] = { picture, _ in Picture("round \(picture)") } }
        let probe = fixture.probe(ImageRequest(url: .image, processing: ["round"]))
        fixture.loads[0].finish("cat")
        #expect(probe.states.last?.image == Picture("round cat"))
    }

    // row: `ImageTask.priority`, `ImageRequest.Priority`
    @Test func taskPriorityIsALivePriority() {
        let fixture = ImageFixture { $0.maximumTransfers = 1 }
        let priority = LiveImagePriority(.prefetch)
        let probes = [
            fixture.probe(.named("1")), fixture.probe(.named("2"), priority: .nearAhead),
            StateProbe(fixture.loader.image(for: .named("3"), priority: priority)),
        ]
        priority.value = .shown
        fixture.loads[0].finish("cat")
        #expect(fixture.names == ["1", "3"])
        for probe in probes { probe.cancel() }
    }

    // row: `ImageCache`, `costLimit`, `countLimit` row: `ImageCache.default.memoryStorage.config`
    @Test func costLimitAndCountLimitLimitTheMemory() {
        let fixture = ImageFixture { configuration in
            configuration.memoryCountLimit = 2
            configuration.cost = { _, data in data.count }
        }
        for number in 0..<4 {
            fixture.loader.insertImage(Picture("\(number)"), data: Data([1, 2]), for: .named("\(number)"))
        }
        #expect(fixture.loader.memory.count == 2)
        fixture.loader.memoryCostLimit = 2
        #expect(fixture.loader.memory.count == 1)
    }

    // row: `pipeline.cache[request]`
    @Test func pipelineCacheSubscriptReadsRemovesAndStores() {
        let request = ImageRequest(url: .image)
        fixture.loader.insertImage(Picture("cat"), data: Data("cat".utf8), for: request)
        #expect(fixture.loader.cachedImage(for: request) == Picture("cat"))
        #expect(fixture.disk.texts == ["cat"])
        // Nuke's removeCachedImage removes from both.
        fixture.loader.removeImage(for: request)
        #expect(fixture.loader.cachedImage(for: request) == nil && fixture.disk.texts.isEmpty)
        fixture.loader.insertImage(Picture("cat"), data: Data("cat".utf8), for: request)
        fixture.loader.removeAllCachedImages()
        #expect(fixture.disk.texts == ["cat"])
    }

    // row: `willCache(data:image:for:pipeline:)` of the delegate
    @Test func willCacheIsThePolicy() {
        struct NoCats: CachePolicy {
            func responseToStore(_ response: StoredResponse, for request: ImageRequest) -> StoredResponse? {
                request.url.lastPathComponent == "cat" ? nil : response
            }
        }
        let fixture = ImageFixture { $0.cachePolicy = NoCats() }
        fixture.load("dog", fresh, .named("dog"))
        fixture.load("cat", fresh, .named("cat"))
        #expect(fixture.disk.texts == ["dog"])
    }

    // row: `ImageRequest.Options.reloadIgnoringCachedData`
    @Test func reloadIgnoringCachedDataIsReloadImage() {
        fixture.load("cat", fresh)
        let probe = StateProbe(fixture.loader.reloadImage(for: ImageRequest(url: .image)))
        fixture.loads[1].finish("dog", fresh)
        #expect(probe.states.last?.image == Picture("dog"))
    }

    // row: `ImageRequest.Options.returnCacheDataDontLoad`
    @Test func returnCacheDataDontLoadIsTheSourceCache() {
        let request = ImageRequest(url: .image, from: .cache)
        #expect(fixture.probe(request).states.last?.error == .notCached(.image))
        fixture.load("cat", fresh)
        #expect(fixture.probe(request).states.last?.image == Picture("cat"))
    }

    // row: `dataCachePolicy: .storeEncodedImages`
    @Test func storeEncodedImagesIsEncodeVariant() {
        let fixture = ImageFixture { $0.encodeVariant = { picture, _ in Data("small \(picture)".utf8) } }
        fixture.load("cat", fresh, ImageRequest(url: .image, variant: .named("small")))
        #expect(fixture.disk.texts == ["cat", "small cat"])
    }

    // row: `isResumableDataEnabled`, `isTaskCoalescingEnabled`
    @Test func resumableDataAndCoalescingAreAlwaysOn() {
        let first = fixture.probe()
        let second = fixture.probe()
        #expect(fixture.loads.count == 1)
        fixture.loads[0].respond(["Content-Length": "6", "ETag": "\"a\"", "Accept-Ranges": "bytes"])
        fixture.loads[0].send("cat")
        first.cancel()
        second.cancel()
        let third = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
        third.cancel()
    }

    // row: `ImagePrefetcher(destination: .diskCache)`
    @Test func prefetcherWithTheDestinationDiskCacheKeepsNothingInMemory() {
        let prefetcher = ImagePrefetcher(fixture.loader, to: .disk)
        prefetcher.start(at: [.image])
        fixture.loads[0].finish("cat", fresh)
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loader.cachedImage(at: .image) == nil)
        withExtendedLifetime(prefetcher) {}
    }

    // row: `ImagePipelineDelegate`
    @Test func delegateIsTheStreamOfEvents() {
        fixture.load("cat", fresh)
        #expect(fixture.events.contains("1.png downloaded 3"))
    }
}

struct ComingFromKingfisherTests {
    private let fixture = ImageFixture()
    private let fresh = ComingFrom.fresh

    // row: `.forceRefresh`
    @Test func forceRefreshIsReloadImage() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines.last == "finished")
        let probe = StateProbe(fixture.loader.reloadImage(for: ImageRequest(url: .image)))
        fixture.loads[1].finish("dog", fresh)
        #expect(
            probe.lines == [
                "loading 0/?", "loading 0/3", "loading 3/3", "loaded dog from network", "finished",
            ])
        #expect(fixture.loader.cachedImage(at: .image) == Picture("dog"))
        #expect(fixture.disk.texts == ["dog"])
    }

    // row: `.fromMemoryCacheOrRefresh`
    @Test func fromMemoryCacheOrRefreshLooksIntoMemoryOnly() {
        fixture.load("cat", fresh)
        let request = ImageRequest(url: .image)
        #expect(fixture.loader.cachedImage(for: request) == nil)
        let probe = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loads[1].finish("dog", fresh)
        #expect(probe.states.last?.image == Picture("dog"))
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
    }

    // row: `.onlyFromCache`
    @Test func onlyFromCacheIncludesTheDisk() {
        fixture.load("cat", fresh)
        let request = ImageRequest(url: .image, from: .cache)
        #expect(fixture.probe(request).states.last?.image == Picture("cat"))
        #expect(
            fixture.probe(.named("dog").with(source: .cache)).states.last?.error?.url.lastPathComponent
                == "dog")
        #expect(fixture.loads.count == 1)
    }

    @Test func removeImageRemovesFromMemoryAndDisk() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines.last == "finished")
        fixture.loader.removeImage(for: ImageRequest(url: .image))
        #expect(fixture.loader.cachedImage(at: .image) == nil && fixture.disk.texts.isEmpty)
    }

    // row: `ImageCache.store(_:original:forKey:)`, `removeImage(forKey:)`
    @Test func storeIsInsertImage() {
        fixture.loader.insertImage(Picture("cat"), data: Data("cat".utf8), for: ImageRequest(url: .image))
        #expect(fixture.loader.cachedImage(at: .image) == Picture("cat"))
        #expect(fixture.disk.texts == ["cat"])
    }

    // row: `.requestModifier(_:)`
    @Test func requestModifierIsHeadersOrPreparing() {
        let probe = fixture.probe(ImageRequest(url: .image, headers: ["Accept": "image/webp"]))
        #expect(fixture.loads[0].request.value(forHTTPHeaderField: "Accept") == "image/webp")
        probe.cancel()
    }

    // row: `.placeholder`, `.onFailureImage`
    @Test func placeholderAndOnFailureImageAreThoseOfTheConfigurationOrThePublisher() {
        let probe = fixture.probe()
        #expect(probe.states[0].image == .placeholder)
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        #expect(probe.states.last?.image == .fallback)
        let own = StateProbe(fixture.loader.image(at: .image).placeholder(Picture("own")))
        #expect(own.states[0].image == Picture("own"))
        own.cancel()
    }

    // row: `.alternativeSources(_:)`
    @Test func alternativeSourcesAreAlternatives() throws {
        let other = try #require(URL(string: "https://b.test/1.png"))
        let probe = fixture.probe(ImageRequest(url: .image, alternatives: [other]))
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        fixture.loads[1].finish("cat")
        #expect(probe.states.last?.image == Picture("cat"))
    }

    // row: `.retryStrategy(DelayRetryStrategy(maxRetryCount:))`
    @Test func retryStrategyIsTheRetryPolicy() {
        let fixture = ImageFixture { $0.retry = .constant(.seconds(1), attempts: 1) }
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        fixture.time.advance(by: .seconds(1))
        fixture.loads[1].finish("cat")
        #expect(probe.states.last?.image == Picture("cat"))
    }

    // row: `ImageDownloader.downloadTimeout`
    @Test func downloadTimeoutIsTheTimeoutOfTheRequest() {
        let probe = fixture.probe(ImageRequest(url: .image, timeout: .seconds(7)))
        #expect(fixture.loads[0].request.timeoutInterval == 7)
        probe.cancel()
    }

    /// Kingfisher extends the time of an image when it is read. Here, bytes on disk are fresh from when they
    /// were received.
    // row: `.memoryCacheAccessExtendingExpiration(_:)`, `.diskCacheAccessExtendingExpiration(_:)`
    @Test func readingAnImageDoesNotExtendItsTime() {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(50))
        #expect(fixture.probe().lines.last == "finished")
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(20))
        let probe = fixture.probe()
        #expect(fixture.loads.count == 2)
        probe.cancel()
    }

    /// Kingfisher drops an image from memory after five minutes. Here it stays until others need its place.
    // row: `memoryStorage.config.expiration`, `.memoryCacheExpiration(_:)`
    @Test func imagesInMemoryDoNotExpire() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines.last == "finished")
        fixture.time.advance(by: .seconds(100_000))
        #expect(fixture.probe().lines == ["loaded cat from memory", "finished"])
    }

    @Test func clearMemoryCacheKeepsTheDisk() {
        fixture.load("cat", fresh)
        fixture.loader.removeAllCachedImages()
        #expect(fixture.disk.texts == ["cat"])
    }

    // row: `ImagePrefetcher(urls:).start()`, its progress and completion
    @Test func prefetcherReportsWhatFailed() {
        let prefetcher = ImagePrefetcher(fixture.loader)
        let last = Box(PrefetchProgress())
        let subscription = prefetcher.progress.sink { last.value = $0 }
        prefetcher.start([.named("a"), .named("b")])
        fixture.loads[0].finish("cat")
        fixture.loads[1].fail(.status(404, retryAfter: nil))
        #expect(last.value.completedCount == 2 && last.value.failures.count == 1)
        subscription.cancel()
    }

    // row: `RetrieveImageResult.cacheType` row: `.transition(.fade(_:))`
    @Test func cacheTypeIsTheOriginOfTheState() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.probe().lines == ["loaded cat from memory", "finished"])
    }
}
