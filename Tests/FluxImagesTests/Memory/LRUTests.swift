import Foundation
import TestSupport
import Testing

@testable import FluxImages

struct LRUTests {
    /// A cost of `.max` says that a value is not to be kept.
    @Test func largestCostsCanBeAdded() {
        var cache = LRU(costLimit: .max)
        for key in 0..<10 {
            _ = cache.set(key, for: key, cost: .max)
            cache.order.hold(requests[key])
        }
        #expect(cache.order.stored.count == 10 && cache.order.held.cost == cache.order.stored.cost)
        var small = LRU(costLimit: 10)
        for key in 0..<2 {
            #expect(small.set(key, for: key, cost: .max).count == 1)
            small.order.hold(requests[key])
        }
        #expect(small.set(2, for: 2, cost: 5).map(\.key) == [])
        #expect(small.order.stored.count == 1 && small.order.held.count == 2)
    }

    @Test func evictedValueCountsIfItIsHeldLater() {
        var cache = LRU(costLimit: 10)
        _ = cache.set(1, for: 1, cost: 7)
        _ = cache.set(2, for: 2, cost: 8)
        cache.order.hold(requests[1])
        #expect(cache.order.held == .init(count: 1, cost: 7))
        #expect(cache.order.stored.cost == 8 && cache.order.inUse.cost == 15)
        _ = cache.remove(2)
        cache.order.hold(requests[2])
        #expect(cache.order.held == .init(count: 2, cost: 15))
    }

    /// A cost that is noted again when as many are remembered as may be.
    @Test func valuesKeepTheirPositionsWhenCostsAreForgotten() {
        var order = ImageOrder(costLimit: 10)
        let requests = (0..<300).map { ImageRequest(url: URL(filePath: "/\($0).png")) }
        for request in requests.prefix(256) + requests.prefix(10) + requests {
            #expect(order.set(request, cost: 11).position == nil)
        }
        order.countLimit = 20
        let stored = requests.compactMap { order.set($0, cost: 0).position }
        #expect(Set(stored.suffix(20)).count == 20)
        #expect(requests.suffix(20).map { order.use($0) } == stored.suffix(20))
        #expect(order.entries.count <= 400)
    }

    @Test func leastRecentlyUsedValueIsEvictedFirst() {
        var cache = LRU(countLimit: 2)
        #expect(cache.set(1, for: 0, cost: 0).isEmpty)
        #expect(cache.set(2, for: 1, cost: 0).isEmpty)
        #expect(cache.value(for: 0) == 1)
        #expect(cache.set(3, for: 2, cost: 0).map(\.key) == [1])
        #expect(cache.keys == [2, 0])
    }

    @Test func asManyValuesAreEvictedAsTheCostRequires() {
        var cache = LRU(costLimit: 10)
        for key in 0..<3 { _ = cache.set(key, for: key, cost: 3) }
        #expect(cache.set(9, for: 3, cost: 6).map(\.key) == [0, 1])
        #expect(cache.order.stored.cost == 9)
    }

    @Test func replacedValueIsReturnedAndItsCostForgotten() {
        var cache = LRU(costLimit: 10)
        _ = cache.set(1, for: 0, cost: 8)
        #expect(cache.set(2, for: 0, cost: 3).map(\.value) == [1])
        #expect(cache.order.stored.cost == 3)
        #expect(cache.order.stored.count == 1)
    }

    @Test func valueBeyondTheLimitIsNotStoredAndEvictsNothing() {
        var cache = LRU(costLimit: 10)
        _ = cache.set(1, for: 0, cost: 5)
        #expect(cache.set(2, for: 1, cost: 11).map(\.key) == [1])
        #expect(cache.keys == [0])
    }

    @Test func countLimitOfZeroKeepsNothing() {
        var cache = LRU(countLimit: 0)
        #expect(cache.set(1, for: 0, cost: 0).map(\.key) == [0])
        #expect(cache.order.stored.count == 0)
    }

    @Test func cacheMatchesAListInOrderOfUse() {
        for seed in Seeds.make(300) { compareWithAList(seed: seed) }
    }

