/// A dictionary of limited size that evicts the least recently used entries.
///
/// A pure value: no lock. Entries that are evicted are returned, so that the caller decides where they are released.
@usableFromInline
struct LRU<Key: Hashable, Value> {
    @usableFromInline
    struct Entry {
        @usableFromInline let key: Key
        @usableFromInline let value: Value
        let cost: Int
    }

    @usableFromInline var positions: [Key: Int] = [:]
    /// `nil` at positions that are free.
    @usableFromInline var entries: ContiguousArray<Entry?> = []
    @usableFromInline var recency = RecencyList()

    let costLimit: Int
    let countLimit: Int
    private(set) var totalCost = 0

    /// - Parameters:
    ///   - costLimit: The highest total cost of the entries.
    ///   - countLimit: The highest number of entries.
    init(costLimit: Int = .max, countLimit: Int = .max) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
    }

    var count: Int { positions.count }

    /// The keys, the most recently used first.
    ///
    /// - Complexity: O(*n*).
    var keys: [Key] { recency.positions.compactMap { entries[$0]?.key } }

    /// Returns a value, and marks it as the most recently used.
    ///
    /// - Complexity: O(1).
    @inlinable
    mutating func value(for key: Key) -> Value? {
        guard let position = positions[key] else { return nil }
        recency.touch(position)
        return entries[position]?.value
    }

    /// Sets a value, and marks it as the most recently used.
    ///
    /// - Returns: The entries that were evicted: the one that it replaced, those that exceeded a limit, or, if its cost
    ///   alone exceeds the limit, the entry itself.
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func set(_ value: Value, for key: Key, cost: Int) -> [Entry] {
        var removed = remove(key).map { [$0] } ?? []
        let entry = Entry(key: key, value: value, cost: max(0, cost))
        guard entry.cost <= costLimit, countLimit > 0 else { return removed + [entry] }
        removed += trim(toCost: costLimit - entry.cost, count: countLimit - 1)
        insert(entry)
        return removed
    }

    /// Removes a value.
    ///
    /// - Complexity: O(1).
    mutating func remove(_ key: Key) -> Entry? {
        positions.removeValue(forKey: key).flatMap { takeEntry(at: $0) }
    }

    /// Evicts the least recently used entries until the others are within both limits.
    ///
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Entry] {
        var removed: [Entry] = []
        while totalCost > max(0, cost) || self.count > max(0, count) {
            guard let oldest = recency.oldest, let entry = takeEntry(at: oldest) else { break }
            positions[entry.key] = nil
            removed.append(entry)
        }
        return removed
    }

    /// Removes all entries.
    ///
    /// - Returns: The removed entries, for the caller to release.
    mutating func removeAll() -> LRU {
        let old = self
        self = LRU(costLimit: costLimit, countLimit: countLimit)
        return old
    }

    private mutating func insert(_ entry: Entry) {
        let position = recency.add()
        if position == entries.count { entries.append(entry) } else { entries[position] = entry }
        positions[entry.key] = position
        totalCost += entry.cost
    }

    private mutating func takeEntry(at position: Int) -> Entry? {
        recency.remove(position)
        let entry = entries[position].take()
        totalCost -= entry?.cost ?? 0
        return entry
    }
}

extension LRU: Sendable where Key: Sendable, Value: Sendable {}
extension LRU.Entry: Sendable where Key: Sendable, Value: Sendable {}
