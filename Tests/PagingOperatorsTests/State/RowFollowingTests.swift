import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

struct RowFollowingTests {
    /// The position of each row of the earlier state in the later one, by search.
    private func places(of old: [EditableRows.Cell], in new: [EditableRows.Cell]) -> [Int?] {
        old.map { cell in new.firstIndex { $0.number == cell.number } }
    }

    @Test func rowsMoveByTheChange() {
        Seeds.forEach(1000) { random in
            var list = EditableRows()
            for _ in 0..<5 {
                let old = list.cells
                let change = list.edit(with: &random)
                guard !change.isReload else { continue }
                let places = places(of: old, in: list.cells)
                for row in old.indices {
                    let moved = change.row(afterMoving: row)
                    try Mismatch.unless(moved == places[row], "\(row) is at \(moved ?? -1) after \(change)")
                }
            }
        }
    }

    /// Rows that have moved are not among those that remain in place, and may be anywhere.
    @Test func rangeSpansItsRemainingRows() {
        Seeds.forEach(1000) { random in
            var list = EditableRows()
            _ = list.edit(with: &random)
            let old = list.cells
            let change = list.edit(with: &random)
            guard !change.isReload else { return }
            let start = random.number(below: old.count + 1)
            let rows = start..<start + random.number(below: old.count - start + 1)
            let spanned = change.rows(spannedBy: rows)
            let moved = Set(change.moved.map(\.source))
            for (row, place) in places(of: old, in: list.cells).enumerated() {
                guard let place, !moved.contains(row) else { continue }
                try Mismatch.unless(
                    spanned.contains(place) == rows.contains(row), "\(rows) to \(spanned) by \(change)")
            }
        }
    }

    /// The row that follows the first of some rows in view.
    private func top(_ change: RowChange, _ inView: Range<Int>, from oldCount: Int, to count: Int) -> Int {
        change.focus(afterMoving: inView, from: oldCount, to: RowCounts(items: count)).lowerBound
    }

    @Test func removedFocusMovesToTheNextRowOrTheLast() {
        let change = RowChange(removed: [2..<4])
        #expect(top(change, 1..<2, from: 6, to: 4) == 1)
        #expect(top(change, 3..<4, from: 6, to: 4) == 2)
        #expect(top(change, 5..<6, from: 6, to: 4) == 3)
        #expect(top(RowChange(removed: [3..<6]), 5..<6, from: 6, to: 3) == 2)
        #expect(top(RowChange(removed: [0..<6]), 5..<6, from: 6, to: 0) == 0)
    }

    /// Also if there are others above: those of a first page that was replaced are not left at its end.
    @Test func rowsThatReplaceAllRowsAreShownAtTheirNumbers() {
        let change = RowChange(removed: [0..<30], inserted: [0..<60])
        #expect(top(change, 0..<10, from: 30, to: 60) == 0)
        #expect(top(change, 12..<22, from: 30, to: 60) == 12)
        #expect(top(RowChange(removed: [0..<30], inserted: [0..<15]), 12..<22, from: 30, to: 15) == 5)
    }

    @Test func rowsThatReplaceThoseInViewAreShownBelowTheOneThatStays() {
        // Row 9 stays.
        #expect(top(RowChange(removed: [10..<30], inserted: [10..<60]), 10..<15, from: 30, to: 60) == 10)
        // Rows 7 and 20 stay, of which the first moves by two.
        let change = RowChange(removed: [8..<20], inserted: [0..<2, 10..<40])
        #expect(top(change, 10..<15, from: 30, to: 50) == 12)
        // Row 20 stays, and is the next one.
        #expect(top(RowChange(removed: [0..<20], inserted: [0..<4]), 10..<15, from: 40, to: 24) == 4)
    }

    @Test func rowInViewThatStaysIsFollowedRatherThanTheOnesAbove() {
        #expect(top(RowChange(removed: [10..<12], inserted: [10..<20]), 10..<15, from: 30, to: 38) == 20)
    }

    @Test func replacingRowHasTheOriginOfTheOneItReplaces() {
        let change = RowChange(removed: [10..<20], inserted: [0..<5, 15..<25])
        #expect(change.origin(ofRow: 17) == 12)
        #expect(change.origin(ofRow: 30) == 25)
        // Beyond as many as were replaced, that of the next row.
        #expect(RowChange(removed: [10..<12], inserted: [10..<20]).origin(ofRow: 18) == 12)
    }

    @Test func focusBeyondTheLastRowWaitsForItsRow() {
        #expect(top(RowChange(inserted: [0..<3]), 5..<6, from: 0, to: 3) == 5)
        #expect(top(RowChange(inserted: [3..<6]), 5..<6, from: 3, to: 6) == 5)
        #expect(top(RowChange(inserted: [0..<2]), 5..<6, from: 3, to: 5) == 7)
        #expect(top(RowChange(removed: [2..<3], inserted: [0..<2]), 5..<6, from: 3, to: 4) == 7)
    }

    /// A reload shows two rows that were hidden duplicates behind the only item in view, which counts as
    /// moved for it. The placeholders after it have stayed.
    @Test func itemInViewIsFollowedRatherThanPlaceholders() {
        let change = RowChange(
            removed: [7..<10, 11..<15], inserted: [0..<13], moved: [RowChange.Move(from: 15, to: 19)],
            updated: [13..<19])
        let counts = RowCounts(before: 19, items: 3, after: 11)
        #expect(change.focus(afterMoving: 15..<27, from: 27, to: counts) == 19..<31)
    }

    @Test func itemThatStaysInPlaceIsFollowedRatherThanOneThatHasMoved() {
        let change = RowChange(moved: [RowChange.Move(from: 4, to: 0)], updated: [1..<4])
        let counts = RowCounts(before: 0, items: 6, after: 4)
        #expect(change.focus(afterMoving: 3..<6, from: 10, to: counts) == 4..<7)
    }

    @Test func placeholdersKeepThePlaceWhileAnItemStaysInView() {
        let change = RowChange(
            removed: [6..<8, 9..<10], inserted: [6..<7, 8..<9], moved: [RowChange.Move(from: 5, to: 7)],
            updated: [5..<6])
        let counts = RowCounts(before: 5, items: 4, after: 0)
        #expect(change.focus(afterMoving: 3..<8, from: 10, to: counts) == 3..<8)
    }
}
