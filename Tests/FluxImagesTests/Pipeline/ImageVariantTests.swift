import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

struct ImageVariantTests {
    private let small = ImageRequest.named("1", variant: .size(width: 8, height: 8))
    private let large = ImageRequest.named("1", variant: .named("large"))

    private func fixture(
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) -> ImageFixture {
        ImageFixture(
            configure: configure,
            decode: { data, request in
                let text = String(decoding: data, as: UTF8.self)
                let name =
                    switch request.variant {
                    case .size: "small"
                    case .named(let name): name
                    case nil: "original"
                    }
                if text == "no large", name == "large" { throw Picture.NotAPicture() }
                return Picture("\(name) \(text)")
            })
    }

    /// The image of a variant is of the same response as the original.
    @Test func storedVariantLeavesWithItsOriginal() {
        let fixture = fixture { $0.encodeVariant = { picture, _ in Data("stored \(picture)".utf8) } }
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        #expect(fixture.disk.texts.count == 2)
        let probe = fixture.probe(small.with(source: .server))
        fixture.loads[1].finish("dog", ["Cache-Control": "no-store"])
        #expect(probe.lines.last == "finished")
        #expect(fixture.disk.texts.isEmpty)
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        fixture.loader.insertImage(Picture("dog"), data: Data("dog".utf8), for: small)
        #expect(fixture.disk.texts == ["dog"])
    }

    /// To encode an image may take longer than to decode it.
    @Test func imageIsShownBeforeItIsEncoded() {
        let order = Log<String>()
        let fixture = fixture {
            $0.encodeVariant = { picture, _ in
                order.append("encoded")
                return Data("stored \(picture)".utf8)
            }
        }
        let probe = StateProbe(fixture.loader.image(for: small)) { _, state in
            if case .loaded = state { order.append("shown") }
        }
        fixture.loads[0].finish("cat", ["Cache-Control": "max-age=60"])
        #expect(order.entries == ["shown", "encoded"])
        #expect(fixture.disk.texts.sorted() == ["cat", "stored small cat"])
        #expect(fixture.loader.isAtRest)
        withExtendedLifetime(probe) {}
    }

    /// So that images do not wait for it in any number.
    @Test func imageThatIsEncodedTakesThePlaceOfADecoding() {
        let (decoding, shown) = (VirtualTimeScheduler(), Log<String>())
        let fixture = fixture {
            $0.maximumDecodings = 1
            $0.decodeScheduler = decoding
            $0.encodeVariant = { picture, _ in
                shown.append("encoded")
                return Data("stored \(picture)".utf8)
            }
        }
        let probes = ["1", "2"].map { name in
            StateProbe(fixture.loader.image(for: .named(name, variant: .named("large")))) { _, state in
                if case .loaded = state { shown.append(name) }
            }
        }
        for load in fixture.loads { load.finish("cat", ["Cache-Control": "max-age=60"]) }
        decoding.run()
        #expect(shown.entries == ["1", "encoded", "2", "encoded"])
        #expect(fixture.disk.texts.count == 4)
        #expect(fixture.loader.isAtRest)
        withExtendedLifetime(probes) {}
    }

    @Test func imageThatIsRemovedWhenItIsShownIsNotStored() {
        let fixture = fixture { $0.encodeVariant = { picture, _ in Data("stored \(picture)".utf8) } }
        let probe = StateProbe(fixture.loader.image(for: small)) { [unowned fixture, small] _, state in
            if case .loaded = state { fixture.loader.removeImage(for: small) }
        }
        fixture.loads[0].finish("cat", ["Cache-Control": "max-age=60"])
        #expect(probe.lines.last == "finished")
        #expect(fixture.disk.texts.isEmpty)
        #expect(fixture.loader.isAtRest)
    }

    /// It was shown before: a user may have signed out.
    @Test func imageIsNotStoredIfTheDiskWasEmptiedWhileItWasEncoded() {
        let onEncode = Locked<(@Sendable () -> Void)?>(nil)
        let fixture = fixture {
            $0.encodeVariant = { picture, _ in
                onEncode.exchange(nil)?()
                return Data("stored \(picture)".utf8)
            }
        }
        _ = onEncode.exchange { [disk = fixture.disk] in disk.removeAll() }
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        #expect(fixture.disk.texts.isEmpty)
        // Another loader has replaced the bytes.
        _ = onEncode.exchange { [disk = fixture.disk] in
            let other = ImageFixture { $0.diskCache = disk }
            other.load("dog", ["Cache-Control": "max-age=60"], ImageRequest.named("1").with(source: .server))
        }
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        #expect(fixture.disk.texts == ["dog"])
    }

