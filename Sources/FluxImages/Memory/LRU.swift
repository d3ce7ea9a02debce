/// A dictionary of limited size that evicts the least recently used entries. See ``LRUOrder``.
///
/// Entries that are evicted are returned, so that the caller decides where they are released.
struct LRU<Key: Hashable, Value> {
    struct Entry {
        let key: Key
        let value: Value
    }

    private(set) var order: LRUOrder<Key>
    private var values = LRUValues<Value>()

    /// - Parameters:
    ///   - costLimit: The highest total cost of the entries.
    ///   - countLimit: The highest number of entries.
    init(costLimit: Int = .max, countLimit: Int = .max) {
        order = LRUOrder(costLimit: costLimit, countLimit: countLimit)
    }

    /// Returns a value, and marks it as the most recently used.
    mutating func value(for key: Key) -> Value? { order.use(key).flatMap { values[$0] } }

    /// Sets a value, and marks it as the most recently used.
    ///
    /// - Returns: The entries that were evicted: the one that it replaced, those that exceeded a limit, or,
    ///   if its cost alone exceeds the limit, the entry itself.
    mutating func set(_ value: Value, for key: Key, cost: Int) -> [Entry] {
        let (position, removed) = order.set(key, cost: cost)
        let entries = take(removed)
        guard let position else { return entries + [Entry(key: key, value: value)] }
        values.put(value, at: position)
        return entries
    }

    /// Removes a value.
    mutating func remove(_ key: Key) -> Entry? { order.remove(key).flatMap { take([$0]).first } }

    /// See ``LRUOrder/hold(_:)``.
    mutating func hold(_ key: Key) { order.hold(key) }

    /// See ``LRUOrder/release(_:)``.
    mutating func release(_ key: Key) -> [Entry] { take(order.release(key)) }

    /// See ``LRUOrder/evictHeldOnRelease()``.
    mutating func evictHeldOnRelease() { order.evictHeldOnRelease() }

    /// See ``LRUOrder/trim(toCost:count:)``.
    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Entry] {
        take(order.trim(toCost: cost, count: count))
    }

    /// Removes all entries.
    ///
    /// - Returns: The removed entries, for the caller to release.
    mutating func removeAll() -> LRU {
        let old = self
        order.removeAll()
        values = LRUValues()
        return old
    }

    private mutating func take(_ removed: [LRUOrder<Key>.Removed]) -> [Entry] {
        removed.compactMap { entry in values.take(entry.position).map { Entry(key: entry.key, value: $0) } }
    }
}

extension LRU: Sendable where Key: Sendable, Value: Sendable {}
extension LRU.Entry: Sendable where Key: Sendable, Value: Sendable {}

/// The values of a cache, by the positions of its ``LRUOrder``.
@usableFromInline
struct LRUValues<Value> {
    /// `nil` at positions that are free.
    @usableFromInline var values: ContiguousArray<Value?> = []

    @inlinable subscript(position: Int) -> Value? { values[position] }

    /// Puts a value at a free position, or at the next one.
    mutating func put(_ value: Value, at position: Int) {
        if position == values.count { values.append(value) } else { values[position] = value }
    }

    /// Takes the value of an entry that was removed.
    mutating func take(_ position: Int) -> Value? { values[position].take() }
}

extension LRUValues: Sendable where Value: Sendable {}
