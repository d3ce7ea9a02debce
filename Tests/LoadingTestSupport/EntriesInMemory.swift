import FluxLoading
import Foundation
import Streams

/// A cache of bytes that keeps its entries in memory.
package final class EntriesInMemory: DataCaching {
    private let entries = Locked<[String: CacheEntry]>([:])

    package init() {}

    package func entry(for key: String) -> CacheEntry? { entries.withLock { $0[key] } }

    package func store(_ entry: CacheEntry, for key: String) { entries.withLock { $0[key] = entry } }

    package func remove(_ key: String) { entries.withLock { $0[key] = nil } }

    package func removeAll() { entries.withLock { $0 = [:] } }

    /// Changes all entries.
    package func changeAll(_ change: (inout CacheEntry) -> Void) {
        for key in keys {
            guard var entry = entry(for: key) else { continue }
            change(&entry)
            store(entry, for: key)
        }
    }

    package var keys: [String] { entries.withLock { $0.keys.sorted() } }

    /// The metadata of all entries.
    package var metadata: [[String: String]] { entries.withLock { $0.values.map(\.metadata) } }

    /// The texts of all entries, sorted.
    package var texts: [String] {
        entries.withLock { $0.values.map { String(decoding: $0.data, as: UTF8.self) }.sorted() }
    }
}
