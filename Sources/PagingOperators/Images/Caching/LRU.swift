/// A dictionary of limited size, out of which the least recently used entry leaves first.
///
/// A pure value: no lock. What leaves is returned, so that its owner decides where it is released.
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
    ///   - costLimit: What the costs of the entries may add up to.
    ///   - countLimit: How many entries there may be.
    init(costLimit: Int = .max, countLimit: Int = .max) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
    }

    var count: Int { positions.count }

    /// The keys, the most recently used first.
    ///
    /// - Complexity: O(*n*).
    var keys: [Key] { recency.positions.compactMap { entries[$0]?.key } }

    /// Looks a value up, which makes it the most recently used.
    ///
    /// - Complexity: O(1).
    @inlinable
    mutating func value(for key: Key) -> Value? {
        guard let position = positions[key] else { return nil }
        recency.touch(position)
        return entries[position]?.value
    }

    /// Sets a value, which makes it the most recently used.
    ///
    /// - Returns: What left: the value it replaced, those that had to make room, or, if its cost alone is beyond
    ///   the limit, the entry itself.
    /// - Complexity: O(1) for each entry that leaves.
    mutating func set(_ value: Value, for key: Key, cost: Int) -> [Entry] {
        var removed = remove(key).map { [$0] } ?? []
        let entry = Entry(key: key, value: value, cost: max(0, cost))
        guard entry.cost <= costLimit, countLimit > 0 else { return removed + [entry] }
        removed += trim(toCost: costLimit - entry.cost, count: countLimit - 1)
        insert(entry)
        return removed
    }

    /// Takes a value out.
    ///
    /// - Complexity: O(1).
    mutating func remove(_ key: Key) -> Entry? {
        positions.removeValue(forKey: key).flatMap { takeEntry(at: $0) }
    }

    /// Takes least recently used entries out until the others keep to both limits.
    ///
    /// - Complexity: O(1) for each entry that leaves.
    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Entry] {
        var removed: [Entry] = []
        while totalCost > max(0, cost) || self.count > max(0, count) {
            guard let oldest = recency.oldest, let entry = takeEntry(at: oldest) else { break }
            positions[entry.key] = nil
            removed.append(entry)
        }
        return removed
    }

    /// Takes everything out.
    ///
    /// - Returns: What was in it, to be released.
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
