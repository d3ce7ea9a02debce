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

    @Test func headingPassesToThePageThatGetsTheFirstItemOfItsGroup() {
        var list = Groups([15, 25])
        #expect(list.apply(.insert(page: -1, [])).isEmpty)
        let isFilled = list.apply(.edit(page: -1, [.insert(19, at: 0)]))
        #expect(isFilled == RowChange(inserted: [1..<2], updated: [0..<1]))
        #expect(Array(list.rows.items) == [-1, 19, 15, -2, 25])
        let isCleared = list.apply(.edit(page: -1, [.remove(at: 0)]))
        #expect(isCleared == RowChange(removed: [1..<2], updated: [0..<1]))
        #expect(Array(list.rows.items) == [-1, 15, -2, 25])
        let hasOtherGroup = list.apply(.edit(page: -1, [.insert(39, at: 0)]))
        #expect(hasOtherGroup == RowChange(inserted: [0..<2], updated: [2..<3]))
        #expect(Array(list.rows.items) == [-3, 39, -1, 15, -2, 25])
    }

    @Test func rowAfterTheLastItemPassesToThePageWithThat() {
        var footers = SeparatorTransform<Int> { _, after in after == nil ? 0 : nil }
        var rows = PresentedRows<Int>()
        func apply(_ change: PageChange<Int>) -> RowChange { rows.apply(footers.apply(change)) }
        _ = apply(.ends(ListEnds(start: true, end: true)))
        _ = apply(.insert(page: 0, [1]))
        _ = apply(.insert(page: 1, []))
        let isFilled = apply(.edit(page: 1, [.insert(2, at: 0)]))
        #expect(isFilled == RowChange(inserted: [1..<2], updated: [2..<3]))
        #expect(Array(rows.items) == [1, 2, 0])
        let isCleared = apply(.edit(page: 1, [.remove(at: 0)]))
        #expect(isCleared == RowChange(removed: [1..<2], updated: [1..<2]))
        #expect(Array(rows.items) == [1, 0])
    }

    /// The first item of a page, for the end of a page before it, or the last one for the start of a page
    /// after it.
    private func carriedItem(
        of page: Int, in pages: [[Int]], _ random: inout SeededGenerator
    ) -> CarriedRow<Int>? {
        let isBackward = random.chance(50)
        let others = isBackward ? Array((0..<page).reversed()) : Array((page + 1)..<pages.count)
        let reachable = others.prefix { pages[$0].isEmpty } + others.drop { pages[$0].isEmpty }.prefix(1)
        guard !pages[page].isEmpty, let other = reachable.randomElement(using: &random) else { return nil }
        let row = isBackward ? 0 : pages[page].count - 1
        let newRow = isBackward ? pages[other].count : 0
        return CarriedRow(item: pages[page][row], from: (page, row), to: (other, newRow))
    }

    @Test(arguments: Seeds.make(40))
    func rowsAreThoseOfTheItemsFromScratch(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        /// Whether there is a separator depends on both neighbors, and is as often a matter of one of them.
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
            var event = PageChange.edit(page: page, [edit])
            let carried = random.chance(30) ? carriedItem(of: page, in: pages, &random) : nil
            if let carried {
                event = .carry(carried)
                pages[carried.from.page].remove(at: carried.from.row)
                pages[carried.to.page].insert(carried.item, at: carried.to.row)
            } else {
                pages[page].perform(edit)
            }
            log.append(event)
            let change = rows.apply(separators.apply(event))
            let keepsRows = change.removed.isEmpty && change.inserted.isEmpty && change.moved.isEmpty
            #expect(carried == nil || keepsRows, "seed \(seed): after \(log)")
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
            // The old rows and the change give the new rows, except those that it names as inserted or
            // updated.
            let named = Set((change.inserted + change.updated).flatMap { $0 })
            for (row, item) in shown.enumerated() {
                guard let place = change.row(afterMoving: row), !named.contains(place) else { continue }
                #expect(expected[place] == item, "seed \(seed): row \(row) after \(log)")
            }
        }
    }
}
