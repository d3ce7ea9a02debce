import FluxImages
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

struct ImageDiskTests {
    private let fixture = ImageFixture()
    private let fresh = ["Cache-Control": "max-age=60", "ETag": "\"a\""]

    @Test func secondVisitMakesNoRequest() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines == ["loading 0/?", "loaded cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
        #expect(fixture.events.contains("1.png hit disk"))
        // And the next one is from memory.
        #expect(fixture.probe().lines == ["loaded cat from memory", "finished"])
    }

    @Test func onlyBytesThatWereDecodedAreStored() {
        _ = fixture.probe()
        fixture.loads[0].finish("<html>", fresh)
        #expect(fixture.disk.keys.isEmpty)
    }

    @Test func responseThatMustNotBeStoredIsNot() {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(60))
        fixture.load("dog", ["Cache-Control": "no-store"])
        #expect(fixture.disk.keys.isEmpty)
    }

    @Test func confirmationThatForbidsStoringRemovesTheEntry() {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(60))
        let probe = fixture.probe()
        fixture.loads[1].confirm(["Cache-Control": "no-store"])
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.disk.keys.isEmpty)
    }

    @Test(arguments: ["no-cache", "max-age=0"])
    func requestMayRequireAValidation(control: String) {
        fixture.load("cat", fresh)
        let probe = fixture.probe(ImageRequest(url: .image, headers: ["Cache-Control": control]))
        #expect(probe.lines == ["loading 0/?"])
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
        fixture.loads[1].confirm()
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
    }

    @Test func imageOfAnotherClientIsValidatedIfItVaries() {
        func request(_ client: String, encoding: String = "identity") -> ImageRequest {
            ImageRequest(url: .image, headers: ["User-Agent": client, "Accept-Encoding": encoding])
        }
        let fields = fresh.merging(["Vary": "Accept-Encoding, User-Agent"]) { $1 }
        fixture.load("desktop", fields, request("desktop"))
        #expect(fixture.probe(request("desktop", encoding: "gzip")).lines.last == "finished")
        fixture.loader.removeAllCachedImages()
        let probe = fixture.probe(request("phone"))
        #expect(probe.lines == ["loading 0/?"])
        fixture.loads[1].finish("phone", fields)
        #expect(probe.lines.suffix(2) == ["loaded phone from network", "finished"])
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe(request("phone")).lines.suffix(2) == ["loaded phone from disk", "finished"])
    }

    @Test func staleBytesAreShownOnceTheyAreConfirmed() {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(60))
        let probe = fixture.probe()
        #expect(probe.lines == ["loading 0/?"])
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
        fixture.loads[1].confirm(["Cache-Control": "max-age=60"])
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.events.contains("1.png revalidated"))
        // They are fresh again.
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(59))
        #expect(fixture.probe().lines.last == "finished")
        #expect(fixture.loads.count == 2)
    }

    @Test func changedImageReplacesStaleBytes() {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(60))
        let probe = fixture.probe()
        fixture.loads[1].finish("dog", fresh)
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.disk.texts == ["dog"])
    }

    @Test func staleImageIsShownAtOnceAndReplacedByTheNewOne() {
        fixture.load("cat", ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(20))
        let probe = fixture.probe()
        #expect(probe.lines == ["loading 0/?", "loaded cat from disk"])
        fixture.loads[1].respond(length: 3)
        fixture.loads[1].send("dog")
        // Its progress does not replace the image.
        #expect(probe.lines.count == 2)
        fixture.loads[1].finish()
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.loader.cachedImage(for: ImageRequest(url: .image)) == Picture("dog"))
    }

    @Test(arguments: [true, false])
    func staleImageStaysIfItIsConfirmedOrNoServerResponds(isConfirmed: Bool) {
        fixture.load("cat", ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(20))
        let probe = fixture.probe()
        if isConfirmed {
            fixture.loads[1].confirm()
        } else {
            fixture.loads[1].fail(.status(500, retryAfter: nil))
        }
        #expect(probe.lines == ["loading 0/?", "loaded cat from disk", "finished"])
    }

    @Test(arguments: [true, false])
    func staleImageIsShownToAllRowsBeforeTheyEnd(isConfirmed: Bool) {
        let decoding = VirtualTimeScheduler()
        let fixture = ImageFixture { $0.decodeScheduler = decoding }
        _ = fixture.probe()
        fixture.loads[0].finish(
            "cat", ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""])
        decoding.run()
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(20))
        // The server responds while the first row receives the image, before the second one does.
        let first = fixture.loader.image(at: .image).sink { state in
            guard case .loaded = state else { return }
            isConfirmed ? fixture.loads[1].confirm() : fixture.loads[1].fail(.status(500, retryAfter: nil))
        }
        let second = fixture.probe()
        decoding.run()
        #expect(second.lines == ["loading 0/?", "loaded cat from disk", "finished"])
        #expect(fixture.events.last == "1.png loaded from disk")
        first.cancel()
    }

    @Test func staleImageDoesNotReplaceANewerOneInMemory() {
        let decoding = VirtualTimeScheduler()
        let respond = Box<(@Sendable () -> Void)?>(nil)
        let cache = RecordingCache { call in
            if call.hasPrefix("store cat"), let respond = respond.value { respond() }
        }
        let fixture = ImageFixture {
            $0.decodeScheduler = decoding
            $0.maximumDecodings = 2
            $0.memoryCache = cache
        }
        _ = fixture.probe()
        fixture.loads[0].finish(
            "cat", ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""])
        decoding.run()
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(20))
        // The new image is received and decoded while the stored one is put in memory.
        let source = fixture.source
        respond.value = {
            source.loads[1].finish("dog", ["Cache-Control": "max-age=60"])
            decoding.run()
        }
        let probe = fixture.probe()
        decoding.run()
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.loader.cachedImage(for: ImageRequest(url: .image)) != Picture("cat"))
        respond.value = nil
    }

    @Test func staleImageIsShownOffline() {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(600))
        let probe = fixture.probe()
        fixture.loads[1].fail(.transport(.notConnectedToInternet, description: "offline"))
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
    }

    @Test(arguments: ["max-age=60", "max-age=60, stale-while-revalidate=3600"], [404, 410])
    func imageThatIsGoneIsNotShownAndIsRemoved(control: String, status: Int) {
        fixture.load("cat", ["Cache-Control": control, "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(600))
        let probe = fixture.probe()
        fixture.loads[1].fail(.status(status, retryAfter: nil))
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.disk.keys.isEmpty)
    }

    @Test func imageThatIsShownStaysIfItsSignatureHasExpired() {
        fixture.load("cat", ["Cache-Control": "max-age=10, stale-while-revalidate=100"])
        fixture.time.advance(by: .seconds(20))
        let probe = fixture.probe()
        fixture.loads[1].fail(.status(403, retryAfter: nil))
        #expect(probe.lines == ["loading 0/?", "loaded cat from disk", "finished"])
        #expect(fixture.disk.texts == ["cat"])
    }

    @Test func imageThatMustBeValidatedIsNotShownOffline() {
        fixture.load("cat", ["Cache-Control": "no-cache", "ETag": "\"a\""])
        let probe = fixture.probe()
        fixture.loads[1].fail(.transport(.notConnectedToInternet, description: "offline"))
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
    }

    @Test func damagedEntryIsAMiss() {
        fixture.load("cat", fresh)
        fixture.disk.changeAll { $0.data = Data("<".utf8) }
        let probe = fixture.probe()
        #expect(probe.lines == ["loading 0/?"])
        #expect(fixture.disk.keys.isEmpty)
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == nil)
        fixture.loads[1].finish("dog", fresh)
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.disk.texts == ["dog"])
    }

    @Test(arguments: ["max-age=10", "max-age=10, stale-while-revalidate=100"])
    func damagedStaleEntryIsLoadedAgainEvenIfItIsConfirmed(control: String) {
        let decoding = VirtualTimeScheduler()
        let fixture = ImageFixture { $0.decodeScheduler = decoding }
        _ = fixture.probe()
        fixture.loads[0].finish("cat", ["Cache-Control": control, "ETag": "\"a\""])
        decoding.run()
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(20))
        fixture.disk.changeAll { $0.data = Data("<".utf8) }
        let probe = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
        decoding.run()
        fixture.loads[1].confirm()
        decoding.run()
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "If-None-Match") == nil)
        fixture.loads[2].finish("dog", fresh)
        decoding.run()
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
    }

    @Test func entryOfAnotherVersionIsAMiss() {
        fixture.load("cat", fresh)
        fixture.disk.changeAll { $0.metadata = ["version": "7"] }
        _ = fixture.probe()
        #expect(fixture.loads.count == 2)
    }

    @Test func entryIsSharedByURLsOfOneIdentity() {
        func signed(_ signature: Int) -> ImageRequest {
            ImageRequest(url: URL.image.appending(path: "\(signature)"), identity: "photos/7")
        }
        fixture.load("cat", fresh, signed(1))
        #expect(fixture.probe(signed(2)).lines.last == "finished")
        #expect(fixture.loads.count == 1)
        #expect(fixture.disk.keys.count == 1)
    }

    @Test func entryIsNotSharedBetweenCredentials() {
        func request(_ token: String) -> ImageRequest {
            ImageRequest(url: .image, headers: ["Authorization": token, "User-Agent": token])
        }
        fixture.load("cat", fresh, request("secret-1"))
        _ = fixture.probe(request("secret-2"))
        #expect(fixture.loads.count == 2)
        // What describes the client makes no difference.
        let other = ImageRequest(url: .image, headers: ["Authorization": "secret-1", "User-Agent": "other"])
        #expect(fixture.probe(other).lines.last == "finished")
        #expect(fixture.loads.count == 2)
    }

    @Test func filesAndDataAreNotStored() throws {
        for address in ["file:///a.png", "data:,cat"] {
            let request = ImageRequest(url: try #require(URL(string: address)))
            _ = fixture.probe(request)
            fixture.loads.last?.finish("cat")
        }
        #expect(fixture.disk.keys.isEmpty)
    }

    @Test func cancelledLookUpMakesNoRequest() {
        let time = VirtualTimeScheduler()
        let fixture = ImageFixture { $0.diskScheduler = time }
        let probe = fixture.probe()
        probe.cancel()
        time.run()
        #expect(fixture.loads.isEmpty)
        // Its place among the look-ups is free again.
        for _ in 0..<3 {
            _ = fixture.probe()
            time.run()
        }
        #expect(fixture.loads.count == 1)
    }
}
