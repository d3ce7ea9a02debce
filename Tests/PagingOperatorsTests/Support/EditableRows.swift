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

    /// Removes, inserts, moves and updates random rows.
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
        let oldRows = Array(cells.indices)
        let removed = cells.indices.filter { _ in random.chance(density) }
        for row in removed.reversed() { cells.remove(at: row) }

        var inserted: [Int] = []
        var updated: [Int] = []
        var moved: [RowChange.Move] = []
        var waiting: [(source: Int, cell: Cell)] = []
        let isMoving = random.chance(60)
        let sources = Set(removed)
        let left = oldRows.filter { !sources.contains($0) }
        for (source, cell) in zip(left, cells) where isMoving && random.chance(density) {
            waiting.append((source, cell))
        }
        cells.removeAll { cell in waiting.contains { $0.cell.number == cell.number } }
        var kept = cells[...]
        cells = []
        while !kept.isEmpty || !waiting.isEmpty || random.chance(density) {
            let row = cells.count
            if !waiting.isEmpty, kept.isEmpty || random.chance(50) {
                var (source, cell) = waiting.remove(at: random.number(below: waiting.count))
                moved.append(RowChange.Move(from: source, to: row))
                if random.chance(density) {
                    updated.append(row)
                    cell.version += 1
                }
                cells.append(cell)
            } else if kept.isEmpty || random.chance(density) {
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
        return RowChange(
            removed: ranges(removed), inserted: ranges(inserted), moved: moved, updated: ranges(updated))
    }

    private mutating func newCell() -> Cell {
        nextNumber += 1
        return Cell(number: nextNumber)
    }

    private func ranges(_ rows: [Int]) -> [Range<Int>] { rows.map { $0..<$0 + 1 } }
}
