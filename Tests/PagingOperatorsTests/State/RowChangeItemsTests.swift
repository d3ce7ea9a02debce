import TestSupport
import Testing

@testable import PagingOperators

struct RowChangeItemsTests {
    @Test func changeOfRowsGivesTheChangeOfItems() {
        Seeds.forEach(3000) { random in
            var list = EditableRows()
            var old = RowCounts()
            for _ in 0..<6 {
                let change = list.edit(with: &random)
                let new = RowCounts(
                    before: random.number(below: 6), items: list.cells.count, after: random.number(below: 6))
                let rows = change.amongPlaceholders(from: old, to: new)
                let found = rows.amongItems(from: old, to: new)
                try Mismatch.unless(found == change, "\(found) instead of \(change), for \(rows)")
                old = new
            }
        }
    }

    @Test func filledPlaceholderIsAnInsertedItem() {
        let change = RowChange(updated: [3..<5])
        let items = change.amongItems(
            from: RowCounts(before: 5, items: 10, after: 0), to: RowCounts(before: 3, items: 12, after: 0))
        #expect(items == RowChange(inserted: [0..<2]))
    }

    @Test func itemReplacedByAPlaceholderIsARemovedItem() {
        let change = RowChange(updated: [8..<10])
        let items = change.amongItems(
            from: RowCounts(before: 0, items: 10, after: 2), to: RowCounts(before: 0, items: 8, after: 4))
        #expect(items == RowChange(removed: [8..<10]))
    }
}
