import TestSupport
import Testing

@testable import PagingOperators

/// Items that deduplication hides while an item of the same identity is in the list.
struct HiddenItemsTests {
    private struct Item: Equatable, Sendable {
        let id: Int
        var version = 0
    }

    private typealias Dedupe = DedupeTransform<Item, Int>
    private typealias Replace = ReplaceTransform<Item, Int>

    @Test func firstHiddenDuplicateIsShownOnceTheOriginalIsGone() {
        var list = TransformDriver(Dedupe { $0.id })
        list.append([Item(id: 1), Item(id: 2)])
        list.append([Item(id: 3), Item(id: 2, version: 1), Item(id: 4), Item(id: 2, version: 2)])
        list.append([Item(id: 2, version: 3)])
        list.removeFirst()
        #expect(list.rowsByPage == [[Item(id: 3), Item(id: 2, version: 1), Item(id: 4)], []])
        list.removeFirst()
        #expect(list.rowsByPage == [[Item(id: 2, version: 3)]])
    }

    @Test func reshownRowKeepsItsValueWhenTheLatestWins() {
        var list = TransformDriver(Replace { $0.id })
        list.append([Item(id: 1), Item(id: 2)])
        list.append([Item(id: 2, version: 1), Item(id: 3)])
        list.append([Item(id: 2, version: 2)])
        list.removeFirst()
        #expect(list.rowsByPage == [[Item(id: 2, version: 2), Item(id: 3)], []])
    }

    @Test func hiddenDuplicateIsShownOnceTheOriginalIsEditedAway() {
        var list = TransformDriver(Dedupe { $0.id })
        list.append([Item(id: 1), Item(id: 2)])
        list.append([Item(id: 1, version: 1), Item(id: 3)])
        list.edit(page: 0, .update(Item(id: 4), at: 0))
        #expect(list.rows == [Item(id: 4), Item(id: 2), Item(id: 1, version: 1), Item(id: 3)])
        list.edit(page: 0, .update(Item(id: 3, version: 1), at: 0), .remove(at: 1))
        #expect(list.rows == [Item(id: 1, version: 1), Item(id: 3)])
        list.edit(page: 1, .remove(at: 1))
        #expect(list.rowsByPage == [[Item(id: 3, version: 1)], [Item(id: 1, version: 1)]])
    }

    /// As separators do: the new heading is inserted before the old one is removed.
    @Test(arguments: [false, true])
    func duplicateOfARowOfTheSameEditsIsShownOnceThatIsGone(latestWins: Bool) {
        var list = TransformDriver<Item, Item>(latestWins ? Replace { $0.id } : Dedupe { $0.id })
        list.append([])
        list.edit(
            page: 0, .insert(Item(id: 1), at: 0), .insert(Item(id: 1, version: 1), at: 0), .remove(at: 1))
        #expect(list.rows == [Item(id: 1, version: 1)])
        list.edit(
            page: 0, .update(Item(id: 2), at: 0), .insert(Item(id: 2, version: 1), at: 0),
            .update(Item(id: 3), at: 1))
        #expect(list.rows == [Item(id: 2, version: 1), Item(id: 3)])
    }

    /// An update of an item that its row does not show.
    @Test func updateOfAnEarlierItemIsShownOnceTheLatestIsGone() {
        var list = TransformDriver(Replace { $0.id })
        list.append([Item(id: 1, version: 1)])
        list.append([Item(id: 2), Item(id: 1, version: 2)])
        list.edit(page: 0, .update(Item(id: 1, version: 3), at: 0))
        #expect(list.rowsByPage == [[Item(id: 1, version: 2)], [Item(id: 2)]])
        list.edit(page: 1, .update(Item(id: 1, version: 4), at: 1))
        #expect(list.rowsByPage == [[Item(id: 1, version: 4)], [Item(id: 2)]])
        list.edit(page: 1, .remove(at: 1))
        #expect(list.rowsByPage == [[Item(id: 1, version: 3)], [Item(id: 2)]])
    }

    @Test func updateOfARowIsShownOnceThePageOfTheLatestIsRemoved() {
        var list = TransformDriver(Replace { $0.id })
        list.append([Item(id: 1, version: 1)])
        list.append([Item(id: 1, version: 2)])
        list.removeLast()
        #expect(list.rows == [Item(id: 1, version: 2)])
        list.edit(page: 0, .update(Item(id: 1, version: 3), at: 0))
        #expect(list.rows == [Item(id: 1, version: 3)])
    }

    @Test func latestItemIsShownAlsoWhenAnEarlierOneOfItsPageIsRemoved() {
        var list = TransformDriver(Replace { $0.id })
        list.append([Item(id: 1), Item(id: 2)])
        list.append([Item(id: 1, version: 1)])
        list.edit(page: 0, .insert(Item(id: 1, version: 2), at: 0))
        list.edit(page: 0, .remove(at: 1))
        #expect(list.rowsByPage == [[Item(id: 1, version: 2), Item(id: 2)], []])
        list.edit(page: 1, .update(Item(id: 1, version: 3), at: 0))
        #expect(list.rowsByPage == [[Item(id: 1, version: 2), Item(id: 2)], []])
        list.edit(page: 0, .update(Item(id: 1, version: 4), at: 0))
        #expect(list.rowsByPage == [[Item(id: 1, version: 4), Item(id: 2)], []])
    }

