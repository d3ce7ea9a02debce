import PagingOperators

// The row that was shown last, while others come and go.
extension ReferenceList {
    /// The identity of a row on its page. On another page it is another row.
    struct Label: Hashable {
        let page: Int
        let id: Int
        /// The index among the rows with this identity on the page.
        let occurrence: Int
    }

    /// The rows, as far as they are distinguishable.
    struct Labels: Equatable {
        let shown: [Label]
        /// The rows that edits can move.
        let edited: [Label]
    }

    var labels: Labels { Labels(shown: labels(of: rows), edited: labels(of: editedRows)) }

    private func labels(of rows: [[SimulatedRow]]) -> [Label] {
        zip(pages, rows).flatMap { page, rows in
            var counts: [Int: Int] = [:]
            return rows.map { row in
                let id = labelID(of: row)
                defer { counts[id, default: 0] += 1 }
                return Label(page: page.number, id: id, occurrence: counts[id, default: 0])
            }
        }
    }

    /// A separator is identified by the row after it, except by edits, for which it is a row like others.
    private func labelID(of row: SimulatedRow) -> Int {
        let isPlace = row.id < 0 && setup.chain.stages.last(where: { $0 != .map }) != .edits
        return isPlace ? -1 - (-1 - row.id) % 1000 : row.id
    }

    /// Follows the last shown row or, if it was removed, the next one.
    mutating func follow(from old: Labels) {
        guard let shown = hints.shown, shown >= 0 else { return }
        let new = labels
        // Of rows that a page has twice, either may count as the one that edits move.
        if setup.chain.isEditable, old != new,
            (old.edited + new.edited).contains(where: { $0.occurrence > 0 })
        {
            return isUnsure = true
        }
        if shown >= old.shown.count {
            // As far beyond the last row that was kept.
            let last = old.shown.lastIndex(where: new.shown.contains)
            if hasUnsureRow(old.shown[((last ?? -1) + 1)...]) { return isUnsure = true }
            guard let last else { return }
            guard let place = place(of: old.shown[last], in: old, new) else { return isUnsure = true }
            hints.shown = shown + place - last
            return
        }
        let next = old.shown[shown...].firstIndex(where: new.shown.contains)
        if hasUnsureRow(old.shown[shown..<(next ?? old.shown.count)]) { return isUnsure = true }
        guard let next else {
            hints.shown = max(0, new.shown.count - 1)
            return
        }
        guard let place = place(of: old.shown[next], in: old, new) else { return isUnsure = true }
        hints.shown = place
    }

    /// Returns the position of a row, unless it has swapped places with another: then either may count as moved. A
    /// separator among changed rows is ambiguous, too: each row is removed and inserted by itself.
    private func place(of row: Label, in old: Labels, _ new: Labels) -> Int? {
        if row.id < 0, changesRows, old != new { return nil }
        if row.id >= 0, setup.chain.isEditable, hasMoved(row, from: old.edited, to: new.edited) { return nil }
        return new.shown.firstIndex(of: row)
    }

    /// Returns whether a removed separator may have become the one that is there now.
    private func hasUnsureRow(_ gone: ArraySlice<Label>) -> Bool {
        changesRows && gone.contains { $0.id < 0 }
    }

    /// Whether rows change while their page is in the list.
    private var changesRows: Bool {
        let stages = setup.chain.stages
        return setup.chain.isEditable || stages.contains(.latest)
            || stages.contains(.dedupe) && rules.maxRows != nil
    }

    private func hasMoved(_ row: Label, from old: [Label], to new: [Label]) -> Bool {
        let before = Set(old.prefix { $0 != row })
        let kept = Set(old)
        var isBefore = true
        for label in new where kept.contains(label) {
            if label == row { isBefore = false } else if before.contains(label) != isBefore { return true }
        }
        return false
    }

    mutating func presentEdits() {
        let old = labels
        present()
        follow(from: old)
        if !areCancelled { loadWhatIsDue() }
    }
}