    private func compareWithAList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let costLimit = Int.random(in: 0...40, using: &random)
        let countLimit = Int.random(in: 0...8, using: &random)
        var cache = LRU(costLimit: costLimit, countLimit: countLimit)
        var model = ListModel(costLimit: costLimit, countLimit: countLimit)
        for step in 0..<200 {
            let key = Int.random(in: 0..<10, using: &random)
            switch Int.random(in: 0..<24, using: &random) {
            case 0..<8:
                let cost = Int.random(in: 0...12, using: &random)
                let removed = cache.set(step, for: key, cost: cost)
                #expect(removed.map(\.value) == model.set(step, for: key, cost: cost), "seed \(seed)")
            case 8..<15:
                #expect(cache.value(for: key) == model.value(for: key), "seed \(seed)")
            case 15..<17:
                #expect(cache.remove(key)?.value == model.remove(key), "seed \(seed)")
            case 17:
                let limit = Int.random(in: 0...40, using: &random)
                let removed = cache.trim(toCost: limit)
                #expect(removed.map(\.value) == model.trim(cost: limit, count: .max), "seed \(seed)")
            case 20..<22:
                cache.order.hold(requests[key])
                model.hold(key)
            case 22..<24:
                #expect(cache.release(key).map(\.value) == model.release(key), "seed \(seed)")
            case 18:
                let limit = Int.random(in: 0...8, using: &random)
                let removed = cache.trim(count: limit)
                #expect(removed.map(\.value) == model.trim(cost: .max, count: limit), "seed \(seed)")
            default:
                if Bool.random(using: &random) {
                    #expect(cache.removeAll() == model.count, "seed \(seed)")
                    model.removeAll()
                } else {
                    cache.order.evictHeldOnRelease()
                    model.evictHeldOnRelease()
                }
            }
            #expect(cache.keys == model.entries.map(\.key), "seed \(seed)")
            #expect(cache.order.stored.cost == Int64(model.cost), "seed \(seed)")
            #expect(cache.order.held == model.held(isOutside: nil), "seed \(seed)")
            #expect(cache.order.inUse == model.inUse, "seed \(seed)")
            #expect(cache.order.recency.links.count <= 11, "seed \(seed)")
        }
    }
}

private let requests = (0..<10).map { ImageRequest(url: URL(filePath: "/\($0).png")) }

/// Values at the positions of an order, as a memory cache has images. Keys are the numbers of requests.
private struct LRU {
    struct Entry {
        let key: Int
        let value: Int
    }

    var order: ImageOrder
    private var entries: [Int: Entry] = [:]

    init(costLimit: Int = .max, countLimit: Int = .max) {
        order = ImageOrder(costLimit: costLimit, countLimit: countLimit)
    }

    /// The keys that are not held, the most recently used first.
    var keys: [Int] {
        var keys: [Int] = []
        var position = Int(order.recency.links[0].older)
        while position > 0, let entry = entries[position] {
            keys.append(entry.key)
            position = Int(order.recency.links[position].older)
        }
        return keys
    }

    mutating func value(for key: Int) -> Int? { order.use(requests[key]).flatMap { entries[$0]?.value } }

    /// - Returns: The entries that were removed, or the entry itself if it is refused.
    mutating func set(_ value: Int, for key: Int, cost: Int) -> [Entry] {
        let (position, removed) = order.set(requests[key], cost: cost)
        let entry = Entry(key: key, value: value)
        guard let position else { return take(removed) + [entry] }
        let replaced = entries.updateValue(entry, forKey: position)
        return (replaced.map { [$0] } ?? []) + take(removed)
    }

    mutating func remove(_ key: Int) -> Entry? { take(order.remove(requests[key])).first }

    mutating func release(_ key: Int) -> [Entry] { take(order.release(requests[key])) }

    mutating func trim(toCost cost: Int = .max, count: Int = .max) -> [Entry] {
        take(order.trim(toCost: cost, count: count))
    }

    /// - Returns: The number of entries that were removed.
    mutating func removeAll() -> Int {
        order.removeAll()
        defer { entries = [:] }
        return entries.count
    }

    private mutating func take(_ positions: [Int]) -> [Entry] {
        positions.compactMap { entries.removeValue(forKey: $0) }
    }
}

