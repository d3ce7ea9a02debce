import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxImages
@testable import PagingOperators

/// Long lists with images in virtual time.
@Suite(.timeLimit(.minutes(1)))
struct ImageLoadTests {
    private let time = VirtualTimeScheduler()
    private let server: DelayedDataLoader
    private let signals = PassthroughSubject<ListSignal, Never>()
    private let decodings = Box(0)

    init() {
        server = DelayedDataLoader(time, delay: .milliseconds(50))
    }

    private func loader(
        configure: (inout ImageLoader<Picture>.Configuration) -> Void = { _ in }
    ) -> ImageLoader<Picture> {
        var configuration = ImageLoader<Picture>.Configuration.scripted(server)
        configuration.maximumTransfers = 12
        configuration.maximumTransfersPerHost = 6
        configuration.retryScheduler = time
        configure(&configuration)
        return ImageLoader(configuration: configuration) { [decodings] data in
            decodings.increment()
            return try Picture.decode(data)
        }
    }

    /// The numbers up to a limit, in pages that arrive at once.
    private struct Numbers: PageSource {
        typealias Key = Int
        typealias Item = Int
        typealias Failure = Never
        let count: Int
        let perPage: Int

        func page(for request: PageRequest<Int>) -> Just<Page<Int, Int>> {
            let first = request.key ?? 0
            let end = min(count, first + perPage)
            return Just(Page(Array(first..<end), next: end < count ? end : nil))
        }
    }

    /// The latest state of a feed.
    private final class Screen: Sendable {
        let state = Box(ViewState<PictureRow>())
        let stateCount = Box(0)

        func images(_ rows: Range<Int>) -> [String] { rows.map { state.value.items[$0].image.line } }
    }

    private func show(
        _ feed: some Publisher<ViewState<PictureRow>, Never>, on screen: Screen
    ) -> AnyCancellable {
        feed.sink { state in
            screen.state.value = state
            screen.stateCount.increment()
        }
    }

    /// No fetch, no waiter and no subscription remains.
    private func expectRest(_ loader: ImageLoader<Picture>) {
        #expect(loader.isAtRest)
        #expect(server.counts.running == 0)
        #expect(time.pendingCount == 0)
    }

    @Test func tenThousandRowsOverAHundredURLsMakeAHundredFetches() {
        let loader = loader()
        let screen = Screen()
        let feed = signals.paginate(threshold: 20, from: Numbers(count: 10_000, perPage: 100))
            .images(from: loader, at: { .picture(of: $0 % 100) }, range: ImageRange(near: 20, kept: 50))
        let subscription = show(feed, on: screen)
        for first in stride(from: 0, to: 10_000, by: 10) {
            signals.send(.shown(rows: first..<first + 10))
            time.advance(by: .milliseconds(400))
            #expect(screen.images(first..<first + 10).allSatisfy { $0.hasPrefix("loaded") })
        }
        #expect(screen.state.value.items.count == 10_000)
        #expect(server.counts.started == 100)
        #expect(server.counts.peak == 6)
        #expect(decodings.value == 100)
        // Images beyond the range are dropped from their rows.
        #expect(screen.state.value.items.count { !$0.image.isIdle } <= 50 + 10)
        subscription.cancel()
        expectRest(loader)
    }

    @Test func tenThousandCellsOverAHundredURLsMakeAHundredFetches() {
        let loader = loader()
        let ends = Box(0)
        let cells = (0..<10_000).map { number in
            loader.image(at: .picture(of: number % 100)).sink { state in
                if state.image == Picture("\(number % 100).png") { ends.increment() }
            }
        }
        time.run()
        #expect(server.counts == .init(started: 100, running: 0, cancelled: 0, peak: 6))
        #expect(decodings.value == 100)
        #expect(ends.value == 10_000)
        for cell in cells { cell.cancel() }
        expectRest(loader)
    }

