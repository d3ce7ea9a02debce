import FluxLoading
import Foundation
import TestSupport
import Testing

@testable import FluxImages

struct FetchTableTests {
    private typealias Table = FetchTable<String, String, Int, String, String>

    private var table = Table()
    /// The steps that the last change has begun.
    private var starts: [Table.Start] = []

    /// Changes the table, and begins steps, as the pipeline does.
    private mutating func change<Result>(_ body: (inout Table) -> Result) -> Result {
        let result = body(&table)
        starts = table.startSteps()
        return result
    }

    /// The steps that a change begins.
    private mutating func begun<Result>(_ body: (inout Table) -> Result) -> [Table.Start] {
        _ = change(body)
        return starts
    }

    /// Adds an observer.
    private mutating func add(
        _ observer: String, _ priority: ImagePriority = .shown, key: String = "key", variant: String = "",
        fetch: Int = 1
    ) -> Table.Added {
        change {
            $0.add(observer, need: .priority(priority), for: key, variant: variant, group: "") { _ in fetch }
        }
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
        guard case .share(progress, let second) = add("b", fetch: 2) else {
            Issue.record("the second has to share the fetch")
            return
        }
        #expect(second.fetch == first.fetch && starts.isEmpty)
        #expect(change { $0.takeObservers(of: first.fetch) }.map(\.observer) == ["a", "b"])
        #expect(table.count == 0)
    }

    @Test mutating func cancelledFetchIsNotShared() {
        let first = start("a")
        let removed = change { $0.remove(first) }
        #expect(removed.cancelled == 1 && removed.observer == "a")
        let second = start("b", fetch: 2)
        // Events of the first fetch are ignored, and so is removing its observer again.
        #expect(table.advance(first.fetch, to: ImageProgress(received: 1)).isEmpty)
        #expect(change { $0.takeObservers(of: first.fetch) }.map(\.observer).isEmpty)
        let again = change { $0.remove(first) }
        #expect(again.cancelled == nil && again.observer == nil)
        #expect(change { $0.takeObservers(of: second.fetch) }.map(\.observer) == ["b"])
    }

