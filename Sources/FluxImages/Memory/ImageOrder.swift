/// The keys of a memory cache of limited size that evicts the least recently used images: their positions,
/// costs and order. The images are kept elsewhere, so that this is compiled once.
///
/// Images may be held: they are not evicted, since that would release nothing. What is held counts, also if
/// it is not stored any more, or was refused as too large. A cost beyond a 2²⁰th of `Int64.max` counts as
/// that.
///
/// A pure value: no lock. The positions of images that are removed are returned.
@usableFromInline
struct ImageOrder: Sendable {
    /// A key whose image is stored or held, or has a cost that is remembered: it may be held next.
    struct Entry: Sendable {
        var key: ImageRequest
        /// The cost of its image, or of the last one that was stored or refused; `nil` if there was none.
        var cost: Int?
        /// Whether its image is in memory.
        var isStored = false
        /// How often the key is held.
        var holdCount = 0
        /// Whether its image is evicted when it is released.
        var isEvictedOnRelease = false

        var isHeld: Bool { holdCount > 0 }
    }

    /// A number of keys, and the sum of their costs. Sums have 64 bits on every system: the costs of images
    /// that are in no memory count, too.
    struct Tally: Equatable, Sendable {
        var count = 0
        var cost: Int64 = 0

        /// Adds the cost of a key once, or minus once.
        mutating func add(_ cost: Int, times number: Int) {
            count += number
            self.cost += Int64(number) * Int64(cost)
        }
    }

    /// The position of each entry, which it keeps until it is removed.
    @usableFromInline var positions: [ImageRequest: Int] = [:]
    /// The positions by URL of what is stored for requests without other properties.
    @usableFromInline var addresses: [AddressText: Int] = [:]
    /// `nil` at positions that are free, and at 0, which is none.
    private(set) var entries: ContiguousArray<Entry?> = [nil]
    /// What is stored and not held.
    @usableFromInline var recency = RecencyList()

    var costLimit: Int { didSet { costLimit = max(0, costLimit) } }
    var countLimit: Int { didSet { countLimit = max(0, countLimit) } }
    /// What is stored.
    private(set) var stored = Tally()
    /// What is held and has a cost.
    private(set) var held = Tally()
    /// What is stored, or held and has a cost.
    private(set) var inUse = Tally()
    /// The positions of what is neither stored nor held.
    private var remembered: Set<Int> = []

