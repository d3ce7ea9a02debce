import TestSupport
import Testing

@testable import Streams

@Suite struct OrderedQueueTests {
    /// A key that counts how often it is compared.
    private struct CountedKey: Comparable, Sendable {
        let value: Int
        let comparisons: Box<Int>

        static func == (lhs: Self, rhs: Self) -> Bool {
            lhs.comparisons.increment()
            return lhs.value == rhs.value
        }

        static func < (lhs: Self, rhs: Self) -> Bool {
            lhs.comparisons.increment()
            return lhs.value < rhs.value
        }
    }

    @Test func elementsAreInTheOrderOfTheirKeysThenOfTheirAddition() {
        var generator = SeededGenerator(seed: Seeds.makeOne())
        for _ in 0..<50 {
            var queue = OrderedQueue<Int, Int>()
            var model: [(key: Int, element: Int)] = []
            for element in 0..<200 {
                let key = Int.random(in: 0...9, using: &generator)
                queue.add(element, at: key)
                model.insert((key, element), at: model.firstIndex { $0.key > key } ?? model.count)
                for _ in 0..<Int.random(in: 0...2, using: &generator) where !model.isEmpty {
                    let next = model.removeFirst()
                    #expect(queue.first?.key == next.key, "FLUX_SEED=\(generator.seed)")
                    #expect(queue.popFirst() == next.element, "FLUX_SEED=\(generator.seed)")
                }
                #expect(queue.count == model.count, "FLUX_SEED=\(generator.seed)")
            }
            while let element = queue.popFirst() {
                #expect(element == model.removeFirst().element, "FLUX_SEED=\(generator.seed)")
            }
            #expect(model.isEmpty && queue.first == nil, "FLUX_SEED=\(generator.seed)")
        }
    }

    /// In a sorted array, each of them would move all others.
    @Test func elementThatPrecedesOthersMovesFewOfThem() {
        var queue = OrderedQueue<Int, Int>()
        for element in 0...1_000 { queue.add(element, at: 1_000 - element) }
        let old = queue.heap.map(\.key)
        queue.add(0, at: -1)
        let moved = zip(old, queue.heap.map(\.key)).count { $0 != $1 }
        #expect(old.count == 1_000 && moved <= 10, "\(moved) of \(old.count) elements were moved")
        _ = queue.popFirst()
        #expect(queue.heap.count == 1_000)
    }

    @Test func elementsInTheOrderOfTheirKeysAreComparedOnce() {
        #expect(comparisons(keys: Array(0..<1_000)) == 999)
    }

    @Test func comparisonsOfElementsInNoOrderAreNotQuadratic() {
        var generator = SeededGenerator(seed: Seeds.makeOne())
        let (few, many) = (
            comparisons(keys: (0..<500).shuffled(using: &generator)),
            comparisons(keys: (0..<2_000).shuffled(using: &generator))
        )
        #expect(many < 6 * few, "FLUX_SEED=\(generator.seed): \(few), then \(many)")
    }

    /// How often keys are compared while elements are added and then removed.
    private func comparisons(keys: [Int]) -> Int {
        let comparisons = Box(0)
        var queue = OrderedQueue<CountedKey, Int>()
        for key in keys { queue.add(key, at: CountedKey(value: key, comparisons: comparisons)) }
        for key in keys.sorted() { #expect(queue.popFirst() == key) }
        return comparisons.value
    }
}
