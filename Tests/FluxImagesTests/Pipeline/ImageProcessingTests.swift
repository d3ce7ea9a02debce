import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

struct ImageProcessingTests {
    private let decodings = Box(0)

    private func fixture(
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) -> ImageFixture {
        ImageFixture { [decodings] configuration in
            configuration.processors["round"] = { picture, _ in Picture("round \(picture)") }
            configuration.processors["grey"] = { picture, request in
                Picture("grey \(picture) of \(request.url.lastPathComponent)")
            }
            configuration.processors["broken"] = { _, _ in throw Picture.NotAPicture() }
            configure(&configuration)
            _ = decodings
        } decode: { [decodings] data, _ in
            decodings.increment()
            return try Picture.decode(data)
        }
    }

    private func request(_ processing: String..., variant: ImageVariant? = nil) -> ImageRequest {
        ImageRequest(url: .image, variant: variant, processing: processing)
    }

    /// A fixture whose processor `slow` adds a row while it processes an image.
    private func slowFixture(adding row: LateRow) -> ImageFixture {
        fixture {
            $0.processors["slow"] = { picture, _ in
                row.appear()
                return Picture("slow \(picture)")
            }
        }
    }

    @Test func processorsAreAppliedInOrder() {
        let fixture = fixture()
        let probe = fixture.probe(request("round", "grey"))
        fixture.loads[0].finish("cat")
        #expect(probe.lines.suffix(2) == ["loaded grey round cat of 1.png from network", "finished"])
    }

    @Test func processingSharesTheDownloadAndHasItsOwnPlaceInMemory() {
        let fixture = fixture()
        let requests = [request(), request("round"), request("grey"), request("grey", "round")]
        let probes = requests.map { fixture.probe($0) }
        #expect(fixture.loads.count == 1)
        fixture.loads[0].finish("cat")
        let expected = ["cat", "round cat", "grey cat of 1.png", "round grey cat of 1.png"]
        #expect(probes.map { $0.states.last?.image?.description } == expected)
        #expect(requests.map { fixture.loader.cachedImage(for: $0)?.description } == expected)
        #expect(Set(requests).count == 4)
        // The disk has what was downloaded.
        #expect(fixture.disk.texts == ["cat"])
    }

    /// Between the time when images are put in memory and when they are shown, another row may be added.
    @Test func imageOfARowThatIsAddedWhileAnotherIsProcessedIsInMemory() {
        let late = LateRow()
        let fixture = slowFixture(adding: late)
        let (slow, round) = (request("slow"), request("round"))
        let probe = fixture.probe(slow)
        late.add { [unowned fixture] in fixture.probe(round) }
        fixture.loads[0].finish("cat")
        #expect(probe.states.last?.image?.description == "slow cat")
        #expect(late.probe?.states.last?.image?.description == "round cat")
        #expect(fixture.loader.cachedImage(for: slow)?.description == "slow cat")
        #expect(fixture.loader.cachedImage(for: round)?.description == "round cat")
        #expect(fixture.loads.count == 1)
        #expect(decodings.value == 1)
    }

    @Test func imageOfARowThatIsAddedWhileAPrefetchToDiskEndsIsInMemory() {
        let late = LateRow()
        let fixture = slowFixture(adding: late)
        let slow = request("slow")
        let prefetcher = ImagePrefetcher(fixture.loader, to: .disk)
        prefetcher.start([slow])
        late.add { [unowned fixture] in fixture.probe(slow) }
        fixture.loads[0].finish("cat")
        #expect(late.probe?.states.last?.image?.description == "slow cat")
        #expect(fixture.loader.cachedImage(for: slow)?.description == "slow cat")
        #expect(fixture.loads.count == 1)
        prefetcher.stopAll()
    }

