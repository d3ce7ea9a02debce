// What confirmations do.
extension EditedPages {
    mutating func confirm(_ number: Int) {
        guard var entry = entries[number] else { return }
        entry.survivesRefresh = false
        // The pages of a refresh that is running may be older than the confirmation.
        entry.isOld = false
        if entry.confirmation == nil {
            let edit = Edit<Item, Identity>.of(entry.edit)
            entry.confirmation = confirmations.confirm(edit)
        }
        entries[number] = entry
    }

    /// The number of confirmations before a page was requested that is now added; 0 for the first page.
    func confirmationsKnown(to page: Int) -> Int {
        if pages.isEmpty { return 0 }
        return confirmations.known(beyond: page < pages.pages.lowerBound ? .start : .end)
    }

    /// Ends the edits that a page contains, because it was requested after they were confirmed. Not those of
    /// rows on other pages as well, which may be older, nor those after an edit of the row that stays: that
    /// would be the last one.
    mutating func endConfirmed(of items: [Item], page: Int, knowing known: Int) {
        if confirmations.isEmpty { return }
        for id in identity(items) where pageIndex.onlyPage(of: id) == page {
            for number in confirmations.edits(of: id) {
                if let entry = entries[number], let confirmation = entry.confirmation,
                    confirmation <= known, isFirst(.of(entry.edit))
                {
                    end(number)
                }
            }
        }
    }

    /// Whether no older edit of the row that updates it, or moves it, is in effect.
    private func isFirst(_ edit: Edit<Item, Identity>) -> Bool {
        if edit.inserts { return true }
        if !edit.places { return plan.isFirstUpdate(edit) }
        return !placements.contains { $0.id == edit.id && $0.number < edit.number && !$0.inserts }
    }

    /// Ends the confirmed insertions of rows that leave with their page: it contains them when it is
    /// requested again, also by a refresh that began after the confirmation.
    mutating func endInsertions(of rows: [Identity]) {
        for id in rows {
            for number in confirmations.edits(of: id) {
                guard let entry = entries[number], entry.isOld || !confirmations.hasRefreshBegun else {
                    continue
                }
                if Edit<Item, Identity>.of(entry.edit).inserts { end(number) }
            }
        }
    }

    /// Drops an edit, before rows are put to their places.
    private mutating func end(_ number: Int) {
        guard let entry = entries.removeValue(forKey: number) else { return }
        let edit = Edit<Item, Identity>.of(entry.edit)
        confirmations.remove(edit)
        if placing.remove(number) == nil { plan.remove(edit) }
    }

    /// Anchors the confirmed rows at the start or the end of the list to the rows beside them. Rows that the
    /// source adds there later are beyond them, as they are in the list of a server that has them.
    ///
    /// One after another, in the order of their confirmations: each may be anchored to the one before.
    mutating func anchorConfirmed(_ rows: ConfirmedRows = .all) -> [PageChange<Item>] {
        let confirmed = placing.compactMap { number -> (number: Int, confirmation: Int)? in
            guard let entry = entries[number], let confirmation = entry.confirmation else { return nil }
            if rows == .unanchored, Edit<Item, Identity>.of(entry.edit).isAnchored { return nil }
            return (number, confirmation)
        }
        var changes: [PageChange<Item>] = []
        for (number, _) in confirmed.sorted(by: { $0.confirmation < $1.confirmation }) {
            guard let edit = entries[number]?.edit, let anchor = anchor(of: .of(edit)) else { continue }
            changes += replan { $0.change(number) { $0.anchored(at: anchor) } }
        }
        return changes
    }

    /// Where a row stays that was inserted at the start or the end, and is there: beside the nearest row of
    /// its page, shown or removed; or on that page, if it has none. `nil` where no row can be told from its
    /// repetitions.
    private func anchor(of edit: Edit<Item, Identity>) -> EditPlace<Identity>? {
        guard case .insert(_, let place, _) = edit.action, plan.places[edit.id] == place, !pages.isEmpty
        else { return nil }
        switch place {
        case .before, .after, .startOfPage, .endOfPage: return nil
        case .start:
            let page = pages.pages.lowerBound
            let rows = order(on: page).drop { $0.id != edit.id }
            let next = rows.first { isNeighbor($0.id, on: page) }
            return next.map { .before($0.id) } ?? (hasOwnRow(page) ? nil : .endOfPage(page))
        case .end:
            let page = pages.pages.upperBound - 1
            let rows = order(on: page).prefix { $0.id != edit.id }
            let previous = rows.last { isNeighbor($0.id, on: page) }
            return previous.map { .after($0.id) } ?? (hasOwnRow(page) ? nil : .startOfPage(page))
        }
    }

    /// Whether rows may be anchored to a row of a page: it is no draft at an end of the list, and is not
    /// repeated.
    private func isNeighbor(_ id: Identity, on page: Int) -> Bool {
        if plan.isDraft(id) { return false }
        return plan.places(id) || pageIndex.onlyPage(of: id) == page && !isRepeated(id)
    }

    /// Whether a page has a row of the source that is not put elsewhere.
    private func hasOwnRow(_ page: Int) -> Bool { identity(pages[page]).contains { !plan.places($0) } }
}
