import PagingOperators
import Testing

@testable import FluxUI

/// Moves for lists that perform them one after the other.
struct MoveStepsTests {
    @Test(arguments: [([], []), ([0, 3], [1]), ([2, 3, 6], [0, 1, 5, 7])])
    func stepsLeadToTheLaterRows(removed: [Int], inserted: [Int]) {
        let old = Array(0..<5 + removed.count)
        let kept = old.filter { !removed.contains($0) }
        for order in orders(of: kept) {
            var new = order
            for row in inserted { new.insert(100 + row, at: row) }
            let moved = order.indices.filter { order[$0] < order[..<$0].max() ?? 0 }.map { order[$0] }
            let change = RowChange(
                removed: removed.map { $0..<$0 + 1 }, inserted: inserted.map { $0..<$0 + 1 },
                moved: moved.map { RowChange.Move(from: $0, to: new.firstIndex(of: $0) ?? 0) })
            var rows = kept
            for step in change.moveSteps { rows.insert(rows.remove(at: step.source), at: step.destination) }
            #expect(rows == order)
        }
    }

    @Test func eachMoveIsOneStep() {
        let change = RowChange(removed: [0..<2], inserted: [0..<1], moved: [.init(from: 4, to: 1)])
        #expect(change.moveSteps == [.init(from: 2, to: 0)])
        #expect(RowChange(removed: [0..<2]).moveSteps == [])
    }

    private func orders(of rows: [Int]) -> [[Int]] {
        if rows.isEmpty { return [[]] }
        return rows.flatMap { first in orders(of: rows.filter { $0 != first }).map { [first] + $0 } }
    }
}