    @Test(arguments: [0, 20])
    func flingThroughAHundredThousandRowsEndsWithTheShownRowsLoaded(prefetched: Int) {
        let disk = EntriesInMemory()
        let loader = loader { configuration in
            configuration.memoryCountLimit = 200
            configuration.diskCache = disk
        }
        let screen = Screen()
        let feed = signals.paginate(threshold: 20, from: Numbers(count: 100_000, perPage: 100))
            .images(
                from: loader, range: ImageRange(near: 5, kept: 20, prefetched: prefetched)
            ) { .named("\($0)") }
        let subscription = show(feed, on: screen)
        var slowest = 0
        for first in stride(from: 0, to: 100_000, by: 100) {
            // The last loaded row loads the page with those in view.
            if first > 0 { signals.send(.shown(row: first - 1)) }
            signals.send(.shown(rows: first..<first + 10))
            time.advance(by: .milliseconds(1))
            slowest = max(slowest, loader.change { $0.count })
        }
        // In the middle of it, a fetch for each row near those in view at most.
        #expect(slowest <= 20 + 2)
        time.run()
        let expected: [String] = (99_900..<99_910).map { "loaded \($0) from network" }
        #expect(screen.images(99_900..<99_910) == expected)
        #expect(server.counts.peak == 6)
        #expect(loader.memory.count <= 200)
        #expect(screen.state.value.items.count { $0.image.isLoading } == 0)
        // Rows that were passed are not loaded.
        #expect(decodings.value <= 20 + 10 + 2 * prefetched)
        signals.send(completion: .finished)
        time.run()
        subscription.cancel()
        expectRest(loader)
    }

    /// A list over a slow network whose rows are shown for a while each: memory stays within its limit.
    @Test func memoryStaysWithinItsLimit() {
        let loader = loader { configuration in
            configuration.memoryCostLimit = 1_000
            configuration.cost = { _, _ in 10 }
        }
        let screen = Screen()
        let feed = signals.paginate(threshold: 20, from: Numbers(count: 2_000, perPage: 100))
            .images(from: loader, at: { .picture(of: $0) }, range: ImageRange(near: 10, kept: 20))
        let subscription = show(feed, on: screen)
        for first in stride(from: 0, to: 2_000, by: 10) {
            signals.send(.shown(rows: first..<first + 10))
            time.advance(by: .milliseconds(300))
            #expect(loader.memory.totalCost <= 1_000)
            #expect(screen.images(first..<first + 10).allSatisfy { $0.hasPrefix("loaded") })
        }
        subscription.cancel()
        expectRest(loader)
    }

    @Test func defaultRangeKeepsAboutTwoScreensOnEachSide() {
        let loader = loader()
        let screen = Screen()
        let feed = signals.paginate(threshold: 20, from: Numbers(count: 1_000, perPage: 100))
            .images(from: loader) { .named("\($0)") }
        let subscription = show(feed, on: screen)
        for first in 0...200 {
            signals.send(.shown(rows: first..<first + 10))
            time.advance(by: .milliseconds(100))
        }
        time.advance(by: .seconds(2))
        let items = screen.state.value.items
        #expect(items.indices.filter { items[$0].image.isFinal } == Array(180..<230))
        subscription.cancel()
        expectRest(loader)
    }

    /// A picture that counts how many of its kind there are.
    private final class Photo: Sendable {
        final class Counter: Sendable {
            private let number = Locked(0)

            var count: Int { number.withLock { $0 } }

            func add(_ change: Int) { number.withLock { $0 += change } }
        }

        let living: Counter

        init(_ living: Counter) {
            self.living = living
            living.add(1)
        }

        deinit {
            living.add(-1)
        }
    }

    /// A loader of pictures of 2 MB.
    private func photoLoader(_ living: Photo.Counter, limit: Int) -> ImageLoader<Photo> {
        var configuration = ImageLoader<Photo>.Configuration(dataLoader: server)
        configuration.decodeScheduler = ImmediateScheduler.shared
        configuration.retryScheduler = time
        configuration.memoryCostLimit = limit
        configuration.cost = { _, _ in 2_000_000 }
        return ImageLoader(configuration: configuration) { _ in Photo(living) }
    }

