import FluxImages
import Foundation
import LoadingTestSupport
import Streams
import Testing

/// Bytes that can't be decoded: stored ones, and those that a server sends in place of an image.
struct ImageDamageTests {
    private let decoding = VirtualTimeScheduler()
    private let control = ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""]
    /// Called while stored bytes that are damaged are being decoded.
    private let onDamage = Hook()

    /// A fixture with a damaged entry on disk, which may be shown while it is validated.
    private func damagedFixture(
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) -> ImageFixture {
        let fixture = ImageFixture(
            configure: {
                $0.decodeScheduler = decoding
                configure(&$0)
            },
            decode: { [onDamage] data, _ in
                if data == Data("<damaged".utf8) { onDamage.call() }
                return try Picture.decode(data)
            })
        _ = fixture.probe()
        fixture.loads[0].finish("cat", control)
        decoding.run()
        fixture.loader.removeAllCachedImages()
        fixture.disk.changeAll { $0.data = Data("<damaged".utf8) }
        fixture.time.advance(by: .seconds(20))
        return fixture
    }

    @Test func newImageThatArrivesWhileDamagedBytesAreDecodedIsShown() {
        let fixture = damagedFixture { $0.maximumDecodings = 1 }
        let probe = fixture.probe()
        onDamage.set { [control] in fixture.loads[1].finish("dog", control) }
        decoding.run()
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.disk.texts == ["dog"])
        #expect(fixture.loads.count == 2)
    }

    @Test func newImageThatIsDecodedMeanwhileStaysOnDisk() {
        let fixture = damagedFixture()
        let probe = fixture.probe()
        onDamage.set { [decoding, control] in
            fixture.loads[1].finish("dog", control)
            decoding.run()
        }
        decoding.run()
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.disk.texts == ["dog"])
    }

    @Test(arguments: [true, false])
    func responseWithoutBytesWhileDamagedBytesAreDecodedEndsTheLoad(isConfirmed: Bool) {
        let fixture = damagedFixture()
        let probe = fixture.probe()
        onDamage.set {
            if isConfirmed {
                fixture.loads[1].confirm()
            } else {
                fixture.loads[1].fail(.transport(.notConnectedToInternet, description: "offline"))
            }
        }
        decoding.run()
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "If-None-Match") == nil)
        fixture.loads[2].finish("dog", control)
        decoding.run()
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.disk.texts == ["dog"])
    }

    @Test func damagedBytesThatNothingReplacesAreRemoved() {
        let fixture = damagedFixture()
        let probe = fixture.probe()
        decoding.run()
        fixture.loads[1].fail(.transport(.notConnectedToInternet, description: "offline"))
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.disk.keys.isEmpty)
    }

    @Test(arguments: [20, 2000])
    func storedImageStaysIfTheServerSendsSomethingElse(seconds: Int) {
        let fixture = ImageFixture()
        fixture.load("cat", control)
        fixture.time.advance(by: .seconds(seconds))
        let probe = fixture.probe()
        fixture.loads[1].finish("<html>", control)
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.disk.texts == ["cat"])
    }

    @Test func imageThatMustBeValidatedDoesNotReplaceAResponse() {
        let fixture = ImageFixture()
        fixture.load("cat", ["Cache-Control": "no-cache", "ETag": "\"a\""])
        let probe = fixture.probe()
        fixture.loads[1].finish("<html>", control)
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
    }
}

/// Variants that can't be decoded from bytes that others can be decoded from.
struct ImageVariantDamageTests {
    private let bad = ImageRequest.named("1", variant: .named("bad"))
    private let fields = ["Cache-Control": "max-age=600", "ETag": "\"a\""]
    private let fixture = ImageFixture(
        decode: { data, request in
            if request.variant == .named("bad") { throw Picture.NotAPicture() }
            return try Picture.decode(data)
        })

    @Test func variantThatIsNotDecodableKeepsTheOriginalOnDisk() {
        fixture.load("cat", fields, .named("1"))
        for round in 1...2 {
            let probe = fixture.probe(bad)
            // The server may have a better one.
            #expect(fixture.loads[round].request.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
            fixture.loads[round].confirm(fields)
            #expect(probe.lines.suffix(2) == ["failed", "finished"])
            #expect(fixture.disk.texts == ["cat"])
        }
        #expect(fixture.probe(.named("1")).lines.suffix(2) == ["loaded cat from disk", "finished"])
    }

    @Test func variantThatIsNotDecodableFailsOfflineAndOthersLoad() {
        fixture.load("cat", fields, .named("1"))
        let probe = fixture.probe(bad)
        let original = fixture.probe(.named("1"))
        fixture.loads[1].fail(.transport(.notConnectedToInternet, description: "offline"))
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(original.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loads.count == 2)
    }

    @Test func imageOfTheServerThatOneVariantIsNotDecodableFromIsKept() {
        fixture.load("cat", fields, .named("1"))
        fixture.time.advance(by: .seconds(1000))
        let original = fixture.probe(.named("1"))
        let probe = fixture.probe(bad)
        fixture.loads[1].finish("dog", fields)
        #expect(original.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.disk.texts == ["dog"])
    }
}

/// An action of a test that is called once.
private final class Hook: Sendable {
    private let action = Locked<(@Sendable () -> Void)?>(nil)

    func set(_ action: @escaping @Sendable () -> Void) { _ = self.action.exchange(action) }

    func call() { action.exchange(nil)?() }
}