    /// Whichever of them was added first, and also if newer bytes may follow.
    @Test(arguments: [true, false], ["max-age=60", "max-age=1, stale-while-revalidate=100"])
    func imageIsShownBeforeOthersAreProcessed(isFirst: Bool, lifetime: String) {
        let order = Log<String>()
        let fixture = fixture {
            $0.processors["slow"] = { picture, _ in
                order.append("slow")
                return picture
            }
        }
        fixture.load("cat", ["Cache-Control": lifetime, "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(10))
        // Until both are there.
        let decoding = VirtualTimeScheduler()
        let other = ImageFixture {
            $0.diskCache = fixture.disk
            $0.now = fixture.loader.configuration.now
            $0.processors = fixture.loader.configuration.processors
            $0.decodeScheduler = decoding
        }
        func probe(_ request: ImageRequest) -> StateProbe {
            StateProbe(other.loader.image(for: request)) { _, state in
                if case .loaded = state { order.append("shown \(request.processing.count)") }
            }
        }
        let requests = isFirst ? [request(), request("slow")] : [request("slow"), request()]
        let probes = requests.map { probe($0) }
        decoding.run()
        #expect(order.entries == ["shown 0", "slow", "shown 1"])
        if let load = other.loads.first { load.finish("", [:], status: 304) }
        #expect(order.entries.count == 3)
        for probe in probes { #expect(probe.lines.last == "finished") }
        #expect(other.loader.isAtRest)
    }

    /// They share the image in memory, and nothing else.
    @Test func waysToProcessAnImageInMemoryDoNotWaitForEachOther() {
        let decoding = VirtualTimeScheduler()
        let late = LateRow()
        let fixture = fixture {
            $0.processors["slow"] = { picture, _ in
                late.appear()
                return Picture("slow \(picture)")
            }
            $0.decodeScheduler = decoding
        }
        fixture.loader.insertImage(Picture("cat"), for: request())
        late.add { [unowned fixture] in
            let probe = fixture.probe(request("round"))
            decoding.run()
            return probe
        }
        let slow = fixture.probe(request("slow"))
        decoding.run()
        #expect(late.probe?.lines.last == "finished")
        #expect(slow.states.last?.image?.description == "slow cat")
        #expect(fixture.loads.isEmpty)
    }

    @Test func processedImageIsMadeOfTheEntryOnDisk() {
        let fixture = fixture()
        fixture.load("cat", ["Cache-Control": "max-age=60"])
        #expect(
            fixture.probe(request("round")).lines.suffix(2) == ["loaded round cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
    }

    /// The image in memory may be replaced by a newer one, and what was made of it would stay.
    @Test func imageThatIsBeingValidatedIsProcessedAgainWhenItIsReplaced() {
        let fixture = fixture()
        fixture.load("cat", ["Cache-Control": "max-age=1, stale-while-revalidate=100", "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(10))
        let plain = fixture.probe(request())
        #expect(plain.lines.last == "loaded cat from disk")
        let round = fixture.probe(request("round"))
        fixture.loads[1].finish("dog")
        #expect(plain.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(round.lines.suffix(2) == ["loaded round dog from network", "finished"])
        #expect(fixture.loader.cachedImage(for: request("round")) == Picture("round dog"))
        #expect(fixture.loader.isAtRest)
    }

    @Test func storedVariantIsProcessedOnce() {
        let fixture = fixture { $0.encodeVariant = { picture, _ in Data("\(picture) encoded".utf8) } }
        let small = request("round", variant: .named("small"))
        fixture.load("cat", ["Cache-Control": "max-age=60"], small)
        #expect(fixture.disk.texts == ["cat", "cat encoded"])
        #expect(fixture.probe(small).lines.suffix(2) == ["loaded round cat encoded from disk", "finished"])
    }

    @Test(arguments: [
        ("broken", "it begins with <"), ("unknown", "the loader has no processor named 'unknown'"),
    ])
    func imageThatCannotBeProcessedFailsAlone(processor: String, description: String) {
        let fixture = fixture()
        let (plain, processed) = (fixture.probe(request()), fixture.probe(request(processor)))
        fixture.loads[0].finish("cat")
        #expect(plain.states.last?.image == Picture("cat"))
        #expect(processed.states.last?.error == .notProcessed(.image, description: description))
        #expect(fixture.disk.texts == ["cat"])
    }

    @Test func bytesOnDiskThatCannotBeProcessedAreNotDamaged() {
        let fixture = fixture()
        fixture.load("cat", ["Cache-Control": "max-age=60"])
        #expect(fixture.probe(request("broken")).lines.last == "finished")
        #expect(fixture.loads.count == 1)
        #expect(fixture.disk.texts == ["cat"])
    }

    @Test func otherVariantKeepsItsProcessing() {
        #expect(request("round").with(variant: .named("small")) == request("round", variant: .named("small")))
    }

    @Test func severalProcessingsOfOneOriginalDecodeItOnce() {
        let fixture = fixture()
        let probes = [request("round"), request("grey"), request()].map { fixture.probe($0) }
        fixture.loads[0].finish("cat")
        #expect(probes.map(\.lines.last) == ["finished", "finished", "finished"])
        #expect(decodings.value == 1)
        // Another variant is decoded for itself.
        let small = fixture.probe(request("round", variant: .named("small")))
        #expect(small.lines.last == "finished")
        #expect(decodings.value == 2)
    }

    @Test func originalInMemoryIsNotLoadedOrDecodedAgain() {
        let fixture = fixture { $0.cost = { _, data in data.count } }
        let original = fixture.probe(request())
        fixture.loads[0].finish("cat")
        #expect(original.lines.last == "finished")
        let probe = fixture.probe(request("round"))
        #expect(probe.lines.suffix(2) == ["loaded round cat from memory", "finished"])
        #expect(fixture.loads.count == 1)
        #expect(decodings.value == 1)
        #expect(fixture.loader.cachedImage(for: request("round")) == Picture("round cat"))
        // It costs as much as the image that it was made of.
        #expect(fixture.loader.memory.totalCost == 6)
        #expect(fixture.loader.isAtRest)
    }

    /// A loader without a disk that decodes in virtual time, with the image of the request in memory.
    private func fixtureWithACat(decodingAt time: VirtualTimeScheduler) -> ImageFixture {
        let fixture = fixture {
            $0.decodeScheduler = time
            $0.diskCache = nil
        }
        let original = fixture.probe(request())
        fixture.loads[0].finish("cat")
        time.run()
        #expect(original.lines.last == "finished")
        return fixture
    }

    /// A variant that is requested while an image in memory is processed needs the bytes.
    @Test func otherVariantIsLoadedWhileAnImageInMemoryIsProcessed() {
        let time = VirtualTimeScheduler()
        let busy = fixtureWithACat(decodingAt: time)
        let (round, small) = (busy.probe(request("round")), busy.probe(request(variant: .named("small"))))
        time.run()
        busy.loads.last?.finish("cat")
        time.run()
        #expect(round.lines.suffix(2) == ["loaded round cat from memory", "finished"])
        #expect(small.lines.last == "finished")
        #expect(busy.loader.isAtRest)
    }

    @Test func transferOfAnotherVariantIsCancelledWhileAnImageInMemoryIsProcessed() {
        let time = VirtualTimeScheduler()
        let busy = fixtureWithACat(decodingAt: time)
        let (round, small) = (busy.probe(request("round")), busy.probe(request(variant: .named("small"))))
        #expect(busy.loads.count == 2)
        small.cancel()
        #expect(busy.loads[1].isCancelled)
        time.run()
        #expect(round.lines.suffix(2) == ["loaded round cat from memory", "finished"])
        #expect(busy.loader.isAtRest)
    }

    @Test func imageInMemoryIsProcessedWhileAnotherVariantIsLoaded() {
        let fixture = fixture { $0.diskCache = nil }
        _ = fixture.probe(request())
        fixture.loads[0].finish("cat")
        let small = fixture.probe(request(variant: .named("small")))
        let round = fixture.probe(request("round"))
        #expect(round.lines == ["loading 0/?", "loaded round cat from memory", "finished"])
        #expect(decodings.value == 1)
        #expect(!fixture.loads[1].isCancelled)
        fixture.loads[1].finish("cat")
        #expect(small.lines.last == "finished")
        #expect(fixture.loads.count == 2)
        #expect(fixture.loader.isAtRest)
    }

    /// An image in memory has no bytes to be stored.
    @Test func prefetchToDiskLoadsTheBytesWhileAnImageInMemoryIsProcessed() {
        let time = VirtualTimeScheduler()
        let fixture = fixture { $0.decodeScheduler = time }
        _ = fixture.probe(request())
        fixture.loads[0].finish("cat")
        time.run()
        for key in fixture.disk.keys { fixture.disk.remove(key) }
        let round = fixture.probe(request("round"))
        let prefetcher = ImagePrefetcher(fixture.loader, to: .disk)
        prefetcher.start([request()])
        time.run()
        #expect(round.lines.suffix(2) == ["loaded round cat from memory", "finished"])
        #expect(fixture.loads.count == 2)
        fixture.loads.last?.finish("cat")
        time.run()
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loader.isAtRest)
        prefetcher.stopAll()
    }

    /// The image comes into memory between the subscription, which looks for it, and the fetch.
    @Test func imageThatComesIntoMemoryBeforeTheFetchBeginsIsProcessed() {
        let fixture = fixture()
        let original = request()
        let round = StateProbe(fixture.loader.image(for: request("round"))) { [fixture] _, state in
            if state.isLoading { fixture.loader.insertImage(Picture("cat"), for: original) }
        }
        #expect(round.lines.suffix(2) == ["loaded round cat from memory", "finished"])
        #expect(fixture.loads.isEmpty)
        #expect(fixture.loader.isAtRest)
    }

    @Test func imageInMemoryThatIsProcessedIsReplacedByAReloadedOne() {
        let time = VirtualTimeScheduler()
        let busy = fixtureWithACat(decodingAt: time)
        let reload = StateProbe(busy.loader.reloadImage(for: request()))
        busy.loads[1].finish("dog")
        let round = busy.probe(request("round"))
        time.run()
        #expect(reload.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(round.lines.suffix(2) == ["loaded round dog from network", "finished"])
        #expect(busy.loader.cachedImage(for: request("round")) == Picture("round dog"))
        #expect(busy.loader.isAtRest)
    }

    @Test func imageInMemoryThatCannotBeProcessedFails() {
        let fixture = fixture()
        let original = fixture.probe(request())
        fixture.loads[0].finish("cat")
        #expect(original.lines.last == "finished")
        #expect(fixture.probe(request("broken")).states.last?.error != nil)
        #expect(fixture.loads.count == 1)
    }
}

/// A row that is added once, while an image is processed.
private final class LateRow: Sendable {
    private let makeProbe = Locked<(@Sendable () -> StateProbe)?>(nil)
    private let made = Locked<StateProbe?>(nil)

    /// The row, once it is added.
    var probe: StateProbe? { made.withLock { $0 } }

    func add(_ makeProbe: @escaping @Sendable () -> StateProbe) { _ = self.makeProbe.exchange(makeProbe) }

    func appear() {
        if let makeProbe = makeProbe.exchange(nil) { _ = made.exchange(makeProbe()) }
    }
}
