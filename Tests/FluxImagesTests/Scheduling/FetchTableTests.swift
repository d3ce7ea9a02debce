import FluxLoading
import Foundation
import TestSupport
import Testing

@testable import FluxImages

struct FetchTableTests {
    private typealias Table = FetchTable<String, String, Int, String, String>

    private var table = Table()

    /// Adds an observer.
    private mutating func add(
        _ observer: String, _ priority: ImagePriority = .shown, key: String = "key", variant: String = "",
        fetch: Int = 1
    ) -> Table.Added {
        table.add(observer, need: .priority(priority), for: key, variant: variant, group: "") { _ in fetch }
    }

    /// Adds the first observer of a key.
    private mutating func start(
        _ observer: String, _ priority: ImagePriority = .shown, key: String = "key", fetch: Int = 1
    ) -> Table.ObserverID {
        guard case .start(_, let id) = add(observer, priority, key: key, fetch: fetch) else {
            preconditionFailure("The key has a fetch already.")
        }
        return id
    }

    @Test mutating func secondObserverSharesTheFetchAndGetsItsProgress() {
        let first = start("a")
        let progress = ImageProgress(received: 3, expected: 9)
        #expect(table.advance(first.fetch, to: progress) == ["a"])
        guard case .share(progress, let second, let starts) = add("b", fetch: 2) else {
            Issue.record("the second has to share the fetch")
            return
        }
        #expect(second.fetch == first.fetch && starts.isEmpty)
        #expect(table.takeObservers(of: first.fetch).0.map(\.observer) == ["a", "b"])
        #expect(table.count == 0)
    }

    @Test mutating func cancelledFetchIsNotShared() {
        let first = start("a")
        let removed = table.remove(first)
        #expect(removed.cancelled == 1 && removed.observer == "a")
        let second = start("b", fetch: 2)
        // Events of the first fetch are ignored, and so is removing its observer again.
        #expect(table.advance(first.fetch, to: ImageProgress(received: 1)).isEmpty)
        #expect(table.takeObservers(of: first.fetch).0.map(\.observer).isEmpty)
        let again = table.remove(first)
        #expect(again.cancelled == nil && again.observer == nil)
        #expect(table.takeObservers(of: second.fetch).0.map(\.observer) == ["b"])
    }

