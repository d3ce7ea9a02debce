import SeededRandom
import Testing

@testable import PagingOperators

/// Separators follow the items beside them, and keep their rows where they can.
struct SeparatorTests {
    /// Numbers with a heading before each group of ten, and the rows that are made of them.
    private struct Groups {
        private var separators = SeparatorTransform<Int> { before, after in
            guard let after, before.map({ $0 / 10 }) != after / 10 else { return nil }
            return -after / 10
        }
        private(set) var rows = PresentedRows<Int>()

        init(_ items: [Int]) {
            _ = apply(.ends(ListEnds(start: true, end: true)))
            _ = apply(.insert(page: 0, items))
        }

        mutating func apply(_ change: PageChange<Int>) -> RowChange { rows.apply(separators.apply(change)) }

        mutating func edit(_ edits: RowEdit<Int>...) -> RowChange { apply(.edit(page: 0, edits)) }
    }

    @Test func headingStaysWhenTheFirstItemOfItsGroupIsInserted() {
        var list = Groups([15, 14, 25])
        #expect(list.edit(.insert(19, at: 0)) == RowChange(inserted: [1..<2], updated: [0..<1]))
        #expect(Array(list.rows.items) == [-1, 19, 15, 14, -2, 25])
        #expect(list.edit(.insert(29, at: 3)) == RowChange(inserted: [5..<6], updated: [4..<5]))
        #expect(Array(list.rows.items) == [-1, 19, 15, 14, -2, 29, 25])
    }

    @Test func headingStaysWhenTheLastItemOfTheGroupBeforeItIsInserted() {
        var list = Groups([15, 14, 25])
        #expect(list.edit(.insert(13, at: 2)) == RowChange(inserted: [3..<4], updated: [4..<5]))
        #expect(Array(list.rows.items) == [-1, 15, 14, 13, -2, 25])
    }

    @Test func headingStaysWhenAGroupIsInsertedBeforeIt() {
        var list = Groups([15, 35])
        #expect(list.edit(.insert(25, at: 1)) == RowChange(inserted: [2..<4], updated: [4..<5]))
        #expect(Array(list.rows.items) == [-1, 15, -2, 25, -3, 35])
    }

    @Test func headingStaysWhenTheFirstItemOfItsGroupIsRemoved() {
        var list = Groups([15, 14, 25])
        #expect(list.edit(.remove(at: 0)) == RowChange(removed: [1..<2], updated: [0..<1]))
        #expect(Array(list.rows.items) == [-1, 14, -2, 25])
        #expect(list.edit(.remove(at: 0)) == RowChange(removed: [0..<2], updated: [0..<1]))
        #expect(Array(list.rows.items) == [-2, 25])
        #expect(list.edit(.remove(at: 0)) == RowChange(removed: [0..<2]))
    }

    @Test(arguments: Seeds.make(40))
    func rowsAreThoseOfTheItemsFromScratch(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        /// Whether there is a separator depends on both neighbours, and is as often a matter of one of them.
        let kind = random.number(below: 4)
        @Sendable func separator(_ before: Int?, _ after: Int?) -> Int? {
            let (first, second) = (before.map { $0 / 10 } ?? -1, after.map { $0 / 10 } ?? -1)
            let isSeparated =
                switch kind {
                case 0: after != nil && first != second
                case 1: before != nil && first != second
                case 2: (first + second) % 3 != 0
                default: first < second
                }
            return isSeparated ? -100 * (first + 1) - second - 2 : nil
        }
        var separators = SeparatorTransform<Int>(separator)
        var rows = PresentedRows<Int>()
        var pages: [[Int]] = []
        var shown: [Int] = []
        var log: [PageChange<Int>] = []
        _ = rows.apply(separators.apply(.ends(ListEnds(start: true, end: true))))
        for page in 0..<3 {
            pages.append((0..<random.number(below: 4)).map { _ in random.number(below: 40) })
            log.append(.insert(page: page, pages[page]))
            _ = rows.apply(separators.apply(log[page]))
        }
        for _ in 0..<100 {
            shown = Array(rows.items)
            let page = random.number(below: 3)
            let (item, count) = (random.number(below: 40), pages[page].count)
            let edit: RowEdit<Int> =
                switch random.number(below: count == 0 ? 1 : 3) {
                case 0: .insert(item, at: random.number(below: count + 1))
                case 1: .remove(at: random.number(below: count))
                default: .update(item, at: random.number(below: count))
                }
            pages[page].perform(edit)
            log.append(.edit(page: page, [edit]))
            let change = rows.apply(separators.apply(.edit(page: page, [edit])))
            let items = pages.flatMap { $0 }
            var expected: [Int] = []
            for (index, item) in items.enumerated() {
                expected += [separator(index > 0 ? items[index - 1] : nil, item)].compactMap { $0 } + [item]
            }
            if let last = items.last, let separator = separator(last, nil) { expected.append(separator) }
            guard Array(rows.items) == expected else {
                Issue.record("seed \(seed): \(Array(rows.items)), not \(expected), after \(log)")
                return
            }
            // Who has the old rows and the change has the new rows, but for those it names.
            let named = Set((change.inserted + change.updated).flatMap { $0 })
            for (row, item) in shown.enumerated() {
                guard let place = change.row(afterMoving: row), !named.contains(place) else { continue }
                #expect(expected[place] == item, "seed \(seed): row \(row) after \(log)")
            }
        }
    }
}
