import Foundation
import LoadingTestSupport
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import PagingOperators

/// The disk cache and HTTP caching, with a real server and a real folder.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ImageDiskOverHTTPTests {
    private let folder = TemporaryFolder()
    private let clock = Box(0.0)
    private let server: PictureServer

    init() throws {
        server = try PictureServer()
    }

    /// A new launch of the app.
    private func launch() -> PictureLoads { PictureLoads(in: folder, at: clock) }

    @Test func secondLaunchMakesNoRequestWhileImagesAreFresh() async throws {
        let first = launch()
        for number in 0..<5 {
            #expect(await first.load(try server.url("/\(number)")) == ["loaded /\(number) v1 from network"])
        }
        server.publishVersion(2)
        clock.value = 59
        let second = launch()
        for number in 0..<5 {
            #expect(await second.load(try server.url("/\(number)")) == ["loaded /\(number) v1 from disk"])
            #expect(await second.load(try server.url("/\(number)")) == ["loaded /\(number) v1 from memory"])
        }
        #expect(server.requests.count == 5)
    }

    @Test func staleImageThatIsConfirmedIsFreshAgain() async throws {
        let url = try server.url("/a")
        _ = await launch().load(url)
        clock.value = 60
        #expect(await launch().load(url) == ["loaded /a v1 from disk"])
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"v1\""])
        clock.value = 119
        #expect(await launch().load(url) == ["loaded /a v1 from disk"])
        #expect(server.requests.count == 2)
    }

    @Test func staleImageThatHasChangedIsReplaced() async throws {
        let url = try server.url("/a")
        _ = await launch().load(url)
        clock.value = 60
        server.publishVersion(2)
        #expect(await launch().load(url) == ["loaded /a v2 from network"])
        #expect(await launch().load(url) == ["loaded /a v2 from disk"])
        #expect(server.requests.count == 2)
    }

    @Test func staleWhileRevalidateShowsTheOldImageThenTheNewOne() async throws {
        server.setCacheControl("max-age=60, stale-while-revalidate=600")
        let url = try server.url("/a")
        _ = await launch().load(url)
        clock.value = 100
        // Confirmed: no other state.
        #expect(await launch().load(url) == ["loaded /a v1 from disk"])
        clock.value = 200
        server.publishVersion(2)
        let oldIsShown = ResponseGate()
        server.answerNext { $0.delivered(.held(oldIsShown)) }
        let lines = await launch().load(url) { _ in oldIsShown.open() }
        #expect(lines == ["loaded /a v1 from disk", "loaded /a v2 from network"])
        #expect(server.requests.map { $0.headers["If-None-Match"] } == [nil, "\"v1\"", "\"v1\""])
        #expect(await launch().load(url) == ["loaded /a v2 from disk"])
        #expect(server.requests.count == 3)
    }

    @Test func staleImageInAFeedIsReplacedByAnUpdatedRow() async throws {
        server.setCacheControl("max-age=60, stale-while-revalidate=600")
        let url = try server.url("/a")
        _ = await launch().load(url)
        clock.value = 100
        server.publishVersion(2)
        let oldIsShown = ResponseGate()
        server.answerNext { $0.delivered(.held(oldIsShown)) }
        let feed = Empty<ListSignal, Never>(completeImmediately: true)
            .paginate(threshold: 0, from: OffsetPages(limit: 1) { _, _ in Just([1]) })
            .images(from: launch().loader, at: { _ in url })
        var lines: [String] = []
        var lastChange = RowChange.none
        for await state in feed.values {
            for row in state.items where !row.image.isLoading {
                lines.append(row.image.line)
                lastChange = state.change
                oldIsShown.open()
            }
        }
        #expect(lines == ["loaded /a v1 from disk", "loaded /a v2 from network"])
        #expect(lastChange == RowChange(updated: [0..<1]))
    }

    @Test func responseThatMustNotBeStoredIsRequestedEachTime() async throws {
        server.setCacheControl("no-store")
        let url = try server.url("/a")
        for _ in 0..<2 { #expect(await launch().load(url) == ["loaded /a v1 from network"]) }
        #expect(folder.names == [])
    }

    @Test func folderThatIsDeletedIsMadeAgain() async throws {
        let first = launch()
        _ = await first.load(try server.url("/a"))
        try FileManager.default.removeItem(at: folder.url)
        #expect(await first.load(try server.url("/b")) == ["loaded /b v1 from network"])
        #expect(folder.names.count == 1)
        let second = launch()
        #expect(await second.load(try server.url("/b")) == ["loaded /b v1 from disk"])
        #expect(await second.load(try server.url("/a")) == ["loaded /a v1 from network"])
        #expect(first.diskErrors.isEmpty && second.diskErrors.isEmpty)
    }

    /// Writing fails, and the image is shown.
    @Test func imageIsShownIfTheFolderIsNotWritable() async throws {
        // A file in the way of the folder: everything is writable to root.
        try Data().write(to: folder.url)
        let loads = launch()
        #expect(await loads.load(try server.url("/a")) == ["loaded /a v1 from network"])
        #expect(loads.diskErrors.entries.contains { $0.operation == .write })
        #expect(await loads.load(try server.url("/a")) == ["loaded /a v1 from memory"])
    }

    /// A file that is cut short, of another version, or changed in any byte is a miss.
    @Test(arguments: Seeds.make(20))
    func damagedFileIsAMiss(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let url = try server.url("/a")
        _ = await launch().load(url)
        let file = folder.file(try #require(folder.names.first))
        var bytes = try Data(contentsOf: file)
        let place = random.number(below: bytes.count)
        switch seed % 3 {
        case 0: bytes = bytes.prefix(place)
        case 1: bytes[7] &+= 1  // the version
        default: bytes[place] ^= UInt8(1 + random.number(below: 255))
        }
        try bytes.write(to: file)
        let loads = launch()
        #expect(await loads.load(url) == ["loaded /a v1 from network"], "FLUX_SEED=\(seed)")
        #expect(server.requests.last?.headers["If-None-Match"] == nil)
        // It is replaced.
        #expect(await launch().load(url) == ["loaded /a v1 from disk"])
        #expect(loads.diskErrors.isEmpty)
    }

    @Test func prefetchedImagesAreThereWithoutTheServer() async throws {
        let first = launch()
        let urls = try (0..<10).map { try server.url("/\($0)") }
        let (ends, sender) = AsyncStream<ImageEvent>.makeStream()
        let log = first.loader.events.sink { if $0.kind == .prefetched { sender.yield($0) } }
        let prefetcher = ImagePrefetcher(first.loader, to: .disk)
        prefetcher.start(at: urls + urls)
        var prefetched = 0
        for await _ in ends {
            prefetched += 1
            if prefetched == urls.count { break }
        }
        log.cancel()
        await first.cache.flush()
        #expect(urls.allSatisfy { first.loader.cachedImage(for: ImageRequest(url: $0)) == nil })
        #expect(server.requests.count == urls.count)
        let second = launch()
        for number in 0..<10 {
            #expect(await second.load(urls[number]) == ["loaded /\(number) v1 from disk"])
        }
        #expect(server.requests.count == urls.count)
        withExtendedLifetime(prefetcher) {}
    }
}
