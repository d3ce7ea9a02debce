import Streams

/// A cache in memory that evicts the least recently used values when their total cost or their number exceeds a limit.
///
/// May be used from any thread. Looking a value up counts as using it. An evicted value is released outside the lock, by
/// the call that evicted it. Keys are compared and hashed under the lock: their `==` and `hash` must not use the cache.
/// Memory pressure is not observed; call ``trim(toCost:)`` where the platform reports it.
///
/// ```swift
/// let cache = MemoryCache<URL, Bitmap>(costLimit: 64 * 1024 * 1024)
/// cache.set(bitmap, for: url, cost: bitmap.byteCount)
/// let found = cache.value(for: url)
/// ```
@usableFromInline
package final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let entries: Locked<LRU<Key, Value>>

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - costLimit: The highest total cost of the values, in any unit.
    ///   - countLimit: The highest number of values.
    package init(costLimit: Int = .max, countLimit: Int = .max) {
        entries = Locked(LRU(costLimit: costLimit, countLimit: countLimit))
    }

    /// The number of values.
    package var count: Int { entries.withLock { $0.count } }

    /// The total cost of the values.
    package var totalCost: Int { entries.withLock { $0.totalCost } }

    /// Returns a value, and marks it as the most recently used.
    ///
    /// - Parameter key: The key of the value.
    /// - Returns: The value, or `nil` if it was not stored or was evicted.
    /// - Complexity: O(1).
    @inlinable
    package func value(for key: Key) -> Value? {
        entries.withLock { $0.value(for: key) }
    }

    /// Stores a value, marks it as the most recently used, and evicts others that exceed a limit.
    ///
    /// - Parameters:
    ///   - value: Replaces the present value of the key. It is not stored if its cost alone exceeds the limit.
    ///   - key: The key of the value.
    ///   - cost: In the unit of the limit; a negative cost counts as zero.
    /// - Complexity: O(1) for each value that is evicted.
    package func set(_ value: Value, for key: Key, cost: Int = 0) {
        _ = entries.withLock { $0.set(value, for: key, cost: cost) }
    }

    /// Removes a value.
    ///
    /// - Parameter key: The key of the value.
    /// - Returns: The value, if there was one.
    /// - Complexity: O(1).
    @discardableResult
    package func remove(_ key: Key) -> Value? {
        entries.withLock { $0.remove(key) }?.value
    }

    /// Removes all values.
    package func removeAll() {
        _ = entries.withLock { $0.removeAll() }
    }

    /// Evicts the least recently used values until the total cost is within a limit.
    ///
    /// - Parameter cost: The highest total cost to remain. The cache's own limit does not change.
    package func trim(toCost cost: Int) {
        _ = entries.withLock { $0.trim(toCost: cost) }
    }

    /// Evicts the least recently used values until their number is within a limit.
    ///
    /// - Parameter count: The highest number of values to remain. The cache's own limit does not change.
    package func trim(toCount count: Int) {
        _ = entries.withLock { $0.trim(count: count) }
    }
}
