import TestSupport

@testable import PagingOperators

/// A list whose rows are removed, inserted and updated anywhere at once, with any number of placeholders
/// around them.
struct RandomList {
    private var cells = EditableRows()
    private var counts = RowCounts()

    mutating func step(_ random: inout SeededGenerator) -> ViewState<Int> {
        let itemChange = cells.edit(with: &random)
        let new = RowCounts(
            before: random.chance(50) ? counts.before : random.number(below: 5), items: cells.cells.count,
            after: random.chance(50) ? counts.after : random.number(below: 5))
        defer { counts = new }
        return ViewState(
            items: PagedItems(cells.cells.map(number)),
            change: itemChange.amongPlaceholders(from: counts, to: new), placeholdersBefore: new.before,
            placeholdersAfter: new.after)
    }

    /// Every other update of a cell changes its picture; some have none.
    private func number(of cell: EditableRows.Cell) -> Int {
        if cell.number % 7 == 0 { return -1 - cell.version }
        return 1000 * cell.version + (cell.number + cell.version / 2) % 1000
    }
}
