import PagingSimulation
import TestSupport
import Testing

@testable import PagingOperators

struct EditedRowsTests {
    /// The rows after the steps, and those of the old ones that have stayed.
    private func perform(_ steps: EditedRows, on old: [Int], to new: [Int]) -> (rows: [Int], stayed: [Int]) {
        var rows = old
        for row in steps.removed { rows.remove(at: row) }
        let stayed = rows
        for row in steps.inserted { rows.insert(new[row], at: row) }
        return (rows, stayed)
    }

    @Test func movedRowsGiveWayAndAllOthersStay() {
        Seeds.forEach(2000) { random in
            let old = Array(0..<random.number(below: 10)).shuffled(using: &random)
            let moved = Set(old.filter { _ in random.chance(30) })
            let removed = Set(old.filter { _ in random.chance(20) })
            var new = old.filter { !moved.contains($0) && !removed.contains($0) }
            let others = new
            let arriving = Array(10..<10 + random.number(below: 4))
            for row in moved.subtracting(removed).sorted() + arriving {
                new.insert(row, at: random.number(below: new.count + 1))
            }
            let steps = EditedRows(from: old, to: new, moved: moved)
            let (rows, stayed) = perform(steps, on: old, to: new)
            try Mismatch.unless(rows == new, "\(old) to \(new) became \(rows)")
            try Mismatch.unless(
                stayed.filter { !moved.contains($0) } == others,
                "of \(old), \(moved) moved, to \(new), only \(stayed) stayed")
        }
    }

    @Test func movedRowThatIsWhereItWasStays() {
        let steps = EditedRows(from: [1, 2, 3], to: [1, 2, 4, 3], moved: [2])
        #expect(steps.removed == [])
        #expect(steps.inserted == [2])
    }

    @Test func otherRowsThatChangePlacesAreOfNoConsequenceForMovedOnes() {
        let steps = EditedRows(from: [1, 2, 9, 3], to: [2, 1, 9, 3], moved: [9])
        #expect(perform(steps, on: [1, 2, 9, 3], to: [2, 1, 9, 3]).rows == [2, 1, 9, 3])
        #expect(steps.removed.count == 1)
    }
}