    @Test func latestItemIsShownAlsoWhenOthersOfItsPageAreEdited() {
        var list = TransformDriver(Replace { $0.id })
        list.append([Item(id: 1)])
        list.append([Item(id: 1, version: 1), Item(id: 1, version: 2), Item(id: 1, version: 3)])
        list.edit(page: 1, .update(Item(id: 1, version: 4), at: 0), .remove(at: 1))
        #expect(list.rows == [Item(id: 1, version: 3)])
        list.edit(page: 0, .update(Item(id: 1, version: 5), at: 0))
        #expect(list.rows == [Item(id: 1, version: 3)])
        list.edit(page: 1, .update(Item(id: 1, version: 6), at: 1))
        #expect(list.rows == [Item(id: 1, version: 6)])
        list.edit(page: 1, .remove(at: 1))
        #expect(list.rows == [Item(id: 1, version: 5)])
        list.edit(page: 0, .insert(Item(id: 1, version: 7), at: 1), .update(Item(id: 1, version: 8), at: 0))
        #expect(list.rows == [Item(id: 1, version: 7)])
    }

    @Test func itemThatIsInsertedWhereItsRowWasRemovedIsTheLatest() {
        var list = TransformDriver(Replace { $0.id })
        list.append([Item(id: 1)])
        list.append([Item(id: 1, version: 1)])
        list.edit(page: 0, .remove(at: 0), .insert(Item(id: 1, version: 2), at: 0))
        #expect(list.rows == [Item(id: 1, version: 2)])
        list.edit(page: 0, .update(Item(id: 1, version: 3), at: 0))
        #expect(list.rows == [Item(id: 1, version: 3)])
        list.edit(page: 1, .update(Item(id: 1, version: 4), at: 0))
        #expect(list.rows == [Item(id: 1, version: 3)])
    }

    /// An edit that frees no identity costs its page, however many items are hidden.
    @Test func updateThatKeepsItsIdentityVisitsNoHiddenItem() {
        let calls = Box(0)
        let identity: @Sendable (Item) -> Int = { item in
            calls.increment()
            return item.id
        }
        // Each with the page of the item that is shown.
        let transforms: [(any PageTransform<Item, Item>, page: Int)] = [
            (Dedupe(identity), 0), (Replace(identity), 100),
        ]
        for (transform, page) in transforms {
            var list = TransformDriver(transform)
            list.append([Item(id: 1)])
            for version in 1...100 { list.append([Item(id: 1, version: version)]) }
            calls.value = 0
            list.edit(page: page, .update(Item(id: 1, version: 101), at: 0))
            #expect(list.rows == [Item(id: 1, version: 101)])
            #expect(calls.value < 10)
        }
    }

    @Test func everyIdentityHasOneRow() {
        Seeds.forEach(100) { random in try follow(TransformDriver(Dedupe { $0.id }), &random) }
    }

    @Test func everyIdentityHasOneRowWhenTheLatestWins() {
        Seeds.forEach(100) { random in try follow(TransformDriver(Replace { $0.id }), &random) }
    }

    /// Pages are added, changed and removed on both sides.
    private func follow(
        _ driver: TransformDriver<Item, Item>, _ random: inout SeededGenerator
    ) throws {
        var list = driver
        var pages: [[Item]] = []
        for step in 1...40 {
            var next: Item { Item(id: random.number(below: 12), version: step) }
            switch random.number(below: 8) {
            case 0, 1:
                pages.append((0..<random.number(below: 5)).map { _ in next })
                list.append(pages[pages.count - 1])
            case 2, 3:
                pages.insert((0..<random.number(below: 5)).map { _ in next }, at: 0)
                list.prepend(pages[0])
            case 4 where !pages.isEmpty:
                pages.removeFirst()
                list.removeFirst()
            case 5 where !pages.isEmpty:
                pages.removeLast()
                list.removeLast()
            default:
                guard let page = pages.indices.randomElement(using: &random) else { continue }
                let edits = (0..<1 + random.number(below: 3)).map { _ in
                    let edit = makeEdit(of: pages[page], version: step, &random)
                    pages[page].perform(edit)
                    return edit
                }
                list.edit(page: list.pages.lowerBound + page, edits)
            }
            let ids = list.rows.map(\.id)
            try Mismatch.unless(Set(ids).count == ids.count, "\(ids) repeats an identity")
            try Mismatch.unless(Set(ids) == Set(pages.joined().map(\.id)), "\(ids) are not all of \(pages)")
            for (rows, page) in zip(list.rowsByPage, pages) {
                let order = rows.compactMap { row in page.firstIndex { $0.id == row.id } }
                try Mismatch.unless(order.count == rows.count, "\(rows) are not all from \(page)")
            }
        }
    }

    private func makeEdit(
        of items: [Item], version: Int, _ random: inout SeededGenerator
    ) -> RowEdit<Item> {
        let item = Item(id: random.number(below: 12), version: version)
        if items.isEmpty || random.chance(20) {
            return .insert(item, at: random.number(below: items.count + 1))
        }
        let index = random.number(below: items.count)
        return random.chance(50) ? .remove(at: index) : .update(item, at: index)
    }
}
