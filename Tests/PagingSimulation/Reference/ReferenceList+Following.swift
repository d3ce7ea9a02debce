import PagingOperators

// The rows in view, while others come and go.
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

    var labels: Labels {
        let shown = labels(of: rows)
        return Labels(shown: shown, edited: setup.chain.isEditable ? labels(of: editedRows) : shown)
    }

    private func labels(of rows: [[SimulatedRow]]) -> [Label] {
        var labels: [Label] = []
        for index in 0..<min(pages.count, rows.count) {
            let (page, first) = (pages[index].number, labels.count)
            for row in rows[index] {
                let id = labelID(of: row)
                var occurrence = 0
                for label in labels[first...] where label.id == id { occurrence += 1 }
                labels.append(Label(page: page, id: id, occurrence: occurrence))
            }
        }
        return labels
    }

    /// A separator is identified by the row after it.
    private func labelID(of row: SimulatedRow) -> Int {
        isSeparator(row) ? -1 - (-1 - row.id) % 1000 : row.id
    }

    /// Returns whether a row is one between others. For edits, it is a row like others.
    func isSeparator(_ row: SimulatedRow) -> Bool {
        row.id < 0 && setup.chain.stages.last(where: { $0 != .map }) != .edits
    }

    /// Follows the first row in view or, if it was removed, the next one. The others are those after it.
    mutating func follow(from old: Labels) {
        let new = labels
        hints.shown = hints.shown.map { followed(shown: $0, from: old, to: new) }
        hintsBefore.shown = hintsBefore.shown.map { followed(shown: $0, from: old, to: new) }
        hints.inViewport = hints.inViewport.map { followed(shown: $0, from: old, to: new) }
        hintsBefore.inViewport = hintsBefore.inViewport.map { followed(shown: $0, from: old, to: new) }
    }

    private mutating func followed(shown: Range<Int>, from old: Labels, to new: Labels) -> Range<Int> {
        shown.lowerBound >= 0 ? followed(shown, from: old, to: new) : shown
    }

    /// Follows the rows around the viewport.
    mutating func followZone(from old: Labels) {
        guard rules.maxRows != nil || rules.showsPlaceholders, let zone = hints.zone else { return }
        if zone.lowerBound >= 0 { hints.zone = followed(zone, from: old, to: labels) }
    }

    private mutating func followed(_ items: Range<Int>, from old: Labels, to new: Labels) -> Range<Int> {
        guard let first = first(of: items, from: old, to: new) else { return items }
        let isWithin = items.upperBound <= old.shown.count
        return items.starting(at: isWithin ? max(0, min(first, rowCount - items.count)) : first)
    }

    /// The new position of the first row in view; `nil` if it is ambiguous or has not changed.
    private mutating func first(of items: Range<Int>, from old: Labels, to new: Labels) -> Int? {
        let shown = items.lowerBound
        // Of rows that a page has twice, either may count as the one that edits move.
        if setup.chain.isEditable, old != new,
            (old.edited + new.edited).contains(where: { $0.occurrence > 0 })
        {
            isUnsure = true
            return nil
        }
        if shown >= old.shown.count {
            // As far beyond the last row that was kept.
            let last = old.shown.lastIndex(where: new.shown.contains)
            isUnsure = isUnsure || hasUnsureRow(old.shown[((last ?? -1) + 1)...])
            guard let last else { return nil }
            let place = place(of: old.shown[last], in: old, new)
            isUnsure = isUnsure || place == nil
            return place.map { shown + $0 - last }
        }
        let next = old.shown[shown...].firstIndex(where: new.shown.contains)
        isUnsure = isUnsure || hasUnsureRow(old.shown[shown..<(next ?? old.shown.count)])
        guard let next else { return max(0, new.shown.count - 1) }
        let place = place(of: old.shown[next], in: old, new)
        isUnsure = isUnsure || place == nil
        return place
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

    func hasMoved(_ row: Label, from old: [Label], to new: [Label]) -> Bool {
        let before = Set(old.prefix { $0 != row })
        let kept = Set(old)
        var isBefore = true
        for label in new where kept.contains(label) {
            if label == row { isBefore = false } else if before.contains(label) != isBefore { return true }
        }
        return false
    }

    /// Changes the edits, also those of a new generation that has no rows yet.
    mutating func changeEdits(_ change: (inout [ReferenceEdit]) -> Void) {
        change(&edits)
        for index in upcoming.indices {
            change(&upcoming[index].edits)
            upcoming[index].present()
        }
        presentEdits()
    }

    private mutating func presentEdits() {
        let old = labels
        present()
        followZone(from: old)
        follow(from: old)
        if !areCancelled { loadOrReload() }
    }
}
