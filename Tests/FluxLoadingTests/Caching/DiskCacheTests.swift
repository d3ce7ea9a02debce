import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxLoading

/// Disk caches on a real folder, in virtual time.
@Suite(.timeLimit(.minutes(1)))
struct DiskCacheTests {
    private let disk = DiskCacheFixture()
    private var cache: DiskCache { disk.cache }

    @Test func storedEntryIsReadBeforeAndAfterItIsWritten() {
        cache.store(CacheEntry(1), for: "a")
        #expect(cache.entry(for: "a") == CacheEntry(1))
        #expect(disk.folder.names == [])
        disk.write()
        #expect(disk.folder.names == [SHA256.hexDigest(of: "a")])
        #expect(cache.entry(for: "a") == CacheEntry(1))
        #expect(disk.reopened().cache.entry(for: "a") == CacheEntry(1))
        #expect(disk.errors.isEmpty)
    }

    @Test func entryOfAnAddress() async throws {
        let temporary = TemporaryFolder()
        let folder = temporary.url
        let url = try #require(URL(string: "https://example.org/1.png"))
        let bytes = Data([1, 2, 3])
        // snippet: begin
        let cache = DiskCache(at: folder.appending(path: "avatars"), sizeLimit: 50_000_000)
        cache.store(CacheEntry(data: bytes), for: url.absoluteString)
        let found = cache.entry(for: url.absoluteString)
        // snippet: end
        #expect(found?.data == bytes)
        await cache.flush()
    }

    @Test func missingEntryIsAMiss() {
        #expect(cache.entry(for: "a") == nil)
        cache.remove("a")
        disk.write()
        #expect(disk.errors.isEmpty)
    }

    @Test func removedEntryIsAMissBeforeAndAfterItIsWritten() {
        cache.store(CacheEntry(1), for: "a")
        disk.write()
        cache.remove("a")
        #expect(cache.entry(for: "a") == nil)
        disk.write()
        #expect(cache.entry(for: "a") == nil)
        #expect(disk.folder.names == [])
    }

    @Test func storeAfterRemovalOfAllIsKept() {
        cache.store(CacheEntry(1), for: "a")
        disk.write()
        cache.store(CacheEntry(2), for: "b")
        cache.removeAll()
        cache.store(CacheEntry(3), for: "c")
        #expect(cache.entry(for: "a") == nil)
        #expect(cache.entry(for: "b") == nil)
        disk.write()
        #expect(disk.folder.names == [SHA256.hexDigest(of: "c")])
        #expect(cache.entry(for: "c") == CacheEntry(3))
    }

    @Test func otherFilesInTheFolderStay() throws {
        cache.store(CacheEntry(1), for: "a")
        disk.write()
        try Data("mine".utf8).write(to: disk.folder.file("notes.txt"))
        cache.removeAll()
        disk.write()
        #expect(disk.folder.names == ["notes.txt"])
    }

    @Test func flushEndsOnceEverythingIsWritten() async {
        let folder = TemporaryFolder()
        let cache = DiskCache(at: folder.url)
        for number in 0..<50 { cache.store(CacheEntry(UInt8(number)), for: "\(number)") }
        await cache.flush()
        #expect(folder.names.count == 50)
        #expect(DiskCache(at: folder.url).entry(for: "7") == CacheEntry(7))
        await cache.flush()
    }

    // row: `diskStorage.config.sizeLimit`, `.expiration` row: `DataCache(name:)`, `sizeLimit`
    @Test func entryExpiresAfterItsTime() {
        let disk = DiskCacheFixture(expiry: .seconds(60))
        disk.cache.store(CacheEntry(1), for: "a")
        disk.time.advance(by: .seconds(60))
        #expect(disk.cache.entry(for: "a") == CacheEntry(1))
        disk.time.advance(by: .seconds(1))
        #expect(disk.cache.entry(for: "a") == nil)
        disk.write()
        #expect(disk.folder.names == [SHA256.hexDigest(of: "a")])
        // Reading has marked it as used once more.
        disk.time.advance(by: .seconds(60))
        let next = disk.reopened()
        next.cache.store(CacheEntry(2), for: "b")
        next.write()
        #expect(disk.folder.names == [SHA256.hexDigest(of: "b")])
    }

    @Test func readingRemovesNothingThatAnotherCacheOnTheFolderReads() {
        let entry = CacheEntry(1, count: 5_000)
        cache.store(entry, for: "a")
        disk.time.advance(by: .seconds(61))
        let smaller = DiskCacheFixture(in: disk.folder, time: disk.time, sizeLimit: 2_000)
        let shorter = DiskCacheFixture(in: disk.folder, time: disk.time, expiry: .seconds(60))
        for other in [smaller, shorter] {
            #expect(other.cache.entry(for: "a") == nil)
            other.write()
            #expect(other.errors.isEmpty)
            #expect(cache.entry(for: "a") == entry)
        }
        // A write counts the files against the limit.
        disk.time.advance(by: .seconds(1))
        smaller.cache.store(CacheEntry(2), for: "b")
        smaller.write()
        #expect(disk.folder.names == [SHA256.hexDigest(of: "b")])
    }

