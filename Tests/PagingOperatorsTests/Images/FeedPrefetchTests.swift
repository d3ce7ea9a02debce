import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import PagingOperators

/// Feeds that prefetch the images of rows that are not near yet.
struct FeedPrefetchTests {
    private let fixture = ImageFixture()
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let fresh = ["Cache-Control": "max-age=60"]

    private func probe(
        threshold: Int = 3, near: Int = 1, prefetched: Int = .max, last: Int = 40
    ) -> FeedProbe {
        FeedProbe(
            signals.paginate(threshold: threshold, from: NumberLine(last: last))
                .images(
                    from: fixture.loader, at: { URL.picture(of: $0) },
                    range: ImageRange(near: near, kept: near + 2, prefetched: prefetched)))
    }

    /// Synchronous pages of ten numbers each.
    private struct NumberLine: PageSource {
        typealias Key = Int
        typealias Item = Int
        typealias Failure = Never
        let last: Int

        func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
            let first = request.key ?? 0
            return Just(Page(Array(first..<first + 10), next: first + 10 < last ? first + 10 : nil))
        }
    }

    private func load(of number: Int) throws -> ScriptedDataLoader.Load {
        try #require(fixture.loads.last { $0.request.url == .picture(of: number) })
    }

    private func finish(_ numbers: ClosedRange<Int>) throws {
        for number in numbers { try load(of: number).finish("\(number)", fresh) }
    }

    /// The numbers of the loads that are under way.
    private var running: [String] {
        fixture.loads.filter { !$0.isCancelled }.map { $0.request.url?.lastPathComponent ?? "" }
    }

    @Test func rowsThatAreNotNearArePrefetchedToDiskTheNearestFirst() throws {
        let probe = probe()
        #expect(fixture.names == ["0.png", "1.png", "2.png", "3.png"])
        try finish(2...9)
        #expect(fixture.names == (0...9).map { "\($0).png" })
        #expect(fixture.disk.texts == (2...9).map { "\($0)" })
        #expect(fixture.loader.cachedImage(for: ImageRequest(url: .picture(of: 2))) == nil)
        // Their rows are idle until they are near, and make no state.
        #expect(probe.lines.suffix(8).allSatisfy { $0 == "idle" })
        #expect(probe.states.last?.change == RowChange(inserted: [0..<10]))
        signals.send(.shown(row: 5))
        #expect(probe.lines[4...6] == ["loaded 4 from disk", "loaded 5 from disk", "loaded 6 from disk"])
        #expect(fixture.names.suffix(2) == ["8.png", "9.png"])
        probe.cancel()
    }

    @Test func withoutTheOptionNothingIsPrefetched() {
        let probe = probe(prefetched: 0)
        #expect(fixture.names == ["0.png", "1.png"])
        probe.cancel()
    }

    @Test func rowsBeyondTheRangeAreNotPrefetched() throws {
        let probe = probe(prefetched: 3)
        try finish(2...3)
        #expect(fixture.names == (0...3).map { "\($0).png" })
        signals.send(.shown(row: 2))
        try finish(4...4)
        #expect(fixture.names.suffix(2) == ["4.png", "5.png"])
        probe.cancel()
    }

    @Test func pageThatArrivesIsPrefetched() throws {
        let probe = probe()
        try finish(0...9)
        #expect(fixture.loads.count == 10)
        signals.send(.shown(row: 7))
        #expect(probe.states.last?.items.count == 20)
        try finish(10...19)
        #expect(fixture.disk.texts.count == 20)
        probe.cancel()
    }

    @Test func afterAJumpTheNearestRowsAheadAreNext() throws {
        let probe = probe(threshold: 100, last: 100)
        #expect(fixture.names == ["0.png", "1.png", "2.png", "3.png"])
        signals.send(.shown(row: 0), .shown(row: 60))
        try finish(2...3)
        #expect(fixture.names.suffix(2) == ["62.png", "63.png"])
        try finish(62...63)
        #expect(fixture.names.suffix(2) == ["64.png", "65.png"])
        probe.cancel()
    }

    @Test func afterAChangeOfDirectionTheNearestRowsAheadAreNext() throws {
        let probe = probe(threshold: 100, last: 100)
        signals.send(.shown(row: 0), .shown(row: 60))
        signals.send(.shown(row: 30))
        try finish(2...3)
        #expect(fixture.names.suffix(2) == ["28.png", "27.png"])
        try finish(27...28)
        #expect(fixture.names.suffix(2) == ["26.png", "25.png"])
        signals.send(.shown(row: 31))
        try finish(25...26)
        #expect(fixture.names.suffix(2) == ["33.png", "34.png"])
        probe.cancel()
    }

    @Test func rowsBehindFollowThoseAhead() throws {
        let probe = probe(threshold: 20, last: 20)
        signals.send(.shown(row: 0), .shown(row: 16))
        try finish(2...3)
        #expect(fixture.names.suffix(2) == ["18.png", "19.png"])
        try finish(18...19)
        #expect(fixture.names.suffix(2) == ["14.png", "13.png"])
        probe.cancel()
    }

    @Test func prefetchesThatEndAtOnceNeedNoStack() {
        let fixture = ImageFixture(onLoad: { [fresh] in $0.finish("a picture", fresh) })
        let probe = FeedProbe(
            signals.paginate(threshold: 2_000, from: NumberLine(last: 1_000))
                .images(
                    from: fixture.loader, at: { URL.picture(of: $0) },
                    range: ImageRange(near: 0, kept: 0, prefetched: .max)))
        signals.send(.shown(row: 0))
        #expect(fixture.loads.count == 1_000)
        #expect(fixture.disk.texts.count == 1_000)
        #expect(fixture.loader.isAtRest)
        probe.cancel()
    }

    @Test func rowThatComesNearTakesItsPrefetchOver() throws {
        let fixture = ImageFixture { $0.maximumTransfers = 1 }
        let probe = FeedProbe(
            signals.paginate(threshold: 0, from: NumberLine(last: 10))
                .images(
                    from: fixture.loader, at: { URL.picture(of: $0) },
                    range: ImageRange(near: 0, kept: 9, prefetched: 9)))
        fixture.loads[0].finish("0")
        #expect(fixture.names == ["0.png", "1.png"])
        // Under way, and next.
        signals.send(.shown(row: 1))
        #expect(!fixture.loads[1].isCancelled)
        signals.send(.shown(rows: 1..<9))
        fixture.loads[1].finish("1")
        #expect(fixture.names == ["0.png", "1.png", "2.png"])
        let joined = fixture.events.filter { $0.hasSuffix("joined") }
        #expect(joined == ["1.png joined", "2.png joined", "3.png joined"])
        #expect(probe.lines[1] == "loaded 1 from network")
        probe.cancel()
    }

    /// The rows that a fling passes are neither loaded nor prefetched again.
    @Test func rowsThatWereNearAreNotPrefetchedAgain() throws {
        let probe = probe(last: 10)
        try finish(2...9)
        signals.send(.shown(row: 5))
        signals.send(.shown(row: 9))
        #expect(fixture.loads.count == 10)
        #expect(try load(of: 0).isCancelled && load(of: 1).isCancelled)
        #expect(running == (2...9).map { "\($0).png" })
        probe.cancel()
    }

    @Test func removedRowStopsItsPrefetch() throws {
        let edits = FeedEdits<Int, Int> { $0 }
        let probe = FeedProbe(
            signals.paginate(threshold: 0, from: NumberLine(last: 10)).edits(edits)
                .images(
                    from: fixture.loader, at: { URL.picture(of: $0) },
                    range: ImageRange(near: 0, kept: 0, prefetched: .max)))
        #expect(fixture.names == ["0.png", "1.png", "2.png"])
        _ = edits.remove(1)
        #expect(try load(of: 1).isCancelled)
        #expect(fixture.names.last == "3.png")
        probe.cancel()
    }

    @Test func refreshKeepsThePrefetchesOfRowsThatStay() throws {
        let probe = probe()
        signals.send(.refresh)
        #expect(probe.states.last?.change.isReload == true)
        #expect(fixture.names == ["0.png", "1.png", "2.png", "3.png"])
        #expect(fixture.loads.allSatisfy { !$0.isCancelled })
        signals.send(.reset)
        #expect(fixture.loads.allSatisfy { $0.isCancelled })
        probe.cancel()
    }

    @Test func whatIsOnDiskIsNotLoadedAgain() throws {
        let first = probe(last: 10)
        try finish(0...9)
        first.cancel()
        fixture.loader.removeAllCachedImages()
        let second = probe(last: 10)
        #expect(fixture.loads.count == 10)
        #expect(second.lines.prefix(2) == ["loaded 0 from disk", "loaded 1 from disk"])
        second.cancel()
    }

    /// The ways in which a feed finishes.
    enum End: CaseIterable {
        case cancelled, finished
    }

    @Test(arguments: End.allCases)
    func endOfTheFeedStopsItsPrefetches(end: End) throws {
        let probe = probe(last: 10)
        try finish(0...1)
        switch end {
        case .cancelled: probe.cancel()
        case .finished: signals.send(completion: .finished)
        }
        #expect(probe.hasFinished == (end == .finished))
        #expect(try load(of: 2).isCancelled && load(of: 3).isCancelled)
        #expect(fixture.loader.isAtRest)
    }

    @Test func prefetchesAreNotWaitedFor() throws {
        let probe = probe(last: 10)
        signals.send(completion: .finished)
        try finish(0...1)
        #expect(probe.hasFinished)
    }
}
