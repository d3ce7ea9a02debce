import Dispatch
import FluxLoading
import Foundation
import Streams

/// Stores the pages of lists in files of a folder, so that the next session shows them immediately, also
/// without a network.
///
/// ```swift
/// let store = PageStore(folder.appending(path: "lists"))
/// let posts = HTTPPages<Post>(url).stored(in: store)
/// ```
///
/// A list is one file in the format of ``/FluxLoading/DiskCache``: it is replaced atomically, and a file that
/// is truncated, damaged or of another version, or whose items can no longer be decoded, counts as absent.
/// Several stores and processes may share a folder; of two sessions of one list, the last to save determines
/// the file. Items are written in plain text: choose a folder whose protection suits them. The keys of pages
/// are written without secrets: see <doc:Offline>.
///
/// All methods may be called from any thread.
public final class PageStore: Sendable {
    /// The folder of the files.
    public var folder: URL { cache.folder }

    /// The limit of the total size of the files, in bytes.
    public var sizeLimit: Int { cache.sizeLimit }

    /// Sends the lists that could not be stored or read, on any thread. A list that can't be read counts as
    /// absent. A file that is damaged, or of another version, is removed without an error.
    public let errors: AnyPublisher<PageStoreError, Never>

    let cache: DiskCache
    /// Runs what reads, encodes and decodes, in order.
    let scheduler: any Scheduler
    let clock: @Sendable () -> Date
    let failures = PassthroughSubject<PageStoreError, Never>()
    let savers = Locked<[ObjectIdentifier: ListSaving]>([:])
    private let removals = Locked(Removals())

    /// Creates a store of the lists in a folder. Reads and writes nothing yet.
    ///
    /// - Parameters:
    ///   - folder: A folder of the file system, which need not exist.
    ///   - sizeLimit: The limit of the total size of the files, in bytes: 50 MB by default. If it is
    ///     exceeded, the least recently used lists are removed. A list takes at most a quarter of it; of a
    ///     longer one, the pages nearest to its first one are stored. A negative limit counts as zero.
    ///   - expiry: The time after which a list is not shown any more, counted from when it was stored; `nil`
    ///     for no limit. Its file is removed by a later write. A negative time counts as zero.
    public convenience init(_ folder: URL, sizeLimit: Int = 50_000_000, expiry: Duration? = nil) {
        self.init(
            DiskCache(at: folder, sizeLimit: sizeLimit, expiry: expiry),
            scheduler: DispatchQueue(label: "flux.page-store", qos: .userInitiated))
    }

    /// Makes a store in a cache, with a clock of its own, for tests.
    ///
    /// - Parameters:
    ///   - cache: Keeps the files.
    ///   - scheduler: Runs the work of the store, one piece at a time.
    ///   - clock: Returns the present time.
    package init(
        _ cache: DiskCache, scheduler: any Scheduler, clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.cache = cache
        self.scheduler = scheduler
        self.clock = clock
        errors = cache.errors.map { PageStoreError.disk($0) }.merge(with: failures).eraseToAnyPublisher()
    }

    /// Removes a list. A running session of it continues, and stores it again with its next page. The pages
    /// that were loaded before are not stored until then, also where the session ends.
    ///
    /// - Parameter name: The name of the list, as given to ``PageSource/stored(in:as:validFor:)``.
    public func remove(_ name: String) {
        removals.withLock { $0.ofNames[name, default: 0] += 1 }
        // After the lists that are being written.
        scheduler.schedule { [cache] in cache.remove(name) }
    }

    /// Removes all lists, as when the user signs out. Running sessions continue, and store their lists again
    /// with their next page. Pages that were loaded before are not stored until then, also where a session
    /// ends.
    public func removeAll() {
        removals.withLock { $0.ofAll += 1 }
        scheduler.schedule { [cache] in cache.removeAll() }
    }

    /// How often a list was removed.
    func removalCount(of name: String) -> Int {
        removals.withLock { $0.ofAll + $0.ofNames[name, default: 0] }
    }

    /// Saves the lists of all sessions as they are now, and waits until they are written or have failed.
    ///
    /// A list is saved a second after a page was loaded, and at the end of its session. Await this before the
    /// process ends: lists that are not written by then are lost.
    public func flush() async {
        for saving in savers.withLock({ Array($0.values) }) {
            await withCheckedContinuation { continuation in saving { continuation.resume() } }
        }
        // The lists of sessions that have ended.
        await withCheckedContinuation { continuation in scheduler.schedule { continuation.resume() } }
        await cache.flush()
    }
}

/// How often lists were removed from a store.
private struct Removals: Sendable {
    var ofAll = 0
    var ofNames: [String: Int] = [:]
}

/// Saves the list of a session, and then calls a closure.
typealias ListSaving = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

/// A list that a ``PageStore`` could not store or read.
public enum PageStoreError: Error, Hashable, Sendable {
    /// A file operation failed.
    case disk(DiskCacheError)

    /// The items or keys of a list can't be encoded, for a reason in words.
    case encoding(list: String, reason: String)

    /// A stored list can't be decoded, for a reason in words: its items or keys have another type than when
    /// it was stored.
    case decoding(list: String, reason: String)

    /// The first page of a list exceeds the size that a list may have, in bytes.
    case tooLarge(list: String, limit: Int)
}

extension PageStoreError: CustomStringConvertible {
    /// The operation that failed, and the reason, in one line.
    public var description: String {
        switch self {
        case .disk(let error): error.description
        case .encoding(let list, let reason): "List \(list) could not be stored: \(reason)".onOneLine
        case .decoding(let list, let reason): "Stored list \(list) could not be read: \(reason)".onOneLine
        case .tooLarge(let list, let limit):
            "List \(list) could not be stored: its first page exceeds \(limit) bytes".onOneLine
        }
    }
}

extension PageStoreError: LocalizedError {
    public var errorDescription: String? { description }
}