    /// Rows keep no more pictures than the memory cache may, except for those in view, and release them if
    /// memory is needed.
    @Test func picturesOfRowsCountAgainstTheLimit() {
        let living = Photo.Counter()
        let loader = photoLoader(living, limit: 50_000_000)
        let last = Box(ViewState<ImageRow<Int, Photo>>())
        let subscription = signals.paginate(threshold: 20, from: Numbers(count: 1_000, perPage: 100))
            .images(from: loader) { .named("\($0)") }
            .sink { last.value = $0 }
        func loaded() -> [Int] {
            last.value.items.indices.filter { last.value.items[$0].image.isFinal }
        }
        var most = 0
        for first in 0..<500 {
            signals.send(.shown(rows: first..<first + 10))
            for _ in 0..<10 {
                time.advance(by: .milliseconds(20))
                most = max(most, living.count)
            }
            #expect(Set(first..<first + 10).isSubset(of: loaded()))
        }
        #expect(most <= 26)
        loader.trim(toCost: 0)
        #expect(loaded() == Array(499..<509))
        #expect(living.count == 10)
        // They are loaded again once the list is scrolled.
        signals.send(.shown(rows: 500..<510))
        time.advance(by: .seconds(1))
        #expect(loaded().count > 20)
        subscription.cancel()
        last.value = ViewState()
        time.run()
        loader.trim(toCost: 0)
        #expect(living.count == 0)
    }

    /// Pictures that alone exceed the limit are not in the cache; rows show them, and a warning releases
    /// them.
    @Test(arguments: [1_000_000, 0])
    func picturesThatExceedTheLimitCountWhileRowsShowThem(limit: Int) {
        let living = Photo.Counter()
        let loader = photoLoader(living, limit: limit)
        let last = Box(ViewState<ImageRow<Int, Photo>>())
        let subscription = signals.paginate(threshold: 20, from: Numbers(count: 1_000, perPage: 100))
            .images(from: loader) { .named("\($0)") }
            .sink { last.value = $0 }
        func loaded() -> [Int] {
            last.value.items.indices.filter { last.value.items[$0].image.isFinal }
        }
        for first in 0..<50 {
            signals.send(.shown(rows: first..<first + 10))
            time.advance(by: .milliseconds(200))
            #expect(Set(first..<first + 10).isSubset(of: loaded()))
        }
        // Those in view, and no more than a few that come into view next.
        #expect(living.count <= 12)
        loader.trim(toCost: 0)
        #expect(living.count == 10)
        subscription.cancel()
        last.value = ViewState()
        time.run()
        #expect(living.count == 0)
    }

    /// A warning reaches a list later if its session is busy. What it releases then leaves the memory.
    @Test func picturesThatRowsReleaseAfterAWarningAreEvicted() {
        var configuration = ImageLoader<Int>.Configuration(dataLoader: server)
        configuration.cost = { _, _ in 1 }
        let loader = ImageLoader<Int>(configuration: configuration) { data in data.count }
        let list = ImageList(loader)
        let (near, far) = (ImageRequest.named("near"), ImageRequest.named("far"))
        for request in [near, far] { loader.insertImage(1, for: request) }
        _ = list.changeImages(adding: [near, far], removing: [])
        loader.trim(toCost: 0)
        #expect(loader.cachedImage(for: far) == 1)
        _ = list.changeImages(adding: [], removing: [far])
        #expect(loader.cachedImage(for: far) == nil)
        #expect(loader.cachedImage(for: near) == 1)
        // One that a row shows again afterwards stays in memory as before.
        _ = list.changeImages(adding: [near], removing: [near])
        _ = list.changeImages(adding: [], removing: [near])
        #expect(loader.cachedImage(for: near) == 1)
    }
}