    @Test func entryOfAFutureTimeExpires() {
        let disk = DiskCacheFixture(time: VirtualTimeScheduler(now: .seconds(1000)), expiry: .seconds(60))
        disk.cache.store(CacheEntry(1), for: "a")
        disk.write()
        let earlier = DiskCacheFixture(in: disk.folder, expiry: .seconds(60))
        #expect(earlier.cache.entry(for: "a") == nil)
    }

    // row: `diskStorage.config.sizeLimit`, `.expiration` row: `DataCache(name:)`, `sizeLimit`
    @Test func leastRecentlyReadEntriesAreSweptFirst() {
        let disk = DiskCacheFixture(sizeLimit: 10_000)
        for number in 0..<8 {
            disk.cache.store(CacheEntry(UInt8(number), count: 1000), for: "\(number)")
            disk.time.advance(by: .seconds(120))
        }
        #expect(disk.cache.entry(for: "0") != nil)
        disk.cache.store(CacheEntry(8, count: 1000), for: "8")
        disk.time.advance(by: .seconds(120))
        disk.cache.store(CacheEntry(9, count: 1000), for: "9")
        disk.time.advance(by: .seconds(120))
        let kept = (0..<10).filter { disk.cache.entry(for: "\($0)") != nil }
        #expect(kept == [0, 5, 6, 7, 8, 9])
    }

    @Test func limitMayChangeLater() {
        let disk = DiskCacheFixture(sizeLimit: 100_000)
        for number in 0..<8 {
            disk.cache.store(CacheEntry(UInt8(number), count: 1000), for: "\(number)")
            disk.time.advance(by: .seconds(120))
        }
        // Also of a cache that has written nothing.
        let other = disk.reopened()
        other.cache.sizeLimit = 5_000
        other.write()
        let kept = (0..<8).filter { disk.cache.entry(for: "\($0)") != nil }
        #expect(kept == [5, 6, 7])
        other.cache.sizeLimit = -1
        other.write()
        #expect(other.cache.sizeLimit == 0 && disk.folder.names == [])
        other.cache.sizeLimit = 100_000
        other.cache.store(CacheEntry(1), for: "a")
        other.write()
        #expect(disk.cache.entry(for: "a") != nil)
    }

    @Test func entryThatExceedsTheLimitAloneIsNotStoredAndEvictsNothing() {
        let disk = DiskCacheFixture(sizeLimit: 2_000)
        disk.cache.store(CacheEntry(1), for: "a")
        disk.cache.store(CacheEntry(2), for: "b")
        disk.write()
        disk.cache.store(CacheEntry(3, count: 2_000), for: "b")
        #expect(disk.cache.entry(for: "b") == nil)
        disk.write()
        #expect(disk.cache.entry(for: "a") != nil)
    }

    @Test func limitOfZeroStoresNothing() {
        let disk = DiskCacheFixture(sizeLimit: 0)
        disk.cache.store(CacheEntry(1), for: "a")
        #expect(disk.cache.entry(for: "a") == nil)
        disk.write()
        #expect(disk.folder.names == [])
    }

    @Test func keysWithTheSameFileNameAreMissesOfEachOther() {
        let disk = DiskCacheFixture(fileName: { _ in String(repeating: "0", count: 64) })
        disk.cache.store(CacheEntry(1), for: "a")
        #expect(disk.cache.entry(for: "b") == nil)
        disk.write()
        #expect(disk.cache.entry(for: "b") == nil)
        #expect(disk.cache.entry(for: "a") == CacheEntry(1))
        disk.cache.store(CacheEntry(2), for: "b")
        #expect(disk.cache.entry(for: "a") == nil)
        disk.write()
        #expect(disk.cache.entry(for: "a") == nil)
        #expect(disk.cache.entry(for: "b") == CacheEntry(2))
    }

    /// The digest of a digest is not needed. Everything else has one, so that it names no file elsewhere.
    @Test func keyThatIsADigestNamesItsFile() {
        let digest = SHA256.hexDigest(of: "a")
        #expect(DiskCache.fileName(of: "a") == digest)
        #expect(DiskCache.fileName(of: digest) == digest)
        for key in [
            "", "../a", digest.uppercased(), String(digest.dropLast()), digest + "0",
            "g" + digest.dropFirst(),
        ] {
            #expect(DiskCache.fileName(of: key) == SHA256.hexDigest(of: key))
        }
        let disk = DiskCacheFixture()
        disk.cache.store(CacheEntry(1), for: digest)
        disk.write()
        #expect(disk.cache.entry(for: digest) == CacheEntry(1))
        #expect(disk.cache.entry(for: "a") == nil)
    }

    @Test func entryOfAnotherCacheOnTheFolderIsRead() {
        let other = disk.reopened()
        other.cache.store(CacheEntry(1), for: "a")
        #expect(cache.entry(for: "a") == nil)
        other.write()
        #expect(cache.entry(for: "a") == CacheEntry(1))
        cache.store(CacheEntry(2), for: "a")
        disk.write()
        #expect(other.cache.entry(for: "a") == CacheEntry(2))
    }

    @Test func releasedCacheWritesWhatIsStaged() {
        let (folder, time) = (TemporaryFolder(), VirtualTimeScheduler())
        DiskCacheFixture(in: folder, time: time).cache.store(CacheEntry(1), for: "a")
        time.advance()
        #expect(folder.names.count == 1)
    }

    @Test func folderThatIsNoFileStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            _ = URL(string: "https://example.org/").map { DiskCache(at: $0) }
        }
    }
}