    @Test func olderImageOfAVariantIsNotThereWhileTheNewOneIsEncoded() {
        let texts = Log<[String]>()
        let disk = Locked<EntriesInMemory?>(nil)
        let fixture = fixture {
            $0.encodeVariant = { picture, _ in
                texts.append(disk.withLock { $0?.texts.sorted() } ?? [])
                return Data("stored \(picture)".utf8)
            }
        }
        _ = disk.exchange(fixture.disk)
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        fixture.load("dog", ["Cache-Control": "max-age=60"], small.with(source: .server))
        #expect(texts.entries == [["cat"], ["dog"]])
        #expect(fixture.disk.texts.sorted() == ["dog", "stored small dog"])
    }

    /// Whether it is not to be stored, or nobody waits for it any more.
    @Test(arguments: [true, false])
    func imageOfAVariantLeavesWithTheBytesThatItWasMadeOf(isCancelled: Bool) {
        let isEncoded = Box(true)
        let leave = Locked<(@Sendable () -> Void)?>(nil)
        let fixture = fixture {
            $0.processors["round"] = { picture, _ in
                leave.exchange(nil)?()
                return picture
            }
            $0.encodeVariant = { picture, _ in
                isEncoded.value ? Data("stored \(picture)".utf8) : nil
            }
        }
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        #expect(fixture.disk.texts.sorted() == ["cat", "stored small cat"])
        isEncoded.value = isCancelled
        let round = ImageRequest(
            url: small.url, variant: small.variant, processing: ["round"], from: .server)
        let probe = fixture.probe(round)
        if isCancelled { _ = leave.exchange { probe.cancel() } }
        fixture.loads[1].finish("dog", ["Cache-Control": "max-age=60"])
        #expect(fixture.disk.texts == ["dog"])
        #expect(fixture.loader.isAtRest)
    }

    /// Stores the small image of a first picture, and the original of a second one, which was loaded for
    /// another variant.
    private func fixtureWithAnOlderVariant(
        _ first: [String: String] = ["ETag": "\"1\""], _ second: [String: String] = ["ETag": "\"2\""]
    ) -> ImageFixture {
        let fixture = fixture { $0.encodeVariant = { picture, _ in Data("stored \(picture)".utf8) } }
        let lifetime = ["Cache-Control": "max-age=60"]
        fixture.load("cat", lifetime.merging(first) { $1 }, small)
        fixture.time.advance(by: .seconds(61))
        fixture.load("dog", lifetime.merging(second) { $1 }, large)
        return fixture
    }

    @Test func olderImageOfAVariantIsNotShownFromTheCache() {
        let fixture = fixtureWithAnOlderVariant()
        let probe = fixture.probe(small.with(source: .cache))
        #expect(probe.lines.suffix(2).first == "loaded small dog from disk")
    }

    /// Stores the small image of a cat that a redirect has led to, without its original.
    private func storeBehindARedirect(in fixture: ImageFixture, decoding: () -> Void = {}) {
        let probe = fixture.probe(small)
        fixture.loads[0].finish(
            "cat", ["Cache-Control": "max-age=31536000"],
            from: ImageRequest.named("1", host: "cdn.test").url)
        decoding()
        #expect(probe.lines.last == "finished")
        fixture.loader.removeAllCachedImages()
        fixture.disk.remove(small.key.resource.storageKey())
    }

    private func fixtureBehindARedirect() -> ImageFixture {
        let fixture = fixture { $0.encodeVariant = { picture, _ in Data("stored \(picture)".utf8) } }
        storeBehindARedirect(in: fixture)
        return fixture
    }

