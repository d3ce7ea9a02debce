import PagingOperators
import TestSupport

/// A list of numbered cells, each with a version, for random edits.
struct EditableRows {
    struct Cell: Equatable, Sendable {
        let number: Int
        var version = 0
    }

    private(set) var cells: [Cell] = []
    private var nextNumber = 0

    /// Removes, inserts and updates random rows.
    ///
    /// - Returns: The change.
    mutating func edit(with random: inout SeededGenerator) -> RowChange {
        switch random.number(below: 12) {
        case 0:
            cells = (0..<random.number(below: 6)).map { _ in newCell() }
            return .reload
        case 1: return .none
        default: break
        }
        let density = [10, 30, 70][random.number(below: 3)]
        let removed = cells.indices.filter { _ in random.chance(density) }
        for row in removed.reversed() { cells.remove(at: row) }

        var inserted: [Int] = []
        var updated: [Int] = []
        var kept = cells[...]
        cells = []
        while !kept.isEmpty || random.chance(density) {
            let row = cells.count
            if kept.isEmpty || random.chance(density) {
                inserted.append(row)
                cells.append(newCell())
            } else {
                var cell = kept.removeFirst()
                if random.chance(density) {
                    updated.append(row)
                    cell.version += 1
                }
                cells.append(cell)
            }
        }
        return RowChange(removed: ranges(removed), inserted: ranges(inserted), updated: ranges(updated))
    }

    private mutating func newCell() -> Cell {
        nextNumber += 1
        return Cell(number: nextNumber)
    }

    private func ranges(_ rows: [Int]) -> [Range<Int>] { rows.map { $0..<$0 + 1 } }
}
