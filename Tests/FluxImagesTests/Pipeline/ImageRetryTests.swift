import FluxImages
import FluxLoading
import Foundation
import LoadingTestSupport
import Streams
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct ImageRetryTests {
    private func fixture(limit: Int = .max) -> ImageFixture {
        ImageFixture { configuration in
            configuration.retry = .constant(.seconds(1), attempts: 2)
            configuration.maximumTransfers = limit
        }
    }

    @Test func transientFailureIsRetried() {
        let fixture = fixture()
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        #expect(probe.lines == ["loading 0/?"])
        fixture.time.advance(by: .seconds(1))
        fixture.loads[1].finish("cat")
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.events.filter { $0.contains("started") } == ["1.png started 1", "1.png started 2"])
    }

    @Test func permanentFailureIsNotRetried() {
        let fixture = fixture()
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        #expect(fixture.time.pendingCount == 0)
    }

    @Test func lastFailureIsReported() {
        let fixture = fixture()
        let probe = fixture.probe()
        for attempt in 0..<3 {
            fixture.loads[attempt].fail(.status(500 + 2 * (attempt % 2), retryAfter: nil))
            fixture.time.advance(by: .seconds(1))
        }
        #expect(fixture.loads.count == 3)
        #expect(probe.states.last?.error?.description.hasSuffix("status 500") == true)
    }

    @Test func serverSaysWhenToRetry() {
        let fixture = fixture()
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(429, retryAfter: .seconds(30)))
        fixture.time.advance(by: .seconds(29))
        #expect(fixture.loads.count == 1)
        fixture.time.advance(by: .seconds(1))
        #expect(fixture.loads.count == 2)
        // Too long to wait for a picture.
        fixture.loads[1].fail(.status(429, retryAfter: .seconds(61)))
        #expect(probe.lines.last == "finished")
    }

    @Test func shorterLimitOfThePolicyCounts() throws {
        let fixture = ImageFixture { configuration in
            configuration.retry = .constant(.seconds(1), attempts: 2)
            configuration.retry.longestRetryAfter = .seconds(10)
        }
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(429, retryAfter: .seconds(10)))
        fixture.time.advance(by: .seconds(10))
        try #require(fixture.loads.count == 2)
        fixture.loads[1].fail(.status(429, retryAfter: .seconds(11)))
        #expect(probe.lines.last == "finished")
    }

    @Test func limitOfTheLoaderReplacesTheDefaultOfThePolicy() throws {
        let fixture = ImageFixture { configuration in
            configuration.retry = .constant(.seconds(1), attempts: 2)
            configuration.longestRetryDelay = .seconds(600)
        }
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(429, retryAfter: .seconds(400)))
        fixture.time.advance(by: .seconds(400))
        try #require(fixture.loads.count == 2)
        fixture.loads[1].finish("cat")
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
    }

    @Test func longerLimitOfThePolicyDoesNotCount() {
        let fixture = ImageFixture { configuration in
            configuration.retry = .constant(.seconds(1), attempts: 2)
            configuration.retry.longestRetryAfter = .seconds(300)
        }
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(429, retryAfter: .seconds(61)))
        #expect(probe.lines.last == "finished")
        #expect(fixture.time.pendingCount == 0)
    }

    @Test func failureInAResponseIsRetriedWhenTheServerSays() {
        let fixture = fixture()
        let probe = fixture.probe()
        fixture.loads[0].respond(status: 503, ["Retry-After": "5"])
        fixture.time.advance(by: .milliseconds(4_999))
        #expect(fixture.loads.count == 1)
        fixture.time.advance(by: .milliseconds(1))
        fixture.loads[1].finish("cat")
        #expect(probe.lines.suffix(2) == ["loaded cat from network", "finished"])
    }

    @Test(arguments: [400, 405, 406, 412, 416, 422, 501, 505])
    func refusalToContinueInAResponseStartsOver(status: Int) throws {
        let fixture = fixture()
        let probe = fixture.probe()
        fixture.loads[0].respond(["ETag": "\"a\"", "Content-Length": "6"])
        fixture.loads[0].send("kit")
        fixture.loads[0].fail(.truncated(received: 3, expected: 6))
        fixture.time.advance(by: .seconds(1))
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
        fixture.loads[1].respond(status: status, [:])
        #expect(fixture.loads[1].isCancelled)
        try #require(fixture.loads.count == 3)
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "Range") == nil)
        fixture.loads[2].finish("kitten")
        #expect(probe.lines.suffix(2) == ["loaded kitten from network", "finished"])
    }

    @Test func othersLoadWhileAFetchWaitsForItsRetry() {
        let fixture = fixture(limit: 1)
        let first = fixture.probe(.named("1"))
        let second = fixture.probe(.named("2"))
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        #expect(fixture.names == ["1", "2"])
        fixture.time.advance(by: .seconds(1))
        // Now it waits for the second.
        #expect(fixture.names == ["1", "2"])
        fixture.loads[1].finish("two")
        #expect(fixture.names == ["1", "2", "1"])
        fixture.loads[2].finish("one")
        #expect(first.lines.last == "finished" && second.lines.last == "finished")
    }

    @Test func cancelledFetchIsNotRetried() {
        let fixture = fixture()
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        probe.cancel()
        fixture.time.run()
        #expect(fixture.loads.count == 1)
    }

    @Test func interruptedDownloadIsResumed() {
        let fixture = fixture()
        let probe = fixture.probe()
        truncateFirstLoad(of: fixture)
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
        fixture.loads[1].respond(status: 206, ["Content-Range": "bytes 3-5/6"])
        #expect(probe.lines.last == "loading 3/6")
        fixture.loads[1].send("ten")
        fixture.loads[1].finish()
        #expect(probe.lines.suffix(2) == ["loaded kitten from network", "finished"])
        #expect(fixture.events.contains("1.png resumed at 3"))
        #expect(fixture.events.contains("1.png downloaded 3"), "Without those before.")
        #expect(fixture.disk.texts == ["kitten"])
    }

    /// The first load ends after half of its bytes, and the second is due.
    private func truncateFirstLoad(of fixture: ImageFixture) {
        fixture.loads[0].respond(["ETag": "\"a\"", "Content-Length": "6"])
        fixture.loads[0].send("kit")
        fixture.loads[0].fail(.truncated(received: 3, expected: 6))
        fixture.time.advance(by: .seconds(1))
    }

    @Test func cancelledDownloadIsResumedByTheNextRequest() {
        let fixture = fixture()
        let first = fixture.probe()
        fixture.loads[0].respond(["ETag": "\"a\"", "Content-Length": "6"])
        fixture.loads[0].send("kit")
        first.cancel()
        let second = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-Range") == "\"a\"")
        fixture.loads[1].finish("puppy", ["ETag": "\"b\""])
        #expect(second.lines.suffix(2) == ["loaded puppy from network", "finished"])
    }

    @Test func fieldsOfTheRestReplaceThoseOfTheFirstPart() {
        let fixture = fixture()
        let first = fixture.probe()
        let fields = ["ETag": "\"a\"", "Content-Length": "6", "Cache-Control": "max-age=60"]
        fixture.loads[0].respond(fields)
        fixture.loads[0].send("kit")
        first.cancel()
        fixture.time.advance(by: .seconds(100))
        _ = fixture.probe()
        let rest = ["Content-Range": "bytes 3-5/6", "Content-Length": "3", "Cache-Control": "max-age=60"]
        fixture.loads[1].respond(status: 206, rest)
        fixture.loads[1].send("ten")
        fixture.loads[1].finish()
        fixture.loader.removeAllCachedImages()
        #expect(fixture.probe().lines.suffix(2) == ["loaded kitten from disk", "finished"])
    }

    @Test func downloadThatWasGivenUpIsResumedByTheNextRequest() {
        let fixture = ImageFixture()
        _ = fixture.probe()
        truncateFirstLoad(of: fixture)
        _ = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
    }

    @Test(
        arguments: [
            .transport(.cannotConnectToHost, description: "refused"),
            .transport(.cannotFindHost, description: "unknown host"),
            .transport(.notConnectedToInternet, description: "offline"),
            .status(403, retryAfter: nil), .status(500, retryAfter: nil),
        ] as [LoadingError.Reason])
    func bytesOfAnInterruptedDownloadStayWhenTheNextAttemptFails(reason: LoadingError.Reason) {
        let fixture = ImageFixture()
        _ = fixture.probe()
        truncateFirstLoad(of: fixture)
        _ = fixture.probe()
        fixture.loads[1].fail(reason)
        _ = fixture.probe()
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
    }

    @Test func bytesOfAnInterruptedValidationStayBesideTheStaleImage() {
        let fixture = ImageFixture()
        fixture.load("cat", ["ETag": "\"0\"", "Cache-Control": "max-age=0"])
        for load in 1...2 {
            let probe = fixture.probe()
            if load == 1 { fixture.loads[1].respond(["ETag": "\"a\"", "Content-Length": "6"]) }
            if load == 1 { fixture.loads[1].send("kit") }
            fixture.loads[load].fail(.transport(.notConnectedToInternet, description: "offline"))
            #expect(probe.lines.suffix(2) == ["loaded cat from disk", "finished"])
            fixture.loader.removeCachedImage(for: ImageRequest(url: .image))
        }
        _ = fixture.probe()
        #expect(fixture.loads[3].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
    }

    @Test(arguments: [.status(404, retryAfter: nil), .tooLarge(limit: 4)] as [LoadingError.Reason])
    func bytesOfABodyThatCannotBeLoadedAreNotKept(reason: LoadingError.Reason) {
        let fixture = ImageFixture()
        _ = fixture.probe()
        truncateFirstLoad(of: fixture)
        _ = fixture.probe()
        fixture.loads[1].fail(reason)
        _ = fixture.probe()
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "Range") == nil)
    }

    enum Release: CaseIterable {
        case trim, removeAll, remove

        func perform(on loader: ImageLoader<Picture>) {
            switch self {
            case .trim: loader.trim(toCost: 0)
            case .removeAll: loader.removeAllCachedImages()
            case .remove: loader.removeImage(for: ImageRequest(url: .image))
            }
        }
    }

    @Test(arguments: Release.allCases)
    func bytesOfAnInterruptedDownloadLeaveWithTheImagesInMemory(release: Release) {
        let fixture = ImageFixture()
        _ = fixture.probe()
        truncateFirstLoad(of: fixture)
        release.perform(on: fixture.loader)
        _ = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == nil)
    }

    @Test func partThatMustNotBeStoredIsNotKept() {
        let fixture = ImageFixture()
        _ = fixture.probe()
        let fields = ["ETag": "\"a\"", "Content-Length": "6", "Cache-Control": "no-store"]
        fixture.loads[0].respond(fields)
        fixture.loads[0].send("kit")
        fixture.loads[0].fail(.truncated(received: 3, expected: 6))
        _ = fixture.probe()
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "Range") == nil)
    }

    @Test(arguments: [401, 403])
    func urlOfAnotherSubscriberIsTriedIfTheFirstIsRefused(status: Int) {
        func signed(_ number: Int) -> ImageRequest {
            ImageRequest(url: URL.image.appending(path: "\(number)"), identity: "photos/7")
        }
        let fixture = fixture(limit: 1)
        let probes = [1, 2, 2, 3].map { fixture.probe(signed($0)) }
        fixture.loads[0].fail(.status(status, retryAfter: nil))
        #expect(fixture.names == ["1", "2"])
        fixture.loads[1].fail(.status(status, retryAfter: nil))
        #expect(fixture.names == ["1", "2", "3"])
        fixture.loads[2].finish("cat")
        #expect(probes.allSatisfy { $0.lines.suffix(2) == ["loaded cat from network", "finished"] })
    }

    @Test func eachURLIsTriedOnce() {
        let fixture = fixture(limit: 1)
        let probes = [1, 2].map { number in
            fixture.probe(ImageRequest(url: URL.image.appending(path: "\(number)"), identity: "photos/7"))
        }
        for load in 0...1 { fixture.loads[load].fail(.status(403, retryAfter: nil)) }
        #expect(fixture.loads.count == 2)
        #expect(probes.allSatisfy { $0.lines.suffix(2) == ["failed", "finished"] })
    }

    /// A signature that expires while a large image is loaded does not cost what was received.
    @Test func transferIsContinuedWithAnotherURLOfTheImage() {
        func signed(_ number: Int) -> ImageRequest {
            ImageRequest(url: URL.image.appending(path: "\(number)"), identity: "photos/7")
        }
        let fixture = ImageFixture { $0.retry = .constant(.seconds(1), attempts: 1) }
        let probes = [1, 2].map { fixture.probe(signed($0)) }
        fixture.loads[0].respond(["ETag": "\"a\"", "Content-Length": "6"])
        fixture.loads[0].send("kit")
        fixture.loads[0].fail(.truncated(received: 3, expected: 6))
        fixture.time.advance(by: .seconds(1))
        for load in 1...2 {
            #expect(fixture.loads[load].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
            fixture.loads[load].fail(.status(403, retryAfter: nil))
        }
        #expect(fixture.names == ["1", "1", "2"])
        #expect(probes.allSatisfy { $0.lines.suffix(2) == ["failed", "finished"] })
        // And with the URL of a later request.
        let probe = fixture.probe(signed(3))
        #expect(fixture.loads[3].request.value(forHTTPHeaderField: "Range") == "bytes=3-")
        fixture.loads[3].respond(status: 206, ["Content-Range": "bytes 3-5/6", "ETag": "\"a\""])
        fixture.loads[3].send("ten")
        fixture.loads[3].finish()
        #expect(probe.lines.suffix(2) == ["loaded kitten from network", "finished"])
    }

    @Test func delayIsReleasedOutsideTheLock() {
        let delays = ReleasingScheduler()
        let fixture = ImageFixture {
            $0.retry = .constant(.seconds(1), attempts: 1)
            $0.retryScheduler = delays
        }
        let probe = fixture.probe()
        delays.onRelease.withLock { $0 = { probe.cancel() } }
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        // At its end, before the second transfer begins.
        delays.time.advance(by: .seconds(1))
        #expect(delays.onRelease.withLock { $0 } == nil)
        #expect(fixture.loads.count == 1)
        #expect(fixture.loader.isAtRest)
    }

    @Test func wrongRangeStartsOverWithoutAnAttempt() {
        let fixture = fixture()
        let probe = fixture.probe()
        truncateFirstLoad(of: fixture)
        fixture.loads[1].respond(status: 206, ["Content-Range": "bytes 0-5/6"])
        #expect(fixture.loads[1].isCancelled)
        fixture.loads[1].send("kitten")
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "Range") == nil)
        fixture.loads[2].finish("kitten", [:])
        #expect(probe.lines.suffix(2) == ["loaded kitten from network", "finished"])
    }

    @Test func wholeBodyThatIsDeclaredAsTheRestIsNeitherShownNorStored() {
        let fixture = fixture()
        let probe = fixture.probe()
        truncateFirstLoad(of: fixture)
        fixture.loads[1].respond(status: 206, ["Content-Range": "bytes 3-5/6", "Content-Length": "6"])
        fixture.loads[1].send("kitten")
        fixture.loads[1].finish()
        #expect(fixture.loads[2].request.value(forHTTPHeaderField: "Range") == nil)
        fixture.loads[2].finish("kitten", [:])
        #expect(probe.lines.suffix(2) == ["loaded kitten from network", "finished"])
        #expect(fixture.disk.texts == ["kitten"])
    }

    @Test func refusedRangeStartsOver() {
        let fixture = fixture()
        let probe = fixture.probe()
        truncateFirstLoad(of: fixture)
        fixture.loads[1].fail(.status(416, retryAfter: nil))
        fixture.loads[2].finish("kitten", [:])
        #expect(probe.lines.suffix(2) == ["loaded kitten from network", "finished"])
    }

    /// The timer of a retry may fire before its scheduler has returned.
    @Test func retryThatBeginsAtOnceIsCancelled() {
        let fixture = ImageFixture { configuration in
            configuration.retry = .constant(.zero, attempts: 1)
            configuration.retryScheduler = ImmediateScheduler.shared
        }
        let probe = fixture.probe()
        fixture.loads[0].fail(.status(503, retryAfter: nil))
        #expect(fixture.loads.count == 2)
        #expect(!fixture.loads[1].isCancelled)
        probe.cancel()
        #expect(fixture.loads[1].isCancelled)
    }

    @Test func sizeIsLimited() {
        let fixture = ImageFixture { $0.maximumBytes = 2 }
        let probe = fixture.probe()
        fixture.loads[0].respond(length: 3)
        #expect(fixture.loads[0].isCancelled)
        #expect(probe.lines.suffix(2) == ["failed", "finished"])
        let other = fixture.probe(.named("2"))
        fixture.loads[1].send("cat")
        #expect(fixture.loads[1].isCancelled)
        #expect(other.states.last?.error?.description.hasSuffix("limit of 2 bytes") == true)
    }
}

/// A scheduler whose cancellables call an action when they are released.
private final class ReleasingScheduler: Scheduler {
    let time = VirtualTimeScheduler()
    let onRelease = Locked<(@Sendable () -> Void)?>(nil)

    private final class Delay: Cancellable {
        let delay: any Cancellable
        let scheduler: ReleasingScheduler

        init(_ delay: any Cancellable, of scheduler: ReleasingScheduler) {
            self.delay = delay
            self.scheduler = scheduler
        }

        func cancel() { delay.cancel() }

        deinit { scheduler.onRelease.exchange(nil)?() }
    }

    var now: Duration { time.now }

    func schedule(_ action: @escaping @Sendable () -> Void) { time.schedule(action) }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        Delay(time.schedule(in: delay, action), of: self)
    }
}
