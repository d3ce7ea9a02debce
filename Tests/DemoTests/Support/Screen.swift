import Flux

@testable import Demo

/// A screen that knows nothing of a list but the changes it is told, as a table view does.
struct Screen: Sendable {
    private(set) var rows: [UserRow] = []
    /// Whether the rows have always been those of the list.
    private(set) var wasRight = true

    mutating func show(_ state: UserListState) {
        rows.apply(state.change, of: state.items)
        if !rows.elementsEqual(state.items, by: Self.looksTheSame) { wasRight = false }
    }

    // Faster than `==`, which goes through the address as well, in each row of each state.
    private static func looksTheSame(_ row: UserRow, _ other: UserRow) -> Bool {
        row.id == other.id && row.image == other.image
    }
}

extension Array where Element: Sendable {
    /// Removes, inserts and updates in the order of `UITableView.performBatchUpdates`.
    fileprivate mutating func apply(_ change: RowChange, of items: PagedItems<Element>) {
        if change.isReload {
            self = Array(items)
            return
        }
        for rows in change.removed.reversed() { removeSubrange(rows) }
        for rows in change.inserted { insert(contentsOf: items[rows], at: rows.lowerBound) }
        for row in change.updated.joined() { self[row] = items[row] }
    }
}
