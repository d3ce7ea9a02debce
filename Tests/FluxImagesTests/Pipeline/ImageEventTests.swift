import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages

struct ImageEventTests {
    @Test func wayOfARequestIsSent() {
        let fixture = ImageFixture()
        let first = fixture.probe()
        let second = fixture.probe()
        fixture.loads[0].finish("cat", ["Cache-Control": "max-age=60"])
        _ = fixture.probe()
        #expect(first.lines.last == "finished" && second.lines.last == "finished")
        #expect(
            fixture.events == [
                "1.png queued", "1.png started 1", "1.png joined", "1.png downloaded 3", "1.png decoded",
                "1.png loaded from network", "1.png hit memory",
            ])
    }

    @Test func endOfAConfirmedImageIsSent() {
        let fixture = ImageFixture()
        fixture.load("cat", ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(20))
        let count = fixture.events.count
        _ = fixture.probe()
        fixture.loads[1].confirm()
        #expect(
            fixture.events.dropFirst(count) == [
                "1.png hit disk", "1.png queued", "1.png decoded", "1.png started 1", "1.png revalidated",
                "1.png loaded from disk",
            ])
    }

    @Test func cancellationAndFailureAreSent() {
        let fixture = ImageFixture()
        fixture.probe().cancel()
        _ = fixture.probe()
        fixture.loads[1].fail(.status(404, retryAfter: nil))
        #expect(
            fixture.events.filter { !$0.contains("queued") } == [
                "1.png started 1", "1.png cancelled", "1.png started 1",
                "1.png interrupted: the server responded with status 404", "1.png failed",
            ])
    }

    @Test func eventsAreDescribedInOneLine() throws {
        let url = try #require(URL(string: "https://me:pw@example.org/1.png"))
        let event = ImageEvent(
            request: ImageRequest(url: url), kind: .downloaded(bytes: 326, duration: .milliseconds(120)))
        #expect(event.description == "https://example.org/1.png: 326 bytes in 0.12 s")
        let kinds: [ImageEvent.Kind] = [
            .hit(.disk), .started(attempt: 1), .started(attempt: 2), .decoded(duration: .microseconds(40)),
            .loaded(from: .network), .failed(.notDecodable(url, description: "no\nimage")),
        ]
        #expect(
            kinds.map(\.description).prefix(5) == [
                "hit on disk", "started", "started, attempt 2", "decoded in 40 µs", "loaded from the network",
            ])
        #expect(kinds[5].description.hasSuffix("image not decodable: no image"))
        #expect(!kinds[5].description.contains("pw"))
    }

    @Test func fetchThatIsCancelledBeforeItsLookUpIsNotQueued() {
        let disk = VirtualTimeScheduler()
        let fixture = ImageFixture { $0.diskScheduler = disk }
        let probe = fixture.probe()
        probe.cancel()
        disk.run()
        #expect(fixture.events == ["1.png cancelled"])
    }

    @Test func nothingIsMadeWithoutAnObserver() {
        let loader = ImageLoader<Picture>.scripted(ScriptedDataLoader { $0.finish("cat") })
        let log = Log<String>()
        let subscription = loader.events.sink { event in log.append(event.kind.line) }
        _ = StateProbe(loader.image(at: .image))
        let count = log.count
        #expect(count > 0)
        subscription.cancel()
        #expect(!loader.hub.isObserved)
        _ = StateProbe(loader.image(at: .image))
        #expect(log.count == count)
        let made = Box(0)
        func event() -> ImageEvent.Kind {
            made.increment()
            return .queued
        }
        loader.hub.send(event(), of: ImageRequest(url: .image))
        #expect(made.value == 0)
        let other = loader.events.sink { _ in }
        loader.hub.send(event(), of: ImageRequest(url: .image))
        #expect(made.value == 1)
        other.cancel()
    }
}
