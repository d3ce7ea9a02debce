import Foundation
import LoadingTestSupport
import Streams
import TestSupport
import Testing

@testable import FluxLoading

/// Damaged files, and folders that disappear or can't be written.
@Suite(.timeLimit(.minutes(1)))
struct DiskCacheFaultTests {
    private let disk = DiskCacheFixture()
    private var cache: DiskCache { disk.cache }

    private func storeAndWrite(_ key: String, _ entry: CacheEntry = CacheEntry(1)) {
        cache.store(entry, for: key)
        disk.write()
    }

    @Test(arguments: [0, 20, 60, 100])
    func fileCutShortIsAMissAndIsRemoved(count: Int) throws {
        storeAndWrite("a")
        try Data(contentsOf: disk.file(of: "a")).prefix(count).write(to: disk.file(of: "a"))
        #expect(cache.entry(for: "a") == nil)
        disk.write()
        #expect(disk.folder.names == [])
        #expect(disk.errors.isEmpty)
    }

    @Test(arguments: [0, 40])
    func damagedFileOfAnyLengthIsAMissAndIsRemoved(count: Int) throws {
        storeAndWrite("a")
        try Data(contentsOf: disk.file(of: "a")).prefix(count).write(to: disk.file(of: "a"))
        // A terabyte without blocks.
        try #require(truncate(disk.file(of: "a").path, 1 << 40) == 0)
        #expect(cache.entry(for: "a") == nil)
        disk.write()
        #expect(disk.folder.names == [])
        #expect(disk.errors.isEmpty)
    }

    /// A cache with a greater limit may have written it.
    @Test func fileThatIsTooLargeIsAMissAndIsRemovedByTheNextWrite() throws {
        storeAndWrite("a")
        let length = 1 << 40
        var file = try Data(contentsOf: disk.file(of: "a"))
        // The length of the data, which agrees with that of the file.
        let dataCount = UInt64(length - (file.count - CacheEntry(1).data.count)).littleEndian
        withUnsafeBytes(of: dataCount) { file.replaceSubrange(32..<40, with: $0) }
        try file.write(to: disk.file(of: "a"))
        try #require(truncate(disk.file(of: "a").path, length) == 0)
        let next = disk.reopened()
        #expect(next.cache.entry(for: "a") == nil)
        next.write()
        #expect(disk.folder.names == [SHA256.hexDigest(of: "a")])
        next.cache.store(CacheEntry(2), for: "b")
        next.write()
        #expect(disk.folder.names == [SHA256.hexDigest(of: "b")])
        #expect(next.errors.isEmpty)
    }

    @Test func damagedFileThatWasReplacedMeanwhileStays() throws {
        storeAndWrite("a")
        let good = try Data(contentsOf: disk.file(of: "a"))
        try Data("damaged".utf8).write(to: disk.file(of: "a"))
        #expect(cache.entry(for: "a") == nil)
        try good.write(to: disk.file(of: "a"))
        disk.write()
        #expect(cache.entry(for: "a") == CacheEntry(1))
    }

    @Test func deletedFolderIsMadeAgain() throws {
        storeAndWrite("a")
        try FileManager.default.removeItem(at: disk.folder.url)
        #expect(cache.entry(for: "a") == nil)
        cache.remove("a")
        cache.removeAll()
        storeAndWrite("b")
        #expect(cache.entry(for: "b") == CacheEntry(1))
        #expect(disk.errors.isEmpty)
    }

    @Test func folderInTheWayOfAFileIsAMissAndReported() throws {
        try FileManager.default.createDirectory(at: disk.file(of: "a"), withIntermediateDirectories: true)
        #expect(cache.entry(for: "a") == nil)
        #expect(disk.errors.entries.map(\.operation) == [.read])
        #expect(disk.errors.entries.map(\.code) == [.EISDIR])
    }

