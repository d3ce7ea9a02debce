import Foundation
import PagingOperators
import Streams

/// A disk cache in memory.
final class SimulatedDisk: DataCaching {
    private let entries = Locked<[String: CacheEntry]>([:])

    func entry(for key: String) -> CacheEntry? { entries.withLock { $0[key] } }

    func store(_ entry: CacheEntry, for key: String) { entries.withLock { $0[key] = entry } }

    func remove(_ key: String) { entries.withLock { $0[key] = nil } }

    func removeAll() { _ = entries.exchange([:]) }

    func damage(_ key: String) { entries.withLock { $0[key]?.data = Data("<".utf8) } }

    /// The key, the bytes and the time of each entry, sorted.
    var lines: [String] {
        entries.withLock { entries in
            entries.map { key, entry in
                "\(key) \(String(decoding: entry.data.prefix(4), as: UTF8.self)) \(entry.metadata["received"] ?? "")"
            }.sorted()
        }
    }
}

/// Work in order, which the script runs.
final class SimulatedQueue: Scheduler {
    private let work = Locked<[@Sendable () -> Void]>([])

    var count: Int { work.withLock { $0.count } }

    var now: Duration { .zero }

    func schedule(_ action: @escaping @Sendable () -> Void) { work.withLock { $0.append(action) } }

    func schedule(in delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellable {
        schedule(action)
        return AnyCancellable {}
    }

    func runNext() {
        let next = work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        next?()
    }
}
