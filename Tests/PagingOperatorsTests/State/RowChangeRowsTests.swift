import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

struct RowChangeRowsTests {
    @Test func rowsMoveByTheChange() {
        Seeds.forEach(1000) { random in
            var list = EditableRows()
            for _ in 0..<4 {
                let old = list.cells.map(\.number)
                let change = list.edit(with: &random)
                let new = list.cells.map(\.number)
                for (row, number) in old.enumerated() {
                    let expected = change.isReload ? nil : new.firstIndex(of: number)
                    let moved = change.row(afterMoving: row)
                    try Mismatch.unless(
                        moved == expected, "\(change) moves \(row) to \(String(describing: moved))")
                }
            }
        }
    }

    /// A list of cells among placeholders, which are all equal: an inserted cell replaces an adjacent one.
    @Test func changeOfItemsGivesTheChangeOfRowsWithPlaceholders() {
        Seeds.forEach(2000) { random in
            var list = EditableRows()
            var before = 0
            var after = 0
            var screen = RowMirror<EditableRows.Cell?>()
            for _ in 0..<6 {
                let old = RowCounts(before: before, items: list.cells.count, after: after)
                let change = list.edit(with: &random)
                before = random.chance(30) ? before : random.number(below: 8)
                after = random.chance(30) ? after : random.number(below: 8)
                let new = RowCounts(before: before, items: list.cells.count, after: after)
                let rows =
                    [EditableRows.Cell?](repeating: nil, count: before) + list.cells
                    + [EditableRows.Cell?](repeating: nil, count: after)
                try screen.apply(change.amongPlaceholders(from: old, to: new), leadingTo: rows)
            }
        }
    }

    @Test func filledPlaceholdersAreUpdated() {
        let change = RowChange(inserted: [0..<10]).amongPlaceholders(
            from: RowCounts(before: 20, items: 10), to: RowCounts(before: 10, items: 20))
        #expect(change == RowChange(updated: [10..<20]))
    }

    @Test func itemsReplacedByPlaceholdersAreUpdated() {
        let change = RowChange(removed: [5..<10]).amongPlaceholders(
            from: RowCounts(items: 10, after: 2), to: RowCounts(items: 5, after: 7))
        #expect(change == RowChange(updated: [5..<10]))
    }

    @Test func placeholdersAddedWithoutItemsAreInserted() {
        let change = RowChange.none.amongPlaceholders(
            from: RowCounts(items: 3), to: RowCounts(before: 2, items: 3, after: 4))
        #expect(change == RowChange(inserted: [0..<2, 5..<9]))
    }
}
