import PagingOperators

/// Rows updated by each state's `change`, as a table view updates its own, and compared with the state's.
struct MirroredRows<Item: Sendable>: Sendable {
    private(set) var rows: [ListRow<Item>] = []
    let isSame: @Sendable (Item, Item) -> Bool

    init(isSame: @escaping @Sendable (Item, Item) -> Bool) {
        self.isSame = isSame
    }

    /// The item of a row; `nil` for a placeholder, and beyond the list.
    func item(atRow row: Int) -> Item? { rows.indices.contains(row) ? rows[row].item : nil }

    /// Takes the rows of a state as they are.
    mutating func reload(_ state: ViewState<Item>) {
        rows = Self.rows(of: state)
    }

    /// Applies a state's `change`. The rows are the state's afterwards in any case.
    mutating func apply(_ state: ViewState<Item>) throws(ListMismatch) {
        let new = Self.rows(of: state)
        let change = state.change
        defer { rows = new }
        try Self.check(change, from: rows.count, to: new.count)
        let runs = change.withoutMoves
        var arriving = new
        for move in change.moved { arriving[move.destination] = rows[move.source] }
        for range in runs.removed.reversed() { rows.removeSubrange(range) }
        for range in runs.inserted { rows.insert(contentsOf: arriving[range], at: range.lowerBound) }
        for range in change.updated { rows.replaceSubrange(range, with: new[range]) }
        if let row = new.indices.first(where: { !isSame(rows[$0], new[$0]) }) {
            throw .wrongRow(row, change)
        }
    }

    private static func check(
        _ change: RowChange, from before: Int, to after: Int
    ) throws(ListMismatch) {
        guard before + change.countChange == after else {
            throw .wrongCount(change, before: before, after: after)
        }
        let runs = change.withoutMoves
        guard runs.removed.allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= before }),
            (runs.inserted + change.updated).allSatisfy({ $0.lowerBound >= 0 && $0.upperBound <= after })
        else { throw .rowsOutOfRange(change, before: before, after: after) }
        let isDisjoint = change.updated.allSatisfy { updated in
            !change.inserted.contains { $0.overlaps(updated) }
        }
        guard isDisjoint else { throw .updatedInsertion(change) }
        let removedCount = runs.removed.map(\.count).reduce(0, +)
        let expectedCount = change.removed.map(\.count).reduce(0, +) + change.moved.count
        guard removedCount == expectedCount,
            before - removedCount + runs.inserted.map(\.count).reduce(0, +) == after
        else { throw .wrongMove(change) }
    }

    private func isSame(_ one: ListRow<Item>, _ other: ListRow<Item>) -> Bool {
        switch (one, other) {
        case (.item(let one), .item(let other)): isSame(one, other)
        case (.placeholder, .placeholder): true
        default: false
        }
    }

    private static func rows(of state: ViewState<Item>) -> [ListRow<Item>] {
        Array(repeating: .placeholder, count: state.placeholdersBefore)
            + state.items.map { .item($0) }
            + Array(repeating: .placeholder, count: state.placeholdersAfter)
    }
}
