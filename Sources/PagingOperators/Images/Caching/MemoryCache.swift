import Streams

/// A cache in memory with limits on its cost and its count, out of which the least recently used value leaves.
///
/// May be used from any thread. Looking a value up counts as using it. A value that leaves is released by the call
/// that made it leave, outside the cache's lock. Keys are compared and hashed under the lock: their `==` and `hash`
/// must not use the cache. There is no notice of memory pressure on every platform; call ``trim(toCost:)`` on yours.
///
/// ```swift
/// let cache = MemoryCache<URL, Bitmap>(costLimit: 64 * 1024 * 1024)
/// cache.set(bitmap, for: url, cost: bitmap.byteCount)
/// let found = cache.value(for: url)
/// ```
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let entries: Locked<LRU<Key, Value>>

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - costLimit: What the costs of the values may add up to, in the unit that the caller uses.
    ///   - countLimit: How many values there may be.
    public init(costLimit: Int = .max, countLimit: Int = .max) {
        entries = Locked(LRU(costLimit: costLimit, countLimit: countLimit))
    }

    /// How many values there are.
    public var count: Int { entries.withLock { $0.count } }

    /// What the costs of the values add up to.
    public var totalCost: Int { entries.withLock { $0.totalCost } }

    /// Looks a value up, which makes it the most recently used.
    ///
    /// - Parameter key: What it was stored with.
    /// - Returns: The value, unless it was not stored or has left.
    /// - Complexity: O(1).
    @inlinable
    public func value(for key: Key) -> Value? {
        entries.withLock { $0.value(for: key) }
    }

    /// Stores a value, which makes it the most recently used, and lets others leave to make room.
    ///
    /// - Parameters:
    ///   - value: Replaces the value that the key has. Beyond the limit by itself, it isn't stored.
    ///   - key: What to look the value up with.
    ///   - cost: In the unit of the limit; a negative cost counts as zero.
    /// - Complexity: O(1) for each value that leaves.
    public func set(_ value: Value, for key: Key, cost: Int = 0) {
        _ = entries.withLock { $0.set(value, for: key, cost: cost) }
    }

    /// Takes a value out.
    ///
    /// - Parameter key: What it was stored with.
    /// - Returns: The value, if there was one.
    /// - Complexity: O(1).
    @discardableResult
    public func remove(_ key: Key) -> Value? {
        entries.withLock { $0.remove(key) }?.value
    }

    /// Takes everything out.
    public func removeAll() {
        _ = entries.withLock { $0.removeAll() }
    }

    /// Lets the least recently used values leave until the costs of the others add up to no more than that.
    ///
    /// - Parameter cost: In the unit of the limit. The limit itself stays.
    public func trim(toCost cost: Int) {
        _ = entries.withLock { $0.trim(toCost: cost) }
    }

    /// Lets the least recently used values leave until there are no more than that.
    ///
    /// - Parameter count: How many may stay. The limit itself stays.
    public func trim(toCount count: Int) {
        _ = entries.withLock { $0.trim(count: count) }
    }
}
