import PagingOperators

// The row that was shown last, while others come and go.
extension ReferenceList {
    /// What tells a row from the others. One that goes to another page is another row.
    struct Label: Hashable {
        let page: Int
        let id: Int
        /// Which of the rows with this identity on the page it is.
        let occurrence: Int
    }

    var labels: [Label] {
        zip(pages, rows).flatMap { page, rows in
            var counts: [Int: Int] = [:]
            return rows.map { row in
                let id = labelID(of: row)
                defer { counts[id, default: 0] += 1 }
                return Label(page: page.number, id: id, occurrence: counts[id, default: 0])
            }
        }
    }

    /// A separator is the one before a certain row, except to edits, for which it is a row like others.
    private func labelID(of row: SimulatedRow) -> Int {
        let isPlace = row.id < 0 && setup.chain.stages.last(where: { $0 != .map }) != .edits
        return isPlace ? -1 - (-1 - row.id) % 1000 : row.id
    }

    /// Keeps to the row that was shown last or, if it is gone, to the next.
    mutating func follow(from old: [Label]) {
        guard let shown = wishes.shown, shown >= 0 else { return }
        let new = labels
        if shown >= old.count {
            // As far beyond the last row that was kept.
            guard let last = old.lastIndex(where: new.contains) else { return }
            guard let place = place(of: last, in: old, new) else { return isUnsure = true }
            wishes.shown = shown + place - last
            return
        }
        guard let next = old[shown...].firstIndex(where: new.contains) else {
            wishes.shown = max(0, new.count - 1)
            return
        }
        guard let place = place(of: next, in: old, new) else { return isUnsure = true }
        wishes.shown = place
    }

    /// Where a row is, unless it has changed places with another: then, either may count as the one that moved. Of a
    /// separator among rows that were edited, too, it can't be told whether it stayed: each row goes and comes by itself.
    private func place(of row: Int, in old: [Label], _ new: [Label]) -> Int? {
        if old != new, old[row].id < 0, setup.chain.isEditable { return nil }
        guard let place = new.firstIndex(of: old[row]) else { return nil }
        let before = Set(old[..<row])
        let hasMoved = new.enumerated().contains { index, label in
            index != place && old.contains(label) && before.contains(label) != (index < place)
        }
        return hasMoved ? nil : place
    }

    mutating func presentEdits() {
        let old = labels
        present()
        follow(from: old)
        if !areCancelled { loadWhatIsDue() }
    }
}
