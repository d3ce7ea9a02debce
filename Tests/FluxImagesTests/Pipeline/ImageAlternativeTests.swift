import FluxLoading
import Foundation
import LoadingTestSupport
import TestSupport
import Testing

@testable import FluxImages

/// Stored images whose first URL has failed, and the bytes of other servers.
struct ImageAlternativeTests {
    private let fixture = ImageFixture { $0.retry = .immediate(attempts: 0) }
    private let request: ImageRequest
    private let other: URL

    init() throws {
        other = try #require(URL(string: "https://other.test/1.png"))
        request = ImageRequest(url: .image, alternatives: [other])
    }

    private func loadStale(_ fields: [String: String] = [:]) {
        fixture.load("cat", fields.merging(["Cache-Control": "max-age=10"]) { $1 }, request)
        fixture.time.advance(by: .seconds(20))
    }

    /// It is not the image of the server, which is requested again.
    @Test func fileInPlaceOfAServerIsNotKeptOnDisk() {
        let request = ImageRequest(url: .image, alternatives: [URL(filePath: "/images/a.png")])
        let probe = fixture.probe(request)
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        fixture.loads[1].finish("cat")
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.disk.texts.isEmpty)
        fixture.loader.removeAllCachedImages()
        let next = fixture.probe(request)
        fixture.loads[2].finish("dog", ["Cache-Control": "max-age=10"])
        #expect(next.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.disk.texts == ["dog"])
    }

    /// The server does not have it any more.
    @Test func imageThatAFileReplacesIsRemovedFromDisk() {
        let request = ImageRequest(url: .image, alternatives: [URL(filePath: "/images/a.png")])
        fixture.load("cat", ["Cache-Control": "max-age=1, stale-while-revalidate=100"], request)
        fixture.time.advance(by: .seconds(10))
        let probe = fixture.probe(request)
        fixture.loads[1].fail(.status(404, retryAfter: nil))
        fixture.loads[2].finish("dog")
        #expect(probe.lines.suffix(2) == ["loaded dog from disk", "finished"])
        #expect(fixture.disk.texts.isEmpty)
    }

    @Test func damagedFileInPlaceOfAServerFails() {
        let request = ImageRequest(url: .image, alternatives: [URL(filePath: "/images/a.png")])
        let probe = fixture.probe(request)
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        fixture.loads[1].finish("<html>")
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.loads.count == 2)
    }

    @Test func serverInPlaceOfAFileIsTheOriginOfItsImage() {
        let request = ImageRequest(url: URL(filePath: "/images/a.png"), alternatives: [other])
        let probe = fixture.probe(request)
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        fixture.loads[1].finish("cat", ["Cache-Control": "max-age=10"])
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.disk.texts.isEmpty)
    }

    /// Another server says nothing of the image of the first URL.
    @Test(arguments: [LoadingError.Reason.status(404, retryAfter: nil), .refusedRedirect(description: "")])
    func staleImageStaysIfOnlyAnAlternativeDoesNotHaveIt(reason: LoadingError.Reason) {
        loadStale()
        let probe = fixture.probe(request)
        fixture.loads[1].fail(.status(503, retryAfter: nil))
        fixture.loads[2].fail(reason)
        #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
        #expect(fixture.disk.metadata.count == 1)
    }

    @Test func imageIsRemovedIfItsServerDoesNotHaveItThoughAnAlternativeFails() {
        loadStale()
        let probe = fixture.probe(request)
        fixture.loads[1].fail(.status(404, retryAfter: nil))
        fixture.loads[2].fail(.status(503, retryAfter: nil))
        #expect(probe.states.last?.error != nil)
        #expect(fixture.disk.metadata.isEmpty)
    }

    /// The first URL never had the image.
    @Test func imageOfAnAlternativeStaysWhileThatIsNotReached() {
        _ = fixture.probe(request)
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        fixture.loads[1].finish("mirrored", ["Cache-Control": "max-age=10"])
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(20))
        let probe = fixture.probe(request)
        fixture.loads[2].fail(.status(404, retryAfter: nil))
        fixture.loads[3].fail(.status(503, retryAfter: nil))
        #expect(probe.lines.suffix(2) == ["loaded mirrored from disk", "finished"])
        fixture.loader.removeAllCachedImages()
        let next = fixture.probe(request)
        fixture.loads[4].fail(.status(404, retryAfter: nil))
        fixture.loads[5].fail(.status(404, retryAfter: nil))
        #expect(next.states.last?.error != nil)
        #expect(fixture.disk.metadata.isEmpty)
    }

    @Test func requestFromTheCachesTriesNoAlternative() throws {
        let file = try #require(URL(string: "file:///missing.png"))
        let probe = fixture.probe(ImageRequest(url: file, from: .cache, alternatives: [other]))
        fixture.loads[0].fail(.unreadableFile(description: "missing"))
        #expect(probe.states.last?.error != nil && fixture.loads.count == 1)
    }

    /// Nor is another version of the image confirmed, whose server has compared only the date.
    @Test func imageIsDownloadedAgainIfAnotherVersionIsConfirmed() {
        loadStale(["ETag": "\"1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"])
        let probe = fixture.probe(request)
        fixture.loads[1].confirm(["ETag": "\"2\""])
        #expect(fixture.loads.count == 3)
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "If-None-Match") == nil)
        fixture.loads[2].finish("dog", ["ETag": "\"2\""])
        #expect(probe.lines.suffix(2) == ["loaded dog from network", "finished"])
    }

    /// Its server would compare the tag and the date with those of its own image.
    @Test func bytesOfAnAlternativeAreNotValidatedAtTheFirstURL() {
        let fields = [
            "Cache-Control": "max-age=10", "ETag": "\"1\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
        ]
        _ = fixture.probe(request)
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        fixture.loads[1].finish("mirrored", fields)
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(20))
        let probe = fixture.probe(request)
        let sent = fixture.loads[2].request
        #expect(sent.url == .image)
        #expect(sent.value(forHTTPHeaderField: "If-None-Match") == nil)
        #expect(sent.value(forHTTPHeaderField: "If-Modified-Since") == nil)
        fixture.loads[2].finish("cat", fields)
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
    }
}