/// The cache as an array with the most recently used value first, and one of what is held.
private struct ListModel {
    typealias Entry = (key: Int, value: Int, cost: Int)

    let costLimit: Int
    let countLimit: Int
    var entries: [Entry] = []
    var held: [Entry] = []
    private var holds: [Int] = []
    /// The last cost of each key that is held, and of those that have no entry.
    private var (costs, last): ([Int: Int], [Int: Int]) = ([:], [:])
    private var leaving: Set<Int> = []

    init(costLimit: Int, countLimit: Int) {
        self.costLimit = costLimit
        self.countLimit = countLimit
    }

    var count: Int { entries.count + held.count }
    var cost: Int { (entries + held).map(\.cost).reduce(0, +) }

    var inUse: ImageOrder.Tally {
        let outside = heldCosts(isOutside: true)
        return ImageOrder.Tally(count: count + outside.count, cost: Int64(cost + outside.cost))
    }

    func held(isOutside: Bool?) -> ImageOrder.Tally {
        let (count, cost) = heldCosts(isOutside: isOutside)
        return ImageOrder.Tally(count: count, cost: Int64(cost))
    }

    func heldCosts(isOutside: Bool?) -> (count: Int, cost: Int) {
        let keys = Set(holds).filter { key in
            costs[key] != nil && isOutside != held.contains { $0.key == key }
        }
        return (keys.count, keys.map { costs[$0] ?? 0 }.reduce(0, +))
    }

    mutating func removeAll() { (entries, held, last) = ([], [], [:]) }

    mutating func evictHeldOnRelease() { leaving.formUnion(holds) }

    mutating func value(for key: Int) -> Int? {
        if let entry = held.first(where: { $0.key == key }) { return entry.value }
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        entries.insert(entries.remove(at: index), at: 0)
        return entries[0].value
    }

    mutating func remove(_ key: Int) -> Int? {
        if let index = held.firstIndex(where: { $0.key == key }) { return held.remove(at: index).value }
        return entries.firstIndex { $0.key == key }.map { index in
            last[key] = entries[index].cost
            return entries.remove(at: index).value
        }
    }

    mutating func set(_ value: Int, for key: Int, cost: Int) -> [Int] {
        var removed = remove(key).map { [$0] } ?? []
        guard cost <= costLimit, countLimit > 0 else {
            if holds.contains(key) { costs[key] = cost } else { last[key] = cost }
            return removed + [value]
        }
        costs[key] = nil
        removed += trim(cost: costLimit - cost, count: countLimit - 1)
        last[key] = nil
        if holds.contains(key) { costs[key] = cost }
        if holds.contains(key) {
            held.append((key, value, cost))
        } else {
            entries.insert((key, value, cost), at: 0)
        }
        return removed
    }

    mutating func hold(_ key: Int) {
        holds.append(key)
        leaving.remove(key)
        if let index = entries.firstIndex(where: { $0.key == key }) {
            costs[key] = entries[index].cost
            held.append(entries.remove(at: index))
        } else if holds.count(where: { $0 == key }) == 1 {
            costs[key] = last[key]
        }
    }

    mutating func release(_ key: Int) -> [Int] {
        guard let index = holds.firstIndex(of: key) else { return [] }
        holds.remove(at: index)
        if holds.contains(key) { return [] }
        let isLeaving = leaving.remove(key) != nil
        let cost = costs.removeValue(forKey: key)
        guard let entry = held.firstIndex(where: { $0.key == key }) else {
            last[key] = cost
            return []
        }
        if isLeaving {
            last[key] = held[entry].cost
            return [held.remove(at: entry).value]
        }
        entries.insert(held.remove(at: entry), at: 0)
        return trim(cost: costLimit, count: countLimit)
    }

    mutating func trim(cost: Int, count: Int) -> [Int] {
        var removed: [Int] = []
        let outside = heldCosts(isOutside: true)
        while self.count + outside.count > count || self.cost + outside.cost > cost,
            let entry = entries.popLast()
        {
            last[entry.key] = entry.cost
            removed.append(entry.value)
        }
        return removed
    }
}
