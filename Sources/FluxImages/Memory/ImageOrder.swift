/// The keys of a memory cache of limited size that evicts the least recently used images: their positions,
/// costs and order. The images are kept elsewhere, so that this is compiled once.
///
/// Images may be held: they are not evicted, since that would release nothing. What is held counts, also if
/// it has no entry any more, or was refused as too large. A cost beyond a 2²⁰th of `Int64.max` counts as
/// that.
///
/// A pure value: no lock. The positions of entries that are removed are returned; they are free then.
@usableFromInline
struct ImageOrder: Sendable {
    struct Entry: Sendable {
        let key: ImageRequest
        let cost: Int
    }

    private struct Hold: Sendable {
        /// How often the key is held.
        var count = 1
        /// The cost of its entry, or of the last one that it had; `nil` if it had none.
        var cost: Int?
        /// Whether its entry is evicted when it is released.
        var isEvictedOnRelease = false
    }

    /// A number of keys, and the sum of their costs. Sums have 64 bits on every system: the costs of images
    /// that are in no memory count, too.
    struct Tally: Equatable, Sendable {
        var count = 0
        var cost: Int64 = 0

        /// Adds the cost of a key once, or minus once.
        mutating func add(_ cost: Int, times number: Int = 1) {
            count += number
            self.cost += Int64(number) * Int64(cost)
        }
    }

    /// The position of each entry, which it keeps until it is removed.
    @usableFromInline var positions: [ImageRequest: Int] = [:]
    /// The positions by URL, of requests without other properties.
    @usableFromInline var addresses: [AddressText: Int] = [:]
    /// `nil` at positions that are free, and at 0, which is none.
    private(set) var entries: ContiguousArray<Entry?> = [nil]
    @usableFromInline var recency = RecencyList()

    var costLimit: Int { didSet { costLimit = max(0, costLimit) } }
    var countLimit: Int { didSet { countLimit = max(0, countLimit) } }
    /// The entries.
    private(set) var stored = Tally()
    /// The keys that are held, whether or not they have an entry.
    private var holds: [ImageRequest: Hold] = [:]
    /// What is held and has a cost.
    private(set) var held = Tally()
    /// What of that has no entry.
    private(set) var heldOutside = Tally()
    /// The costs of the last entries that were refused as too large or evicted: they may be held next.
    private var lastCosts: [ImageRequest: Int] = [:]

