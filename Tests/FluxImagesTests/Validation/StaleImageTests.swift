import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

/// Stale images whose subscribers leave once they have shown them, as a loop does that ends at the first
/// final state. They are validated for the next ones.
struct StaleImageTests {
    private let grace = ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""]

    /// Stores a cat, which is stale then.
    private func loadStale(_ fixture: ImageFixture, _ request: ImageRequest = ImageRequest(url: .image)) {
        fixture.load("cat", grace, request)
        fixture.time.advance(by: .seconds(20))
    }

    /// Subscribes until the first final state.
    @discardableResult
    private func show(
        _ fixture: ImageFixture, _ request: ImageRequest = ImageRequest(url: .image)
    ) -> StateProbe {
        StateProbe(fixture.loader.image(for: request)) { probe, state in
            if state.isFinal { probe.cancel() }
        }
    }

    private func validation(_ fixture: ImageFixture) throws -> ScriptedDataLoader.Load {
        try #require(fixture.loads.count > 1 ? fixture.loads[1] : nil)
    }

    @Test func staleImageThatWasShownIsValidatedForTheNextSubscriber() throws {
        let fixture = ImageFixture()
        loadStale(fixture)
        #expect(show(fixture).lines == ["loading 0/?", "loaded cat from disk"])
        try validation(fixture).finish("dog", grace)
        #expect(fixture.loader.cachedImage(at: .image) == Picture("dog"))
        #expect(fixture.disk.texts == ["dog"])
        #expect(fixture.loader.isAtRest)
    }

    @Test func redirectOfAnImageThatWasShownIsFollowed() throws {
        let fixture = ImageFixture()
        let versions = (1...2).map { URL.image.appending(path: "v\($0)") }
        let year = ["Cache-Control": "max-age=31536000"]
        let first = fixture.probe()
        fixture.loads[0].finish("cat", year, from: versions[0])
        #expect(first.lines.last == "finished")
        fixture.loader.removeAllCachedImages()
        #expect(show(fixture).lines.last == "loaded cat from disk")
        try validation(fixture).finish("dog", year, from: versions[1])
        #expect(fixture.disk.texts == ["dog"])
    }

    @Test func validationThatFailsEnds() throws {
        let fixture = ImageFixture()
        loadStale(fixture)
        show(fixture)
        try validation(fixture).fail(.status(500, retryAfter: nil))
        #expect(fixture.loader.isAtRest)
        #expect(fixture.disk.texts == ["cat"])
    }

    @Test func nextSubscriberSharesTheValidation() throws {
        let fixture = ImageFixture()
        loadStale(fixture)
        show(fixture)
        fixture.loader.removeAllCachedImages()
        let next = fixture.probe()
        #expect(next.lines.last == "loaded cat from disk")
        try validation(fixture).finish("dog", grace)
        #expect(next.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.loads.count == 2)
    }

    /// As the rows of a list that is flung.
    @Test func imageThatWasNotShownIsNotValidated() throws {
        let decoding = VirtualTimeScheduler()
        let fixture = ImageFixture { $0.decodeScheduler = decoding }
        _ = fixture.probe()
        fixture.loads[0].finish("cat", grace)
        decoding.run()
        fixture.loader.removeAllCachedImages()
        fixture.time.advance(by: .seconds(20))
        let probe = fixture.probe()
        probe.cancel()
        decoding.run()
        #expect(try validation(fixture).isCancelled)
        #expect(fixture.loader.isAtRest)
    }

    @Test func validationsBeginAfterWhatIsNeeded() {
        let fixture = ImageFixture { $0.maximumTransfers = 1 }
        loadStale(fixture)
        let probes = [fixture.probe(.named("a"))]
        show(fixture)
        let other = fixture.probe(.named("b"), priority: .nearBehind)
        fixture.loads.dropFirst().first?.finish("a")
        fixture.loads.dropFirst(2).first?.finish("b")
        #expect(fixture.names == ["1.png", "a", "b", "1.png"])
        #expect((probes + [other]).allSatisfy { $0.lines.last == "finished" })
    }

    @Test func validationOfAnImageThatIsRemovedIsCancelled() throws {
        let fixture = ImageFixture()
        loadStale(fixture)
        show(fixture)
        fixture.loader.removeImage(for: ImageRequest(url: .image))
        #expect(try validation(fixture).isCancelled)
        #expect(fixture.loader.isAtRest)
        #expect(fixture.disk.texts.isEmpty)
    }

    @Test func imageThatIsInsertedEndsTheValidation() throws {
        let fixture = ImageFixture()
        loadStale(fixture)
        show(fixture)
        fixture.loader.insertImage(Picture("new"), data: Data("new".utf8), for: ImageRequest(url: .image))
        #expect(try validation(fixture).isCancelled)
        #expect(fixture.loader.cachedImage(at: .image) == Picture("new"))
        #expect(fixture.disk.texts == ["new"])
        #expect(fixture.loader.isAtRest)
    }

    /// An app empties the disk when its user signs out.
    @Test(arguments: [true, false])
    func validationDoesNotStoreAnImageThatIsNotOnDiskAnyMore(isConfirmed: Bool) throws {
        let fixture = ImageFixture()
        loadStale(fixture)
        show(fixture)
        for key in fixture.disk.keys { fixture.disk.remove(key) }
        let validation = try validation(fixture)
        isConfirmed ? validation.confirm() : validation.finish("dog", grace)
        #expect(fixture.disk.texts.isEmpty)
        #expect(fixture.loader.isAtRest)
    }

    /// Each of them holds the bytes that it validates.
    @Test func hundredImagesAreValidatedWithoutSubscribers() throws {
        let fixture = ImageFixture {
            $0.maximumTransfers = .max
            $0.maximumTransfersPerHost = .max
        }
        let requests = (0..<101).map { ImageRequest.named("\($0)") }
        for request in requests { fixture.load("cat", grace, request) }
        fixture.time.advance(by: .seconds(20))
        for request in requests { show(fixture, request) }
        // The last one was cancelled before it was queued.
        #expect(fixture.loads.dropFirst(101).count { !$0.isCancelled } == 100)
        #expect(fixture.loads.count <= 202)
    }
}