    @Test mutating func fetchHasTheHighestPriorityOfItsObservers() {
        table = Table(limits: FetchLimits(downloads: 1))
        let running = start("running", key: "0", fetch: 0)
        #expect(table.queueDownload(of: running.fetch)?.map(\.fetch) == [0])
        let far = start("far", .prefetch, key: "1")
        let near = start("near", .nearAhead, key: "2", fetch: 2)
        for id in [far, near] { #expect(table.queueDownload(of: id.fetch)?.isEmpty == true) }
        // A second observer raises the first fetch, and no longer does after it was removed.
        guard case .share(_, let shown, _) = add("shown", key: "1") else { return }
        _ = table.remove(shown)
        #expect(table.finishDownload(of: running.fetch).map(\.fetch) == [2])
        table.setNeed(.priority(.nearBehind), of: far)
        #expect(table.finishDownload(of: near.fetch).map(\.fetch) == [1])
    }

    @Test mutating func cancelledDownloadMakesRoomForTheNext() {
        table = Table(limits: FetchLimits(downloads: 1))
        let first = start("a", key: "1")
        let second = start("b", key: "2", fetch: 2)
        _ = table.queueDownload(of: first.fetch)
        _ = table.queueDownload(of: second.fetch)
        #expect(table.remove(first).starts.map(\.fetch) == [2])
        // The end of a cancelled download makes no more room.
        #expect(table.finishDownload(of: first.fetch).isEmpty)
        #expect(table.stepCounts == (1, 0))
    }

    @Test mutating func variantsAreDecodedForThemselves() {
        let small = start("a")
        _ = add("b", variant: "large")
        let starts = table.receive("", of: small.fetch)
        #expect(starts.map(\.step) == [.decode("", version: 1), .decode("large", version: 1)])
        guard case .final(["b"]) = table.finishDecoding("large", version: 1, of: small.fetch).0,
            // A variant that comes later is decoded from the same bytes.
            case .share(_, _, let later) = add("c", variant: "named"),
            case .final(["a"]) = table.finishDecoding("", version: 1, of: small.fetch).0
        else {
            Issue.record("each variant has its own end")
            return
        }
        #expect(later.map(\.step) == [.decode("named", version: 1)])
        #expect(table.count == 1)
        _ = table.finishDecoding("named", version: 1, of: small.fetch)
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func decodingEndsOnceAllObserversAreReady() {
        let id = start("a")
        _ = table.receive("", of: id.fetch)
        _ = add("b")
        guard
            case (.unready(["a", "b"]), let starts) = table.finishDecoding(
                "", version: 1, of: id.fetch, where: { $0 == "a" })
        else {
            Issue.record("one observer is not ready")
            return
        }
        #expect(starts.isEmpty)
        #expect(table.stepCounts == (1, 0))
        #expect(table.isDecodingNeeded("", version: 1, of: id.fetch))
        guard case .final(["a", "b"]) = table.finishDecoding("", version: 1, of: id.fetch).0 else {
            Issue.record("all observers are ready")
            return
        }
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func decodingThatNobodyNeedsDoesNotBegin() {
        table = Table(limits: FetchLimits(decodings: 1))
        let first = start("a", key: "1")
        let second = start("b", key: "2", fetch: 2)
        #expect(table.receive("", of: first.fetch).count == 1)
        #expect(table.receive("", of: second.fetch).isEmpty)
        _ = table.remove(second)
        _ = table.remove(first)
        // The decoding of the first cannot be interrupted: its place is free once it has ended.
        #expect(table.stepCounts == (1, 0))
        guard case (.outdated, let starts) = table.finishDecoding("", version: 1, of: first.fetch) else {
            return
        }
        #expect(starts.isEmpty)
        #expect(table.stepCounts == (0, 0))
    }

    /// A fetch whose two variants are being decoded, and whose observer of the small one was removed.
    private mutating func startWithAnUnobservedDecoding() -> Table.FetchID {
        let id = start("a").fetch
        guard case .share(_, let small, _) = add("b", variant: "small") else {
            preconditionFailure("The variants share the fetch.")
        }
        _ = table.receive("", of: id, isFinal: false)
        _ = table.remove(small)
        return id
    }

    @Test mutating func decodingThatRunsServesObserversThatReturn() {
        let id = startWithAnUnobservedDecoding()
        #expect(!table.isDecodingNeeded("small", version: 1, of: id))
        guard case .share(_, _, let starts) = add("c", variant: "small") else {
            Issue.record("the fetch is running")
            return
        }
        #expect(starts.isEmpty)
        #expect(table.isDecodingNeeded("small", version: 1, of: id))
        guard case .provisional(["c"], _) = table.finishDecoding("small", version: 1, of: id).0 else {
            Issue.record("the decoding is that of the observer that was added")
            return
        }
        #expect(table.stepCounts == (1, 0))
    }

    @Test mutating func decodingIsSkippedOnlyWhileNothingObservesIt() {
        let id = startWithAnUnobservedDecoding()
        #expect(table.skipDecoding("small", version: 1, of: id) != nil)
        guard case .share(_, _, let starts) = add("c", variant: "small") else {
            Issue.record("the fetch is running")
            return
        }
        #expect(starts.map(\.step) == [.decode("small", version: 1)])
        #expect(table.skipDecoding("small", version: 1, of: id) == nil)
    }

    /// The bytes of a provisional image stay with the fetch once no newer ones follow.
    @Test mutating func observerThatIsAddedWhileTheLastImageIsBeingShownGetsIt() {
        let id = start("a").fetch
        #expect(table.show("v", for: "", of: id).map(\.step) == [.decode("", version: 0)])
        guard case .provisional(["a"], let number) = table.finishDecoding("", version: 0, of: id).0,
            case .shown([]) = table.settle(id), case .share(_, _, let starts) = add("b")
        else {
            Issue.record("the image is being shown")
            return
        }
        #expect(starts.map(\.step) == [.decode("", version: 0)])
        #expect(table.finishShowing(number, of: "", of: id).0.isEmpty)
        guard case .final(["a", "b"]) = table.finishDecoding("", version: 0, of: id).0 else {
            Issue.record("no newer image follows")
            return
        }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    /// The image of one variant is stored, which is being decoded. There is no original for the other one.
    @Test mutating func storedImageOfAVariantIsTheLastOneThoughOthersFail() {
        let id = start("a").fetch
        _ = table.queueLookup(.variant, of: id)
        _ = add("b", variant: "large")
        #expect(table.finishLookup(of: id).isNeeded)
        #expect(table.receive("v", for: "", of: id).map(\.step) == [.decode("", version: 0), .lookup])
        #expect(table.finishLookup(of: id).isNeeded)
        guard case .share(_, _, let shared) = add("c") else {
            Issue.record("the image is being decoded")
            return
        }
        #expect(shared.isEmpty)
        let (failed, starts) = table.fail(id)
        #expect(failed == ["b"] && starts.isEmpty)
        // It is looked up again for an observer that is added now.
        guard case .share(_, _, let later) = add("d", variant: "large") else {
            Issue.record("the fetch is running")
            return
        }
        #expect(later.map(\.step) == [.lookup])
        guard case .final(["a", "c"]) = table.finishDecoding("", version: 0, of: id).0 else {
            Issue.record("no newer image follows")
            return
        }
        #expect(table.finishLookup(of: id).isNeeded)
        #expect(table.fail(id).0 == ["d"])
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    /// The download is that of another variant, which has no observers any more.
    @Test mutating func downloadBeginsInPlaceOfThatOfAFetchThatEndsOnceItsImageWasShown() {
        table = Table(limits: FetchLimits(downloads: 1))
        let id = start("a").fetch
        _ = table.show("v", for: "", of: id)
        guard case .provisional(["a"], let number) = table.finishDecoding("", version: 0, of: id).0,
            case .shown([]) = table.settle(id),
            case .share(_, let large, let lookup) = add("b", variant: "large")
        else {
            Issue.record("the image is being shown")
            return
        }
        #expect(lookup.map(\.step) == [.lookup])
        #expect(table.finishLookup(of: id).isNeeded)
        #expect(table.queueDownload(of: id)?.map(\.fetch) == [1])
        let next = start("c", key: "2", fetch: 2)
        #expect(table.queueDownload(of: next.fetch)?.isEmpty == true)
        #expect(table.remove(large).starts.isEmpty)
        let (observers, starts) = table.finishShowing(number, of: "", of: id)
        #expect(observers == ["a"] && starts.map(\.fetch) == [2])
        #expect(table.removed?.id == id)
        #expect(table.stepCounts == (1, 0))
    }

    @Test mutating func decodingWithoutObserversIsNotRepeated() {
        let id = startWithAnUnobservedDecoding()
        let newer = table.receive("", of: id)
        #expect(newer.map(\.step) == [.decode("", version: 2)])
        for variant in ["", "small"] {
            guard case .outdated = table.finishDecoding(variant, version: 1, of: id).0 else {
                Issue.record("it was replaced, or has no observers")
                return
            }
        }
        guard case .final(["a"]) = table.finishDecoding("", version: 2, of: id).0 else { return }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func fetchStaysWhileItsLastBytesAreDecodedForAnotherVariant() {
        let id = startWithAnUnobservedDecoding()
        guard case .shown([]) = table.settle(id),
            case .final(["a"]) = table.finishDecoding("", version: 1, of: id).0
        else {
            Issue.record("the image is the last one")
            return
        }
        #expect(table.count == 1)
        guard case .outdated = table.finishDecoding("small", version: 1, of: id).0 else {
            Issue.record("it has no observers")
            return
        }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func cancelledFetchWhoseLastBytesAreDecodedServesObserversThatReturn() {
        let first = start("a")
        _ = table.receive("", of: first.fetch)
        let removed = table.remove(first)
        #expect(removed.cancelled == 1 && removed.observer == "a")
        guard case .share(_, let second, let starts) = add("b") else {
            Issue.record("it is being decoded")
            return
        }
        #expect(second.fetch == first.fetch && starts.isEmpty)
        guard case .final(["b"]) = table.finishDecoding("", version: 1, of: first.fetch).0 else {
            Issue.record("the decoding is that of the observer that was added")
            return
        }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    /// Its download, or that which validates the bytes, is cancelled.
    @Test mutating func cancelledFetchThatReceivesNewerBytesEnds() {
        let first = start("a")
        _ = table.receive("", of: first.fetch, isFinal: false)
        _ = table.remove(first)
        #expect(table.count == 0)
        #expect(table.removed?.id == first.fetch)
    }

    /// It has no image that an observer could get.
    @Test mutating func cancelledFetchWhoseBytesAreNoImageEnds() {
        let first = start("a")
        _ = table.receive("", of: first.fetch)
        _ = table.remove(first)
        let taken = table.take(version: 1, of: first.fetch) { _ in true }
        #expect(taken == .replaced)
        #expect(table.count == 0)
        #expect(table.dropDecoding("", version: 1, of: first.fetch).isEmpty)
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func newerBytesOutdateADecoding() {
        let id = start("a")
        _ = table.receive("", of: id.fetch, isFinal: false)
        let newer = table.receive("", of: id.fetch)
        #expect(newer.map(\.step) == [.decode("", version: 2)])
        guard case .outdated = table.finishDecoding("", version: 1, of: id.fetch).0,
            case .final(["a"]) = table.finishDecoding("", version: 2, of: id.fetch).0
        else {
            Issue.record("the image of the newer bytes is the last")
            return
        }
    }

    @Test mutating func provisionalImageIsSettledOrReplaced() {
        let id = start("a")
        _ = table.receive("", of: id.fetch, isFinal: false)
        guard case .provisional(["a"], let number) = table.finishDecoding("", version: 1, of: id.fetch).0
        else {
            Issue.record("newer bytes may follow")
            return
        }
        #expect(table.finishShowing(number, of: "", of: id.fetch).0 == [])
        // An observer that comes now has not got the image.
        guard case .share(_, _, let starts) = add("b") else { return }
        #expect(starts.map(\.step) == [.decode("", version: 1)])
        guard case .shown([]) = table.settle(id.fetch) else {
            Issue.record("both have to wait for the decoding")
            return
        }
        guard case .final(["a", "b"]) = table.finishDecoding("", version: 1, of: id.fetch).0 else {
            Issue.record("no newer bytes follow")
            return
        }
    }

    @Test mutating func observersEndOnceTheImageWasShownThatHasBecomeTheLast() {
        let id = start("a")
        _ = add("b")
        _ = table.receive("", of: id.fetch, isFinal: false)
        guard
            case .provisional(["a", "b"], let number) = table.finishDecoding("", version: 1, of: id.fetch).0,
            case .shown([]) = table.settle(id.fetch)
        else {
            Issue.record("both have to receive the image before they end")
            return
        }
        #expect(table.finishShowing(number, of: "", of: id.fetch).0 == ["a", "b"])
        #expect(table.count == 0)
    }

    @Test mutating func observerThatIsAddedWhileOthersAreShownTheImageWaitsForIt() {
        let id = start("a")
        _ = table.receive("", of: id.fetch, isFinal: false)
        guard case .provisional(["a"], let number) = table.finishDecoding("", version: 1, of: id.fetch).0,
            case .share(_, _, let starts) = add("b"), case .shown([]) = table.settle(id.fetch)
        else {
            Issue.record("the second has to share the fetch, and to wait for the image")
            return
        }
        #expect(starts.map(\.step) == [.decode("", version: 1)])
        #expect(table.finishShowing(number, of: "", of: id.fetch).0 == [])
        guard case .final(["a", "b"]) = table.finishDecoding("", version: 1, of: id.fetch).0 else {
            Issue.record("no newer bytes follow")
            return
        }
    }

    @Test mutating func bytesThatWereDroppedHaveToBeReceivedToSettle() {
        let id = start("a")
        _ = table.receive("", of: id.fetch, isFinal: false)
        // A download is under way, which may end without bytes.
        let taken = table.take(version: 1, of: id.fetch) { _ in true }
        #expect(taken == .taken(isDownloadRequired: false))
        #expect(table.dropDecoding("", version: 1, of: id.fetch).isEmpty)
        guard case .needsBytes = table.settle(id.fetch) else {
            Issue.record("no decoding would ever end the fetch")
            return
        }
        let starts = table.receive("", of: id.fetch)
        #expect(starts.map(\.step) == [.decode("", version: 2)])
        guard case .final(["a"]) = table.finishDecoding("", version: 2, of: id.fetch).0 else {
            Issue.record("the bytes were received")
            return
        }
    }

    @Test mutating func bytesThatAreDroppedAfterTheEndOfTheDownloadRequireAnother() {
        let id = start("a")
        _ = table.receive("", of: id.fetch, isFinal: false)
        guard case .shown([]) = table.settle(id.fetch) else {
            Issue.record("the image is being decoded")
            return
        }
        let taken = table.take(version: 1, of: id.fetch) { _ in true }
        #expect(taken == .taken(isDownloadRequired: true))
    }

    @Test mutating func droppedDecodingKeepsItsObservers() {
        table = Table(limits: FetchLimits(decodings: 1))
        let id = start("a")
        _ = table.receive("", of: id.fetch)
        _ = add("b", variant: "large")
        let starts = table.dropDecoding("", version: 1, of: id.fetch)
        #expect(starts.map(\.step) == [.decode("large", version: 1)])
        #expect(table.takeObservers(of: id.fetch).0.map(\.observer) == ["a", "b"])
    }

    /// It was added, but had no step when the reload got its bytes.
    @Test mutating func fetchThatHasTheBytesOfAReloadLooksNothingUp() {
        let reload = start("a", key: "reload")
        _ = table.receive("new", of: reload.fetch)
        let id = start("b", fetch: 2)
        let (starts, _) = table.serve("new", version: 1, of: reload.fetch) { $0 == "key" }
        #expect(starts.map(\.bytes) == ["new"])
        #expect(table.queueLookup(.variant, of: id.fetch).isEmpty)
        #expect(table.queueDownload(of: id.fetch) == nil)
        #expect(table.receive("old", of: id.fetch).isEmpty)
        #expect(table.fail(id.fetch).0.isEmpty)
        #expect(table.finishDecoding("", version: 1, of: id.fetch).1.isEmpty)
        #expect(table.count == 1)
    }

    @Test mutating func fetchThatIsAddedDuringAReloadHasItsBytesAtOnce() {
        let reload = start("a", key: "reload")
        _ = table.receive("new", of: reload.fetch)
        _ = table.serve("new", version: 1, of: reload.fetch) { $0 == "key" }
        let added = table.add(
            "b", need: .priority(.shown), for: "key", reload: "reload", variant: "", group: ""
        ) { _ in 2 }
        guard case .share(_, _, let starts) = added else {
            Issue.record("the fetch has its bytes")
            return
        }
        #expect(starts.map(\.bytes) == ["new"] && starts.map(\.fetch) == [2])
        #expect(table.count == 2)
    }

    @Test mutating func entryIsChangedByOneAtATimeInTheOrderOfTheDecisions() {
        let entry = CacheEntry(data: Data("new".utf8))
        guard let first = table.write(nil, for: "a") else {
            Issue.record("the entry is not being changed")
            return
        }
        #expect(table.write(nil, for: "a") == nil)
        #expect(table.write(entry, for: "a") == nil)
        #expect(table.write(entry, for: "b")?.key == "b")
        // The removal between them is left out.
        guard let last = table.finish(first) else {
            Issue.record("a change waits")
            return
        }
        #expect(last.entry == entry)
        #expect(table.finish(last) == nil)
        #expect(table.write(nil, for: "a") != nil)
    }
}
