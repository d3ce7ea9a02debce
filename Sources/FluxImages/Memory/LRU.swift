/// A dictionary of limited size that evicts the least recently used entries.
///
/// Entries may be held: they count, and are not evicted, since that would release nothing.
///
/// A pure value: no lock. Entries that are evicted are returned, so that the caller decides where they are
/// released.
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

    var costLimit: Int { didSet { costLimit = max(0, costLimit) } }
    var countLimit: Int { didSet { countLimit = max(0, countLimit) } }
    private(set) var totalCost = 0
    /// How often keys are held, whether or not they have an entry.
    private var holds: [Key: Int] = [:]
    /// The entries that are held.
    private(set) var held = (count: 0, cost: 0)

    /// - Parameters:
    ///   - costLimit: The highest total cost of the entries.
    ///   - countLimit: The highest number of entries.
    init(costLimit: Int = .max, countLimit: Int = .max) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
    }

    var count: Int { positions.count }

    /// The keys that are not held, the most recently used first.
    ///
    /// - Complexity: O(*n*).
    var keys: [Key] { recency.positions.compactMap { entries[$0]?.key } }

    /// Returns a value, and marks it as the most recently used.
    ///
    /// - Complexity: O(1).
    @inlinable
    mutating func value(for key: Key) -> Value? {
        guard let position = positions[key] else { return nil }
        return value(at: position)
    }

    /// The cost of an entry, which does not count as a use.
    ///
    /// - Complexity: O(1).
    func cost(of key: Key) -> Int? {
        positions[key].flatMap { entries[$0]?.cost }
    }

    /// The position of an entry, which it keeps until it is removed.
    func position(of key: Key) -> Int? { positions[key] }

    /// Returns the value at a position, and marks it as the most recently used.
    ///
    /// - Complexity: O(1).
    @inlinable
    mutating func value(at position: Int) -> Value? {
        recency.touch(position)
        return entries[position]?.value
    }

    /// Sets a value, and marks it as the most recently used.
    ///
    /// - Returns: The entries that were evicted: the one that it replaced, those that exceeded a limit, or,
    ///   if its cost alone exceeds the limit, the entry itself.
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

    /// Holds the entry of a key, now or when there is one, until it is released as often.
    ///
    /// - Complexity: O(1).
    mutating func hold(_ key: Key) {
        holds[key, default: 0] += 1
        guard holds[key] == 1, let position = positions[key] else { return }
        recency.setOrdered(false, position)
        countHeld(1, at: position)
    }

    /// Releases the entry of a key, which is the most recently used then if it is not held any more.
    ///
    /// - Returns: The entries that were evicted.
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func release(_ key: Key) -> [Entry] {
        guard let count = holds[key] else { return [] }
        holds[key] = count > 1 ? count - 1 : nil
        guard count == 1, let position = positions[key] else { return [] }
        recency.setOrdered(true, position)
        countHeld(-1, at: position)
        return trim(toCost: costLimit, count: countLimit)
    }

    private mutating func countHeld(_ sign: Int, at position: Int) {
        held.count += sign
        held.cost += sign * (entries[position]?.cost ?? 0)
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
        holds = old.holds
        return old
    }

    private mutating func insert(_ entry: Entry) {
        let isHeld = holds[entry.key] != nil
        let position = recency.add(isOrdered: !isHeld)
        if position == entries.count { entries.append(entry) } else { entries[position] = entry }
        positions[entry.key] = position
        totalCost += entry.cost
        if isHeld { countHeld(1, at: position) }
    }

    private mutating func takeEntry(at position: Int) -> Entry? {
        if let key = entries[position]?.key, holds[key] != nil { countHeld(-1, at: position) }
        recency.remove(position)
        let entry = entries[position].take()
        totalCost -= entry?.cost ?? 0
        return entry
    }
}

extension LRU: Sendable where Key: Sendable, Value: Sendable {}
extension LRU.Entry: Sendable where Key: Sendable, Value: Sendable {}