    @Test mutating func fetchHasTheHighestPriorityOfItsObservers() {
        table = Table(limits: FetchLimits(downloads: 1))
        let running = start("running", key: "0", fetch: 0)
        #expect(begun { $0.queueDownload(of: running.fetch) }.map(\.fetch) == [0])
        let far = start("far", .prefetch, key: "1")
        let near = start("near", .nearAhead, key: "2", fetch: 2)
        for id in [far, near] { #expect(begun { $0.queueDownload(of: id.fetch) }.isEmpty) }
        // A second observer raises the first fetch, and no longer does after it was removed.
        guard case .share(_, let shown) = add("shown", key: "1") else {
            Issue.record("the fetch is shared")
            return
        }
        _ = change { $0.remove(shown) }
        #expect(begun { $0.finishDownload(of: running.fetch) }.map(\.fetch) == [2])
        change { $0.setNeed(.priority(.nearBehind), of: far) }
        #expect(begun { $0.finishDownload(of: near.fetch) }.map(\.fetch) == [1])
    }

    @Test mutating func cancelledDownloadMakesRoomForTheNext() {
        table = Table(limits: FetchLimits(downloads: 1))
        let first = start("a", key: "1")
        let second = start("b", key: "2", fetch: 2)
        _ = change { $0.queueDownload(of: first.fetch) }
        _ = change { $0.queueDownload(of: second.fetch) }
        #expect(begun { $0.remove(first) }.map(\.fetch) == [2])
        // The end of a cancelled download makes no more room.
        #expect(begun { $0.finishDownload(of: first.fetch) }.isEmpty)
        #expect(table.stepCounts == (1, 0))
    }

    @Test mutating func variantsAreDecodedForThemselves() {
        let small = start("a")
        _ = add("b", variant: "large")
        let starts = begun { $0.receive("", of: small.fetch) }
        #expect(starts.map(\.step) == [.decode("", version: 1), .decode("large", version: 1)])
        guard case .final(["b"]) = change({ $0.finishDecoding("large", version: 1, of: small.fetch) }),
            case .share = add("c", variant: "named")
        else {
            Issue.record("each variant has its own end")
            return
        }
        // A variant that comes later is decoded from the same bytes.
        #expect(self.starts.map(\.step) == [.decode("named", version: 1)])
        guard case .final(["a"]) = change({ $0.finishDecoding("", version: 1, of: small.fetch) }) else {
            Issue.record("each variant has its own end")
            return
        }
        #expect(table.count == 1)
        _ = change { $0.finishDecoding("named", version: 1, of: small.fetch) }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func decodingEndsForObserversThatAreReady() {
        let id = start("a")
        change { $0.receive("", of: id.fetch) }
        _ = add("b")
        let unready = change { $0.finishDecoding("", version: 1, of: id.fetch) { $0 == "a" } }
        guard case .unready(["b"], ready: ["a"], number: nil) = unready else {
            Issue.record("one observer is not ready")
            return
        }
        #expect(starts.isEmpty)
        #expect(table.stepCounts == (1, 0))
        #expect(table.isDecodingNeeded("", version: 1, of: id.fetch))
        guard case .final(["b"]) = change({ $0.finishDecoding("", version: 1, of: id.fetch) }) else {
            Issue.record("all observers are ready")
            return
        }
        #expect(table.stepCounts == (0, 0))
    }

    /// While there is more to do, as to store the image, those that are added share the decoding.
    @Test mutating func decodingGoesOnWithoutObserversUntilItIsDone() {
        let id = start("a")
        change { $0.receive("", of: id.fetch) }
        guard
            case .unready([], ready: ["a"], number: nil) = change({
                $0.finishDecoding("", version: 1, of: id.fetch, isDone: false)
            })
        else {
            Issue.record("all observers are ready")
            return
        }
        #expect(table.stepCounts == (1, 0))
        #expect(table.count == 1)
        _ = add("b")
        #expect(starts.isEmpty)
        guard case .final(["b"]) = change({ $0.finishDecoding("", version: 1, of: id.fetch) }) else {
            Issue.record("the decoding has ended")
            return
        }
        #expect(table.stepCounts == (0, 0))
        #expect(table.count == 0)
    }

    @Test mutating func decodingThatNobodyNeedsDoesNotBegin() {
        table = Table(limits: FetchLimits(decodings: 1))
        let first = start("a", key: "1")
        let second = start("b", key: "2", fetch: 2)
        #expect(begun { $0.receive("", of: first.fetch) }.count == 1)
        #expect(begun { $0.receive("", of: second.fetch) }.isEmpty)
        _ = change { $0.remove(second) }
        _ = change { $0.remove(first) }
        // The decoding of the first cannot be interrupted: its place is free once it has ended.
        #expect(table.stepCounts == (1, 0))
        guard case .outdated = change({ $0.finishDecoding("", version: 1, of: first.fetch) })
        else {
            return
        }
        #expect(starts.isEmpty)
        #expect(table.stepCounts == (0, 0))
    }

    /// A fetch whose two variants are being decoded, and whose observer of the small one was removed.
    private mutating func startWithAnUnobservedDecoding() -> Table.FetchID {
        let id = start("a").fetch
        guard case .share(_, let small) = add("b", variant: "small") else {
            preconditionFailure("The variants share the fetch.")
        }
        change { $0.receive("", of: id, isFinal: false) }
        _ = change { $0.remove(small) }
        return id
    }

    @Test mutating func decodingThatRunsServesObserversThatReturn() {
        let id = startWithAnUnobservedDecoding()
        #expect(!table.isDecodingNeeded("small", version: 1, of: id))
        guard case .share = add("c", variant: "small") else {
            Issue.record("the fetch is running")
            return
        }
        #expect(starts.isEmpty)
        #expect(table.isDecodingNeeded("small", version: 1, of: id))
        guard case .provisional(["c"], _) = change({ $0.finishDecoding("small", version: 1, of: id) })
        else {
            Issue.record("the decoding is that of the observer that was added")
            return
        }
        #expect(table.stepCounts == (1, 0))
    }

    @Test mutating func decodingIsSkippedOnlyWhileNothingObservesIt() {
        let id = startWithAnUnobservedDecoding()
        #expect(!change { $0.beginDecoding("small", version: 1, of: id) })
        guard case .share = add("c", variant: "small") else {
            Issue.record("the fetch is running")
            return
        }
        #expect(starts.map(\.step) == [.decode("small", version: 1)])
        #expect(change { $0.beginDecoding("small", version: 1, of: id) })
    }

    /// The bytes of a provisional image stay with the fetch once no newer ones follow.
    @Test mutating func observerThatIsAddedWhileTheLastImageIsBeingShownGetsIt() {
        let id = start("a").fetch
        #expect(begun { $0.show("v", for: "", of: id) }.map(\.step) == [.decode("", version: 0)])
        guard case .provisional(["a"], let number) = change({ $0.finishDecoding("", version: 0, of: id) }),
            case .shown([]) = change({ $0.settle(id) }), case .share = add("b")
        else {
            Issue.record("the image is being shown")
            return
        }
        #expect(starts.map(\.step) == [.decode("", version: 0)])
        #expect(change { $0.finishShowing(number, of: "", of: id) }.isEmpty)
        guard case .final(["a", "b"]) = change({ $0.finishDecoding("", version: 0, of: id) }) else {
            Issue.record("no newer image follows")
            return
        }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    /// The image of one variant is stored, which is being decoded. There is no original for the other one.
    @Test mutating func storedImageOfAVariantIsTheLastOneThoughOthersFail() {
        let id = start("a").fetch
        change { $0.queueLookup(.variant, of: id) }
        _ = add("b", variant: "large")
        #expect(change { $0.finishLookup(of: id) })
        #expect(
            begun { $0.receive("v", for: "", of: id) }.map(\.step) == [.lookup, .decode("", version: 0)])
        #expect(change { $0.finishLookup(of: id) })
        guard case .share = add("c") else {
            Issue.record("the image is being decoded")
            return
        }
        #expect(starts.isEmpty)
        #expect(change { $0.fail(id) } == ["b"] && starts.isEmpty)
        // It is looked up again for an observer that is added now.
        guard case .share = add("d", variant: "large") else {
            Issue.record("the fetch is running")
            return
        }
        #expect(starts.map(\.step) == [.lookup])
        guard case .final(["a", "c"]) = change({ $0.finishDecoding("", version: 0, of: id) }) else {
            Issue.record("no newer image follows")
            return
        }
        #expect(change { $0.finishLookup(of: id) })
        #expect(change { $0.fail(id) } == ["d"])
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    /// The download is that of another variant, which has no observers any more.
    @Test mutating func downloadBeginsInPlaceOfThatOfAFetchThatEndsOnceItsImageWasShown() {
        table = Table(limits: FetchLimits(downloads: 1))
        let id = start("a").fetch
        change { $0.show("v", for: "", of: id) }
        guard case .provisional(["a"], let number) = change({ $0.finishDecoding("", version: 0, of: id) }),
            case .shown([]) = change({ $0.settle(id) }),
            case .share(_, let large) = add("b", variant: "large")
        else {
            Issue.record("the image is being shown")
            return
        }
        #expect(starts.map(\.step) == [.lookup])
        #expect(change { $0.finishLookup(of: id) })
        #expect(begun { $0.queueDownload(of: id) }.map(\.fetch) == [1])
        let next = start("c", key: "2", fetch: 2)
        #expect(begun { $0.queueDownload(of: next.fetch) }.isEmpty)
        #expect(begun { $0.remove(large) }.isEmpty)
        #expect(change { $0.finishShowing(number, of: "", of: id) } == ["a"])
        #expect(starts.map(\.fetch) == [2])
        #expect(table.removed?.id == id)
        #expect(table.stepCounts == (1, 0))
    }

    @Test mutating func decodingWithoutObserversIsNotRepeated() {
        let id = startWithAnUnobservedDecoding()
        let newer = begun { $0.receive("", of: id) }
        #expect(newer.map(\.step) == [.decode("", version: 2)])
        for variant in ["", "small"] {
            guard case .outdated = change({ $0.finishDecoding(variant, version: 1, of: id) }) else {
                Issue.record("it was replaced, or has no observers")
                return
            }
        }
        guard case .final(["a"]) = change({ $0.finishDecoding("", version: 2, of: id) }) else {
            Issue.record("it is the last one")
            return
        }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func fetchStaysWhileItsLastBytesAreDecodedForAnotherVariant() {
        let id = startWithAnUnobservedDecoding()
        guard case .shown([]) = change({ $0.settle(id) }),
            case .final(["a"]) = change({ $0.finishDecoding("", version: 1, of: id) })
        else {
            Issue.record("the image is the last one")
            return
        }
        #expect(table.count == 1)
        guard case .outdated = change({ $0.finishDecoding("small", version: 1, of: id) }) else {
            Issue.record("it has no observers")
            return
        }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func cancelledFetchWhoseLastBytesAreDecodedServesObserversThatReturn() {
        let first = start("a")
        change { $0.receive("", of: first.fetch) }
        let removed = change { $0.remove(first) }
        #expect(removed.cancelled == 1 && removed.observer == "a")
        guard case .share(_, let second) = add("b") else {
            Issue.record("it is being decoded")
            return
        }
        #expect(second.fetch == first.fetch && starts.isEmpty)
        guard case .final(["b"]) = change({ $0.finishDecoding("", version: 1, of: first.fetch) }) else {
            Issue.record("the decoding is that of the observer that was added")
            return
        }
        #expect(table.count == 0)
        #expect(table.stepCounts == (0, 0))
    }

    /// Its download, or that which validates the bytes, is cancelled.
    @Test mutating func cancelledFetchThatReceivesNewerBytesEnds() {
        let first = start("a")
        change { $0.receive("", of: first.fetch, isFinal: false) }
        _ = change { $0.remove(first) }
        #expect(table.count == 0)
        #expect(table.removed?.id == first.fetch)
    }

    /// It has no image that an observer could get.
    @Test mutating func cancelledFetchWhoseBytesAreNoImageEnds() {
        let first = start("a")
        change { $0.receive("", of: first.fetch) }
        _ = change { $0.remove(first) }
        let taken = change { $0.take(version: 1, of: first.fetch) { _ in true } }
        #expect(taken == .replaced)
        #expect(table.count == 0)
        #expect(begun { $0.dropDecoding("", version: 1, of: first.fetch) }.isEmpty)
        #expect(table.stepCounts == (0, 0))
    }

    @Test mutating func newerBytesOutdateADecoding() {
        let id = start("a")
        change { $0.receive("", of: id.fetch, isFinal: false) }
        let newer = begun { $0.receive("", of: id.fetch) }
        #expect(newer.map(\.step) == [.decode("", version: 2)])
        guard case .outdated = change({ $0.finishDecoding("", version: 1, of: id.fetch) }),
            case .final(["a"]) = change({ $0.finishDecoding("", version: 2, of: id.fetch) })
        else {
            Issue.record("the image of the newer bytes is the last")
            return
        }
    }

    @Test mutating func provisionalImageIsSettledOrReplaced() {
        let id = start("a")
        change { $0.receive("", of: id.fetch, isFinal: false) }
        guard
            case .provisional(["a"], let number) = change({ $0.finishDecoding("", version: 1, of: id.fetch) })
        else {
            Issue.record("newer bytes may follow")
            return
        }
        #expect(change { $0.finishShowing(number, of: "", of: id.fetch) } == [])
        // An observer that comes now has not got the image.
        guard case .share = add("b") else {
            Issue.record("the fetch is shared")
            return
        }
        #expect(starts.map(\.step) == [.decode("", version: 1)])
        guard case .shown([]) = change({ $0.settle(id.fetch) }) else {
            Issue.record("both have to wait for the decoding")
            return
        }
        guard case .final(["a", "b"]) = change({ $0.finishDecoding("", version: 1, of: id.fetch) }) else {
            Issue.record("no newer bytes follow")
            return
        }
    }

    @Test mutating func observersEndOnceTheImageWasShownThatHasBecomeTheLast() {
        let id = start("a")
        _ = add("b")
        change { $0.receive("", of: id.fetch, isFinal: false) }
        guard
            case .provisional(["a", "b"], let number) = change({
                $0.finishDecoding("", version: 1, of: id.fetch)
            }),
            case .shown([]) = change({ $0.settle(id.fetch) })
        else {
            Issue.record("both have to receive the image before they end")
            return
        }
        #expect(change { $0.finishShowing(number, of: "", of: id.fetch) } == ["a", "b"])
        #expect(table.count == 0)
    }

    @Test mutating func observerThatIsAddedWhileOthersAreShownTheImageWaitsForIt() {
        let id = start("a")
        change { $0.receive("", of: id.fetch, isFinal: false) }
        guard
            case .provisional(["a"], let number) = change({ $0.finishDecoding("", version: 1, of: id.fetch) }),
            case .share = add("b")
        else {
            Issue.record("the second has to share the fetch")
            return
        }
        #expect(starts.map(\.step) == [.decode("", version: 1)])
        guard case .shown([]) = change({ $0.settle(id.fetch) }) else {
            Issue.record("the second has to wait for the image")
            return
        }
        #expect(change { $0.finishShowing(number, of: "", of: id.fetch) } == [])
        guard case .final(["a", "b"]) = change({ $0.finishDecoding("", version: 1, of: id.fetch) }) else {
            Issue.record("no newer bytes follow")
            return
        }
    }

    @Test mutating func bytesThatWereDroppedHaveToBeReceivedToSettle() {
        let id = start("a")
        change { $0.receive("", of: id.fetch, isFinal: false) }
        // A download is under way, which may end without bytes.
        let taken = change { $0.take(version: 1, of: id.fetch) { _ in true } }
        #expect(taken == .taken(isDownloadRequired: false))
        #expect(begun { $0.dropDecoding("", version: 1, of: id.fetch) }.isEmpty)
        guard case .needsBytes = change({ $0.settle(id.fetch) }) else {
            Issue.record("no decoding would ever end the fetch")
            return
        }
        let starts = begun { $0.receive("", of: id.fetch) }
        #expect(starts.map(\.step) == [.decode("", version: 2)])
        guard case .final(["a"]) = change({ $0.finishDecoding("", version: 2, of: id.fetch) }) else {
            Issue.record("the bytes were received")
            return
        }
    }

    @Test mutating func bytesThatAreDroppedAfterTheEndOfTheDownloadRequireAnother() {
        let id = start("a")
        change { $0.receive("", of: id.fetch, isFinal: false) }
        guard case .shown([]) = change({ $0.settle(id.fetch) }) else {
            Issue.record("the image is being decoded")
            return
        }
        let taken = change { $0.take(version: 1, of: id.fetch) { _ in true } }
        #expect(taken == .taken(isDownloadRequired: true))
    }

    @Test mutating func droppedDecodingKeepsItsObservers() {
        table = Table(limits: FetchLimits(decodings: 1))
        let id = start("a")
        change { $0.receive("", of: id.fetch) }
        _ = add("b", variant: "large")
        let starts = begun { $0.dropDecoding("", version: 1, of: id.fetch) }
        #expect(starts.map(\.step) == [.decode("large", version: 1)])
        #expect(change { $0.takeObservers(of: id.fetch) }.map(\.observer) == ["a", "b"])
    }

    /// It was added, but had no step when the reload got its bytes.
    @Test mutating func fetchThatHasTheBytesOfAReloadLooksNothingUp() {
        let reload = start("a", key: "reload")
        change { $0.receive("new", of: reload.fetch) }
        let id = start("b", fetch: 2)
        change { $0.serve("new", version: 1, of: reload.fetch) { $0 == "key" } }
        #expect(starts.map(\.bytes) == ["new"])
        #expect(begun { $0.queueLookup(.variant, of: id.fetch) }.isEmpty)
        #expect(!change { $0.queueDownload(of: id.fetch) })
        #expect(begun { $0.receive("old", of: id.fetch) }.isEmpty)
        #expect(change { $0.fail(id.fetch) }.isEmpty)
        #expect(begun { $0.finishDecoding("", version: 1, of: id.fetch) }.isEmpty)
        #expect(table.count == 1)
    }

    @Test mutating func fetchThatIsAddedDuringAReloadHasItsBytesAtOnce() {
        let reload = start("a", key: "reload")
        change { $0.receive("new", of: reload.fetch) }
        change { $0.serve("new", version: 1, of: reload.fetch) { $0 == "key" } }
        let added = change {
            $0.add(
                "b", need: .priority(.shown), for: "key", reload: "reload", variant: "", group: ""
            ) { _ in 2 }
        }
        guard case .share = added else {
            Issue.record("the fetch has its bytes")
            return
        }
        #expect(starts.map(\.bytes) == ["new"] && starts.map(\.fetch) == [2])
        #expect(table.count == 2)
    }

    /// What visits all fetches does not visit the places of those that have ended: as many as ever ran at one
    /// time.
    @Test mutating func fetchesThatHaveEndedAreNotVisited() {
        let ids = (0..<1_000).map { start("\($0)", key: "\($0)") }
        for id in ids where id != ids[500] { _ = change { $0.remove(id) } }
        #expect(Array(table.order.fromOldest) == [ids[500].fetch.place])
        let last = start("last", key: "last")
        #expect(Array(table.order.fromOldest) == [ids[500].fetch.place, last.fetch.place])
        #expect(table.entries { _ in true }.map(\.key) == ["500", "last"])
        #expect(table.entries { $0 == "last" }.map(\.id) == [last.fetch])
    }

    /// Fetches that are served by one reload are decoded in the order in which they began, whichever places
    /// they have.
    @Test mutating func fetchesAreServedInTheOrderInWhichTheyBegan() {
        let reload = start("a", key: "reload")
        let ended = ["1", "2", "3"].map { start("b", key: $0) }
        for id in ended { _ = change { $0.remove(id) } }
        for number in 4...6 { _ = start("c", key: "\(number)", fetch: number) }
        change { $0.receive("new", of: reload.fetch) }
        change { $0.serve("new", version: 1, of: reload.fetch) { $0 != "reload" } }
        #expect(starts.map(\.fetch) == [4, 5, 6])
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