    /// - Parameters:
    ///   - costLimit: The highest total cost of the entries.
    ///   - countLimit: The highest number of entries.
    init(costLimit: Int = .max, countLimit: Int = .max) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
    }

    /// Returns the position of an entry, and marks it as the most recently used. There is no image if it is
    /// not stored.
    ///
    /// - Complexity: O(1).
    @inlinable
    mutating func use(_ key: ImageRequest) -> Int? {
        guard let position = positions[key] else { return nil }
        recency.touch(position)
        return position
    }

    /// Returns the position of what is stored for a request with a URL only, and marks it as the most
    /// recently used.
    @inlinable
    mutating func use(_ address: AddressText) -> Int? {
        guard let position = addresses[address] else { return nil }
        recency.touch(position)
        return position
    }

    /// The entry of a key. Does not count as a use.
    ///
    /// - Complexity: O(1).
    subscript(key: ImageRequest) -> Entry? { positions[key].flatMap { entries[$0] } }

    /// Stores an image, in place of the one of the key, and marks it as the most recently used.
    ///
    /// - Returns: The position of the image, where another one of the key may be; `nil` if its cost alone
    ///   exceeds the limit. And the positions of images that were removed: of those that exceeded a limit,
    ///   and of the other one if this one is refused.
    /// - Complexity: O(1) for each image that is evicted.
    mutating func set(_ key: ImageRequest, cost: Int) -> (position: Int?, removed: [Int]) {
        let old = remove(key)
        let isStored = cost <= costLimit && countLimit > 0
        let position = change(key) { entry in
            entry.key = key
            entry.cost = min(max(0, cost), Self.largestCost)
            entry.isStored = isStored
        }
        if !isStored { return (nil, old) }
        if let address = key.address { addresses[address] = position }
        // Before it is in the order, so that it stays.
        let removed = trimToLimits()
        if entries[position]?.isHeld == false { recency.makeNewest(position) }
        return (position, removed)
    }

    /// Notes what a key that is not stored costs, if it is held or will be.
    mutating func noteCost(_ cost: Int, of key: ImageRequest) { change(key) { $0.cost = cost } }

    /// Forgets the costs of keys that are neither stored nor held, which take memory as well.
    mutating func forgetCosts() {
        for position in remembered {
            if let entry = entries[position].take() { positions[entry.key] = nil }
            recency.remove(position)
        }
        remembered = []
    }

    private static var rememberedLimit: Int { 256 }

    /// A larger cost counts as this one, so that a million of them can be added.
    private static var largestCost: Int { Int(clamping: Int64.max >> 20) }

    /// Removes an image.
    ///
    /// - Returns: Its position, if there is one.
    /// - Complexity: O(1).
    mutating func remove(_ key: ImageRequest) -> [Int] {
        guard let position = positions[key], entries[position]?.isStored == true else { return [] }
        evict(at: position)
        return [position]
    }

    /// Holds the image of a key, now or when there is one, until it is released as often.
    ///
    /// - Complexity: O(1).
    mutating func hold(_ key: ImageRequest) {
        let position = change(key) { entry in
            entry.holdCount += 1
            // It is shown again.
            entry.isEvictedOnRelease = false
        }
        recency.takeOut(position)
    }

    /// Releases the image of a key, which is the most recently used then if it is not held any more.
    ///
    /// - Returns: The positions of the images that were evicted.
    /// - Complexity: O(1) for each image that is evicted.
    mutating func release(_ key: ImageRequest) -> [Int] {
        guard let entry = self[key], entry.isHeld else { return [] }
        let position = change(key) { $0.holdCount -= 1 }
        if entry.holdCount > 1 || !entry.isStored { return [] }
        if entry.isEvictedOnRelease { return remove(key) }
        recency.makeNewest(position)
        return trimToLimits()
    }

    /// Evicts what is held, as soon as it is released.
    ///
    /// - Complexity: O(*n*), the number of entries.
    mutating func evictHeldOnRelease() {
        for position in entries.indices { entries[position]?.isEvictedOnRelease = true }
    }

    /// Evicts the least recently used images until the others are within both limits.
    ///
    /// - Returns: The positions of the images that were evicted.
    /// - Complexity: O(1) for each image that is evicted.
    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Int] {
        var removed: [Int] = []
        while inUse.exceeds(cost: cost, count: count), let oldest = recency.oldest {
            evict(at: oldest)
            removed.append(oldest)
        }
        return removed
    }

    /// Evicts the least recently used images that exceed the limits.
    mutating func trimToLimits() -> [Int] { trim(toCost: costLimit, count: countLimit) }

    /// Removes all images.
    mutating func removeAll() {
        let old = entries
        self = ImageOrder(costLimit: costLimit, countLimit: countLimit)
        for case let entry? in old where entry.isHeld {
            change(entry.key) {
                $0 = entry
                $0.isStored = false
            }
        }
    }

    private mutating func evict(at position: Int) {
        guard let key = entries[position]?.key else { return }
        recency.takeOut(position)
        if let address = key.address { addresses[address] = nil }
        change(key) { $0.isStored = false }
    }

    /// Changes the entry of a key, and the sums that it is part of.
    ///
    /// - Returns: Its position.
    @discardableResult
    private mutating func change(_ key: ImageRequest, _ body: (inout Entry) -> Void) -> Int {
        let position = positions[key] ?? add(key)
        guard var entry = entries[position] else { return position }
        count(entry, -1)
        body(&entry)
        count(entry, 1)
        entries[position] = entry
        remembered.remove(position)
        if entry.isStored || entry.isHeld { return position }
        if remembered.count == Self.rememberedLimit { forgetCosts() }
        remembered.insert(position)
        return position
    }

    private mutating func add(_ key: ImageRequest) -> Int {
        let position = recency.add()
        if position == entries.count { entries.append(nil) }
        entries[position] = Entry(key: key)
        positions[key] = position
        return position
    }

    private mutating func count(_ entry: Entry, _ sign: Int) {
        guard let cost = entry.cost else { return }
        if entry.isStored { stored.add(cost, times: sign) }
        if entry.isHeld { held.add(cost, times: sign) }
        if entry.isStored || entry.isHeld { inUse.add(cost, times: sign) }
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
