import FluxLoading
import Foundation
import LoadingTestSupport
import Testing

@testable import FluxImages

/// Images of files and of `data:` URLs, which need no network.
struct ImageLocalTests {
    private let fixture = ImageFixture { $0.maximumTransfers = 1 }
    private let file = URL(filePath: "/images/a.png")

    @Test func localImagesDoNotWaitForServers() throws {
        let remote = fixture.probe(.named("1"))
        let local = fixture.probe(ImageRequest(url: file))
        try #require(fixture.names == ["1", "a.png"])
        fixture.loads[1].finish("cat")
        #expect(local.lines.suffix(2) == ["loaded cat from disk", "finished"])
        let data = fixture.probe(ImageRequest(url: try #require(URL(string: "data:,dog"))))
        try #require(fixture.loads.count == 3)
        fixture.loads[2].finish("dog")
        #expect(data.lines.suffix(2) == ["loaded dog from memory", "finished"])
        fixture.loads[0].finish("bird")
        #expect(remote.lines.last == "finished")
        #expect(fixture.loader.isAtRest)
    }

    @Test func localImagesWaitForOthersByPriority() {
        let first = fixture.probe(ImageRequest(url: file))
        let far = fixture.probe(
            ImageRequest(url: URL(filePath: "/images/b.png")), priority: .prefetch)
        let shown = fixture.probe(ImageRequest(url: URL(filePath: "/images/c.png")))
        #expect(fixture.names == ["a.png"])
        far.cancel()
        fixture.loads[0].finish("cat")
        #expect(fixture.names == ["a.png", "c.png"])
        for probe in [first, shown] { probe.cancel() }
        #expect(fixture.loader.isAtRest)
    }

    @Test func localAlternativeDoesNotWaitForServers() throws {
        let first = fixture.probe(
            ImageRequest(url: ImageRequest.named("1").url, alternatives: [file]))
        let second = fixture.probe(.named("2"))
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        #expect(Set(fixture.names) == ["1", "2", "a.png"])
        try #require(fixture.loads.last?.request.url == file)
        fixture.loads.last?.finish("cat")
        #expect(first.states.last?.image == Picture("cat"))
        second.cancel()
        #expect(fixture.loader.isAtRest)
    }
}
