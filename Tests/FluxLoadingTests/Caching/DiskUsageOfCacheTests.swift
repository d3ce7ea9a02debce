import FluxLoading
import Foundation
import LoadingTestSupport
import TestSupport
import Testing

struct DiskUsageOfCacheTests {
    // row: `calculateDiskStorageSize`
    @Test func usageCountsEntriesAndTheirFiles() async throws {
        let folder = TemporaryFolder()
        let cache = DiskCache(at: folder.url.appending(path: "images"))
        #expect(try await cache.usage().count == 0)
        for number in 0..<3 {
            cache.store(CacheEntry(data: Data(repeating: 1, count: 1_000)), for: "\(number)")
        }
        let usage = try await cache.usage()
        #expect(usage.count == 3)
        #expect(usage.byteCount > 3_000 && usage.byteCount < 4_000)
        cache.remove("1")
        #expect(try await cache.usage().count == 2)
    }

    // row: `.memoryCacheAccessExtendingExpiration(_:)`, `.diskCacheAccessExtendingExpiration(_:)`
    @Test func entriesThatWereNotUsedForATimeAreRemoved() async throws {
        let folder = TemporaryFolder()
        let time = Box(Date(timeIntervalSince1970: 1_000_000))
        let cache = DiskCache(at: folder.url, scheduler: DispatchQueue(label: "test"), clock: { time.value })
        cache.store(CacheEntry(data: Data([1])), for: "old")
        cache.store(CacheEntry(data: Data([1])), for: "used")
        await cache.flush()
        time.value += 1_000
        cache.store(CacheEntry(data: Data([1])), for: "new")
        #expect(cache.entry(for: "used") != nil)
        try await cache.removeAll(olderThan: .seconds(500))
        #expect(["old", "used", "new"].map { cache.entry(for: $0) != nil } == [false, true, true])
        try await cache.removeAll(olderThan: .zero)
        #expect(try await cache.usage().count == 0)
    }

    @Test func entriesOfAClockThatWasAheadAreRemovedWithOldOnes() async throws {
        let folder = TemporaryFolder()
        let time = Box(Date(timeIntervalSince1970: 1_000_000))
        let cache = DiskCache(at: folder.url, scheduler: DispatchQueue(label: "test"), clock: { time.value })
        cache.store(CacheEntry(data: Data([1])), for: "ahead")
        await cache.flush()
        time.value -= 86_400
        cache.store(CacheEntry(data: Data([1])), for: "new")
        try await cache.removeAll(olderThan: .seconds(500))
        #expect(["ahead", "new"].map { cache.entry(for: $0) != nil } == [false, true])
    }
}
