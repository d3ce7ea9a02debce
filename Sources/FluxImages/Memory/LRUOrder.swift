/// The keys of a cache of limited size that evicts the least recently used entries: their positions, costs
/// and order. The values are kept elsewhere, so that this is compiled for the type of the keys alone.
///
/// Entries may be held: they are not evicted, since that would release nothing. What is held counts, also if
/// it has no entry any more, or was refused as too large. A cost beyond a 2²⁰th of `Int64.max` counts as
/// that.
///
/// A pure value: no lock. Entries that are removed are returned; their positions are free then.
@usableFromInline
struct LRUOrder<Key: Hashable> {
    struct Entry {
        let key: Key
        let cost: Int
    }

    /// An entry that was removed.
    struct Removed {
        let key: Key
        let position: Int
    }

    private struct Hold {
        /// How often the key is held.
        var count = 1
        /// The cost of its entry, or of the last one that it had; `nil` if it had none.
        var cost: Int?
        /// Whether its entry is evicted when it is released.
        var isEvictedOnRelease = false
    }

    /// A number of keys, and the sum of their costs. Sums have 64 bits on every system: the costs of images
    /// that are in no memory count, too.
    private struct Tally {
        var count = 0
        var cost: Int64 = 0

        var clamped: (count: Int, cost: Int) { (count, Int(clamping: cost)) }
    }

    /// The position of each entry, which it keeps until it is removed.
    @usableFromInline var positions: [Key: Int] = [:]
    /// `nil` at positions that are free.
    private var entries: ContiguousArray<Entry?> = []
    @usableFromInline var recency = RecencyList()

    var costLimit: Int { didSet { costLimit = max(0, costLimit) } }
    var countLimit: Int { didSet { countLimit = max(0, countLimit) } }
    private var sumOfCosts: Int64 = 0
    /// The keys that are held, whether or not they have an entry.
    private var holds: [Key: Hold] = [:]
    /// What is held and has a cost.
    private var allHeld = Tally()
    /// What of that has no entry.
    private var outside = Tally()
    /// The costs of the last entries that were refused as too large or evicted: they may be held next.
    private var lastCosts: [Key: Int] = [:]

