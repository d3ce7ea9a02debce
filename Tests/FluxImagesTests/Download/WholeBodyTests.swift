import FluxImages
import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

/// Bodies that have arrived, and whose subscribers leave while they are decoded.
struct WholeBodyTests {
    private let fixture: ImageFixture
    /// Called while an image is decoded.
    private let onDecoding: Box<(@Sendable () -> Void)?>

    init() {
        let onDecoding = Box<(@Sendable () -> Void)?>(nil)
        self.onDecoding = onDecoding
        fixture = ImageFixture(decode: { data, _ in
            onDecoding.value?()
            return try Picture.decode(data)
        })
    }

    private func loadAndLeave(_ fields: [String: String], text: String = "cat") {
        let probe = fixture.probe()
        onDecoding.value = { probe.cancel() }
        fixture.loads[0].finish(text, fields)
        onDecoding.value = nil
    }

    @Test func freshBodyIsNotLoadedAgain() {
        loadAndLeave(["Cache-Control": "max-age=60"])
        #expect(fixture.disk.texts.isEmpty, "The app may have emptied it after it has left.")
        let probe = fixture.probe()
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.loads.count == 1)
        #expect(fixture.disk.texts == ["cat"])
    }

    @Test func staleBodyIsLoadedAgain() {
        loadAndLeave(["Cache-Control": "max-age=60"])
        fixture.time.advance(by: .seconds(60))
        let probe = fixture.probe()
        #expect(fixture.loads.count == 2)
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == nil)
        probe.cancel()
    }

    @Test func bodyThatIsNoImageIsLoadedAgain() {
        loadAndLeave(["Cache-Control": "max-age=60"], text: "<html>")
        let probe = fixture.probe()
        #expect(fixture.loads.count == 2)
        probe.cancel()
    }

    @Test func reloadAsksTheServer() {
        loadAndLeave(["Cache-Control": "max-age=60"])
        let probe = fixture.probe(ImageRequest(url: .image, from: .server))
        #expect(fixture.loads.count == 2)
        probe.cancel()
    }

    @Test(arguments: [true, false])
    func olderBodyDoesNotReplaceAnInsertedImage(isStored: Bool) {
        loadAndLeave(["Cache-Control": "max-age=60"])
        let data = isStored ? Data("new".utf8) : nil
        fixture.loader.insertImage(Picture("new"), data: data, for: ImageRequest(url: .image))
        fixture.loader.removeCachedImage(for: ImageRequest(url: .image))
        for key in fixture.disk.keys { fixture.disk.remove(key) }
        let probe = fixture.probe()
        #expect(fixture.loads.count == 2)
        probe.cancel()
    }
}
