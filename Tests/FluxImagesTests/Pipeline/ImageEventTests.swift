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

    @Test func endOfAFetchThatTheSmallerImageReplacesIsSent() {
        let fixture = ImageFixture()
        let small = URL.image.appending(path: "small")
        let probe = fixture.probe(ImageRequest(url: .image, lowDataURL: small))
        fixture.loads[0].fail(.transport(.dataNotAllowed, description: "low data"))
        fixture.loads[1].finish("cat")
        #expect(probe.lines.last == "finished")
        #expect(
            fixture.events.filter { !$0.contains("interrupted") } == [
                "1.png queued", "1.png started 1", "1.png cancelled", "small queued", "small started 1",
                "small downloaded 3", "small decoded", "small loaded from network",
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

    @Test func nothingFollowsTheCancellationOfADecoding() {
        let cancel = Locked<(@Sendable () -> Void)?>(nil)
        let fixture = ImageFixture(decode: { data, _ in
            cancel.withLock { $0 }?()
            return try Picture.decode(data)
        })
        let probe = fixture.probe()
        cancel.withLock { $0 = { probe.cancel() } }
        fixture.loads[0].finish("cat")
        #expect(
            fixture.events == ["1.png queued", "1.png started 1", "1.png downloaded 3", "1.png cancelled"])
    }

    /// The place of a look-up that has ended is free for the next, which begins before the first one's bytes
    /// are used.
    @Test(arguments: [true, false])
    func nothingFollowsTheCancellationOfALookUp(isStored: Bool) {
        let disk = HookedScheduler()
        let fixture = ImageFixture { $0.diskScheduler = disk }
        if isStored {
            _ = fixture.probe()
            disk.time.run()
            fixture.loads[0].finish("cat", ["Cache-Control": "max-age=60"])
            fixture.loader.removeAllCachedImages()
        }
        let count = fixture.events.count
        let probe = fixture.probe()
        // Two look-ups run at once.
        _ = fixture.probe(.named("2.png"))
        _ = fixture.probe(.named("3.png"))
        disk.willSchedule.withLock { $0 = { probe.cancel() } }
        disk.time.run()
        #expect(fixture.events.dropFirst(count).filter { $0.hasPrefix("1.png") } == ["1.png cancelled"])
        #expect(fixture.names.suffix(2) == ["2.png", "3.png"])
    }

    /// An event that the observer of another one causes follows it.
    @Test func eventsOfWhatAnObserverOfEventsDoesFollow() {
        let loader = ImageLoader<Picture>.scripted(ScriptedDataLoader { $0.finish("cat") })
        let log = Log<String>()
        let second = Locked<StateProbe?>(nil)
        let causing = loader.events.sink { event in
            if case .queued = event.kind, event.request.url == .image {
                let probe = StateProbe(loader.image(for: .named("2.png")))
                second.withLock { $0 = probe }
            }
        }
        let observing = loader.events.sink { event in
            log.append("\(event.request.url.lastPathComponent) \(event.kind.line)")
        }
        let probe = StateProbe(loader.image(at: .image))
        #expect(probe.lines.last == "finished" && second.withLock { $0 }?.lines.last == "finished")
        for name in ["1.png", "2.png"] {
            #expect(
                log.entries.filter { $0.hasPrefix(name) } == [
                    "\(name) queued", "\(name) started 1", "\(name) downloaded 3", "\(name) decoded",
                    "\(name) loaded from network",
                ])
        }
        causing.cancel()
        observing.cancel()
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

/// Calls a closure before each action is scheduled in virtual time.
private final class HookedScheduler: Scheduler {
    let time = VirtualTimeScheduler()
    let willSchedule = Locked<(@Sendable () -> Void)?>(nil)

    var now: Duration { time.now }

    func schedule(_ action: @escaping @Sendable () -> Void) {
        willSchedule.withLock { $0 }?()
        time.schedule(action)
    }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        willSchedule.withLock { $0 }?()
        return time.schedule(in: delay, action)
    }
}