    /// - Parameters:
    ///   - costLimit: The highest total cost of the entries.
    ///   - countLimit: The highest number of entries.
    init(costLimit: Int = .max, countLimit: Int = .max) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
    }

    var count: Int { positions.count }

    /// The sum of the entries' costs.
    var totalCost: Int { Int(clamping: sumOfCosts) }

    /// What is held and has a cost.
    var held: (count: Int, cost: Int) { allHeld.clamped }

    /// What of that has no entry.
    var heldOutside: (count: Int, cost: Int) { outside.clamped }

    /// The entries, and what is held without one.
    var inUse: (count: Int, cost: Int) {
        (positions.count + outside.count, Int(clamping: sumOfCosts + outside.cost))
    }

    /// The keys that are not held, the most recently used first.
    ///
    /// - Complexity: O(*n*).
    var keys: [Key] { recency.positions.compactMap { entries[$0]?.key } }

    /// Returns the position of an entry, and marks it as the most recently used.
    ///
    /// - Complexity: O(1).
    @inlinable
    mutating func use(_ key: Key) -> Int? {
        guard let position = positions[key] else { return nil }
        recency.touch(position)
        return position
    }

    /// The cost of an entry, which does not count as a use.
    ///
    /// - Complexity: O(1).
    func cost(of key: Key) -> Int? {
        positions[key].flatMap { entries[$0]?.cost }
    }

    /// The cost of a key: of its entry, or of the last one that it had.
    ///
    /// - Complexity: O(1).
    func lastCost(of key: Key) -> Int? { cost(of: key) ?? holds[key]?.cost ?? lastCosts[key] }

    /// Adds an entry, or replaces the one of the key, and marks it as the most recently used.
    ///
    /// - Returns: The position of the entry; `nil` if its cost alone exceeds the limit. And the entries that
    ///   were removed: the one that it replaced, and those that exceeded a limit. Their values are to be
    ///   taken first: the position may be one of theirs.
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func set(_ key: Key, cost: Int) -> (position: Int?, removed: [Removed]) {
        var removed = remove(key).map { [$0] } ?? []
        let entry = Entry(key: key, cost: min(max(0, cost), Self.largestCost))
        guard cost <= costLimit, countLimit > 0 else {
            noteCost(entry.cost, of: key)
            return (nil, removed)
        }
        // The key itself is not counted twice, if it is held.
        setCost(nil, ofHeld: key)
        removed += trim(toCost: costLimit - entry.cost, count: countLimit - 1)
        return (insert(entry), removed)
    }

    /// Notes what a key without an entry costs, if it is held or will be.
    mutating func noteCost(_ cost: Int, of key: Key) {
        if holds[key] != nil { return setCost(cost, ofHeld: key) }
        if lastCosts.count == Self.lastCostLimit { lastCosts = [:] }
        lastCosts[key] = cost
    }

    /// Forgets the costs of keys without an entry, which take memory as well.
    mutating func forgetLastCosts() { lastCosts = [:] }

    private static var lastCostLimit: Int { 256 }

    /// A larger cost counts as this one, so that a million of them can be added.
    private static var largestCost: Int { Int(clamping: Int64.max >> 20) }

    /// Removes an entry.
    ///
    /// - Complexity: O(1).
    mutating func remove(_ key: Key) -> Removed? {
        guard let position = positions.removeValue(forKey: key), let entry = takeEntry(at: position) else {
            return nil
        }
        if holds[key] == nil { noteCost(entry.cost, of: key) }
        return Removed(key: key, position: position)
    }

    /// Holds the entry of a key, now or when there is one, until it is released as often.
    ///
    /// - Complexity: O(1).
    mutating func hold(_ key: Key) {
        if var hold = holds[key] {
            hold.count += 1
            // It is shown again.
            hold.isEvictedOnRelease = false
            holds[key] = hold
            return
        }
        let position = positions[key]
        let cost = position.map { entries[$0]?.cost } ?? lastCosts[key]
        holds[key] = Hold(cost: cost)
        count(cost, 1, isOutside: position == nil)
        if let position { recency.setOrdered(false, position) }
    }

    /// Releases the entry of a key, which is the most recently used then if it is not held any more.
    ///
    /// - Returns: The entries that were evicted.
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func release(_ key: Key) -> [Removed] {
        guard var hold = holds[key] else { return [] }
        if hold.count > 1 {
            hold.count -= 1
            holds[key] = hold
            return []
        }
        holds[key] = nil
        let position = positions[key]
        count(hold.cost, -1, isOutside: position == nil)
        guard let position else { return [] }
        if hold.isEvictedOnRelease { return remove(key).map { [$0] } ?? [] }
        recency.setOrdered(true, position)
        return trim(toCost: costLimit, count: countLimit)
    }

    /// Evicts what is held, as soon as it is released.
    ///
    /// - Complexity: O(*n*), the number of keys that are held.
    mutating func evictHeldOnRelease() {
        for key in holds.keys { holds[key]?.isEvictedOnRelease = true }
    }

    /// Counts a held key with another cost.
    private mutating func setCost(_ cost: Int?, ofHeld key: Key) {
        guard var hold = holds[key] else { return }
        let isOutside = positions[key] == nil
        count(hold.cost, -1, isOutside: isOutside)
        hold.cost = cost
        holds[key] = hold
        count(cost, 1, isOutside: isOutside)
    }

    private mutating func count(_ cost: Int?, _ sign: Int, isOutside: Bool) {
        guard let cost else { return }
        allHeld.count += sign
        allHeld.cost += Int64(sign) * Int64(cost)
        if !isOutside { return }
        outside.count += sign
        outside.cost += Int64(sign) * Int64(cost)
    }

    /// Evicts the least recently used entries until the others are within both limits.
    ///
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Removed] {
        var removed: [Removed] = []
        let limit = Int64(max(0, cost))
        while sumOfCosts + outside.cost > limit || self.count + outside.count > max(0, count) {
            guard let oldest = recency.oldest, let entry = takeEntry(at: oldest) else { break }
            positions[entry.key] = nil
            noteCost(entry.cost, of: entry.key)
            removed.append(Removed(key: entry.key, position: oldest))
        }
        return removed
    }

    /// Removes all entries.
    mutating func removeAll() {
        let old = self
        self = LRUOrder(costLimit: costLimit, countLimit: countLimit)
        (holds, allHeld, outside) = (old.holds, old.allHeld, old.allHeld)
    }

    private mutating func insert(_ entry: Entry) -> Int {
        let isHeld = holds[entry.key] != nil
        let position = recency.add(isOrdered: !isHeld)
        if position == entries.count { entries.append(entry) } else { entries[position] = entry }
        positions[entry.key] = position
        sumOfCosts += Int64(entry.cost)
        lastCosts[entry.key] = nil
        if isHeld { setCost(entry.cost, ofHeld: entry.key) }
        return position
    }

    /// Takes an entry that has no position any more.
    private mutating func takeEntry(at position: Int) -> Entry? {
        recency.remove(position)
        let entry = entries[position].take()
        sumOfCosts -= Int64(entry?.cost ?? 0)
        if let entry, let cost = holds[entry.key]?.cost {
            outside.count += 1
            outside.cost += Int64(cost)
        }
        return entry
    }
}

extension LRUOrder: Sendable where Key: Sendable {}
extension LRUOrder.Entry: Sendable where Key: Sendable {}
extension LRUOrder.Removed: Sendable where Key: Sendable {}