    @Test func imageOfAVariantWithoutItsOriginalIsShownWhileItsRedirectIsFollowedAgain() {
        let fixture = fixtureBehindARedirect()
        let (one, other) = (fixture.probe(small), fixture.probe(large))
        #expect(one.lines.last == "loaded small stored small cat from disk")
        #expect(other.lines.last == "loading 0/?")
        #expect(fixture.loads.count == 2)
        fixture.loads[1].finish(
            "dog", ["Cache-Control": "max-age=60"], from: ImageRequest.named("2", host: "cdn.test").url)
        #expect(one.lines.suffix(2) == ["loaded small dog from network", "finished"])
        #expect(other.lines.suffix(2) == ["loaded large dog from network", "finished"])
        #expect(fixture.disk.texts.sorted() == ["dog", "stored large dog", "stored small dog"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func imageOfAVariantWithoutItsOriginalIsShownAsTheLastOneByTheCache() {
        let fixture = fixtureBehindARedirect()
        let probe = fixture.probe(small.with(source: .cache))
        #expect(probe.lines.suffix(2) == ["loaded small stored small cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    /// Another variant has no image: the original is downloaded for that one.
    @Test func imageOfAVariantWithoutItsOriginalStaysIfNoServerResponds() {
        let fixture = fixtureBehindARedirect()
        let (one, other) = (fixture.probe(small), fixture.probe(large))
        fixture.loads[1].fail(.transport(.notConnectedToInternet, description: "offline"))
        #expect(one.lines.suffix(2) == ["loaded small stored small cat from disk", "finished"])
        #expect(fixture.loads.count == 3)
        fixture.loads[2].fail(.transport(.notConnectedToInternet, description: "offline"))
        #expect(other.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.loader.isAtRest)
    }

    /// The image is decoded after the failure of the other variant.
    @Test func imageOfAVariantWithoutItsOriginalIsShownByTheCacheThoughOthersFail() {
        let decoding = VirtualTimeScheduler()
        let fixture = fixture {
            $0.encodeVariant = { picture, _ in Data("stored \(picture)".utf8) }
            $0.decodeScheduler = decoding
        }
        storeBehindARedirect(in: fixture) { decoding.run() }
        let one = fixture.probe(small.with(source: .cache))
        let other = fixture.probe(large.with(source: .cache))
        #expect(other.lines.suffix(2) == ["failed", "finished"])
        decoding.run()
        #expect(one.lines.suffix(2) == ["loaded small stored small cat from disk", "finished"])
        #expect(fixture.loader.isAtRest)
    }

    /// A subscriber takes long for the first image. Meanwhile another app has stored a newer original.
    @Test func imageThatASlowSubscriberDelaysDoesNotReplaceANewerOne() {
        let decoding = VirtualTimeScheduler()
        let fixture = fixture {
            $0.encodeVariant = { picture, _ in Data("stored \(picture)".utf8) }
            $0.decodeScheduler = decoding
        }
        storeBehindARedirect(in: fixture) { decoding.run() }
        let offline = LoadingError.Reason.transport(.notConnectedToInternet, description: "offline")
        let other = Box<StateProbe?>(nil)
        let slow = StateProbe(fixture.loader.image(for: small)) { [small, large] _, state in
            guard !state.isLoading, other.value == nil else { return }
            fixture.loads[1].fail(offline)
            let response = StoredResponse(
                receivedAt: Date(timeIntervalSince1970: 999_990),
                fields: ["Cache-Control": "max-age=0, stale-while-revalidate=60"])
            fixture.disk.store(
                CacheEntry(data: Data("dog".utf8), metadata: response.metadata),
                for: small.key.resource.storageKey())
            other.value = fixture.probe(large)
            decoding.run()
        }
        let one = fixture.probe(small)
        decoding.run()
        fixture.loads[2].fail(offline)
        decoding.run()
        #expect(slow.lines.suffix(2) == ["loaded small dog from disk", "finished"])
        #expect(one.lines.suffix(2) == ["loaded small dog from disk", "finished"])
        #expect(other.value?.lines.suffix(2) == ["loaded large dog from disk", "finished"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func imageOfAVariantWithoutItsOriginalLeavesWithTheImageOfTheServer() {
        let fixture = fixtureBehindARedirect()
        let probe = fixture.probe(small)
        fixture.loads[1].fail(.status(404, retryAfter: nil))
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.disk.texts.isEmpty)
    }

    /// Also if its lifetime ends during the transfer.
    @Test(arguments: [0, 31_536_000])
    func imageOfAVariantWithoutItsOriginalStaysIfTheServerSendsNoImage(seconds: Int) {
        let fixture = ImageFixture(configure: { $0.encodeVariant = { _, _ in Data("encoded".utf8) } })
        storeBehindARedirect(in: fixture)
        let probe = fixture.probe(small)
        #expect(probe.lines.last == "loaded encoded from disk")
        fixture.time.advance(by: .seconds(seconds))
        fixture.loads[1].finish("<html>")
        #expect(probe.lines.suffix(2) == ["loaded encoded from disk", "finished"])
        #expect(fixture.loader.isAtRest)
    }

