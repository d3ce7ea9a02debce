import FluxLoading
import Foundation
import Streams

/// The place of a list in a ``PageStore``.
@usableFromInline
package struct PageStorage<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    let store: PageStore
    package let name: String
    let validFor: Duration
    private let encode: @Sendable (StorableList<Key, Item>, Date, Int) throws -> CacheEntry?
    private let decode: @Sendable (CacheEntry) throws -> StoredListCoding.Content<Key, Item>?

    init(_ store: PageStore, name: String, validFor: Duration) where Key: Codable, Item: Codable {
        precondition(validFor >= .zero, "The age up to which a list is valid must not be negative.")
        self.store = store
        self.name = name
        self.validFor = validFor
        encode = { try StoredListCoding.encode($0, loadedAt: $1, sizeLimit: $2) }
        decode = { try StoredListCoding.decode($0) }
    }

    /// Whether the store is read before the first page is requested.
    var isReadFirst: Bool { validFor > .zero }

    /// Reads the list, on the scheduler of the store.
    func read() -> StoredList<Key, Item>? {
        guard let entry = store.cache.entry(for: name) else { return nil }
        do {
            guard let content = try decode(entry) else { return nil }
            let age = abs(store.clock().timeIntervalSince(content.loadedAt))
            return StoredList(
                snapshot: content.snapshot, loadedAt: content.loadedAt,
                isValid: isReadFirst && age <= validFor / .seconds(1))
        } catch {
            store.failures.send(.decoding(list: name, reason: "\(error)"))
            return nil
        }
    }

    /// How often the list was removed from the store.
    var removalCount: Int { store.removalCount(of: name) }

    /// Stores the list, on the scheduler of the store, unless it was removed after its last page was loaded.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - date: When its first page was loaded.
    ///   - removalCount: How often it had been removed when its last page was loaded.
    func write(_ list: StorableList<Key, Item>, loadedAt date: Date, removalCount: Int) {
        guard removalCount == self.removalCount else { return }
        let limit = store.sizeLimit / 4
        do {
            guard let entry = try encode(list, date, limit) else {
                return store.failures.send(.tooLarge(list: name, limit: limit))
            }
            store.cache.store(entry, for: name)
        } catch {
            store.failures.send(.encoding(list: name, reason: "\(error)"))
        }
    }
}
