import TestSupport
import Testing

@testable import FluxImages

struct LRUTests {
    @Test func leastRecentlyUsedValueIsEvictedFirst() {
        var cache = LRU<String, Int>(countLimit: 2)
        #expect(cache.set(1, for: "a", cost: 0).isEmpty)
        #expect(cache.set(2, for: "b", cost: 0).isEmpty)
        #expect(cache.value(for: "a") == 1)
        #expect(cache.set(3, for: "c", cost: 0).map(\.key) == ["b"])
        #expect(cache.keys == ["c", "a"])
    }

    @Test func asManyValuesAreEvictedAsTheCostRequires() {
        var cache = LRU<String, Int>(costLimit: 10)
        for (index, key) in ["a", "b", "c"].enumerated() { _ = cache.set(index, for: key, cost: 3) }
        #expect(cache.set(9, for: "d", cost: 6).map(\.key) == ["a", "b"])
        #expect(cache.totalCost == 9)
    }

    @Test func replacedValueIsReturnedAndItsCostForgotten() {
        var cache = LRU<String, Int>(costLimit: 10)
        _ = cache.set(1, for: "a", cost: 8)
        #expect(cache.set(2, for: "a", cost: 3).map(\.value) == [1])
        #expect(cache.totalCost == 3)
        #expect(cache.count == 1)
    }

    @Test func valueBeyondTheLimitIsNotStoredAndEvictsNothing() {
        var cache = LRU<String, Int>(costLimit: 10)
        _ = cache.set(1, for: "a", cost: 5)
        #expect(cache.set(2, for: "b", cost: 11).map(\.key) == ["b"])
        #expect(cache.keys == ["a"])
    }

    @Test func countLimitOfZeroKeepsNothing() {
        var cache = LRU<String, Int>(countLimit: 0)
        #expect(cache.set(1, for: "a", cost: 0).map(\.key) == ["a"])
        #expect(cache.count == 0)
    }

    @Test func cacheMatchesAListInOrderOfUse() {
        for seed in Seeds.make(300) { compareWithAList(seed: seed) }
    }

    private func compareWithAList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let costLimit = Int.random(in: 0...40, using: &random)
        let countLimit = Int.random(in: 0...8, using: &random)
        var cache = LRU<Int, Int>(costLimit: costLimit, countLimit: countLimit)
        var model = ListModel(costLimit: costLimit, countLimit: countLimit)
        for step in 0..<200 {
            let key = Int.random(in: 0..<10, using: &random)
            switch Int.random(in: 0..<20, using: &random) {
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
            case 18:
                let limit = Int.random(in: 0...8, using: &random)
                let removed = cache.trim(count: limit)
                #expect(removed.map(\.value) == model.trim(cost: .max, count: limit), "seed \(seed)")
            default:
                if Bool.random(using: &random) {
                    #expect(cache.removeAll().count == model.entries.count, "seed \(seed)")
                    model.entries = []
                }
            }
            #expect(cache.keys == model.entries.map(\.key), "seed \(seed)")
            #expect(cache.totalCost == model.entries.map(\.cost).reduce(0, +), "seed \(seed)")
            #expect(cache.recency.capacity <= max(1, countLimit), "seed \(seed)")
        }
    }
}

/// The cache as an array with the most recently used value first.
private struct ListModel {
    let costLimit: Int
    let countLimit: Int
    var entries: [(key: Int, value: Int, cost: Int)] = []

    mutating func value(for key: Int) -> Int? {
        guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
        entries.insert(entries.remove(at: index), at: 0)
        return entries[0].value
    }

    mutating func remove(_ key: Int) -> Int? {
        entries.firstIndex { $0.key == key }.map { entries.remove(at: $0).value }
    }

    mutating func set(_ value: Int, for key: Int, cost: Int) -> [Int] {
        var removed = remove(key).map { [$0] } ?? []
        guard cost <= costLimit, countLimit > 0 else { return removed + [value] }
        removed += trim(cost: costLimit - cost, count: countLimit - 1)
        entries.insert((key, value, cost), at: 0)
        return removed
    }

    mutating func trim(cost: Int, count: Int) -> [Int] {
        var removed: [Int] = []
        while entries.count > count || entries.map(\.cost).reduce(0, +) > cost {
            removed.append(entries.removeLast().value)
        }
        return removed
    }
}
