import Dispatch
import Testing

@testable import PagingOperators

struct MemoryCacheTests {
    /// A value that reads its cache in its deinit.
    private final class Nosy: Sendable {
        let cache: MemoryCache<Int, Nosy>
        let onRelease: @Sendable (Int) -> Void

        init(_ cache: MemoryCache<Int, Nosy>, onRelease: @escaping @Sendable (Int) -> Void) {
            self.cache = cache
            self.onRelease = onRelease
        }

        deinit {
            onRelease(cache.count)
        }
    }

    @Test func evictedValueMayUseTheCacheInItsDeinit() async {
        let cache = MemoryCache<Int, Nosy>(countLimit: 1)
        await confirmation(expectedCount: 5) { released in
            for key in 0..<2 { cache.set(Nosy(cache) { _ in released() }, for: key) }
            cache.set(Nosy(cache) { _ in released() }, for: 1)
            cache.remove(1)
            cache.set(Nosy(cache) { _ in released() }, for: 2)
            cache.trim(toCount: 0)
            cache.set(Nosy(cache) { #expect($0 == 0) }, for: 3)
            cache.trim(toCost: -1)
            cache.removeAll()
            released()
        }
        #expect(cache.count == 0)
    }

    @Test func cacheIsUsableFromManyThreads() {
        let cache = MemoryCache<Int, Int>(costLimit: 100, countLimit: 20)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for step in 0..<2_000 {
                let key = (step &* 31 &+ thread) % 40
                cache.set(key, for: key, cost: key % 10)
                if let value = cache.value(for: key) { #expect(value == key) }
                if step % 100 == 0 { cache.trim(toCount: 5) }
            }
        }
        #expect(cache.count <= 20)
        #expect(cache.totalCost <= 100)
    }
}
