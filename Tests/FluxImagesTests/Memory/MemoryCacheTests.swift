import Dispatch
import Foundation
import TestSupport
import Testing

@testable import FluxImages

struct MemoryCacheTests {
    /// An image that reads its cache in its deinit.
    private final class Nosy: Sendable {
        let cache: MemoryCache<Nosy>
        let onRelease: @Sendable (Int) -> Void

        init(_ cache: MemoryCache<Nosy>, onRelease: @escaping @Sendable (Int) -> Void) {
            self.cache = cache
            self.onRelease = onRelease
        }

        deinit {
            onRelease(cache.count)
        }
    }

    private let requests = (0..<40).map { ImageRequest.named("\($0).png") }

    @Test func evictedImageMayUseTheCacheInItsDeinit() async {
        let cache = MemoryCache<Nosy>(countLimit: 1)
        func store(_ number: Int, onRelease: @escaping @Sendable (Int) -> Void) {
            cache.store(Nosy(cache, onRelease: onRelease), for: requests[number], cost: 0)
        }
        await confirmation(expectedCount: 5) { released in
            for number in 0..<2 { store(number) { _ in released() } }
            store(1) { _ in released() }
            cache.remove(requests[1])
            store(2) { _ in released() }
            cache.trim(count: 0)
            store(3) { #expect($0 == 0) }
            cache.trim(toCost: -1)
            cache.removeAll()
            released()
        }
        #expect(cache.count == 0)
    }

    @Test func listsOfAllLoadersShareTheLimit() {
        let cache = MemoryCache<Int>(costLimit: 100)
        var configuration = ImageLoader<Int>.Configuration()
        configuration.memoryCache = cache
        let loaders = (0..<2).map { _ in ImageLoader<Int>(configuration: configuration) { $0.count } }
        let lists = loaders.map { ImageList($0) }
        for request in requests.prefix(4) { cache.store(1, for: request, cost: 25) }
        #expect(lists[0].changeImages(adding: Array(requests.prefix(4)), removing: []) == 2)
        let warned = Log<Int>()
        for (number, list) in lists.enumerated() { list.onMemoryWarning { warned.append(number) } }
        loaders[0].trim(toCost: 10)
        #expect(warned.entries.sorted() == [0, 1])
        loaders[1].memoryCostLimit = 200
        #expect(warned.entries.count == 2)
        loaders[1].memoryCostLimit = 20
        #expect(warned.entries.count == 4)
        cache.countLimit = 2
        #expect(warned.entries.count == 6)
    }

    @Test func imageThatWasInsertedWithoutItsBytesCostsAsTheOthers() {
        let cache = MemoryCache<Int>()
        var configuration = ImageLoader<Int>.Configuration()
        configuration.memoryCache = cache
        configuration.cost = { _, data in data.count }
        let loader = ImageLoader<Int>(configuration: configuration) { $0.count }
        loader.insertImage(0, for: requests[0])
        #expect(cache.totalCost == cache.costLimit / 100)
        loader.insertImage(1, data: Data(count: 30), for: requests[0])
        loader.insertImage(2, data: Data(count: 50), for: requests[1])
        loader.insertImage(3, for: requests[2])
        #expect(cache.totalCost == 120)
        configuration.cost = { image, _ in image }
        ImageLoader<Int>(configuration: configuration) { $0.count }.insertImage(7, for: requests[3])
        #expect(cache.totalCost == 127)
    }

    /// Images that cost nothing would never be evicted.
    @Test func imagesThatWereAllInsertedWithoutTheirBytesCountAgainstTheLimit() {
        let cache = MemoryCache<Int>(costLimit: 1_000)
        var configuration = ImageLoader<Int>.Configuration()
        configuration.memoryCache = cache
        let loader = ImageLoader<Int>(configuration: configuration) { $0.count }
        for (image, request) in requests.enumerated() { loader.insertImage(image, for: request) }
        #expect(cache.count == 40)
        #expect(cache.totalCost == 400)
    }

    @Test func cacheIsUsableFromManyThreads() {
        let cache = MemoryCache<Int>(costLimit: 100, countLimit: 20)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in 0..<2_000 {
                let key = (step &* 31 &+ thread) % 40
                cache.store(key, for: requests[key], cost: key % 10)
                if let image = cache.image(for: requests[key]) { #expect(image == key) }
                if step % 100 == 0 { cache.trim(count: 5) }
            }
        }
        #expect(cache.count <= 20)
        #expect(cache.totalCost <= 100)
    }

    @Test func trimmingKeepsTheMostRecentlyUsedWithinBothLimits() {
        let cache = MemoryCache<Int>()
        for number in 0..<5 { cache.store(number, for: requests[number], cost: 10) }
        #expect(cache.image(for: requests[0]) == 0)
        cache.trim(toCost: 30, count: 4)
        #expect((0..<5).map { cache.image(for: requests[$0]) } == [0, nil, nil, 3, 4])
        cache.trim(toCost: 30, count: 2)
        #expect((0..<5).map { cache.image(for: requests[$0]) } == [nil, nil, nil, 3, 4])
        #expect(cache.totalCost == 20)
        cache.trim()
        #expect(cache.count == 2)
    }

    @Test func limitsThatChangeEvictAtOnce() {
        let cache = MemoryCache<Int>(costLimit: 100)
        for number in 0..<5 { cache.store(number, for: requests[number], cost: 10) }
        cache.costLimit = 30
        #expect((0..<5).map { cache.image(for: requests[$0]) } == [nil, nil, 2, 3, 4])
        cache.countLimit = 1
        #expect(cache.count == 1)
        cache.costLimit = -1
        #expect(cache.costLimit == 0 && cache.count == 0)
    }

    @Test func heldImagesCountAndOthersAreEvictedFirst() {
        let cache = MemoryCache<Int>(costLimit: 30)
        for number in 0..<3 { cache.store(number, for: requests[number], cost: 10) }
        #expect(cache.changeHeld(adding: [requests[0]], removing: []) == HeldRoom(images: 3, isAmple: true))
        #expect(cache.changeHeld(adding: [requests[1]], removing: []) == HeldRoom(images: 3, isAmple: false))
        cache.store(3, for: requests[3], cost: 10)
        #expect((0..<4).map { cache.image(for: requests[$0]) } == [0, 1, nil, 3])
        // Two rows show it: the first that releases it does not evict it.
        _ = cache.changeHeld(adding: [requests[0]], removing: [])
        _ = cache.changeHeld(adding: [], removing: [requests[0]])
        cache.trim(toCost: 0)
        #expect((0..<4).map { cache.image(for: requests[$0]) } == [0, 1, nil, nil])
        _ = cache.changeHeld(adding: [], removing: [requests[0], requests[1]])
        cache.trim(toCost: 0)
        #expect(cache.count == 0)
    }

    /// It was evicted before a row shows it.
    @Test func heldImageThatIsInNoMemoryCountsAgainstTheNumberOfImages() {
        let cache = MemoryCache<Int>(countLimit: 2)
        for number in 0..<3 { cache.store(number, for: requests[number], cost: 10) }
        _ = cache.changeHeld(adding: [requests[0]], removing: [])
        #expect((0..<3).map { cache.image(for: requests[$0]) } == [nil, nil, 2])
    }

    @Test func defaultLimitIsAShareOfTheMachinesMemory() {
        let limit = MemoryCache<Int>.defaultCostLimit
        #expect(limit > 0 && limit <= 512 * 1024 * 1024)
        #expect(UInt64(limit) <= ProcessInfo.processInfo.physicalMemory / 10)
        #expect(MemoryCache<Int>().costLimit == limit)
    }

    /// As in a request, whose identity is the text of its address.
    @Test func relativeURLHasTheImageOfItsAddress() throws {
        let cache = MemoryCache<Int>()
        let base = try #require(URL(string: "https://images.test/a/"))
        let relative = try #require(URL(string: "../b.png", relativeTo: base))
        let absolute = try #require(URL(string: "https://images.test/b.png"))
        cache.store(1, for: ImageRequest(url: relative), cost: 1)
        #expect(cache.image(at: absolute) == 1 && cache.image(at: relative) == 1)
        cache.remove(ImageRequest(url: absolute))
        #expect(cache.image(at: relative) == nil)
        cache.store(2, for: ImageRequest(url: absolute), cost: 1)
        #expect(cache.image(at: relative) == 2)
        cache.store(3, for: ImageRequest(url: absolute, variant: .named("small")), cost: 1)
        #expect(cache.image(at: absolute) == 2)
    }
}
