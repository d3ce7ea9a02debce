/// The steps from the rows of a page to those after an edit. Rows that were moved give way to those that were
/// not, so that a row in view stays a row of the list while others are moved past it.
struct EditedRows {
    /// The old rows that are removed, the last one first.
    private(set) var removed: [Int] = []
    /// The new rows that are inserted, the first one first.
    private(set) var inserted: [Int] = []

    /// - Parameters:
    ///   - old: The identities of the old rows.
    ///   - new: Those of the new ones.
    ///   - moved: The rows that were moved.
    /// - Complexity: As that of `difference(from:)`.
    init<Identity: Hashable>(from old: [Identity], to new: [Identity], moved: Set<Identity>) {
        if moved.isEmpty || !new.contains(where: moved.contains) || !old.contains(where: moved.contains) {
            note(new.difference(from: old))
            return
        }
        let others = Self(
            from: old.filter { !moved.contains($0) }, to: new.filter { !moved.contains($0) }, moved: [])
        note(
            Self.tokens(of: new, moved: moved, changed: Set(others.inserted), side: .new).difference(
                from: Self.tokens(of: old, moved: moved, changed: Set(others.removed), side: .old)))
    }

    // The order of a difference is that in which its steps can be performed.
    private mutating func note<Element>(_ difference: CollectionDifference<Element>) {
        for step in difference {
            switch step {
            case .remove(let row, _, _): removed.append(row)
            case .insert(let row, _, _): inserted.append(row)
            }
        }
    }

    /// What must be equal for a row to stay.
    private enum Token<Identity: Hashable>: Hashable {
        /// A row that was not moved, and stays.
        case row(Identity)
        /// A row that was moved, after a number of rows that stay.
        case moved(Identity, after: Int)
        /// A row that does not stay.
        case changed(Side)
    }

    private enum Side {
        case old, new
    }

    private static func tokens<Identity: Hashable>(
        of rows: [Identity], moved: Set<Identity>, changed: Set<Int>, side: Side
    ) -> [Token<Identity>] {
        var (number, stayed) = (0, 0)
        return rows.map { row in
            if moved.contains(row) { return .moved(row, after: stayed) }
            defer { number += 1 }
            if changed.contains(number) { return .changed(side) }
            stayed += 1
            return .row(row)
        }
    }
}
