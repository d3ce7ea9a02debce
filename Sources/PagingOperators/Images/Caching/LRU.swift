/// A dictionary of limited size, out of which the least recently used entry leaves first.
///
/// A pure value: no lock. What leaves is returned, so that its owner decides where it is released. The entries
/// form a list in order of use, linked by their positions in an array, so that nothing is retained but the entries.
@usableFromInline
struct LRU<Key: Hashable, Value> {
    @usableFromInline
    struct Entry {
        @usableFromInline let key: Key
        @usableFromInline var value: Value
        @usableFromInline var cost: Int

        @usableFromInline
        init(key: Key, value: Value, cost: Int) {
            self.key = key
            self.value = value
            self.cost = cost
        }
    }

    @usableFromInline
    struct Node {
        /// `nil` in a node that is free.
        @usableFromInline var entry: Entry?
        /// Towards the more recently used; `none` at the head.
        @usableFromInline var previous: Int
        /// Towards the less recently used, or to the next free node; `none` at the tail.
        @usableFromInline var next: Int
    }

    @usableFromInline static var none: Int { -1 }

    @usableFromInline var positions: [Key: Int] = [:]
    @usableFromInline var nodes: ContiguousArray<Node> = []
    @usableFromInline var head = -1
    @usableFromInline var tail = -1
    private var free = -1

    let costLimit: Int
    let countLimit: Int
    private(set) var totalCost = 0

    /// - Parameters:
    ///   - costLimit: What the costs of the entries may add up to.
    ///   - countLimit: How many entries there may be.
    @usableFromInline
    init(costLimit: Int = .max, countLimit: Int = .max) {
        self.costLimit = max(0, costLimit)
        self.countLimit = max(0, countLimit)
    }

    var count: Int { positions.count }

    /// The keys, the most recently used first.
    ///
    /// - Complexity: O(*n*).
    var keys: [Key] {
        sequence(first: head) { nodes[$0].next }
            .prefix { $0 != Self.none }
            .compactMap { nodes[$0].entry?.key }
    }

    /// Looks a value up, which makes it the most recently used.
    ///
    /// - Complexity: O(1).
    @inlinable
    mutating func value(for key: Key) -> Value? {
        guard let position = positions[key] else { return nil }
        if position != head {
            unlink(position)
            linkAtHead(position)
        }
        return nodes[position].entry?.value
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
        positions.removeValue(forKey: key).flatMap { detach($0) }
    }

    /// Takes least recently used entries out until the others keep to both limits.
    ///
    /// - Complexity: O(1) for each entry that leaves.
    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Entry] {
        var removed: [Entry] = []
        while tail != Self.none, totalCost > max(0, cost) || self.count > max(0, count) {
            guard let entry = detach(tail) else { break }
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
}

extension LRU {
    private mutating func insert(_ entry: Entry) {
        let position: Int
        if free == Self.none {
            position = nodes.count
            nodes.append(Node(entry: entry, previous: Self.none, next: Self.none))
        } else {
            position = free
            free = nodes[position].next
            nodes[position].entry = entry
        }
        linkAtHead(position)
        positions[entry.key] = position
        totalCost += entry.cost
    }

    /// Unlinks a node, frees it, and returns what it held.
    private mutating func detach(_ position: Int) -> Entry? {
        unlink(position)
        let entry = nodes[position].entry.take()
        nodes[position].next = free
        free = position
        totalCost -= entry?.cost ?? 0
        return entry
    }

    @usableFromInline
    mutating func unlink(_ position: Int) {
        let (previous, next) = (nodes[position].previous, nodes[position].next)
        if previous == Self.none { head = next } else { nodes[previous].next = next }
        if next == Self.none { tail = previous } else { nodes[next].previous = previous }
    }

    @usableFromInline
    mutating func linkAtHead(_ position: Int) {
        nodes[position].previous = Self.none
        nodes[position].next = head
        if head == Self.none { tail = position } else { nodes[head].previous = position }
        head = position
    }
}

extension LRU: Sendable where Key: Sendable, Value: Sendable {}
extension LRU.Entry: Sendable where Key: Sendable, Value: Sendable {}
extension LRU.Node: Sendable where Key: Sendable, Value: Sendable {}
