// What commands do.
extension EditedPages {
    @inline(__always)
    mutating func perform(_ command: EditCommand) -> [PageChange<Item>] {
        switch command {
        case .make(let entry):
            let edit = Edit<Item, Identity>.of(entry.edit)
            if edit.places { return place(entry) + anchorConfirmed() }
            entries[edit.number] = entry
            plan.add(edit)
            return show(edit)
        case .revert(let number):
            dropped[number] = nil
            guard let entry = entries.removeValue(forKey: number) else { return [] }
            let edit = Edit<Item, Identity>.of(entry.edit)
            confirmations.remove(edit)
            if edit.places { return removePlace(edit) + anchorConfirmed() }
            plan.remove(edit)
            return show(edit)
        case .confirm(let number):
            let changes = restore(number)
            confirm(number)
            return placing.contains(number) ? changes + anchorConfirmed() : changes
        case .replace(let replacement):
            return replace(replacement)
        case .anchor:
            return anchorConfirmed()
        case .push(let rows):
            let changes = push(rows)
            return placing.isEmpty ? changes : changes + anchorConfirmed()
        }
    }

    /// Makes an edit again that a refresh has dropped, whose list is not shown yet.
    @inline(never)
    private mutating func restore(_ number: Int) -> [PageChange<Item>] {
        dropped.removeValue(forKey: number).map { perform(.make($0)) } ?? []
    }

    /// Renders the row of an edit that has been added or removed, and that puts no row to a place.
    ///
    /// - Complexity: O(1) besides the pages of the row.
    @inline(__always)
    private mutating func show(_ edit: Edit<Item, Identity>) -> [PageChange<Item>] {
        // A confirmed row that is shown again is anchored.
        edit.removes ? renderPages(of: edit.id) + anchorConfirmed() : update(edit.id)
    }

    /// Adds an edit that puts a row to a place. All of these are applied again.
    private mutating func place(_ entry: EditEntry) -> [PageChange<Item>] {
        let edit = Edit<Item, Identity>.of(entry.edit)
        return replan(updated: edit.inserts ? [edit.id] : []) { $0.add(entry) }
    }

    /// Removes the effect of an edit that puts a row to a place.
    private mutating func removePlace(_ edit: Edit<Item, Identity>) -> [PageChange<Item>] {
        replan(updated: edit.inserts ? [edit.id] : []) { $0.placing.remove(edit.number) }
    }

    mutating func add(_ entry: EditEntry) {
        let edit = Edit<Item, Identity>.of(entry.edit)
        entries[edit.number] = entry
        if edit.places { placing.insert(edit.number) } else { plan.add(edit) }
        if entry.confirmation != nil { confirmations.add(edit) }
    }

    /// Replaces an inserted row by another one, in place.
    private mutating func replace(_ replacement: any Sendable) -> [PageChange<Item>] {
        guard let replacement = replacement as? RowReplacement<Item, Identity> else { return [] }
        let (temporary, id, saved) = (replacement.temporary, replacement.id, replacement.saved)
        var changes: [PageChange<Item>] = []
        for (number, entry) in dropped {
            let edit = Edit<Item, Identity>.of(entry.edit)
            if edit.inserts, edit.id == temporary { changes += restore(number) }
        }
        // All of them: an older insertion of the row is in effect once the newest is reverted, or its place
        // is not loaded.
        let insertions = placements.filter { $0.inserts && $0.id == temporary }
        if insertions.isEmpty { return [] }
        dropped = dropped.mapValues(replacement.renaming)
        // Where the source has delivered the saved row, the edits of the temporary one apply to that.
        return changes
            + replan(updated: [id], on: pageIndex[id]) { pages in
                pages.rename(temporary, to: id)
                for insertion in insertions {
                    pages.change(insertion.number) { $0.inserting(saved) }
                    pages.confirm(insertion.number)
                }
                for page in pages.shown.keys {
                    pages.shown[page] = pages.shown[page]?.map { $0 == temporary ? id : $0 }
                }
            }
    }

    private mutating func rename(_ old: Identity, to new: Identity) {
        plan.rename(old, to: new)
        confirmations.rename(old, to: new)
        for number in entries.keys { change(number) { $0.renaming(old, to: new) } }
    }

    mutating func change(
        _ number: Int, _ change: (Edit<Item, Identity>) -> Edit<Item, Identity>
    ) {
        if let edit = entries[number]?.edit { entries[number]?.edit = change(.of(edit)) }
    }

    /// Changes edits that put rows to places.
    ///
    /// - Parameters:
    ///   - updated: The rows with changed content.
    ///   - others: The pages of the source that have such a row.
    ///   - edit: Changes the edits.
    mutating func replan(
        updated: Set<Identity> = [], on others: [Int] = [], by edit: (inout Self) -> Void
    ) -> [PageChange<Item>] {
        let oldPlan = plan
        let before = relatedPages.union(others)
        edit(&self)
        placeRows()
        return renderAgain(before.union(relatedPages), after: oldPlan, updated: updated).all
    }

    @inline(__always)
    mutating func update(_ id: Identity) -> [PageChange<Item>] {
        // The usual row, without arrays and sets of pages.
        if !plan.places(id), let page = pageIndex.onlyPage(of: id), !isChanged(page) {
            return updates(of: id, on: page)
        }
        return updateOnAllPages(id)
    }

    private mutating func updateOnAllPages(_ id: Identity) -> [PageChange<Item>] {
        var changes: [PageChange<Item>] = []
        var others: Set<Int> = []
        for page in inOrderOfArrival(pagesShowing(id)) {
            // A row that was moved may be that of another page, also where it stands as on its own one.
            if isChanged(page) || plan.places(id) {
                others.insert(page)
                continue
            }
            changes += updates(of: id, on: page)
        }
        if others.isEmpty { return changes }
        return changes + renderAgain(others, updated: [id]).all
    }

    /// Updates a row on a page whose rows are the source's.
    @inline(__always)
    private func updates(of id: Identity, on page: Int) -> [PageChange<Item>] {
        if isRemoved(id) { return [] }
        return identity.updates(
            of: id, in: pages, page: page, maxCopies: pageIndex.maxCopies
        ) { plan.update(&$0, id) }
    }
}
