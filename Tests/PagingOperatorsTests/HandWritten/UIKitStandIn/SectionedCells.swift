import Foundation
import Testing

/// The cells of a table or collection view by section and row, `nil` for rows that have none now.
///
/// As in UIKit, a batch of updates has to lead from the counts before it to those after it, and cells that no
/// update names stay as they are.
struct SectionedCells<Cell> {
    /// What is done in one batch. Removed rows are counted before it, inserted rows after it, moved rows before and after.
    struct Batch {
        var removed: [IndexPath] = []
        var inserted: [IndexPath] = []
        var moved: [(IndexPath, IndexPath)] = []
        var reloadedSections = IndexSet()
    }

    private(set) var cells: [[Cell?]] = []

    var count: Int { cells.map(\.count).reduce(0, +) }

    subscript(path: IndexPath) -> Cell? {
        get { cells[path.section][path.row] }
        set { cells[path.section][path.row] = newValue }
    }

    /// All rows, from the first of the first section.
    var paths: [IndexPath] {
        cells.indices.flatMap { section in
            cells[section].indices.map { IndexPath(row: $0, section: section) }
        }
    }

    mutating func reload(counts: [Int]) {
        cells = counts.map { Array(repeating: nil, count: $0) }
    }

    mutating func apply(_ batch: Batch, counts: [Int]) {
        guard counts.count == cells.count else { return invalid("the number of sections changed") }
        for section in cells.indices {
            if batch.reloadedSections.contains(section) {
                cells[section] = Array(repeating: nil, count: counts[section])
                continue
            }
            apply(batch, section: section)
            if cells[section].count != counts[section] {
                invalid("section \(section) has \(counts[section]) rows instead of \(cells[section].count)")
                cells[section] = Array(repeating: nil, count: counts[section])
            }
        }
    }

    private mutating func apply(_ batch: Batch, section: Int) {
        let moved = batch.moved.filter { $0.0.section == section && $0.1.section == section }
        guard moved.allSatisfy({ $0.0.row < cells[section].count }) else {
            return invalid("a row to move is not there")
        }
        let arriving = Dictionary(moved.map { ($0.1.row, cells[section][$0.0.row]) }) { $1 }
        let removed = Set((batch.removed + moved.map(\.0)).filter { $0.section == section }.map(\.row))
        let inserted = Set((batch.inserted + moved.map(\.1)).filter { $0.section == section }.map(\.row))
        for row in removed.sorted(by: >) {
            guard row < cells[section].count else { return invalid("row \(row) to remove is not there") }
            cells[section].remove(at: row)
        }
        for row in inserted.sorted() {
            guard row <= cells[section].count else { return invalid("row \(row) is inserted beyond the end") }
            cells[section].insert(arriving[row] ?? nil, at: row)
        }
    }

    private func invalid(_ problem: String) {
        Issue.record("Invalid batch updates: \(problem).")
    }
}