    /// Opening a named pipe waits for a process that writes to it.
    @Test func namedPipeInTheWayOfAFileIsAMissAndReplaced() throws {
        storeAndWrite("a")
        unlink(disk.file(of: "a").path)
        try #require(mkfifo(disk.file(of: "a").path, 0o600) == 0)
        #expect(cache.entry(for: "a") == nil)
        #expect(throws: DiskCacheError.self) {
            try DiskFolder(path: disk.folder.url.path).stored(SHA256.hexDigest(of: "a"))
        }
        storeAndWrite("a", CacheEntry(2))
        #expect(cache.entry(for: "a") == CacheEntry(2))
        #expect(Set(disk.errors.entries.map(\.code)) == [.EISDIR])
    }

    @Test func fileInTheWayOfTheFolderIsReportedAndEntriesAreMissesOnceThatIsKnown() throws {
        try Data().write(to: disk.folder.url)
        cache.store(CacheEntry(1), for: "a")
        #expect(cache.entry(for: "a") == CacheEntry(1))
        disk.write()
        #expect(disk.errors.entries.map(\.operation) == [.write])
        #expect(cache.entry(for: "a") == nil)
    }

    @Test func folderThatIsNotWritableIsReported() async {
        let path = disk.folder.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            // Everything is writable to root.
            if geteuid() == 0 { seteuid(65534) } else { chmod(path, 0o555) }
            let time = VirtualTimeScheduler()
            let cache = DiskCache(at: URL(filePath: path), scheduler: time)
            let errors = Log<DiskCacheError>()
            let subscription = cache.errors.sink { errors.append($0) }
            cache.store(CacheEntry(1), for: "a")
            time.advance()
            #expect(errors.entries.map(\.operation) == [.write])
            #expect(errors.entries.map(\.code) == [.EACCES])
            #expect(cache.entry(for: "a") == nil)
            subscription.cancel()
        }
        chmod(path, 0o755)
    }

    @Test(arguments: [true, false])
    func entryThatCannotBeRemovedIsAMissUntilItIs(removesAll: Bool) async {
        let path = disk.folder.url.path
        await #expect(processExitsWith: .success) {
            [path = path as String, removesAll = removesAll as Bool] in
            let time = VirtualTimeScheduler()
            let cache = DiskCache(at: URL(filePath: path), scheduler: time)
            let errors = Log<DiskCacheError>()
            let subscription = cache.errors.sink { errors.append($0) }
            func fileCount() -> Int? { try? FileManager.default.contentsOfDirectory(atPath: path).count }
            cache.store(CacheEntry(1), for: "a")
            time.advance()
            chmod(path, 0o555)
            // Everything is writable to root.
            let user = geteuid()
            if user == 0 { seteuid(65534) }
            if removesAll { cache.removeAll() } else { cache.remove("a") }
            time.advance()
            #expect(errors.entries.map(\.operation) == [.remove])
            #expect(fileCount() == 1)
            #expect(cache.entry(for: "a") == nil)
            // An entry that can't be replaced is a miss, too.
            cache.store(CacheEntry(2), for: "a")
            time.advance()
            #expect(cache.entry(for: "a") == nil)
            // Once the folder is writable, it is removed together with the next change.
            if user == 0 { seteuid(user) }
            chmod(path, 0o755)
            cache.store(CacheEntry(3), for: "b")
            time.advance()
            #expect(fileCount() == 1)
            #expect(cache.entry(for: "b") == CacheEntry(3))
            #expect(cache.entry(for: "a") == nil)
            cache.store(CacheEntry(4), for: "a")
            time.advance()
            #expect(cache.entry(for: "a") == CacheEntry(4))
            subscription.cancel()
        }
    }

    @Test func removalOfAllThatFailedKeepsWhatOthersStoreUntilItIsRepeated() throws {
        storeAndWrite("read later")
        storeAndWrite("old")
        let other = disk.reopened()
        // A file in the way of the folder, which cannot be listed.
        let (folder, away) = (disk.folder.url, disk.folder.url.appendingPathExtension("away"))
        try FileManager.default.moveItem(at: folder, to: away)
        try Data().write(to: folder)
        cache.removeAll()
        disk.write()
        #expect(disk.errors.entries.map(\.operation) == [.list])
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.moveItem(at: away, to: folder)
        disk.time.advance(by: .seconds(100))
        other.cache.store(CacheEntry(2), for: "new")
        #expect(other.cache.entry(for: "read later") == CacheEntry(1))
        other.write()
        storeAndWrite("b")
        #expect(disk.folder.names == ["new", "b"].map { SHA256.hexDigest(of: $0) }.sorted())
        #expect(cache.entry(for: "new") == CacheEntry(2))
        #expect(cache.entry(for: "old") == nil)
        #expect(cache.entry(for: "read later") == nil)
    }

    @Test func removalOfAllLeavesFilesThatOthersAreWriting() throws {
        storeAndWrite("a")
        let files = DiskFolder(path: disk.folder.url.path)
        let names = ["a", "b"].map { DiskFileName.makeTemporary(for: SHA256.hexDigest(of: $0)) }
        for name in names { try Data([1]).write(to: disk.folder.file(name)) }
        try files.touch(names[0], at: Date(timeIntervalSince1970: 1_000_000))
        try files.touch(names[1], at: Date(timeIntervalSince1970: 1_000_000 - 3601))
        cache.removeAll()
        disk.write()
        #expect(disk.folder.names == [names[0]])
        #expect(disk.errors.isEmpty)
    }

    @Test func useThatCannotBeRecordedDoesNotPreventOthers() throws {
        let keys = (0..<9).map { "\($0)" }
        for key in keys { storeAndWrite(key) }
        disk.time.advance(by: .seconds(100))
        for key in keys { #expect(cache.entry(for: key) == CacheEntry(1)) }
        // A link to itself has no file whose time could be set.
        let damaged = disk.file(of: "4").path
        try FileManager.default.removeItem(atPath: damaged)
        try FileManager.default.createSymbolicLink(atPath: damaged, withDestinationPath: damaged)
        disk.write()
        #expect(disk.errors.entries.map(\.operation) == [.touch])
        let used = try DiskFolder(path: disk.folder.url.path).files().count { file in
            file.used == Date(timeIntervalSince1970: 1_000_100)
        }
        #expect(used == 8)
    }

    @Test func useThatCannotBeRecordedIsTriedAgainAfterAMinute() throws {
        storeAndWrite("a")
        let file = disk.file(of: "a")
        let bytes = try Data(contentsOf: file)
        disk.time.advance(by: .seconds(100))
        #expect(cache.entry(for: "a") == CacheEntry(1))
        // A link to itself has no file whose time could be set.
        unlink(file.path)
        try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: file.path)
        disk.write()
        #expect(disk.errors.entries.map(\.operation) == [.touch])
        unlink(file.path)
        try bytes.write(to: file)
        let files = DiskFolder(path: disk.folder.url.path)
        for (seconds, isRecorded) in [(59, false), (1, true)] {
            disk.time.advance(by: .seconds(seconds))
            #expect(cache.entry(for: "a") == CacheEntry(1))
            disk.write()
            let used = try files.files().map(\.used)
            #expect((used == [Date(timeIntervalSince1970: 1_000_160)]) == isRecorded)
        }
    }

    @Test func damagedEntryThatCannotBeRemovedIsReportedOnceAMinute() async {
        let path = disk.folder.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let time = VirtualTimeScheduler()
            let cache = DiskCache(at: URL(filePath: path), scheduler: time)
            let errors = Log<DiskCacheError>()
            let subscription = cache.errors.sink { errors.append($0) }
            cache.store(CacheEntry(1), for: "a")
            time.advance()
            let file = URL(filePath: path).appending(path: SHA256.hexDigest(of: "a"))
            try Data("damaged".utf8).write(to: file)
            chmod(file.path, 0o644)
            chmod(path, 0o555)
            // Everything is writable to root.
            if geteuid() == 0 { seteuid(65534) }
            for _ in 0..<3 {
                #expect(cache.entry(for: "a") == nil)
                time.advance()
            }
            #expect(errors.entries.map(\.operation) == [.remove])
            subscription.cancel()
        }
        chmod(path, 0o755)
    }

    @Test func negativeLimitsCountAsZero() {
        let cache = DiskCache(at: disk.folder.url, sizeLimit: -1, expiry: .seconds(-1))
        #expect(cache.sizeLimit == 0)
        #expect(cache.expiry == .zero)
        cache.store(CacheEntry(1), for: "a")
        #expect(cache.entry(for: "a") == nil)
    }

    @Test func fullDiskIsReportedAndLeavesNoHalfFile() async {
        let path = disk.folder.url.path
        await #expect(processExitsWith: .success) { [path = path as String] in
            let time = VirtualTimeScheduler()
            let cache = DiskCache(at: URL(filePath: path), scheduler: time)
            cache.store(CacheEntry(1), for: "a")
            time.advance()
            // Files may grow to 4 kB only: the write ends in the middle, as on a full disk.
            signal(SIGXFSZ, SIG_IGN)
            var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
            #if canImport(Darwin)
                setrlimit(RLIMIT_FSIZE, &limit)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
            #endif
            let errors = Log<DiskCacheError>()
            let subscription = cache.errors.sink { errors.append($0) }
            cache.store(CacheEntry(2, count: 100_000), for: "a")
            #expect(cache.entry(for: "a") == CacheEntry(2, count: 100_000))
            time.advance()
            #expect(errors.entries.map(\.code) == [.EFBIG])
            #expect(cache.entry(for: "a") == nil, "The entry before it is out of date.")
            let names = try FileManager.default.contentsOfDirectory(atPath: path)
            #expect(names == [])
            subscription.cancel()
        }
    }

    @Test func errorNamesTheFileAndTheReason() {
        let error = DiskCacheError(operation: .write, path: "/a/b", code: .ENOSPC)
        #expect(error.description == "Cache file could not be written: /a/b: No space left on device")
    }

    /// Random use by two caches on one folder, which is damaged now and then: a reader gets what was stored
    /// under the key once, or nothing; the cache that stores or removes an entry sees that at once.
    @Test func readersNeverGetAWrongEntry() {
        Seeds.forEach(60) { random in
            let disk = DiskCacheFixture(sizeLimit: 20_000)
            let caches = [disk, disk.reopened()]
            var stored: [String: Set<CacheEntry>] = [:]
            for step in 0..<60 {
                let key = "\(random.number(below: 5))"
                let cache = caches[random.number(below: 2)].cache
                switch random.number(below: 12) {
                case 0..<4:
                    let entry = CacheEntry(UInt8(step), count: random.number(below: 3_000))
                    stored[key, default: []].insert(entry)
                    cache.store(entry, for: key)
                    guard cache.entry(for: key) == entry else { throw TestError.other(1) }
                case 4:
                    cache.remove(key)
                    guard cache.entry(for: key) == nil else { throw TestError.other(2) }
                case 5: cache.removeAll()
                case 6: disk.time.advance(by: .seconds(random.number(below: 200)))
                case 7: try? Data([1, 2, 3]).write(to: disk.file(of: key))
                case 8: try? FileManager.default.removeItem(at: disk.folder.url)
                default:
                    if let entry = cache.entry(for: key), stored[key]?.contains(entry) != true {
                        throw TestError.other(3)
                    }
                }
            }
            disk.write()
            guard caches.allSatisfy(\.errors.isEmpty) else { throw TestError.other(4) }
        }
    }
}
