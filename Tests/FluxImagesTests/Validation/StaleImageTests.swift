import Foundation
import LoadingTestSupport
import Testing

@testable import FluxImages

/// Stale images that are shown while they are validated.
struct StaleImageTests {
    private let grace = ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""]

    /// A loop that ends at the first final state, and another that goes on.
    @Test func validationEndsWithTheLastSubscriberAndBeginsAgainWithTheNext() throws {
        let fixture = ImageFixture()
        fixture.load("cat", grace)
        fixture.time.advance(by: .seconds(20))
        let first = StateProbe(fixture.loader.image(for: ImageRequest(url: .image))) { probe, state in
            if state.isFinal { probe.cancel() }
        }
        #expect(first.lines == ["loading 0/?", "loaded cat from disk"])
        #expect(fixture.loads.dropFirst().allSatisfy { $0.isCancelled })
        #expect(fixture.loader.isAtRest)
        fixture.loader.removeAllCachedImages()
        let next = fixture.probe()
        #expect(next.lines.last == "loaded cat from disk")
        try #require(fixture.loads.last).finish("dog", grace)
        #expect(next.lines.suffix(2) == ["loaded dog from network", "finished"])
        #expect(fixture.disk.texts == ["dog"])
    }

    /// Whoever signs in next does not get the image of another user.
    @Test func validationThatHasEndedStoresNothingAfterTheCachesAreEmptied() {
        let fixture = ImageFixture()
        fixture.load("cat", grace)
        fixture.time.advance(by: .seconds(20))
        fixture.probe().cancel()
        fixture.loader.removeAllCachedImages()
        for key in fixture.disk.keys { fixture.disk.remove(key) }
        let next = fixture.probe()
        #expect(next.lines == ["loading 0/?"])
        fixture.loads.last?.finish("dog", grace)
        #expect(next.lines.suffix(2) == ["loaded dog from network", "finished"])
    }
}
