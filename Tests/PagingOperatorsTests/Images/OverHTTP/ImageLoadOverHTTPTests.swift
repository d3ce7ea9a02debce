import Foundation
import LoadingTestSupport
import LoopbackServer
import Streams
import TestSupport
import Testing

@testable import PagingOperators

/// Long lists of images from a real server. The fling has 5,000 rows, which cost half a second;
/// `ImageLoadTests` has one of 100,000 in virtual time.
@Suite(.prompt, .timeLimit(.minutes(1)))
struct ImageLoadOverHTTPTests {
    private static let rowCount = 5_000

    private let folder = TemporaryFolder()
    private let server: PictureServer

    init() throws {
        server = try PictureServer()
    }

    @Test func tenThousandCellsOverAHundredURLsMakeAHundredRequests() async throws {
        let loads = PictureLoads(in: folder)
        let urls = try (0..<100).map { try server.url("/\($0)") }
        let (ends, sender) = AsyncStream<Void>.makeStream()
        let right = Box(0)
        let cells = (0..<10_000).map { cell in
            loads.loader.image(at: urls[cell % 100]).sink(
                receiveCompletion: { _ in sender.yield() },
                receiveValue: { if $0.image == Picture("/\(cell % 100) v1") { right.increment() } })
        }
        var ended = 0
        for await _ in ends {
            ended += 1
            if ended == cells.count { break }
        }
        #expect(right.value == 10_000)
        #expect(server.requests.count == 100)
        #expect(Set(server.requests.map(\.path)).count == 100)
        #expect(loads.loader.isAtRest)
        await loads.cache.flush()
        #expect(folder.names.count == 100)
        for cell in cells { cell.cancel() }
    }

    @Test func flingThroughThousandsOfRowsEndsWithTheShownRowsLoaded() async throws {
        let loads = PictureLoads(in: folder) { $0.retry = .immediate(attempts: 0) }
        let signals = PassthroughSubject<ListSignal, Never>()
        let root = try server.url("/")
        let pages = OffsetPages(limit: 100) { offset, limit in
            Just(Array(offset..<min(Self.rowCount, offset + limit)))
        }
        let shown = Self.rowCount - 10..<Self.rowCount
        let (stream, sender) = AsyncStream<ViewState<PictureRow>>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let feed = signals.paginate(threshold: Self.rowCount, from: pages)
            .images(
                from: loads.loader, at: { root.appending(path: "\($0)") },
                range: ImageRange(near: 5, kept: 20)
            )
            .sink(receiveCompletion: { _ in sender.finish() }, receiveValue: { sender.yield($0) })
        signals.send(.shown(rows: 0..<10))
        var states = stream.makeAsyncIterator()
        // A hint counts for rows that are there.
        while let state = await states.next(), state.items.count < Self.rowCount {}
        // The pauses of the fling.
        let pauses = Task { [retries = loads.retries] in
            for await pause in retries.delays { retries.advance(by: pause) }
        }
        for first in stride(from: 0, to: Self.rowCount, by: 10) {
            signals.send(.shown(rows: first..<first + 10))
        }
        // The feed finishes once nothing is loading.
        signals.send(completion: .finished)
        var last: ViewState<PictureRow>?
        while let state = await states.next() { last = state }
        let images = try #require(last?.items[shown]).map(\.image)
        #expect(images.map(\.image) == shown.map { Picture("/\($0) v1") })
        // Of the rows that were passed few have been requested.
        #expect(server.requests.count < 1_000)
        #expect(loads.loader.isAtRest)
        pauses.cancel()
        feed.cancel()
    }
}