    /// Loads a cat for the small variant, whose original is evicted, and lets its lifetime of a minute pass.
    private func fixtureOfAnEvictedOriginal(
        _ control: String = "max-age=60", encoded: String? = nil,
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) -> ImageFixture {
        let fixture = fixture {
            $0.encodeVariant = { picture, _ in Data((encoded ?? "stored \(picture)").utf8) }
            configure(&$0)
        }
        fixture.load("cat", ["Cache-Control": control, "ETag": "\"1\""], small)
        fixture.disk.remove(small.key.resource.storageKey())
        fixture.time.advance(by: .seconds(61))
        return fixture
    }

    /// The rules are those of a stale original.
    @Test(arguments: [
        ("max-age=60", Failure.offline, true), ("max-age=60", .status(503), true),
        ("max-age=60", .status(429), true), ("max-age=60", .status(403), false),
        ("max-age=60", .status(404), false), ("max-age=60, must-revalidate", .offline, false),
        ("max-age=60, must-revalidate", .status(503), false), ("no-cache", .offline, false),
        ("max-age=1, stale-while-revalidate=100", .status(403), true),
    ])
    func staleImageOfAVariantIsShownWithoutItsOriginal(control: String, failure: Failure, isShown: Bool) {
        let fixture = fixtureOfAnEvictedOriginal(control)
        let probe = fixture.probe(small)
        #expect(probe.lines == ["loading 0/?"])
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == nil)
        fixture.loads[1].fail(failure.reason)
        let last = isShown ? "loaded small stored small cat from disk" : "failed"
        #expect(probe.lines.suffix(2) == [last, "finished"])
        #expect(fixture.disk.texts == (failure == .status(404) ? [] : ["stored small cat"]))
        #expect(fixture.loader.isAtRest)
        // As of a stale original, the image is in memory from then on.
        let isInMemory = fixture.loader.cachedImage(for: small) != nil
        #expect(isInMemory == isShown)
    }

    enum Failure: Equatable {
        case offline
        case status(Int)

        var reason: LoadingError.Reason {
            switch self {
            case .offline: .transport(.notConnectedToInternet, description: "offline")
            case .status(let code): .status(code, retryAfter: nil)
            }
        }
    }

    /// Nor is a prefetch to disk a failure.
    @Test func staleImageOfAVariantIsShownOnceNoAttemptIsLeft() {
        let fixture = fixtureOfAnEvictedOriginal { $0.retry = .constant(.seconds(1), attempts: 1) }
        let probe = fixture.probe(small)
        let prefetcher = ImagePrefetcher(fixture.loader, to: .disk)
        let failures = Log<Int>()
        let progress = prefetcher.progress.sink { failures.append($0.failureCount) }
        prefetcher.start([small])
        fixture.loads[1].fail(Failure.status(503).reason)
        #expect(probe.lines == ["loading 0/?"])
        fixture.time.advance(by: .seconds(1))
        fixture.loads[2].fail(Failure.status(503).reason)
        #expect(probe.lines.suffix(2) == ["loaded small stored small cat from disk", "finished"])
        #expect(failures.entries.last == 0)
        #expect(fixture.loads.count == 3 && fixture.loader.isAtRest)
        withExtendedLifetime(progress) {}
    }

    @Test func staleImageOfAVariantIsReplacedByTheImageOfTheServer() {
        let fixture = fixtureOfAnEvictedOriginal()
        let probe = fixture.probe(small)
        fixture.loads[1].finish("dog", ["Cache-Control": "max-age=60"])
        #expect(probe.lines.suffix(2) == ["loaded small dog from network", "finished"])
        #expect(fixture.disk.texts.sorted() == ["dog", "stored small dog"])
    }

    @Test(arguments: ["max-age=60", "max-age=60, must-revalidate"])
    func staleImageOfAVariantIsShownIfTheServerSendsNoImage(control: String) {
        let fixture = ImageFixture(configure: { $0.encodeVariant = { _, _ in Data("encoded".utf8) } })
        fixture.load("cat", ["Cache-Control": control], small)
        fixture.disk.remove(small.key.resource.storageKey())
        fixture.time.advance(by: .seconds(61))
        let probe = fixture.probe(small)
        fixture.loads[1].finish("<html>")
        let last = control == "max-age=60" ? "loaded encoded from disk" : "failed"
        #expect(probe.lines.suffix(2) == [last, "finished"])
        #expect(fixture.loader.isAtRest)
    }

    /// The original is downloaded for another variant, which fails alone.
    @Test func staleImageOfAVariantIsThatOfOneVariantOnly() {
        let fixture = fixtureOfAnEvictedOriginal()
        let (one, other) = (fixture.probe(small), fixture.probe(large))
        fixture.loads[1].fail(Failure.offline.reason)
        #expect(one.lines.suffix(2) == ["loaded small stored small cat from disk", "finished"])
        fixture.loads[2].fail(Failure.offline.reason)
        #expect(other.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.loads.count == 3 && fixture.loader.isAtRest)
        // Without observers of the small one, there is nothing to show.
        fixture.loader.removeAllCachedImages()
        let (cancelled, left) = (fixture.probe(small), fixture.probe(large))
        cancelled.cancel()
        fixture.loads[3].fail(Failure.offline.reason)
        #expect(left.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.loads.count == 4 && fixture.loader.isAtRest)
    }

    @Test func staleImageOfAVariantThatIsDamagedIsRemoved() {
        let fixture = ImageFixture(configure: { $0.encodeVariant = { _, _ in Data("<html>".utf8) } })
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        fixture.disk.remove(small.key.resource.storageKey())
        fixture.time.advance(by: .seconds(61))
        let probe = fixture.probe(small)
        fixture.loads[1].fail(Failure.offline.reason)
        fixture.loads[2].fail(Failure.offline.reason)
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.disk.texts.isEmpty)
        #expect(fixture.loads.count == 3 && fixture.loader.isAtRest)
    }

    /// Only the images of the variant are read, so that the originals are evicted first.
    @Test func listOfVariantsIsShownWithoutANetworkThoughItsOriginalsWereEvicted() {
        let disk = DiskCacheFixture(sizeLimit: 10_000)
        func launch() -> ImageFixture {
            fixture {
                $0.diskCache = disk.cache
                $0.now = { [time = disk.time] in
                    Date(timeIntervalSince1970: 1_000_000 + time.now / .seconds(1))
                }
                $0.encodeVariant = { picture, _ in Data("thumbnail".utf8) }
            }
        }
        func load(_ names: Range<Int>, in fixture: ImageFixture) {
            for name in names {
                let text = String(repeating: "\(name)", count: 2_000)
                fixture.load(text, ["Cache-Control": "max-age=600"], request(name))
            }
            disk.time.advance(by: .seconds(120))
        }
        func request(_ name: Int) -> ImageRequest { .named("\(name)", variant: small.variant) }
        func lines(_ fixture: ImageFixture, failing isOffline: Bool = false) -> [String?] {
            (1...3).map { name in
                let probe = fixture.probe(request(name))
                if isOffline { fixture.loads.last?.fail(Failure.offline.reason) }
                return probe.lines.dropLast().last
            }
        }
        load(1..<4, in: launch())
        let stored = Array(repeating: "loaded small thumbnail from disk" as String?, count: 3)
        #expect(lines(launch()) == stored)
        disk.time.advance(by: .seconds(1))
        load(4..<6, in: launch())
        let originals = (1...3).filter { disk.cache.entry(for: request($0).key.resource.storageKey()) != nil }
        #expect(originals.isEmpty)
        disk.time.advance(by: .seconds(3_600))
        let offline = launch()
        #expect(lines(offline, failing: true) == stored)
        #expect(offline.loads.count == 3 && offline.loader.isAtRest)
    }

    @Test func storedImageOfAVariantIsShownWhileItsRedirectIsFollowedAgain() {
        let fixture = fixture { $0.encodeVariant = { _, _ in Data("encoded".utf8) } }
        let fields = ["Cache-Control": "max-age=60"]
        let address = ImageRequest.named("1", host: "cdn.test").url
        _ = fixture.probe(small)
        fixture.loads[0].finish("cat", fields, from: address)
        fixture.loader.removeAllCachedImages()
        let (one, other) = (fixture.probe(small), fixture.probe(large))
        #expect(one.lines.last == "loaded small encoded from disk")
        // It is not that of another variant.
        #expect(other.lines.last == "loaded large cat from disk")
        #expect(fixture.loads.count == 2)
        fixture.loads[1].finish("dog", fields, from: address)
        #expect(one.lines.suffix(2) == ["loaded small dog from network", "finished"])
        #expect(other.lines.suffix(2) == ["loaded large dog from network", "finished"])
    }

    /// Stored by an earlier version, the original does not name its body.
    @Test func originalThatIsConfirmedNamesItsBody() {
        let fixture = fixture { $0.encodeVariant = { picture, _ in Data("stored \(picture)".utf8) } }
        fixture.load("cat", ["Cache-Control": "max-age=60", "ETag": "\"1\""], .named("1"))
        fixture.disk.changeAll { $0.metadata["body"] = nil }
        for number in 1...2 {
            fixture.time.advance(by: .seconds(61))
            _ = fixture.probe(small)
            fixture.loads[number].confirm()
            fixture.loader.removeAllCachedImages()
        }
        #expect(fixture.disk.texts.sorted() == ["cat", "stored small cat"])
        #expect(Set(fixture.disk.metadata.map { $0["body"] }).count == 1)
    }

    @Test func olderImageOfAVariantIsReplaced() {
        let fixture = fixtureWithAnOlderVariant()
        #expect(fixture.probe(small).lines.suffix(2).first == "loaded small dog from disk")
        #expect(fixture.loads.count == 2)
        #expect(fixture.disk.texts.sorted() == ["dog", "stored large dog", "stored small dog"])
    }

    @Test func olderImageOfAVariantIsNotConfirmedWithTheOriginal() {
        let fixture = fixtureWithAnOlderVariant(["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
        fixture.time.advance(by: .seconds(61))
        let probe = fixture.probe(small)
        fixture.loads[2].confirm()
        #expect(probe.lines.suffix(2).first == "loaded small dog from disk")
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe(small).lines.suffix(2).first?.contains("dog") == true)
    }

    @Test func variantsShareTheDownloadAndTheEntryOnDisk() {
        let fixture = fixture()
        let probes = [fixture.probe(small), fixture.probe(large), fixture.probe(.named("1"))]
        #expect(fixture.loads.count == 1)
        fixture.loads[0].finish("cat")
        #expect(
            probes.map { $0.lines.suffix(2).first } == [
                "loaded small cat from network", "loaded large cat from network",
                "loaded original cat from network",
            ])
        #expect(fixture.disk.texts == ["cat"])
        // Each has its place in memory.
        #expect(fixture.loader.cachedImage(for: small) == Picture("small cat"))
        #expect(fixture.loader.cachedImage(for: large) == Picture("large cat"))
    }

    @Test func laterVariantIsDecodedFromTheEntryOnDisk() {
        let fixture = fixture()
        _ = fixture.probe(small)
        fixture.loads[0].finish("cat")
        #expect(fixture.probe(large).lines.suffix(2) == ["loaded large cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    @Test func variantIsDecodedOnceForARowThatReturnsMeanwhile() {
        let rows = Locked<[StateProbe]>([])
        let (fixture, decodings) = makeFixture { [small] fixture in
            for row in rows.exchange([]) { row.cancel() }
            _ = rows.exchange([fixture.probe(small)])
        }
        _ = rows.exchange([fixture.probe(small)])
        let other = fixture.probe(large)
        fixture.loads[0].finish("cat")
        let row = rows.withLock { $0[0] }
        #expect(row.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(other.lines.last == "finished")
        #expect(decodings.entries == ["size 8x8", "named large"])
        #expect(fixture.loader.isAtRest)
    }

    /// A fixture that performs an action while it decodes its first image, and what it has decoded.
    private func makeFixture(
        whileDecoding action: @escaping @Sendable (ImageFixture) -> Void
    ) -> (ImageFixture, decodings: Log<String>) {
        let decodings = Log<String>()
        let perform = Locked<(@Sendable () -> Void)?>(nil)
        let fixture = ImageFixture(decode: { data, request in
            decodings.append(request.variant?.name ?? "original")
            perform.exchange(nil)?()
            return try Picture.decode(data)
        })
        _ = perform.exchange { [unowned fixture] in action(fixture) }
        return (fixture, decodings)
    }

    @Test func imageIsDecodedOnceForTheOnlyRowThatReturnsMeanwhile() {
        let rows = Locked<[StateProbe]>([])
        let (fixture, decodings) = makeFixture { [small] fixture in
            for row in rows.exchange([]) { row.cancel() }
            _ = rows.exchange([fixture.probe(small)])
        }
        _ = rows.exchange([fixture.probe(small)])
        fixture.loads[0].finish("cat")
        let row = rows.withLock { $0[0] }
        #expect(row.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(decodings.entries == ["size 8x8"])
        #expect(fixture.loads.count == 1)
        #expect(fixture.disk.texts == ["cat"])
        #expect(
            fixture.events.suffix(4) == ["1 cancelled", "1 joined", "1 decoded", "1 loaded from network"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func imageThatIsRemovedWhileItIsDecodedForNoRowIsLoadedAgain() {
        let rows = Locked<[StateProbe]>([])
        let (fixture, decodings) = makeFixture { [small] fixture in
            for row in rows.exchange([]) { row.cancel() }
            fixture.loader.removeImage(for: small)
            _ = rows.exchange([fixture.probe(small)])
        }
        _ = rows.exchange([fixture.probe(small)])
        fixture.loads[0].finish("cat")
        #expect(fixture.loads.count == 2)
        #expect(fixture.disk.texts.isEmpty)
        fixture.loads[1].finish("dog")
        let row = rows.withLock { $0[0] }
        #expect(row.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(decodings.entries.count == 2)
        #expect(fixture.loader.isAtRest)
    }

    /// The cache on disk may be emptied after the cancellation.
    @Test func imageThatIsDecodedForNoRowIsNotStored() {
        let rows = Locked<[StateProbe]>([])
        let (fixture, decodings) = makeFixture { _ in
            for row in rows.exchange([]) { row.cancel() }
        }
        _ = rows.exchange([fixture.probe(small)])
        fixture.loads[0].finish("cat")
        #expect(decodings.entries == ["size 8x8"])
        #expect(fixture.disk.texts.isEmpty)
        #expect(fixture.loader.isAtRest)
    }

    /// It was downloaded already.
    @Test(arguments: [true, false])
    func imageThatIsDecodedForNoRowIsConfirmedByTheServer(isDecoding: Bool) {
        let rows = Locked<[StateProbe]>([])
        let decoding = VirtualTimeScheduler()
        let fixture = ImageFixture(
            configure: { $0.decodeScheduler = decoding },
            decode: { data, _ in
                for row in rows.exchange([]) { row.cancel() }
                return try Picture.decode(data)
            })
        let tag = ["ETag": "\"1\""]
        let first = fixture.probe(small)
        if isDecoding { _ = rows.exchange([first]) }
        fixture.loads[0].finish("cat", tag)
        if !isDecoding { first.cancel() }
        decoding.run()
        let row = fixture.probe(small)
        let request = fixture.loads[1].request
        #expect(request.value(forHTTPHeaderField: "If-None-Match") == "\"1\"")
        #expect(request.value(forHTTPHeaderField: "Range") == nil)
        fixture.loads[1].confirm(tag)
        decoding.run()
        #expect(row.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loader.isAtRest)
        // It is kept for one fetch.
        fixture.loader.removeImage(for: small)
        _ = fixture.probe(small)
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "If-None-Match") == nil)
        fixture.loads[2].finish("dog", tag)
        decoding.run()
        // Nor is one that is shown.
        fixture.loader.removeImage(for: small)
        _ = fixture.probe(small)
        #expect(fixture.loads[3].request.value(forHTTPHeaderField: "If-None-Match") == nil)
    }

    @Test func variantThatIsNotDecodableFailsAlone() {
        let fixture = fixture()
        let (one, other) = (fixture.probe(small), fixture.probe(large))
        fixture.loads[0].finish("no large")
        #expect(one.lines.suffix(2) == ["loaded small no large from network", "finished"])
        #expect(other.lines.suffix(2) == ["failed", "finished"])
    }

    @Test func variantIsKeptOnDiskIfItIsEncoded() {
        let fixture = fixture { configuration in
            configuration.encodeVariant = { picture, request in
                request.variant == .named("large") ? nil : Data("encoded".utf8)
            }
        }
        _ = fixture.probe(small)
        fixture.loads[0].finish("cat")
        _ = fixture.probe(large)
        #expect(fixture.disk.texts == ["cat", "encoded"])
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe(small).lines.suffix(2) == ["loaded small encoded from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    @Test func originalOnDiskServesVariantsThatJoinTheLookUpOfAStoredOne() {
        let disk = VirtualTimeScheduler()
        let fixture = fixture { configuration in
            configuration.diskScheduler = disk
            configuration.encodeVariant = { _, _ in Data("encoded".utf8) }
        }
        _ = fixture.probe(small)
        disk.run()
        fixture.loads[0].finish("cat", ["Cache-Control": "max-age=60"])
        fixture.loader.removeAllCachedImages()
        let (one, other) = (fixture.probe(small), fixture.probe(large))
        disk.run()
        #expect(one.lines.suffix(2) == ["loaded small encoded from disk", "finished"])
        #expect(other.lines.suffix(2) == ["loaded large cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    /// A fixture whose variants are stored, with the small image of a cat on disk.
    private func storedFixture(
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) -> ImageFixture {
        let fixture = fixture { configuration in
            configuration.encodeVariant = { _, _ in Data("encoded".utf8) }
            configure(&configuration)
        }
        _ = fixture.probe(small)
        fixture.loads[0].finish("cat", ["Cache-Control": "max-age=60", "ETag": "\"a\""])
        return fixture
    }

    @Test func storedVariantIsDecodedInItsTurnAndReported() {
        let decoding = VirtualTimeScheduler()
        let fixture = storedFixture {
            $0.decodeScheduler = decoding
            $0.maximumDecodings = 1
        }
        decoding.run()
        fixture.loader.removeAllCachedImages()
        let other = fixture.probe(.named("2"))
        fixture.loads[1].finish("dog")
        let count = fixture.events.count
        let probe = fixture.probe(small)
        // The other picture is being decoded.
        #expect(fixture.loader.change { $0.stepCounts } == (1, 1))
        decoding.run()
        #expect(other.lines.last == "finished")
        #expect(probe.lines.suffix(2) == ["loaded small encoded from disk", "finished"])
        let events = fixture.events.dropFirst(count).filter { $0.hasPrefix("1 ") }
        #expect(events == ["1 hit disk", "1 decoded", "1 loaded from disk"])
    }

    @Test func variantThatJoinsWhileAStoredOneIsDecodedGetsTheOriginal() {
        let decoding = VirtualTimeScheduler()
        let fixture = storedFixture { $0.decodeScheduler = decoding }
        decoding.run()
        fixture.loader.removeAllCachedImages()
        let one = fixture.probe(small)
        let other = fixture.probe(large)
        one.cancel()
        decoding.run()
        #expect(other.lines.suffix(2) == ["loaded large cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
        #expect(fixture.loader.change { $0.count } == 0)
    }

    @Test func damagedStoredVariantIsReplacedFromTheOriginal() {
        let fixture = ImageFixture(configure: { $0.encodeVariant = { _, _ in Data("encoded".utf8) } })
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        fixture.disk.changeAll { if $0.data == Data("encoded".utf8) { $0.data = Data("<".utf8) } }
        #expect(fixture.probe(small).lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.disk.texts == ["cat", "encoded"])
        #expect(fixture.loads.count == 1)
    }

    @Test func damagedVariantThatIsConfirmedIsReplacedFromTheOriginal() {
        let fixture = ImageFixture(configure: { $0.encodeVariant = { _, _ in Data("encoded".utf8) } })
        fixture.load("cat", ["Cache-Control": "max-age=60", "ETag": "\"a\""], small)
        fixture.disk.changeAll { if $0.data == Data("encoded".utf8) { $0.data = Data("<".utf8) } }
        fixture.time.advance(by: .seconds(61))
        let probe = fixture.probe(small)
        fixture.loads[1].confirm()
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.disk.texts == ["cat", "encoded"])
    }

    @Test func storedVariantIsNotDecodedForAPrefetchToDisk() {
        let fixture = storedFixture()
        fixture.loader.removeAllCachedImages()
        let count = fixture.events.count
        let prefetcher = ImagePrefetcher(fixture.loader, to: .disk)
        prefetcher.start([small])
        #expect(fixture.events.dropFirst(count) == ["1 hit disk", "1 prefetched"])
        #expect(fixture.loader.change { $0.count } == 0)
    }

    @Test(arguments: ["max-age=60", "max-age=60, stale-while-revalidate=600"])
    func storedVariantIsFreshAgainAfterAConfirmation(control: String) {
        let fields = ["Cache-Control": control, "ETag": "\"a\""]
        let encodings = Log<String>()
        let fixture = fixture { configuration in
            configuration.encodeVariant = { picture, _ in
                encodings.append(picture.description)
                return Data("encoded".utf8)
            }
        }
        fixture.load("cat", fields, small)
        for visit in 1...2 {
            fixture.time.advance(by: .seconds(100))
            let stale = fixture.probe(small)
            fixture.loads[visit].confirm(fields)
            #expect(stale.lines.suffix(2) == ["loaded small encoded from disk", "finished"])
            fixture.loader.removeAllCachedImages()
            #expect(fixture.probe(small).lines.suffix(2) == ["loaded small encoded from disk", "finished"])
            fixture.loader.removeAllCachedImages()
        }
        #expect(fixture.loads.count == 3)
        // It was stored all the time.
        #expect(encodings.entries == ["small cat"])
    }

    @Test func requestOfAnotherVariantDiffers() {
        #expect(small != large)
        #expect(small.with(variant: large.variant) == large)
        #expect(small.with(variant: nil) == .named("1"))
    }
}
