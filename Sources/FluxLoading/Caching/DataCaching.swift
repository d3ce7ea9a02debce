/// Stores bytes by key, so that they need not be loaded again.
///
/// `DiskCache` is the cache of the library; conform a type of your own to keep bytes in a database, or in
/// memory for tests. All methods may be called from any thread, at the same time.
public protocol DataCaching: Sendable {
    /// Returns the entry of a key.
    ///
    /// May block its thread until the bytes are read; an `ImageLoader` calls it on its own scheduler.
    ///
    /// - Parameter key: The key of the entry: any text, of any length.
    /// - Returns: The entry that was stored last, or `nil` if there is none, it has expired or is damaged.
    func entry(for key: String) -> CacheEntry?

    /// Stores an entry, in place of an earlier one of the same key.
    ///
    /// Returns before the bytes are written; ``entry(for:)`` returns the new entry at once.
    ///
    /// - Parameters:
    ///   - entry: The bytes and their metadata.
    ///   - key: The key of the entry.
    func store(_ entry: CacheEntry, for key: String)

    /// Removes the entry of a key, if there is one.
    ///
    /// - Parameter key: The key of the entry.
    func remove(_ key: String)
}
