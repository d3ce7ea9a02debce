import FluxImages
import Foundation
import LoadingTestSupport
import PagingOperators
import Streams
import TestSupport
import Testing

/// `images(from:at:)` with pages and images in memory: everything happens on the calling thread.
struct ImagesPublisherTests {
    private let source = ScriptedDataLoader()
    private let signals = PassthroughSubject<ListSignal, Never>()

    /// Synchronous pages of ten numbers each.
    private struct Numbers: PageSource {
        typealias Key = Int
        typealias Item = Int
        typealias Failure = Never
        var last = 40

        func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
            let first = request.key ?? 0
            let next = first + 10
            return Just(Page(Array(first..<next), next: next < last ? next : nil))
        }
    }

    private func feed(
        _ loader: ImageLoader<Picture>, near: Int = 2, kept: Int = 4, last: Int = 40
    ) -> some Publisher<ViewState<PictureRow>, Never> {
        signals.paginate(threshold: 3, from: Numbers(last: last))
            .images(from: loader, at: { URL.picture(of: $0) }, range: ImageRange(near: near, kept: kept))
    }

    private func load(of number: Int) throws -> ScriptedDataLoader.Load {
        try #require(source.loads.last { $0.request.url == .picture(of: number) })
    }

    @Test func imagesNearTheShownRowAreLoaded() throws {
        let probe = FeedProbe(feed(.scripted(source)))
        #expect(source.loads.map(\.request.url) == (0...2).map { .picture(of: $0) })
        #expect(probe.states.last?.items.map(\.item) == Array(0..<10))
        try load(of: 1).finish("one")
        #expect(probe.lines[0..<3] == ["loading 0/?", "loaded one from network", "loading 0/?"])

        signals.send(.shown(row: 8))
        #expect(probe.states.last?.items.count == 20)
        #expect(try load(of: 0).isCancelled)
        #expect(source.loads.map(\.request.url).suffix(5) == [8, 9, 7, 6, 10].map { .picture(of: $0) })
        #expect(probe.states.last { $0.change.isEmpty == false } != nil)
    }

    @Test func synchronousImagesAreThereAfterTheSubscription() {
        let source = ScriptedDataLoader { $0.finish("now") }
        let probe = FeedProbe(feed(.scripted(source)))
        #expect(
            probe.lines.prefix(4) == [
                "loaded now from network", "loaded now from network", "loaded now from network", "idle",
            ])
        #expect(source.loads.count == 3)
    }

    @Test func memoryHitIsInTheFirstStateWithItsRow() throws {
        let loader = ImageLoader.scripted(source)
        StateProbe(loader.image(at: .picture(of: 0)), thenFinish: "zero", from: source)
        let probe = FeedProbe(feed(loader))
        let first = try #require(probe.states.first { !$0.items.isEmpty })
        #expect(first.items[0].image == .loaded(Picture("zero"), from: .memory))
        #expect(source.loads.count == 3)
    }

    @Test func failedImageFailsItsRowOnly() throws {
        let probe = FeedProbe(feed(.scripted(source)))
        try load(of: 0).finish("<html>")
        try load(of: 1).fail(.status(404, retryAfter: nil))
        #expect(probe.lines[0..<3] == ["failed", "failed", "loading 0/?"])
        #expect(probe.states.last?.items[0].image.image == .fallback)
        #expect(probe.states.last?.error == nil)

        signals.send(.shown(row: 6))
        signals.send(.shown(row: 0))
        try load(of: 0).finish("zero")
        #expect(probe.lines[0] == "loaded zero from network")
    }

    @Test func refreshKeepsASharedFetchRunning() throws {
        let probe = FeedProbe(feed(.scripted(source)))
        let loads = source.loads
        signals.send(.refresh)
        #expect(source.loads.count == loads.count)
        #expect(loads.allSatisfy { !$0.isCancelled })
        try load(of: 0).finish("zero")
        #expect(probe.lines[0] == "loaded zero from network")
    }

    @Test func resetCancelsEveryFetch() {
        let probe = FeedProbe(feed(.scripted(source)))
        signals.send(.reset)
        #expect(source.loads.allSatisfy { $0.isCancelled })
        #expect(probe.states.last?.items.isEmpty == true)
    }

    @Test func laterDemandGetsTheLatestStateWithTheWholeChange() throws {
        let probe = FeedProbe(feed(.scripted(source)), demand: .none)
        #expect(probe.states.isEmpty)
        // Loading does not wait for demand.
        try load(of: 0).finish("zero")
        probe.request(1)
        #expect(probe.states.count == 1)
        #expect(probe.states[0].change.isReload)
        #expect(probe.lines[0] == "loaded zero from network")

        try load(of: 1).finish("one")
        signals.send(.shown(row: 8))
        try load(of: 10).finish("ten")
        #expect(probe.states.count == 1)
        probe.request(1)
        #expect(probe.states.count == 2)
        #expect(probe.states[1].change.inserted == [10..<20])
        #expect(probe.lines[10] == "loaded ten from network")
        // The remaining demand is kept.
        probe.request(2)
        #expect(probe.states.count == 2)
        try load(of: 6).finish("six")
        try load(of: 7).finish("seven")
        try load(of: 8).finish("eight")
        #expect(probe.states.count == 4)
        probe.request(1)
        #expect(probe.lines[8] == "loaded eight from network")
    }

    @Test func thousandProgressEventsMakeTenStatesAtMost() throws {
        let probe = FeedProbe(feed(.scripted(source), near: 0, kept: 0))
        let load = try load(of: 0)
        let count = probe.states.count
        load.respond(length: 1000)
        for _ in 0..<1000 { load.send("a") }
        #expect(probe.states.count - count == 9)
        load.finish()
        #expect(probe.states.count - count == 10)
    }

    @Test func feedFinishesWithItsLastImageAfterItsSignals() throws {
        let probe = FeedProbe(feed(.scripted(source)))
        signals.send(completion: .finished)
        #expect(!probe.hasFinished)
        try load(of: 0).finish("zero")
        try load(of: 1).finish("one")
        #expect(!probe.hasFinished)
        try load(of: 2).fail(.cancelled)
        #expect(probe.hasFinished)
        #expect(probe.lines[2] == "failed")
    }

    @Test func lastStatePrecedesTheCompletionHoweverLateTheDemand() throws {
        let probe = FeedProbe(feed(.scripted(source), near: 0, kept: 0), demand: .none)
        signals.send(completion: .finished)
        try load(of: 0).finish("zero")
        #expect(!probe.hasFinished)
        probe.request(1)
        #expect(probe.lines[0] == "loaded zero from network")
        #expect(probe.hasFinished)
    }

    @Test func cancelStopsTheFetchesAndNothingIsSentAfterIt() throws {
        let probe = FeedProbe(feed(.scripted(source)))
        let load = try load(of: 0)
        probe.cancel()
        #expect(source.loads.allSatisfy { $0.isCancelled })
        let count = probe.states.count
        load.finish("late")
        signals.send(.shown(row: 9))
        signals.send(.refresh)
        signals.send(completion: .finished)
        probe.request(5)
        probe.cancel()
        #expect(probe.states.count == count)
        #expect(!probe.hasFinished)
        #expect(source.loads.count == 3)
    }

    @Test func subscriptionMayBeCancelledWithinAnyState() {
        for index in 0..<6 {
            let source = ScriptedDataLoader { $0.finish("now") }
            let probe = FeedProbe(feed(.scripted(source))) { probe, _ in
                if probe.states.count == index + 1 { probe.cancel() }
            }
            signals.send(.shown(row: 9))
            #expect(probe.states.count <= index + 1)
            #expect(!probe.hasFinished)
        }
    }

    @Test func signalsMayBeSentWithinAState() {
        let source = ScriptedDataLoader { $0.finish("now") }
        let signals = signals
        let probe = FeedProbe(feed(.scripted(source))) { _, state in
            if state.change.inserted.isEmpty { return }
            signals.send(.shown(row: state.items.count - 1))
        }
        #expect(probe.states.last?.items.map(\.item) == Array(0..<40))
        #expect(probe.lines.suffix(3).allSatisfy { $0 == "loaded now from network" })
    }

    private final class Token: Sendable {}

    /// The ways in which a feed finishes.
    enum End: CaseIterable {
        case cancelled, finished
    }

    @Test(arguments: End.allCases)
    func everythingIsReleasedAtTheEnd(end: End) throws {
        var token: Token? = Token()
        weak let releasedToken = token
        var loader: ImageLoader? = .scripted(source)
        weak let releasedLoader = loader
        let signals = signals
        var probe: FeedProbe?
        if let loader {
            probe = FeedProbe(
                signals.paginate(threshold: 3, from: Numbers(last: 10))
                    .map { [token] number in
                        withExtendedLifetime(token) { number }
                    }
                    .images(from: loader, at: { URL.picture(of: $0) }, range: ImageRange(near: 2, kept: 4)))
        }
        weak let releasedProbe = probe
        token = nil
        #expect(releasedToken != nil)

        switch end {
        case .cancelled:
            probe?.cancel()
            #expect(source.loads.allSatisfy { $0.isCancelled })
        case .finished:
            signals.send(completion: .finished)
            for load in source.loads { load.finish("a picture") }
            #expect(probe?.hasFinished == true)
        }
        #expect(releasedToken == nil)
        loader = nil
        #expect(releasedLoader == nil)
        probe = nil
        #expect(releasedProbe == nil)
    }

    @Test func twoSubscribersHaveTheirOwnListsAndShareTheFetches() throws {
        let feed = feed(.scripted(source))
        let (first, second) = (FeedProbe(feed), FeedProbe(feed))
        #expect(source.loads.count == 3)
        first.cancel()
        #expect(source.loads.allSatisfy { !$0.isCancelled })
        try load(of: 0).finish("zero")
        #expect(second.lines[0] == "loaded zero from network")
        second.cancel()
        #expect(try load(of: 1).isCancelled)
    }

    /// A hundred numbers in pages of ten, with keys in both directions.
    private struct CountedNumbers: PageSource {
        typealias Key = Int
        typealias Item = Int
        typealias Failure = Never
        var findsRows = true

        func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
            let first = request.key ?? 0
            return Just(
                Page(
                    Array(first..<first + 10), previous: first > 0 ? first - 10 : nil,
                    next: first < 90 ? first + 10 : nil, total: 100, itemsBefore: first))
        }

        func key(forRow row: Int) -> Int? { findsRows ? row / 10 * 10 : nil }
    }

    private func counted(
        _ rules: PagingRules, findsRows: Bool = true, startingAt key: Int? = nil
    ) -> some Publisher<ViewState<PictureRow>, Never> {
        signals.paginate(rules, from: CountedNumbers(findsRows: findsRows), startingAt: key)
            .images(
                from: .scripted(source), at: { URL.picture(of: $0) }, range: ImageRange(near: 1, kept: 2))
    }

    private var requested: [URL?] { source.loads.map(\.request.url) }

    @Test func jumpLoadsTheImagesAtItsTarget() {
        let probe = FeedProbe(counted(PagingRules(threshold: 1)))
        #expect(requested == [0, 1].map { .picture(of: $0) })
        signals.send(.jump(toRow: 55))
        #expect(probe.states.last?.items.map(\.item) == Array(50..<60))
        #expect(requested == [0, 1, 55, 56, 54].map { .picture(of: $0) })
        #expect(source.loads.prefix(2).allSatisfy { $0.isCancelled })
        // It is loaded already.
        signals.send(.jump(toRow: 58))
        #expect(requested.suffix(3) == [58, 59, 57].map { .picture(of: $0) })
    }

    @Test func jumpPageByPageKeepsImagesUntilItsRowIsLoaded() {
        let probe = FeedProbe(counted(PagingRules(threshold: 1), findsRows: false, startingAt: 50))
        #expect(requested == [50, 51].map { .picture(of: $0) })
        signals.send(.jump(toRow: 25))
        #expect(probe.states.last?.items.first?.item == 20)
        // The row before the first one becomes near.
        #expect(requested == [50, 51, 49, 25, 26, 24].map { .picture(of: $0) })
    }

    @Test func placeholdersDoNotMoveImages() throws {
        let probe = FeedProbe(
            counted(PagingRules(threshold: 2, showsPlaceholders: true), startingAt: 50))
        #expect(requested == [50, 51].map { .picture(of: $0) })
        signals.send(.shown(row: 50))
        try load(of: 50).finish("fifty")
        #expect(probe.states.last?.placeholdersBefore == 40)
        #expect(probe.states.last?.change == RowChange(updated: [50..<51]))
        #expect(probe.lines[10] == "loaded fifty from network")
        #expect(probe.lines[9] == "loading 0/?")
        #expect(requested == [50, 51, 49].map { .picture(of: $0) })
    }

    /// The hint was applied a second time, after the page that it had prepended, when the row had another
    /// index.
    @Test func hintThatPrependsAPageAtOnceLoadsTheImagesAroundItsRow() {
        let probe = FeedProbe(counted(PagingRules(threshold: 1), startingAt: 50))
        #expect(requested == [50, 51].map { .picture(of: $0) })
        signals.send(.shown(row: 0))
        #expect(probe.states.last?.items.map(\.item) == Array(40..<60))
        #expect(requested == [50, 51, 49].map { .picture(of: $0) })
        #expect(source.loads.allSatisfy { !$0.isCancelled })
    }

    @Test func hintWithinAStateCountsInTheRowsOfThatState() {
        let signals = signals
        // A single row fills the screen.
        let rules = PagingRules(threshold: 1, viewport: 1)
        let probe = FeedProbe(counted(rules, startingAt: 50)) { _, state in
            // A screen that scrolls to another row when rows are inserted.
            if state.change.inserted == [0..<10], state.items.count == 20 { signals.send(.shown(row: 12)) }
        }
        signals.send(.shown(row: 0))
        #expect(probe.states.last?.items.map(\.item) == Array(40..<60))
        #expect(requested == [50, 51, 49, 52, 53].map { .picture(of: $0) })
        #expect(probe.lines[11...13] == ["loading 0/?", "loading 0/?", "loading 0/?"])
        #expect(probe.lines[9...10] == ["idle", "idle"])
    }

    @Test func hintThatLoadsNoPageUpdatesTheImagesInOneState() {
        let probe = FeedProbe(counted(PagingRules(threshold: 1)))
        let count = probe.states.count
        signals.send(.shown(row: 5))
        #expect(requested == [0, 1, 5, 6, 4].map { .picture(of: $0) })
        #expect(probe.states.count == count + 1)
        // The same row again changes nothing.
        signals.send(.shown(row: 5))
        #expect(probe.states.count == count + 1)
    }

    @Test func restoredListLoadsTheImagesAtItsPosition() {
        let pages = [0, 10].map { first in
            PagingSnapshot<Int, Int>.SavedPage(
                key: first, page: Page(Array(first..<first + 10), next: first + 10))
        }
        let archive = FeedArchive(restoring: PagingSnapshot(pages: pages, keysBefore: [], shownRows: 15..<16))
        let feed = signals.paginate(threshold: 1, from: CountedNumbers())
            .archived(by: archive)
            .images(
                from: .scripted(source), at: { URL.picture(of: $0) }, range: ImageRange(near: 1, kept: 2))
        let probe = FeedProbe(feed)
        #expect(probe.states.last?.items.count == 20)
        #expect(requested == [15, 16, 14].map { .picture(of: $0) })
    }
}
