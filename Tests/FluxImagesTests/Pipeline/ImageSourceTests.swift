import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Images from the caches only, or from the server only; one image in both caches; alternatives.
struct ImageSourceTests {
    private let fixture = ImageFixture()
    private let fresh = ["Cache-Control": "max-age=60", "ETag": "\"a\""]
    private let request = ImageRequest(url: .image)

    @Test func cacheAloneServesMemoryThenDisk() {
        let cached = request.with(source: .cache)
        #expect(fixture.probe(cached).lines == ["loading 0/?", "failed", "finished"])
        #expect(fixture.probe(cached).states.last?.error == .notCached(.image))
        fixture.load("cat", fresh)
        #expect(fixture.probe(cached).lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.probe(cached).lines == ["loaded cat from memory", "finished"])
        #expect(fixture.loads.count == 1)
    }

    @Test func cacheAloneServesStaleBytes() {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(1_000))
        #expect(
            fixture.probe(request.with(source: .cache)).lines.suffix(2) == [
                "loaded cat from disk", "finished",
            ])
        #expect(fixture.loads.count == 1)
    }

    @Test func damagedBytesAreNotDownloadedForTheCacheAlone() {
        fixture.load("cat", fresh)
        fixture.disk.changeAll { $0.data = Data("<".utf8) }
        #expect(fixture.probe(request.with(source: .cache)).states.last?.error == .notCached(.image))
        #expect(fixture.loads.count == 1)
        #expect(fixture.loader.isAtRest)
    }

    @Test func cacheAloneDoesNotWaitForADownload() {
        let loading = fixture.probe()
        #expect(fixture.probe(request.with(source: .cache)).lines.last == "finished")
        #expect(loading.lines == ["loading 0/?"])
        loading.cancel()
    }

    @Test func reloadedImageReplacesWhatIsCached() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines.last == "finished")
        let probe = StateProbe(fixture.loader.reloadImage(for: request))
        #expect(probe.lines == ["loading 0/?"])
        // Without a condition.
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == nil)
        fixture.loads[1].finish("dog", fresh)
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.disk.texts == ["dog"])
    }

    /// The answer to an ordinary request may be older than that to a reload, whichever comes last.
    @Test func reloadedImageIsThatOfFetchesThatRun() {
        let ordinary = fixture.probe()
        let small = fixture.probe(request.with(variant: .named("small")))
        let reload = StateProbe(fixture.loader.reloadImage(for: request))
        #expect(fixture.loads.count == 2)
        fixture.loads[1].finish("dog", fresh)
        #expect(fixture.loads[0].isCancelled)
        for probe in [ordinary, reload] {
            #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        }
        #expect(small.lines.suffix(2) == ["loaded dog from network", "finished"])
        fixture.loads[0].finish("cat", fresh)
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.disk.texts == ["dog"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func imageThatIsValidatedIsReplacedByTheReloadedOne() {
        fixture.load("cat", ["Cache-Control": "max-age=1, stale-while-revalidate=100", "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(10))
        let ordinary = fixture.probe()
        #expect(ordinary.lines.last == "loaded cat from disk")
        let reload = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loads[2].finish("dog", fresh)
        for probe in [ordinary, reload] {
            #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        }
        fixture.loads[1].confirm()
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.disk.texts == ["dog"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func reloadThatIsNoImageDoesNotReachOtherFetches() {
        let ordinary = fixture.probe()
        let reload = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loads[1].finish("<html>", fresh)
        #expect(reload.states.last?.error != nil)
        #expect(ordinary.lines == ["loading 0/?"])
        fixture.loads[0].finish("cat", fresh)
        #expect(ordinary.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func reloadedImageEndsTheRetriesOfOthers() {
        let fixture = ImageFixture { $0.retry = .exponential(from: .seconds(10), attempts: 3) }
        let ordinary = fixture.probe()
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        let reload = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loads[1].finish("dog", fresh)
        for probe in [ordinary, reload] {
            #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        }
        fixture.time.advance(by: .seconds(100))
        #expect(fixture.loads.count == 2)
        #expect(fixture.loader.isAtRest)
    }

    @Test func failedReloadKeepsWhatIsCached() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines.last == "finished")
        let probe = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loads[1].fail(.status(500, retryAfter: nil))
        #expect(probe.lines.last == "finished" && probe.states.last?.error != nil)
        #expect(fixture.loader.cachedImage(for: request) == Picture("cat"))
        #expect(fixture.disk.texts == ["cat"])
    }

    @Test func reloadOfAnImageThatIsGoneRemovesItFromDisk() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines.last == "finished")
        let probe = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loads[1].fail(.status(410, retryAfter: nil))
        #expect(probe.states.last?.error != nil)
        #expect(fixture.loader.cachedImage(for: request) == Picture("cat"))
        #expect(fixture.disk.texts.isEmpty)
    }

    @Test func removedImageIsInNeitherCache() {
        let fixture = ImageFixture { $0.encodeVariant = { picture, _ in Data("\(picture)".utf8) } }
        let small = ImageRequest(url: .image, variant: .named("small"))
        fixture.load("cat", fresh, small)
        #expect(fixture.disk.keys.count == 2)
        fixture.loader.removeImage(for: small)
        #expect(fixture.disk.keys.isEmpty)
        #expect(fixture.loader.cachedImage(for: small) == nil)
    }

    @Test func reloadThatRunsStoresItsImageAfterARemoval() {
        fixture.load("cat", fresh)
        let reload = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loader.removeImage(for: request)
        fixture.loads[1].finish("dog", fresh)
        #expect(reload.lines.last == "finished")
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.disk.texts == ["dog"])
        // One that was cancelled before does not.
        let other = StateProbe(fixture.loader.reloadImage(for: request))
        other.cancel()
        fixture.loader.removeImage(for: request)
        fixture.loads[2].finish("bird", fresh)
        #expect(fixture.loader.cachedImage(for: request) == nil)
        #expect(fixture.disk.texts.isEmpty)
    }

    /// A thread may be storing it at that time.
    @Test(arguments: [ImageSource.any, .server])
    func imageThatIsRemovedAfterACancellationStaysRemoved(source: ImageSource) {
        let disk = InterruptedEntries()
        let fixture = ImageFixture { $0.diskCache = disk }
        let probe = fixture.probe(request.with(source: source))
        disk.interrupt { [request] in
            probe.cancel()
            fixture.loader.removeImage(for: request)
        }
        fixture.loads[0].finish("cat", fresh)
        #expect(disk.texts.isEmpty)
        #expect(fixture.loader.cachedImage(for: request) == nil)
        #expect(fixture.loader.isAtRest)
    }

    /// The server may have a newer image since.
    @Test func reloadIsRequestedAgainWhileACancelledOneIsDecoded() {
        let decoding = VirtualTimeScheduler()
        let fixture = ImageFixture { $0.decodeScheduler = decoding }
        let first = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loads[0].finish("cat", fresh)
        first.cancel()
        let second = StateProbe(fixture.loader.reloadImage(for: request))
        #expect(fixture.loads.count == 2)
        fixture.loads.last?.finish("dog", fresh)
        decoding.run()
        #expect(second.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.disk.texts == ["dog"])
        #expect(fixture.loader.isAtRest)
    }

    /// Whichever is slower: the removal was decided before.
    @Test func reloadedImageStaysOnDiskThoughAnOlderResponseRemovesIt() {
        let disk = InterruptedEntries()
        let fixture = ImageFixture { $0.diskCache = disk }
        let ordinary = fixture.probe(request)
        let reload = StateProbe(fixture.loader.reloadImage(for: request))
        disk.interrupt { [fresh] in fixture.loads[1].finish("dog", fresh) }
        fixture.loads[0].fail(.status(410, retryAfter: nil))
        for probe in [ordinary, reload] {
            #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        }
        #expect(disk.texts == ["dog"])
        #expect(fixture.loader.isAtRest)
    }

    /// While another thread is storing a newer one.
    @Test func imageThatIsRemovedIsNotReadAgain() {
        let (disk, reading, decoding) = (InterruptedEntries(), VirtualTimeScheduler(), VirtualTimeScheduler())
        let fixture = ImageFixture {
            $0.diskCache = disk
            $0.diskScheduler = reading
            $0.decodeScheduler = decoding
        }
        fixture.loader.insertImage(Picture("cat"), data: Data("cat".utf8), for: request)
        let reload = StateProbe(fixture.loader.reloadImage(for: request))
        fixture.loads[0].finish("dog", fresh)
        let later = Locked<StateProbe?>(nil)
        disk.interrupt { [request] in
            reload.cancel()
            fixture.loader.removeImage(for: request)
            _ = later.exchange(fixture.probe(request))
            reading.run()
        }
        decoding.run()
        #expect(later.withLock { $0 }?.lines == ["loading 0/?"])
        #expect(fixture.loads.count == 2)
        #expect(disk.texts.isEmpty)
    }

    @Test func insertedImageIsInBothCaches() {
        fixture.loader.insertImage(Picture("cat"), data: Data("cat".utf8), for: request)
        #expect(fixture.probe().lines == ["loaded cat from memory", "finished"])
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe().lines.suffix(2) == ["loaded cat from disk", "finished"])
        fixture.loader.insertImage(Picture("dog"), for: .named("dog"))
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loads.isEmpty)
    }

    @Test func policyDecidesWhetherAnInsertedImageIsStored() {
        let unstored = ImageRequest(url: .image, headers: ["Cache-Control": "no-store"])
        fixture.load("cat", fresh)
        fixture.loader.insertImage(Picture("dog"), data: Data("dog".utf8), for: unstored)
        #expect(fixture.disk.texts.isEmpty)
        #expect(fixture.probe(unstored).lines == ["loaded dog from memory", "finished"])
        // What it adds is stored beside the bytes.
        let own = ImageFixture {
            $0.cachePolicy = ScriptedPolicy(
                store: { StoredResponse(receivedAt: $0.receivedAt, fields: ["X-Own": "yes"]) },
                freshness: { response, _, _ in response.fields["x-own"] == nil ? .unusable : .fresh })
        }
        own.loader.insertImage(Picture("dog"), data: Data("dog".utf8), for: request)
        own.loader.removeAllCachedImages()
        #expect(own.probe().lines.suffix(2) == ["loaded dog from disk", "finished"])
    }

    @Test func insertedImageIsThatOfFetchesThatRun() {
        let small = request.with(variant: .named("small"))
        let probes = [request, small, request.with(source: .server)].map { fixture.probe($0) }
        #expect(fixture.loads.count == 2)
        fixture.loader.insertImage(Picture("dog"), data: Data("dog".utf8), for: request)
        for probe in probes { #expect(probe.lines.suffix(2) == ["loaded dog from disk", "finished"]) }
        #expect(fixture.loads.allSatisfy { $0.isCancelled })
        for load in fixture.loads { load.finish("cat", fresh) }
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.disk.texts == ["dog"])
        #expect(fixture.loader.isAtRest)
    }

    /// It is in memory only.
    @Test func imageThatIsInsertedWithoutItsBytesIsThatOfFetchesThatRun() {
        let small = request.with(variant: .named("small"))
        let probes = [request, request.with(source: .server), small].map { fixture.probe($0) }
        #expect(fixture.loads.count == 2)
        fixture.loader.insertImage(Picture("dog"), for: request)
        for probe in probes[..<2] {
            #expect(probe.lines.suffix(2) == ["loaded dog from memory", "finished"])
        }
        #expect(fixture.loads.map(\.isCancelled) == [false, true])
        fixture.loads[0].finish("cat", fresh)
        #expect(probes[2].lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func imageThatIsInsertedWhileAnOlderOneIsProcessedStays() {
        let insert = Locked<(@Sendable () -> Void)?>(nil)
        let fixture = ImageFixture {
            $0.processors["round"] = { picture, _ in
                insert.exchange(nil)?()
                return picture
            }
        }
        let round = ImageRequest(url: .image, processing: ["round"])
        let probe = fixture.probe(round)
        _ = insert.exchange { [unowned fixture] in fixture.loader.insertImage(Picture("dog"), for: round) }
        fixture.loads[0].finish("cat", fresh)
        #expect(probe.lines.suffix(2) == ["loaded dog from memory", "finished"])
        #expect(fixture.loader.cachedImage(for: round) == Picture("dog"))
        #expect(fixture.loader.isAtRest)
    }

    /// The image that it replaces was put in memory before.
    @Test func insertedImageStaysWhenOtherRowsOfItsDecodingAreCancelled() {
        let insert = Locked<(@Sendable () -> Void)?>(nil)
        let fixture = ImageFixture {
            $0.processors["round"] = { picture, _ in
                insert.exchange(nil)?()
                return picture
            }
        }
        let probe = fixture.probe(request)
        let round = fixture.probe(ImageRequest(url: .image, processing: ["round"]))
        _ = insert.exchange { [unowned fixture, request] in
            fixture.loader.insertImage(Picture("dog"), for: request)
            round.cancel()
        }
        fixture.loads[0].finish("cat", fresh)
        // The other one was shown before.
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.loader.isAtRest)
    }

    /// A fetch may end on another thread at that time.
    @Test func insertedImageReplacesThatOfAFetchThatEndsMeanwhile() {
        let decoding = VirtualTimeScheduler()
        let cache = InterruptedImages()
        let fixture = ImageFixture {
            $0.memoryCache = cache
            $0.decodeScheduler = decoding
        }
        let probe = fixture.probe()
        fixture.loads[0].finish("cat", fresh)
        cache.interrupt { decoding.run() }
        fixture.loader.insertImage(Picture("dog"), for: request)
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(fixture.loader.isAtRest)
    }

    /// The disk may be slow.
    @Test func insertedImageIsShownBeforeItIsStored() {
        let disk = InterruptedEntries()
        let fixture = ImageFixture {
            $0.diskCache = disk
            $0.maximumTransfers = 1
        }
        let probe = fixture.probe(request)
        _ = fixture.probe(.named("other"))
        disk.interrupt { [request] in
            #expect(probe.lines.last == "finished")
            #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
            // Its transfer was cancelled: the other one has its place.
            #expect(fixture.loads.count == 2)
        }
        fixture.loader.insertImage(Picture("dog"), data: Data("dog".utf8), for: request)
        #expect(disk.texts == ["dog"])
    }

    /// It is in no cache on disk.
    @Test func insertedImageOfAFileIsThatOfFetchesThatRun() throws {
        let file = ImageRequest(url: try #require(URL(string: "file:///a.png")))
        let probe = fixture.probe(file)
        fixture.loader.insertImage(Picture("dog"), data: Data("dog".utf8), for: file)
        #expect(probe.lines.suffix(2) == ["loaded dog from disk", "finished"])
        #expect(fixture.loads[0].isCancelled)
        #expect(fixture.loader.cachedImage(for: file) == Picture("dog"))
        #expect(fixture.disk.keys.isEmpty)
        #expect(fixture.loader.isAtRest)
    }

    /// A thread may be storing an older one at that time.
    @Test(arguments: [ImageSource.any, .server])
    func insertedImageStaysInBothCaches(source: ImageSource) {
        let disk = InterruptedEntries()
        let fixture = ImageFixture { $0.diskCache = disk }
        let probe = fixture.probe(request.with(source: source))
        disk.interrupt { [request] in
            fixture.loader.insertImage(Picture("dog"), data: Data("dog".utf8), for: request)
        }
        fixture.loads[0].finish("cat", fresh)
        #expect(probe.lines.suffix(2) == ["loaded dog from disk", "finished"])
        #expect(fixture.loader.cachedImage(for: request) == Picture("dog"))
        #expect(disk.texts == ["dog"])
        #expect(fixture.loader.isAtRest)
    }

    /// Stores a cat for a variant, and performs a change of it.
    ///
    /// - Returns: A row of the variant that appears while the original is being changed, and its loader.
    private func changeStoredVariant(
        _ change: (ImageLoader<Picture>, ImageRequest) -> Void
    ) throws -> (row: StateProbe, fixture: ImageFixture, disk: InterruptedEntries) {
        let small = ImageRequest(url: .image, variant: .named("small"))
        let disk = InterruptedEntries()
        let fixture = ImageFixture {
            $0.diskCache = disk
            $0.encodeVariant = { picture, _ in Data("small \(picture)".utf8) }
        }
        fixture.load("cat", fresh, small)
        let row = Locked<StateProbe?>(nil)
        disk.interrupt {
            fixture.loader.removeAllCachedImages()
            _ = row.exchange(fixture.probe(small))
        }
        change(fixture.loader, small)
        let probe = row.exchange(nil)
        return (try #require(probe), fixture, disk)
    }

    @Test func imageOfAVariantIsNotReadOnceAnotherOneIsInserted() throws {
        let (row, fixture, disk) = try changeStoredVariant { loader, small in
            loader.insertImage(Picture("dog"), data: Data("dog".utf8), for: small)
        }
        #expect(row.lines.suffix(2) == ["loaded dog from disk", "finished"])
        #expect(disk.texts == ["dog", "small dog"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func imageOfAVariantIsNotReadOnceItIsRemoved() throws {
        let (row, fixture, disk) = try changeStoredVariant { loader, small in loader.removeImage(for: small) }
        #expect(row.lines == ["loading 0/?"])
        #expect(fixture.loads.count == 2)
        #expect(disk.texts.isEmpty)
    }

    /// Transfers are limited for each host.
    @Test func alternativeCountsForItsOwnHost() throws {
        let fixture = ImageFixture { $0.maximumTransfersPerHost = 1 }
        let other = try #require(URL(string: "https://other.test/1.png"))
        let probe = fixture.probe(ImageRequest(url: .image, alternatives: [other]))
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        #expect(fixture.loads.count == 2)
        // The first host has a place again, and the other has none.
        let onFirst = fixture.probe(ImageRequest.named("2", host: URL.image.host() ?? ""))
        #expect(fixture.loads.count == 3)
        let onOther = fixture.probe(ImageRequest.named("3", host: "other.test"))
        #expect(fixture.loads.count == 3)
        fixture.loads[1].finish("cat", [:])
        #expect(fixture.loads.count == 4)
        for probe in [probe, onFirst, onOther] { probe.cancel() }
    }

    /// Its validator is that of another server.
    @Test func whatAnAlternativeHasSentIsNotContinuedAtTheFirstURL() throws {
        let fixture = ImageFixture { $0.retry = .immediate(attempts: 1) }
        let other = try #require(URL(string: "https://other.test/1.png"))
        let request = ImageRequest(url: .image, alternatives: [other])
        let probe = fixture.probe(request)
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        fixture.loads[1].respond(["ETag": "\"1\"", "Content-Length": "6"])
        fixture.loads[1].send("cat")
        fixture.loads[1].fail(.truncated(received: 3, expected: 6))
        fixture.time.advance(by: .seconds(1))
        // It is continued there.
        #expect(fixture.loads[2].request.url == other)
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
        probe.cancel()
        _ = fixture.probe(request)
        #expect(fixture.loads[3].request.url == .image)
        #expect(fixture.loads[3].request.value(forHTTPHeaderField: "Range") == nil)
    }

    /// As above, of the download that replaces stored bytes which could not be decoded.
    @Test func whatAnAlternativeHasSentInPlaceOfDamagedBytesIsNotContinuedAtTheFirstURL() throws {
        let fixture = ImageFixture()
        let other = try #require(URL(string: "https://other.test/1.png"))
        let request = ImageRequest(url: .image, alternatives: [other])
        fixture.load("cat", ["Cache-Control": "max-age=10", "ETag": "\"1\""], request)
        fixture.disk.changeAll { $0.data = Data("<damaged".utf8) }
        fixture.time.advance(by: .seconds(20))
        let probe = fixture.probe(request)
        for load in 1...2 { fixture.loads[load].fail(.status(503, retryAfter: nil)) }
        #expect(fixture.loads[3].request.url == other)
        fixture.loads[3].respond(["ETag": "\"2\"", "Content-Length": "6"])
        fixture.loads[3].send("dog")
        probe.cancel()
        _ = fixture.probe(request)
        #expect(fixture.loads[4].request.url == .image)
        #expect(fixture.loads[4].request.value(forHTTPHeaderField: "Range") == nil)
    }

    /// Any field that does not describe the content may be a credential.
    @Test func credentialsAreSentToTheOriginOfTheRequestOnly() throws {
        let other = try #require(URL(string: "https://other.test/1.png"))
        let near = URL.image.appending(path: "near")
        let request = ImageRequest(
            url: .image, headers: ["Authorization": "Bearer a", "X-Key": "b", "Accept": "image/webp"],
            alternatives: [near, other])
        _ = fixture.probe(request)
        for load in 0..<2 { fixture.loads[load].fail(.status(404, retryAfter: nil)) }
        let sent = fixture.loads.map { load in
            ["Authorization", "X-Key", "Accept"].map { load.request.value(forHTTPHeaderField: $0) }
        }
        #expect(
            sent == [
                ["Bearer a", "b", "image/webp"], ["Bearer a", "b", "image/webp"], [nil, nil, "image/webp"],
            ])
        _ = fixture.probe(
            ImageRequest(
                url: URL.image.appending(path: "large"), headers: ["Cookie": "c", "Accept": "d"],
                lowDataURL: other))
        fixture.loads[3].fail(Self.constrained)
        let last = try #require(fixture.loads.last)
        #expect(fixture.loads.count == 5 && last.request.url == other)
        #expect(last.request.value(forHTTPHeaderField: "Cookie") == nil)
        #expect(last.request.value(forHTTPHeaderField: "Accept") == "d")
    }

    /// As an alternative at another origin, a URL receives no credentials.
    @Test func urlThatIsRefusedWithoutCredentialsIsTriedWithThoseOfItsOwnRequest() throws {
        let other = try #require(URL(string: "https://other.test/1.png"))
        let headers = ["Authorization": "Bearer a"]
        let probes = [
            ImageRequest(url: .image, headers: headers, identity: "1", alternatives: [other]),
            ImageRequest(url: other, headers: headers, identity: "1"),
        ].map { fixture.probe($0) }
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        fixture.loads[1].fail(.status(401, retryAfter: nil))
        try #require(fixture.loads.map(\.request.url) == [.image, other, other])
        let sent = fixture.loads.map { $0.request.value(forHTTPHeaderField: "Authorization") }
        #expect(sent == ["Bearer a", nil, "Bearer a"])
        fixture.loads[2].finish("cat", fresh)
        for probe in probes { #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"]) }
    }

    /// A prefetch may have begun the fetch.
    @Test func alternativesOfLaterObserversAreTried() throws {
        let other = try #require(URL(string: "https://other.test/1.png"))
        let prefetcher = ImagePrefetcher(fixture.loader)
        prefetcher.start([ImageRequest(url: .image)])
        let probe = fixture.probe(ImageRequest(url: .image, alternatives: [other, .image]))
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        #expect(fixture.loads.map(\.request.url) == [.image, other])
        // Each URL is tried once, also after a refusal.
        fixture.loads[1].fail(.status(403, retryAfter: nil))
        #expect(fixture.loads.count == 2)
        #expect(probe.states.last?.error != nil)
        #expect(fixture.loader.isAtRest)
    }

    @Test func alternativesAreTriedInOrder() throws {
        let others = try ["b", "c"].map { try #require(URL(string: "https://\($0).test/1.png")) }
        let request = ImageRequest(url: .image, alternatives: others)
        let probe = fixture.probe(request)
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        fixture.loads[1].finish("<html>")
        // It is not an image, and not a failure of the transfer.
        #expect(probe.states.last?.error != nil)
        let second = fixture.probe(request)
        fixture.loads[2].fail(.status(404, retryAfter: nil))
        fixture.loads[3].fail(.status(404, retryAfter: nil))
        fixture.loads[4].finish("cat", fresh)
        #expect(second.lines.last == "finished")
        #expect(fixture.loads.suffix(3).map(\.request.url) == [.image] + others)
        // It is the image of the first URL.
        #expect(fixture.loader.cachedImage(at: .image) == Picture("cat"))
        #expect(fixture.loader.cachedImage(at: others[1]) == nil)
    }

    @Test func timeoutAndPlaceholderOfARequestAreItsOwn() {
        let request = ImageRequest(url: .image, timeout: .seconds(3))
        let own = Picture("own")
        let probe = StateProbe(fixture.loader.image(for: request).placeholder(own))
        #expect(probe.states.map(\.image) == [own])
        #expect(fixture.loads[0].request.timeoutInterval == 3)
        fixture.loads[0].finish("cat")
        #expect(probe.states.last?.image == Picture("cat"))
        #expect(request.timeout == .seconds(3) && request.source == .any && request.alternatives.isEmpty)
        #expect(request == ImageRequest(url: .image))
    }

    private static let constrained = LoadingError.Reason.transport(.dataNotAllowed, description: "low data")

    // row: `.lowDataMode(_:)`
    @Test func smallerImageIsLoadedInLowDataMode() {
        let small = URL.image.appending(path: "small")
        let request = ImageRequest(url: .image, variant: .named("a"), lowDataURL: small)
        let probe = fixture.probe(request)
        let other = fixture.probe(request.with(variant: nil))
        fixture.loads[0].fail(Self.constrained)
        #expect(fixture.loads.map(\.request.url) == [.image, small])
        fixture.loads[1].finish("cat", fresh)
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(other.lines.suffix(2) == ["loaded cat from network", "finished"])
        // It is another image, and stays on disk.
        #expect(fixture.loader.cachedImage(for: request) == nil)
        #expect(fixture.loader.cachedImage(at: small) == Picture("cat"))
        fixture.loader.removeAllCachedImages()
        let second = fixture.probe(request)
        fixture.loads[2].fail(Self.constrained)
        #expect(second.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.loads.count == 3)
        // The mode has ended.
        let third = fixture.probe(request)
        fixture.loads[3].finish("large cat", fresh)
        #expect(third.lines.suffix(2) == ["loaded large cat from network", "finished"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func smallerImagesThatRowsShowCount() {
        let cache = MemoryCache<Picture>()
        let fixture = ImageFixture {
            $0.memoryCache = cache
            $0.cost = { _, data in data.count }
        }
        let list = ImageList(fixture.loader)
        let request = ImageRequest(url: .image, lowDataURL: URL.image.appending(path: "small"))
        let probe = fixture.probe(request)
        fixture.loads[0].fail(Self.constrained)
        fixture.loads[1].finish("cat")
        #expect(probe.lines.last == "finished")
        _ = list.changeImages(adding: [request], removing: [])
        #expect(cache.order.withLock { $0.held.cost } == 3)
    }

    @Test func failureOfTheSmallerImageIsReported() {
        let small = URL.image.appending(path: "small")
        let probe = fixture.probe(ImageRequest(url: .image, lowDataURL: small))
        fixture.loads[0].fail(Self.constrained)
        fixture.loads[1].fail(Self.constrained)
        #expect(probe.states.last?.error?.url == small)
        // Without one, that of the image itself.
        let other = fixture.probe(ImageRequest(url: .image))
        fixture.loads[2].fail(Self.constrained)
        #expect(other.states.last?.error?.url == .image)
        #expect(fixture.loader.isAtRest)
    }

    @Test func loadOfTheSmallerImageIsCancelledWithItsObserver() {
        let small = URL.image.appending(path: "small")
        let request = ImageRequest(url: .image, lowDataURL: small)
        let probe = fixture.probe(request)
        let prefetcher = ImagePrefetcher(fixture.loader)
        prefetcher.start([request])
        fixture.loads[0].fail(Self.constrained)
        probe.cancel()
        #expect(!fixture.loads[1].isCancelled)
        prefetcher.stopAll()
        #expect(fixture.loads[1].isCancelled)
        #expect(fixture.loader.isAtRest)
    }

    @Test func priorityOfTheSmallerImageFollowsThatOfItsRow() {
        let fixture = ImageFixture { $0.maximumTransfers = 1 }
        let small = URL.image.appending(path: "small")
        let priority = LiveImagePriority(.prefetch)
        let request = ImageRequest(url: .image, lowDataURL: small)
        let row = StateProbe(fixture.loader.image(for: request, priority: priority))
        let others = [
            fixture.probe(.named("first"), priority: .nearBehind),
            fixture.probe(.named("other"), priority: .nearBehind),
        ]
        fixture.loads[0].fail(Self.constrained)
        #expect(fixture.names == ["1.png", "first"])
        priority.value = .shown
        fixture.loads[1].finish("cat")
        #expect(fixture.names == ["1.png", "first", "small"])
        for probe in others + [row] { probe.cancel() }
        #expect(fixture.loader.isAtRest)
    }

    @Test func prefetchFromTheServerDoesNotUseAnImageInMemory() {
        let prefetcher = ImagePrefetcher(fixture.loader)
        _ = fixture.probe(request)
        fixture.loads[0].finish("cat", fresh)
        prefetcher.start([request])
        #expect(fixture.loads.count == 1)
        prefetcher.start([request.with(source: .server)])
        #expect(fixture.loads.count == 2)
        fixture.loads.last?.finish("newer cat", fresh)
        #expect(fixture.loader.cachedImage(for: request) == Picture("newer cat"))
        #expect(fixture.disk.texts == ["newer cat"])
    }

    @Test func limitsChangeWhileImagesAreLoaded() {
        let fixture = ImageFixture { $0.maximumTransfers = 1 }
        let probes = (0..<6).map { fixture.probe(.named("\($0)")) }
        #expect(fixture.loads.count == 1)
        fixture.loader.maximumTransfers = 3
        #expect(fixture.loads.count == 3)
        fixture.loader.maximumTransfersPerHost = 1
        for index in 0..<2 { fixture.loads[index].finish("cat") }
        #expect(fixture.loads.count == 3)
        fixture.loads[2].finish("cat")
        #expect(fixture.loads.count == 4)
        #expect(fixture.loader.maximumTransfers == 3 && fixture.loader.maximumTransfersPerHost == 1)
        fixture.loader.maximumDecodings = 0
        #expect(fixture.loader.maximumDecodings == 1)
        for probe in probes { probe.cancel() }
    }

    @Test func limitsThatThreadsSetAtTheSameTimeAreAllSet() {
        let clock = InterruptedClock()
        let fixture = ImageFixture { $0.retryScheduler = clock }
        // With it, the time of each change is read.
        let list = ImageList(fixture.loader)
        clock.interrupt(atReading: 2) { [loader = fixture.loader] in loader.maximumDecodings = 7 }
        fixture.loader.maximumTransfers = 3
        #expect(fixture.loader.maximumTransfers == 3)
        #expect(fixture.loader.maximumDecodings == 7)
        withExtendedLifetime(list) {}
    }

    @Test func prefetchProgressHasWhatFailed() {
        let prefetcher = ImagePrefetcher(fixture.loader)
        let log = Log<PrefetchProgress>()
        let subscription = prefetcher.progress.sink { log.append($0) }
        prefetcher.start([.named("a"), .named("b"), .named("c")])
        fixture.loads[0].finish("cat")
        fixture.loads[1].fail(.status(404, retryAfter: nil))
        #expect(log.entries.last?.completedCount == 2)
        #expect(log.entries.last?.totalCount == 3)
        #expect(log.entries.last?.failures.keys.map(\.url.lastPathComponent) == ["b"])
        prefetcher.stop([.named("c")])
        #expect(log.entries.last?.totalCount == 2)
        prefetcher.stopAll()
        #expect(log.entries.last == PrefetchProgress())
        subscription.cancel()
    }

    @Test func imageByURLIsThatOfTheRequest() {
        let probe = fixture.probe(ImageRequest(url: .image))
        fixture.loads[0].finish("cat")
        #expect(probe.lines.last == "finished")
        #expect(fixture.loader.cachedImage(at: .image) == Picture("cat"))
        #expect(StateProbe(fixture.loader.image(at: .image)).lines == ["loaded cat from memory", "finished"])
        #expect(fixture.events.last == "1.png hit memory")
        // Other requests of the URL have images of their own.
        for other in [
            ImageRequest(url: .image, headers: ["Accept": "a"]), ImageRequest(url: .image, identity: "a"),
            ImageRequest(url: .image, variant: .named("a")),
        ] {
            fixture.loader.insertImage(Picture("other"), for: other)
        }
        #expect(fixture.loader.cachedImage(at: .image) == Picture("cat"))
        fixture.loader.removeCachedImage(for: request)
        #expect(fixture.loader.cachedImage(at: .image) == nil)
        fixture.loader.insertImage(Picture("dog"), for: request)
        #expect(fixture.loader.cachedImage(at: .image) == Picture("dog"))
        fixture.loader.trim(toCount: 0)
        #expect(fixture.loader.cachedImage(at: .image) == nil)
    }
}

/// A cache in memory that calls a closure once it has stored the next image.
private final class InterruptedImages: ImageCaching {
    private let images = MemoryCache<Picture>()
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    func interrupt(_ action: @escaping @Sendable () -> Void) { _ = interruption.exchange(action) }

    func image(for request: ImageRequest) -> Picture? { images.image(for: request) }

    func store(_ image: Picture, for request: ImageRequest, cost: Int) {
        images.store(image, for: request, cost: cost)
        interruption.exchange(nil)?()
    }

    func remove(_ request: ImageRequest) { images.remove(request) }

    func removeAll() { images.removeAll() }

    func trim(toCost cost: Int, count: Int) { images.trim(toCost: cost, count: count) }
}

/// A cache on disk that calls a closure before it stores or removes the next entry.
private final class InterruptedEntries: DataCaching {
    private let entries = EntriesInMemory()
    private let interruption = Locked<(@Sendable () -> Void)?>(nil)

    var texts: [String] { entries.texts }

    func interrupt(_ action: @escaping @Sendable () -> Void) { _ = interruption.exchange(action) }

    func entry(for key: String) -> CacheEntry? { entries.entry(for: key) }

    func store(_ entry: CacheEntry, for key: String) {
        interruption.exchange(nil)?()
        entries.store(entry, for: key)
    }

    func remove(_ key: String) {
        interruption.exchange(nil)?()
        entries.remove(key)
    }
}

/// A clock that calls a closure when it is read for the nth time from now.
private final class InterruptedClock: Scheduler {
    private let time = VirtualTimeScheduler()
    private let interruption = Locked<(readings: Int, action: @Sendable () -> Void)?>(nil)

    func interrupt(atReading number: Int, _ action: @escaping @Sendable () -> Void) {
        interruption.withLock { $0 = (number, action) }
    }

    var now: Duration {
        let action = interruption.withLock { interruption -> (@Sendable () -> Void)? in
            interruption?.readings -= 1
            return interruption?.readings == 0 ? interruption.take()?.action : nil
        }
        action?()
        return time.now
    }

    func schedule(_ action: @escaping @Sendable () -> Void) { time.schedule(action) }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        time.schedule(in: delay, action)
    }
}
