import Foundation
import LoadingTestSupport
import PagingSimulation
import Streams
import TestSupport
import Testing

@testable import FluxImages

/// Prefetches with a scripted source: everything happens on the calling thread.
struct ImagePrefetcherTests {
    private let fixture = ImageFixture()
    private let fresh = ["Cache-Control": "max-age=60", "ETag": "\"a\""]

    private func prefetcher(
        to destination: ImagePrefetcher<Picture>.Destination = .memory, maximumLoads: Int = 2
    ) -> ImagePrefetcher<Picture> {
        ImagePrefetcher(fixture.loader, to: destination, maximumLoads: maximumLoads)
    }

    private func requests(_ names: String...) -> [ImageRequest] { names.map { .named($0) } }

    @Test func prefetchedImageIsAMemoryHit() {
        let prefetcher = prefetcher()
        prefetcher.start(at: [.image])
        fixture.loads[0].finish("cat", fresh)
        #expect(fixture.probe().lines == ["loaded cat from memory", "finished"])
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loads.count == 1)
        withExtendedLifetime(prefetcher) {}
    }

    /// A prefetch may be stopped from inside the call that begins it, before its progress was published.
    @Test func progressOfAPrefetchThatIsStoppedAtOnceIsNone() {
        let stop = Locked<(@Sendable () -> Void)?>(nil)
        let fixture = ImageFixture(onLoad: { _ in stop.exchange(nil)?() })
        let prefetcher = ImagePrefetcher(fixture.loader)
        let counts = Log<Int>()
        let subscription = prefetcher.progress.sink { counts.append($0.totalCount) }
        _ = stop.exchange { prefetcher.stop(at: [.image]) }
        prefetcher.start(at: [.image])
        #expect(fixture.loads[0].isCancelled)
        #expect(counts.entries.last == 0)
        subscription.cancel()
    }

    @Test func progressFinishesWhenThePrefetcherIsReleased() {
        var prefetcher: ImagePrefetcher? = prefetcher()
        let ends = Log<String>()
        let subscription = prefetcher?.progress.sink(
            receiveCompletion: { ends.append("\($0)") }, receiveValue: { _ in })
        prefetcher?.start(at: [.image])
        #expect(ends.entries == [])
        prefetcher = nil
        #expect(ends.entries == ["finished"])
        subscription?.cancel()
    }

    @Test func imageThatIsPrefetchedToDiskIsNotInMemory() {
        let prefetcher = prefetcher(to: .disk)
        prefetcher.start(at: [.image])
        fixture.loads[0].finish("cat", fresh)
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loader.cachedImage(for: ImageRequest(url: .image)) == nil)
        #expect(fixture.events.last == "1.png prefetched")
        #expect(fixture.probe().lines == ["loading 0/?", "loaded cat from disk", "finished"])
        #expect(fixture.loads.count == 1)
        withExtendedLifetime(prefetcher) {}
    }

    @Test func bytesThatAreNotAnImageAreNotPrefetched() {
        let prefetcher = prefetcher(to: .disk)
        prefetcher.start(at: [.image])
        fixture.loads[0].finish("<html>", fresh)
        #expect(fixture.disk.keys.isEmpty)
        #expect(fixture.events.last == "1.png failed")
        withExtendedLifetime(prefetcher) {}
    }

    @Test func nothingStartsForWhatIsCached() {
        let decoded = Log<String>()
        let fixture = ImageFixture(decode: { data, request in
            decoded.append(request.url.lastPathComponent)
            return try Picture.decode(data)
        })
        fixture.load("cat", fresh)
        let toDisk = ImagePrefetcher(fixture.loader, to: .disk)
        toDisk.start(at: [.image])
        #expect(fixture.events.last == "1.png prefetched")
        // Not even decoded again.
        #expect(decoded.count == 1)
        let toMemory = ImagePrefetcher(fixture.loader)
        toMemory.start(at: [.image])
        #expect(fixture.loader.cachedImage(for: ImageRequest(url: .image)) == Picture("cat"))
        toMemory.start(at: [.image])
        #expect(decoded.count == 2)
        #expect(fixture.loads.count == 1)
        #expect(fixture.loader.isAtRest)
    }

    @Test func staleBytesThatMayBeShownAreEnoughOnDisk() {
        fixture.load("cat", ["Cache-Control": "max-age=10, stale-while-revalidate=100", "ETag": "\"a\""])
        fixture.time.advance(by: .seconds(20))
        let prefetcher = prefetcher(to: .disk)
        prefetcher.start(at: [.image])
        #expect(fixture.events.suffix(2) == ["1.png hit disk", "1.png prefetched"])
        #expect(fixture.loads.count == 1)
        withExtendedLifetime(prefetcher) {}
    }

    @Test(arguments: [true, false])
    func staleBytesAreValidated(isConfirmed: Bool) {
        fixture.load("cat", fresh)
        fixture.time.advance(by: .seconds(60))
        let prefetcher = prefetcher(to: .disk)
        prefetcher.start(at: [.image])
        #expect(fixture.loads[1].request.value(forHTTPHeaderField: "If-None-Match") == "\"a\"")
        isConfirmed ? fixture.loads[1].confirm(fresh) : fixture.loads[1].finish("dog", fresh)
        #expect(fixture.events.last == "1.png prefetched")
        #expect(
            fixture.probe().lines.suffix(2) == [
                "loaded \(isConfirmed ? "cat" : "dog") from disk", "finished",
            ])
        #expect(fixture.loads.count == 2)
        withExtendedLifetime(prefetcher) {}
    }

    /// An image in memory does not mean that its bytes are still on disk.
    @Test func imageInMemoryIsPrefetchedToDisk() {
        fixture.load("cat", fresh)
        #expect(fixture.probe().lines.last == "finished")
        fixture.disk.remove(fixture.disk.keys[0])
        let prefetcher = prefetcher(to: .disk)
        prefetcher.start(at: [.image])
        fixture.loads[1].finish("cat", fresh)
        #expect(fixture.disk.texts == ["cat"])
        withExtendedLifetime(prefetcher) {}
    }

    /// The image comes into memory between the subscription of a row, which looks for it, and its fetch.
    @Test func imageThatARowFindsInMemoryIsPrefetchedToDisk() {
        let prefetcher = prefetcher(to: .disk)
        let row = StateProbe(fixture.loader.image(at: .image)) { [fixture] _, state in
            if !state.isLoading { return }
            fixture.loader.insertImage(Picture("cat"), for: ImageRequest(url: .image))
            prefetcher.start(at: [.image])
        }
        #expect(row.lines == ["loading 0/?", "loaded cat from memory", "finished"])
        fixture.loads.last?.finish("cat", fresh)
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loader.isAtRest)
        withExtendedLifetime(prefetcher) {}
    }

    @Test func fewAreLoadedAtOnceAndEachOnce() {
        let prefetcher = prefetcher()
        prefetcher.start(requests("1", "2", "3", "1"))
        prefetcher.start(requests("2", "4"))
        #expect(fixture.names == ["1", "2"])
        fixture.loads[0].fail(.status(404, retryAfter: nil))
        fixture.loads[1].finish("cat")
        #expect(fixture.names == ["1", "2", "3", "4"])
        withExtendedLifetime(prefetcher) {}
    }

    @Test func rowRaisesAPrefetchAndKeepsItAfterItIsStopped() {
        let fixture = ImageFixture { $0.maximumTransfers = 1 }
        let prefetcher = ImagePrefetcher(fixture.loader)
        let first = fixture.probe(.named("first"))
        prefetcher.start(requests("prefetched"))
        let near = fixture.probe(.named("near"), priority: .nearAhead)
        let row = fixture.probe(.named("prefetched"))
        #expect(fixture.events.last == "prefetched joined")
        prefetcher.stop(requests("prefetched"))
        for index in 0..<3 { fixture.loads[index].finish("cat") }
        #expect(fixture.names == ["first", "prefetched", "near"])
        #expect([first, row, near].allSatisfy { $0.lines.last == "finished" })
    }

    @Test func rowsAreLoadedBeforePrefetches() {
        let fixture = ImageFixture { $0.maximumTransfers = 1 }
        let prefetcher = ImagePrefetcher(fixture.loader, maximumLoads: 5)
        prefetcher.start(requests("1", "2", "3"))
        let behind = fixture.probe(.named("behind"), priority: .nearBehind)
        for index in 0..<4 { fixture.loads[index].finish("cat") }
        #expect(fixture.names == ["1", "behind", "2", "3"])
        #expect(behind.lines.last == "finished")
        withExtendedLifetime(prefetcher) {}
    }

    @Test func rowThatCancelsLeavesThePrefetchLoading() {
        let prefetcher = prefetcher(to: .disk)
        prefetcher.start(at: [.image])
        let row = fixture.probe()
        row.cancel()
        #expect(!fixture.loads[0].isCancelled)
        fixture.loads[0].finish("cat", fresh)
        #expect(fixture.disk.texts == ["cat"])
        #expect(fixture.loader.cachedImage(for: ImageRequest(url: .image)) == nil)
        withExtendedLifetime(prefetcher) {}
    }

    @Test func imageThatARowLoadsWithAPrefetchToDiskIsInMemory() {
        let prefetcher = prefetcher(to: .disk)
        prefetcher.start(at: [.image])
        let row = fixture.probe()
        fixture.loads[0].finish("cat", fresh)
        #expect(row.lines.suffix(2) == ["loaded cat from network", "finished"])
        #expect(fixture.loader.cachedImage(for: ImageRequest(url: .image)) == Picture("cat"))
        #expect(fixture.events.last == "1.png loaded from network")
        withExtendedLifetime(prefetcher) {}
    }

    @Test func stoppedPrefetchIsCancelled() {
        let prefetcher = prefetcher(maximumLoads: 1)
        prefetcher.start(requests("1", "2", "3"))
        prefetcher.stop(requests("1", "2"))
        #expect(fixture.loads[0].isCancelled)
        #expect(fixture.names == ["1", "3"])
        prefetcher.stopAll()
        #expect(fixture.loads[1].isCancelled)
        // It can be used again.
        prefetcher.start(requests("4"))
        #expect(fixture.names == ["1", "3", "4"])
    }

    @Test func requestsThatWaitAreNoFetches() {
        let prefetcher = prefetcher()
        let requests = (0..<100_000).map { ImageRequest.named("\($0)") }
        prefetcher.start(requests)
        #expect(fixture.loader.change { $0.count } == 2)
        prefetcher.stop(Array(requests[2...].reversed()))
        fixture.loads[0].finish("cat")
        fixture.loads[1].finish("cat")
        #expect(fixture.names == ["0", "1"])
        prefetcher.start(requests)
        prefetcher.stopAll()
        #expect(fixture.loader.isAtRest)
    }

    @Test func releasedPrefetcherReleasesWhatWaits() {
        weak var content: ImageRequest.Key.Reference?
        do {
            let prefetcher = prefetcher(maximumLoads: 1)
            let waiting = ImageRequest.named("2")
            content = waiting.key.reference
            prefetcher.start([.named("1"), waiting])
        }
        #expect(content == nil)
    }

    @Test func requestThatWasStoppedIsLastWhenItIsStartedAgain() {
        let prefetcher = prefetcher()
        prefetcher.start(requests("1", "2", "3", "4"))
        prefetcher.stop(requests("3"))
        prefetcher.start(requests("3"))
        fixture.loads[0].finish("cat")
        fixture.loads[1].finish("cat")
        #expect(fixture.names == ["1", "2", "4", "3"])
        withExtendedLifetime(prefetcher) {}
    }

    @Test func prefetcherMatchesAModelUnderRandomCalls() {
        Seeds.forEach(100) { random in
            let script = PrefetcherScript(limit: 1 + random.number(below: 3))
            for _ in 0..<60 { try script.step(&random) }
        }
    }

    @Test func pausedPrefetcherBeginsNothingMore() {
        let prefetcher = prefetcher(maximumLoads: 1)
        prefetcher.start(requests("1", "2"))
        prefetcher.pause()
        fixture.loads[0].finish("cat")
        prefetcher.start(requests("3"))
        #expect(fixture.names == ["1"])
        prefetcher.resume()
        #expect(fixture.names == ["1", "2"])
    }

    @Test func releasedPrefetcherStopsAndReleasesEverything() {
        var loader: ImageLoader? = ImageLoader.scripted(fixture.source)
        weak let releasedLoader = loader
        var prefetcher = loader.map { ImagePrefetcher($0, maximumLoads: 1) }
        prefetcher?.start(requests("1", "2"))
        loader = nil
        prefetcher = nil
        #expect(fixture.loads.map(\.isCancelled) == [true])
        #expect(releasedLoader == nil)
    }

    @Test func whatTheDiskCacheDoesNotServeIsNotLoaded() throws {
        let file = try #require(URL(string: "file:///a.png"))
        let prefetcher = prefetcher(to: .disk)
        prefetcher.start(at: [file])
        let loader = ImageLoader.scripted(fixture.source)
        let withoutDisk = ImagePrefetcher(loader, to: .disk)
        withoutDisk.start(at: [.image])
        #expect(fixture.loads.isEmpty)
        withExtendedLifetime(prefetcher) {}
    }

    @Test func variantThatIsKeptOnDiskIsNotPutInMemory() {
        let fixture = ImageFixture { $0.encodeVariant = { _, _ in Data("encoded".utf8) } }
        let small = ImageRequest.named("1", variant: .named("small"))
        fixture.load("cat", fresh, small)
        let prefetcher = ImagePrefetcher(fixture.loader, to: .disk)
        prefetcher.start([small])
        #expect(fixture.loader.cachedImage(for: small) == nil)
        #expect(fixture.loader.isAtRest)
        withExtendedLifetime(prefetcher) {}
    }

    @Test func manyPrefetchesThatEndAtOnceNeedNoStack() {
        let source = ScriptedDataLoader { $0.finish("cat") }
        let loader = ImageLoader.scripted(source)
        let prefetcher = ImagePrefetcher(loader)
        let requests = (0..<10_000).map { ImageRequest.named("\($0)") }
        prefetcher.start(requests)
        prefetcher.start(requests)
        #expect(source.loads.map(\.request.url) == requests.map(\.url))
        #expect(loader.memory.count == 10_000)
        #expect(loader.isAtRest)
        withExtendedLifetime(prefetcher) {}
    }

    @Test func failuresAreCountedAndTheLatestKept() {
        let source = ScriptedDataLoader { $0.fail(.status(404, retryAfter: nil)) }
        let prefetcher = ImagePrefetcher(ImageLoader.scripted(source))
        let last = Box(PrefetchProgress())
        let subscription = prefetcher.progress.sink { last.value = $0 }
        prefetcher.start((0..<1_000).map { .named("\($0)") })
        #expect(last.value.completedCount == 1_000 && last.value.failureCount == 1_000)
        #expect(Set(last.value.failures.keys) == Set((900..<1_000).map { .named("\($0)") }))
        // One that fails again is one of the latest.
        prefetcher.start([.named("950"), .named("1")])
        #expect(last.value.failureCount == 1_002 && last.value.failures.count == 100)
        #expect(last.value.failures[.named("1")] != nil && last.value.failures[.named("950")] != nil)
        #expect(last.value.failures[.named("900")] == nil)
        prefetcher.stopAll()
        #expect(last.value == PrefetchProgress())
        subscription.cancel()
    }

    @Test func prefetchersOfSeveralThreadsRace() async {
        let loader = ImageLoader.scripted(ScriptedDataLoader { $0.finish("cat") })
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let prefetcher = ImagePrefetcher(loader, to: number % 2 == 0 ? .memory : .disk)
                    for round in 0..<200 {
                        prefetcher.start((0..<5).map { .named("\(round % 10 + $0)") })
                        prefetcher.stop([.named("\(round % 7)")])
                        if round % 20 == 0 { prefetcher.stopAll() }
                    }
                }
            }
        }
        #expect(loader.isAtRest)
    }
}

