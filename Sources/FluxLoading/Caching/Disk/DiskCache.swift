import Dispatch
import Foundation
import Streams

/// Keeps bytes by key in files of a folder.
///
/// ```swift
/// let cache = DiskCache(at: folder.appending(path: "avatars"), sizeLimit: 50_000_000)
/// cache.store(CacheEntry(data: bytes), for: url.absoluteString)
/// let found = cache.entry(for: url.absoluteString)
/// ```
///
/// Stores and removals take effect at once and are written in the background, in order. A file is replaced
/// atomically, so that no reader in any process reads part of one. Several caches and processes may share a
/// folder. A file that is truncated, damaged or of another version is a miss. The folder is created when it
/// is needed, and again if it was deleted. If the total size of the files exceeds the limit, the least
/// recently used are removed until they take 70 % of it, but for the latest. Reading removes damaged files
/// only. A file that has expired or is too large for one cache may be read by another one on the folder,
/// until a write of the former removes it. Only files that are named by 64 hexadecimal digits, as the cache
/// names its own, are touched.
///
/// All methods may be called from any thread.
public final class DiskCache: DataCaching, Sendable {
    /// The folder of the files.
    public let folder: URL

    /// The limit of the total size of the files, in bytes. A lower limit removes files in the background. A
    /// negative limit counts as zero.
    public var sizeLimit: Int {
        get { changes.withLock { $0.sizeLimit } }
        set { update { $0.sizeLimit = max(0, newValue) } }
    }

    /// The time after which an entry is a miss; `nil` if entries don't expire.
    public let expiry: Duration?

    /// Sends the file operations that failed. Sends on the thread of the operation: the reader's, or one in
    /// the background.
    public var errors: AnyPublisher<DiskCacheError, Never> { failures.eraseToAnyPublisher() }

    let files: DiskFolder
    let failures = PassthroughSubject<DiskCacheError, Never>()
    let changes: Locked<StagedChanges>
    let flushes = Locked<[Int: CheckedContinuation<Void, Never>]>([:])
    let scheduler: any Scheduler
    private let clock: @Sendable () -> Date
    private let fileName: @Sendable (String) -> String

    /// Creates a cache of the files in a folder. Reads and writes nothing yet.
    ///
    /// - Parameters:
    ///   - folder: A folder of the file system, which need not exist. Use one below `URL.cachesDirectory`.
    ///   - sizeLimit: The limit of the total size of the files, in bytes: 150 MB by default. An entry that
    ///     exceeds it alone is not stored. A negative limit counts as zero.
    ///   - expiry: The time after which an entry is a miss, counted from when it was stored; `nil` for no
    ///     limit. A negative time counts as zero.
    public convenience init(at folder: URL, sizeLimit: Int = 150_000_000, expiry: Duration? = nil) {
        self.init(
            at: folder, sizeLimit: sizeLimit, expiry: expiry,
            scheduler: DispatchQueue(label: "flux.disk-cache", qos: .utility))
    }

    /// Makes a cache with a clock and names of its own, for tests.
    ///
    /// - Parameters:
    ///   - folder: A folder of the file system.
    ///   - sizeLimit: The limit of the total size of the files, in bytes.
    ///   - expiry: The time after which an entry is a miss.
    ///   - scheduler: Runs the work in the background, one piece at a time.
    ///   - clock: Returns the present time.
    ///   - fileName: Returns the name of the file of a key: 64 hexadecimal digits.
    package init(
        at folder: URL, sizeLimit: Int = 150_000_000, expiry: Duration? = nil, scheduler: any Scheduler,
        clock: @escaping @Sendable () -> Date = { Date() },
        fileName: @escaping @Sendable (String) -> String = { fileName(of: $0) }
    ) {
        precondition(folder.isFileURL, "The folder of a disk cache must be a file URL.")
        self.folder = folder
        self.expiry = expiry.map { max(.zero, $0) }
        self.scheduler = scheduler
        self.clock = clock
        self.fileName = fileName
        files = DiskFolder(path: folder.path(percentEncoded: false))
        changes = Locked(StagedChanges(sizeLimit: max(0, sizeLimit)))
    }

    /// The name of the file of a key: its digest, or the key itself if it is one, as those of images. Files
    /// of two keys with one name replace each other; their entries have the keys.
    package static func fileName(of key: String) -> String {
        var text = key
        let isDigest = text.withUTF8 { $0.count == 64 && $0.allSatisfy { 48...57 ~= $0 || 97...102 ~= $0 } }
        return isDigest ? key : SHA256.hexDigest(of: key)
    }

    /// Returns the entry of a key.
    ///
    /// Reads its file on the calling thread, unless the entry is not written yet. Reading marks the entry as
    /// used.
    ///
    /// - Parameter key: The key of the entry.
    /// - Returns: The entry that was stored last; `nil` if there is none, or if it has expired, is longer
    ///   than ``sizeLimit``, was damaged, or could not be read.
    public func entry(for key: String) -> CacheEntry? {
        let name = fileName(key)
        switch changes.withLock({ $0.lookup(name) }) {
        case .removed: return nil
        case .staged(let record): return isCurrent(record) && record.isOf(key) ? record.entry : nil
        case .file: return readEntry(of: key, in: name)
        }
    }

    /// Stores an entry, in place of an earlier one of the same key.
    ///
    /// Returns before it is written; ``entry(for:)`` returns the new entry at once. If it cannot be written,
    /// it is a miss from then on, and ``errors`` sends the reason.
    ///
    /// - Parameters:
    ///   - entry: The bytes and their metadata.
    ///   - key: The key of the entry: any text. It is written to the file in plain text: use a digest in
    ///     place of a key that contains credentials.
    public func store(_ entry: CacheEntry, for key: String) {
        let record = DiskRecord(key: key, entry: entry, stored: clock())
        stage(record.byteCount <= sizeLimit ? .store(record) : .remove, for: key)
    }

    /// Removes the entry of a key, if there is one.
    ///
    /// - Parameter key: The key of the entry.
    public func remove(_ key: String) {
        stage(.remove, for: key)
    }

    /// Removes all entries. Entries that are stored afterwards are kept, also those of other caches.
    public func removeAll() {
        // The time is taken under the lock: no entry that was staged before has a later one.
        update { $0.removeAll(at: clock()) }
    }

    /// Waits until everything stored or removed so far is written, or has failed.
    ///
    /// Await it before the process ends: entries that are not written by then are lost.
    public func flush() async {
        await withCheckedContinuation { continuation in
            let isIdle = flushes.withLock { flushes in
                // Both locks at once, so that the flush does not end before its continuation is there.
                guard let number = changes.withLock({ $0.flush() }) else { return true }
                flushes[number] = continuation
                return false
            }
            if isIdle { continuation.resume() } else { startWorker() }
        }
    }

    private func stage(_ change: StagedChanges.Change, for key: String) {
        let name = fileName(key)
        update { $0.stage(change, to: name) }
    }
}

extension DiskCache {
    /// Changes what is staged, and starts the worker if there is work.
    ///
    /// - Parameter change: Returns what it replaced, which is released after the lock.
    func update<Replaced: Sendable>(_ change: (inout StagedChanges) -> Replaced) {
        let replaced = changes.withLock { change(&$0) }
        startWorker()
        withExtendedLifetime(replaced) {}
    }

    private func startWorker() {
        if changes.withLock({ $0.startsWorker() }) { scheduler.schedule { self.work() } }
    }

    var now: Date { clock() }

    func isCurrent(_ record: DiskRecord) -> Bool {
        !record.isExpired(at: clock(), after: expiry)
    }
}