    /// - Parameters:
    ///   - costLimit: The highest total cost of the entries.
    ///   - countLimit: The highest number of entries.
    init(costLimit: Int = .max, countLimit: Int = .max) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
    }

    /// The entries, and what is held without one.
    var inUse: Tally {
        Tally(count: stored.count + heldOutside.count, cost: stored.cost + heldOutside.cost)
    }

    /// Returns the position of an entry, and marks it as the most recently used.
    ///
    /// - Complexity: O(1).
    @inlinable
    mutating func use(_ key: ImageRequest) -> Int? {
        guard let position = positions[key] else { return nil }
        recency.touch(position)
        return position
    }

    /// Returns the position of the entry of a request with a URL only, and marks it as the most recently
    /// used.
    @inlinable
    mutating func use(_ address: AddressText) -> Int? {
        guard let position = addresses[address] else { return nil }
        recency.touch(position)
        return position
    }

    /// The cost of a key: of its entry, or of the last one that it had. Does not count as a use.
    ///
    /// - Complexity: O(1).
    func lastCost(of key: ImageRequest) -> Int? {
        positions[key].flatMap { entries[$0]?.cost } ?? holds[key]?.cost ?? lastCosts[key]
    }

    /// Adds an entry, or replaces the one of the key, and marks it as the most recently used.
    ///
    /// - Returns: The position of the entry, where an entry may have been that was removed; `nil` if its cost
    ///   alone exceeds the limit. And the other positions of entries that were removed: of the one that it
    ///   replaced, and of those that exceeded a limit.
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func set(_ key: ImageRequest, cost: Int) -> (position: Int?, removed: [Int]) {
        var removed = remove(key)
        let entry = Entry(key: key, cost: min(max(0, cost), Self.largestCost))
        guard cost <= costLimit, countLimit > 0 else {
            noteCost(entry.cost, of: key)
            return (nil, removed)
        }
        // The key itself is not counted twice, if it is held.
        setCost(nil, ofHeld: key)
        removed += trim(toCost: costLimit - entry.cost, count: countLimit - 1)
        let position = insert(entry)
        // The last one that became free.
        if removed.last == position { removed.removeLast() }
        return (position, removed)
    }

    /// Notes what a key without an entry costs, if it is held or will be.
    mutating func noteCost(_ cost: Int, of key: ImageRequest) {
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
    /// - Returns: Its position, if there is one.
    /// - Complexity: O(1).
    mutating func remove(_ key: ImageRequest) -> [Int] {
        guard let position = positions[key] else { return [] }
        removeEntry(at: position)
        return [position]
    }

    /// Holds the entry of a key, now or when there is one, until it is released as often.
    ///
    /// - Complexity: O(1).
    mutating func hold(_ key: ImageRequest) {
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
        if let position { recency.takeOut(position) }
    }

    /// Releases the entry of a key, which is the most recently used then if it is not held any more.
    ///
    /// - Returns: The positions of the entries that were evicted.
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func release(_ key: ImageRequest) -> [Int] {
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
        if hold.isEvictedOnRelease { return remove(key) }
        recency.makeNewest(position)
        return trimToLimits()
    }

    /// Evicts what is held, as soon as it is released.
    ///
    /// - Complexity: O(*n*), the number of keys that are held.
    mutating func evictHeldOnRelease() {
        for key in holds.keys { holds[key]?.isEvictedOnRelease = true }
    }

    /// Counts a held key with another cost.
    private mutating func setCost(_ cost: Int?, ofHeld key: ImageRequest) {
        guard var hold = holds[key] else { return }
        let isOutside = positions[key] == nil
        count(hold.cost, -1, isOutside: isOutside)
        hold.cost = cost
        holds[key] = hold
        count(cost, 1, isOutside: isOutside)
    }

    private mutating func count(_ cost: Int?, _ sign: Int, isOutside: Bool) {
        guard let cost else { return }
        held.add(cost, times: sign)
        if isOutside { heldOutside.add(cost, times: sign) }
    }

    /// Evicts the least recently used entries until the others are within both limits.
    ///
    /// - Returns: The positions of the entries that were evicted.
    /// - Complexity: O(1) for each entry that is evicted.
    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Int] {
        var removed: [Int] = []
        while inUse.exceeds(cost: cost, count: count), let oldest = recency.oldest {
            removeEntry(at: oldest)
            removed.append(oldest)
        }
        return removed
    }

    /// Evicts the least recently used entries that exceed the limits.
    mutating func trimToLimits() -> [Int] { trim(toCost: costLimit, count: countLimit) }

    /// Removes all entries.
    mutating func removeAll() {
        let old = self
        self = ImageOrder(costLimit: costLimit, countLimit: countLimit)
        (holds, held, heldOutside) = (old.holds, old.held, old.held)
    }

    private mutating func insert(_ entry: Entry) -> Int {
        let position = recency.add()
        if position == entries.count { entries.append(entry) } else { entries[position] = entry }
        positions[entry.key] = position
        if entry.key.isPlain { addresses[AddressText(entry.key.url)] = position }
        stored.add(entry.cost)
        lastCosts[entry.key] = nil
        if holds[entry.key] == nil {
            recency.makeNewest(position)
        } else {
            setCost(entry.cost, ofHeld: entry.key)
        }
        return position
    }

    private mutating func removeEntry(at position: Int) {
        recency.remove(position)
        guard let entry = entries[position].take() else { return }
        positions[entry.key] = nil
        if entry.key.isPlain { addresses[AddressText(entry.key.url)] = nil }
        stored.add(entry.cost, times: -1)
        if let hold = holds[entry.key] {
            if let cost = hold.cost { heldOutside.add(cost) }
        } else {
            noteCost(entry.cost, of: entry.key)
        }
    }
}

extension ImageOrder.Tally {
    /// Whether it is more than one of two limits; a negative one counts as zero.
    func exceeds(cost limit: Int, count countLimit: Int) -> Bool {
        cost > Int64(max(0, limit)) || count > max(0, countLimit)
    }
}

extension ImageOrder {
    /// The room for images that rows show; `nil` if they show none.
    var room: HeldRoom? {
        if held.count == 0 { return nil }
        // The product is beyond an `Int` of 32 bits with a few dozen images.
        let (room, isTooMuch) = Int64(costLimit).multipliedReportingOverflow(by: Int64(held.count))
        let images = isTooMuch || held.cost == 0 ? .max : Int(clamping: room / held.cost)
        return HeldRoom(
            images: min(countLimit, images),
            isAmple: !held.exceeds(cost: costLimit / 2, count: countLimit / 2))
    }
}

/// The room for images that rows show.
struct HeldRoom: Equatable, Sendable {
    /// How many images of the average cost of those that rows show.
    let images: Int
    /// Whether these need less than half of it.
    let isAmple: Bool
}