/// Random calls of a prefetcher and of a simple model: the requests in order, and which of them run.
private final class PrefetcherScript {
    private let limit: Int
    private let fixture = ImageFixture()
    private let prefetcher: ImagePrefetcher<Picture>
    private var waiting: [Int] = []
    /// What runs, and the number of its load.
    private var running: [(request: Int, load: Int)] = []
    private var started: [Int] = []
    private var cancelled: Set<Int> = []
    private var completedCount = 0
    private var isPaused = false
    private let progress = Log<PrefetchProgress>()
    private let subscription: AnyCancellable

    init(limit: Int) {
        self.limit = limit
        prefetcher = ImagePrefetcher(fixture.loader, maximumLoads: limit)
        subscription = prefetcher.progress.sink { [progress] in progress.append($0) }
    }

    func step(_ random: inout SeededGenerator) throws(Mismatch) {
        let requests = (0..<1 + random.number(below: 3)).map { _ in random.number(below: 8) }
        switch random.number(below: 12) {
        case 0..<4:
            for request in requests where !waiting.contains(request) {
                if !running.contains(where: { $0.request == request }) { waiting.append(request) }
            }
            prefetcher.start(requests.map { .named("\($0)") })
        case 4..<6:
            stop { requests.contains($0) }
            prefetcher.stop(requests.map { .named("\($0)") })
        case 6 where random.chance(30):
            stop { _ in true }
            completedCount = 0
            prefetcher.stopAll()
        case 7:
            isPaused.toggle()
            isPaused ? prefetcher.pause() : prefetcher.resume()
        default:
            if running.isEmpty { return }
            let ended = running.remove(at: random.number(below: running.count))
            completedCount += 1
            begin()
            fixture.loads[ended.load].fail(.status(404, retryAfter: nil))
        }
        begin()
        try compare()
    }

    private func stop(where isStopped: (Int) -> Bool) {
        cancelled.formUnion(running.filter { isStopped($0.request) }.map(\.load))
        waiting.removeAll(where: isStopped)
        running.removeAll { isStopped($0.request) }
    }

    private func begin() {
        while !isPaused, running.count < limit, !waiting.isEmpty {
            running.append((waiting.removeFirst(), started.count))
            started.append(running[running.count - 1].request)
        }
    }

    private func compare() throws(Mismatch) {
        let loads = fixture.loads
        try Mismatch.unless(
            fixture.names == started.map { "\($0)" }, "\(fixture.names) started instead of \(started)")
        try Mismatch.unless(
            Set(loads.indices.filter { loads[$0].isCancelled }) == cancelled, "what is cancelled")
        let last = progress.entries.last
        try Mismatch.unless(
            last?.completedCount == completedCount
                && last?.totalCount == completedCount + waiting.count + running.count,
            "the progress \(String(describing: last))")
    }
}
