/// The pages of a source with edits applied.
///
/// A row that was moved or inserted is shown on the page of its anchor. A page without edits is passed on
/// unchanged.
///
/// What an update of a row calls is inlined into the transform, and what it seldom needs is apart: in code
/// that is not specialized, a call of a mutating method, and each generic type that a function may need,
/// costs a look-up of metadata.
struct EditedPages<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    let identity: RowIdentity<Item, Identity>
    /// The edits that are in effect, by their numbers.
    private(set) var entries: [Int: EditEntry] = [:]
    /// The numbers of those that put rows to places.
    private var placing: Set<Int> = []
    /// The numbers of the confirmed edits of each row, except removals.
    private var confirmed: [Identity: [Int]] = [:]
    private var confirmationCount = 0
    /// Whether a refresh has begun, which may have failed: its pages may be older than later confirmations.
    private var hasRefreshBegun = false
    /// For each edge, the number of confirmations before the load of the page beyond it began.
    private var knownConfirmations = Edges(start: 0, end: 0)
    /// What they make of the loaded rows.
    private(set) var plan = EditPlan<Item, Identity>()
    /// The versions that the server has pushed. Loaded rows have them; those that are deleted are not shown.
    var pushed = PushedRows<Item, Identity>()

    /// The source's rows.
    var pages = PageTable<[Item]>()
    /// The number of pages that were loaded before each page.
    private var arrivals = PageTable<Int>()
    private var arrivalCount = 0
    /// The pages of the source's rows.
    var pageIndex = PageIndex<Identity>()
    var ends = ListEnds()
    /// The identities of the shown rows, for the pages that edits have changed.
    var shown: [Int: [Identity]] = [:]

    init(identity: RowIdentity<Item, Identity>) {
        self.identity = identity
    }

    /// Begins a generation with the edits that survive the refresh, or were made or confirmed since it began.
    init(identity: RowIdentity<Item, Identity>, after old: Self) {
        self.identity = identity
        confirmationCount = old.confirmationCount
        for entry in old.entries.values where entry.survivesRefresh || !entry.isOld { add(entry) }
        pushed = PushedRows(after: old.pushed)
    }

    /// Whether the rows are those of the source, in their latest versions.
    var isUnedited: Bool { entries.isEmpty && !pushed.hasDeleted }

    mutating func refreshBegins() {
        pushed.refreshBegins()
        hasRefreshBegun = true
        for number in entries.keys { entries[number]?.isOld = true }
    }

    mutating func loadBegins(beyond edge: Edge) { knownConfirmations[edge] = confirmationCount }
}

// Changes of the source's pages.
extension EditedPages {
    /// Anchors rows where the pages have come. Not at each page: of a stored list, no page but the last one
    /// has the end.
    mutating func settle() -> [PageChange<Item>] { placing.isEmpty ? [] : anchorConfirmed() }

    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let loaded):
            let items = latest(loaded)
            let oldPlan = plan
            let before = relatedPages
            let known = confirmations(before: page)
            pages.insert(items, page: page)
            arrivals.insert(arrivalCount, page: page)
            arrivalCount += 1
            identity.record(items, page: page, in: &pageIndex)
            if isUnedited { return [.insert(page: page, items)] }
            endConfirmed(of: items, page: page, confirmations: known)
            placeRows()
            let rows = render(page)
            note(rows, on: page)
            let others = before.union(relatedPages).subtracting([page])
            let changes = renderAgain(
                others, after: oldPlan, updated: ids(of: items, shownElsewhereBy: oldPlan))
            return changes.removals + [.insert(page: page, rows)] + changes.others
        case .remove(let page):
            let oldPlan = plan
            let before = relatedPages
            let rows = confirmed.isEmpty ? [] : shownRows(of: page)
            let items = pages.remove(page: page)
            arrivals.remove(page: page)
            for id in identity(items) { pageIndex.remove(id, page: page) }
            shown[page] = nil
            if isUnedited { return [.remove(page: page)] }
            endInsertions(of: rows)
            placeRows()
            let others = before.union(relatedPages).subtracting([page])
            let updated = ids(of: items, shownElsewhereBy: plan)
            return [.remove(page: page)] + renderAgain(others, after: oldPlan, updated: updated).all
        case .edit(let page, let edits):
            return edit(page, edits.map { $0.map { latest($0) } })
        case .ends(let ends):
            let oldPlan = plan
            let before = relatedPages
            self.ends = ends
            if isUnedited { return [.ends(ends)] }
            placeRows()
            return renderAgain(before.union(relatedPages), after: oldPlan).all + [.ends(ends)]
        }
    }

    mutating func edit(_ page: Int, _ edits: [RowEdit<Item>]) -> [PageChange<Item>] {
        let oldPlan = plan
        let before = relatedPages
        let old = shownRows(of: page)
        var touched: Set<Identity> = []
        for edit in edits {
            switch edit {
            case .insert(let item, _): touched.insert(identity(item))
            case .remove(let row): touched.insert(identity(pages[page][row]))
            case .update(let item, let row):
                touched.formUnion([identity(item), identity(pages[page][row])])
            }
            pages[page].perform(edit)
        }
        let ids = identity(pages[page])
        let present = Set(ids)
        if present.count < ids.count { pageIndex.maxCopies = .max }
        for id in touched {
            if present.contains(id) {
                pageIndex.insert(id, page: page)
            } else {
                pageIndex.remove(id, page: page)
            }
        }
        if isUnedited { return [.edit(page: page, edits)] }
        shown[page] = old
        placeRows()
        let related = before.union(relatedPages).union([page])
        return renderAgain(related, after: oldPlan, updated: touched).all
    }

    /// The identities of a page's items that edits have inserted or moved: only one of each pair is shown.
    func ids(of items: [Item], shownElsewhereBy plan: EditPlan<Item, Identity>) -> Set<Identity> {
        if plan.places.isEmpty { return [] }
        return Set(identity(items).filter { plan.places[$0] != nil })
    }
}

// Edits.
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
            guard let entry = entries.removeValue(forKey: number) else { return [] }
            let edit = Edit<Item, Identity>.of(entry.edit)
            forgetConfirmation(of: edit)
            if edit.places { return removePlace(edit) + anchorConfirmed() }
            plan.remove(edit)
            return show(edit)
        case .confirm(let number):
            confirm(number)
            return placing.contains(number) ? anchorConfirmed() : []
        case .replace(let replacement):
            return replace(replacement)
        case .anchor:
            return anchorConfirmed()
        case .push(let rows):
            let changes = push(rows)
            return placing.isEmpty ? changes : changes + anchorConfirmed()
        }
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

    private mutating func add(_ entry: EditEntry) {
        let edit = Edit<Item, Identity>.of(entry.edit)
        entries[edit.number] = entry
        if edit.places { placing.insert(edit.number) } else { plan.add(edit) }
        if entry.confirmation != nil { noteConfirmation(of: edit) }
    }

    private mutating func confirm(_ number: Int) {
        guard var entry = entries[number] else { return }
        entry.survivesRefresh = false
        // The pages of a refresh that is running may be older than the confirmation.
        entry.isOld = false
        if entry.confirmation == nil {
            confirmationCount += 1
            entry.confirmation = confirmationCount
            noteConfirmation(of: .of(entry.edit))
        }
        entries[number] = entry
    }

    /// A page with a row that was removed is one of a server that still has it.
    private mutating func noteConfirmation(of edit: Edit<Item, Identity>) {
        if !edit.removes { confirmed[edit.id, default: []].append(edit.number) }
    }

    private mutating func forgetConfirmation(of edit: Edit<Item, Identity>) {
        guard let numbers = confirmed[edit.id] else { return }
        let others = numbers.filter { $0 != edit.number }
        confirmed[edit.id] = others.isEmpty ? nil : others
    }

    /// The number of confirmations before a page was requested that is now added; 0 for the first page.
    private func confirmations(before page: Int) -> Int {
        if pages.isEmpty { return 0 }
        return knownConfirmations[page < pages.pages.lowerBound ? .start : .end]
    }

    /// Ends the edits that a page contains, because it was requested after they were confirmed. Not those of
    /// rows on other pages as well, which may be older, nor those after an edit of the row that stays: that
    /// would be the last one.
    private mutating func endConfirmed(of items: [Item], page: Int, confirmations: Int) {
        if confirmed.isEmpty { return }
        for id in identity(items) where pageIndex.onlyPage(of: id) == page {
            for number in confirmed[id]?.sorted() ?? [] {
                if let entry = entries[number], let confirmation = entry.confirmation,
                    confirmation <= confirmations, isFirst(.of(entry.edit))
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
    private mutating func endInsertions(of rows: [Identity]) {
        for id in rows {
            for number in confirmed[id] ?? [] {
                guard let entry = entries[number], entry.isOld || !hasRefreshBegun else { continue }
                if Edit<Item, Identity>.of(entry.edit).inserts { end(number) }
            }
        }
    }

    /// Drops an edit, before rows are put to their places.
    private mutating func end(_ number: Int) {
        guard let entry = entries.removeValue(forKey: number) else { return }
        let edit = Edit<Item, Identity>.of(entry.edit)
        forgetConfirmation(of: edit)
        if placing.remove(number) == nil { plan.remove(edit) }
    }

    /// Anchors the confirmed rows at the start or the end of the list to the rows beside them. Rows that the
    /// source adds there later are beyond them, as they are in the list of a server that has them.
    ///
    /// One after another: each may be anchored to the one before.
    private mutating func anchorConfirmed() -> [PageChange<Item>] {
        var changes: [PageChange<Item>] = []
        for number in placing.sorted() where entries[number]?.confirmation != nil {
            guard let edit = entries[number].map({ Edit<Item, Identity>.of($0.edit) }),
                let anchor = anchor(of: edit)
            else { continue }
            changes += replan { $0.change(number) { $0.anchored(at: anchor) } }
        }
        return changes
    }

    /// Where a row stays that was inserted at the start or the end, and is there: beside the nearest row of
    /// its page that does not stay at that edge itself, or at the other edge of a list of one page.
    private func anchor(of edit: Edit<Item, Identity>) -> FeedPlace<Identity>? {
        guard case .insert(_, let place, _) = edit.action, plan.places[edit.id] == place, !pages.isEmpty
        else {
            return nil
        }
        let isOnlyPage = pages.pages.count == 1
        switch place {
        case .before, .after: return nil
        case .start:
            let rows = shownRows(of: pages.pages.lowerBound).drop { $0 != edit.id }
            return rows.first { plan.root(of: $0) != place }.map { .before($0) }
                ?? (isOnlyPage && ends.end ? .end : nil)
        case .end:
            let rows = shownRows(of: pages.pages.upperBound - 1).prefix { $0 != edit.id }
            return rows.last { plan.root(of: $0) != place }.map { .after($0) }
                ?? (isOnlyPage && ends.start ? .start : nil)
        }
    }

    /// The edits that put rows to places, the oldest first.
    private var placements: [Edit<Item, Identity>] {
        placing.sorted().compactMap { number in entries[number].map { .of($0.edit) } }
    }

    /// Replaces an inserted row by another one, in place.
    private mutating func replace(_ replacement: any Sendable) -> [PageChange<Item>] {
        guard let replacement = replacement as? RowReplacement<Item, Identity> else { return [] }
        let (temporary, id, saved) = (replacement.temporary, replacement.id, replacement.saved)
        // All of them: an older insertion of the row is in effect once the newest is reverted, or its place
        // is not loaded.
        let insertions = placements.filter { $0.inserts && $0.id == temporary }
        if insertions.isEmpty { return [] }
        // Where the source has delivered the saved row, the edits of the temporary one apply to that.
        return replan(updated: [id], on: pageIndex[id]) { pages in
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
        if let numbers = confirmed.removeValue(forKey: old) { confirmed[new, default: []] += numbers }
        for number in entries.keys { change(number) { $0.renaming(old, to: new) } }
    }

    private mutating func change(
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
    private mutating func replan(
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

    /// Whether edits have changed which rows a page has.
    @inline(__always)
    private func isChanged(_ page: Int) -> Bool { !shown.isEmpty && shown[page] != nil }

    /// Puts rows to their places, after their edits, or the loaded rows, have changed.
    private mutating func placeRows() {
        if placing.isEmpty, !plan.hasPlacements { return }
        let pageIndex = pageIndex
        plan.place(placements, ends: ends) { pageIndex.contains($0) }
    }

    /// The pages of a row, whether it is removed or not; several where the source repeats it.
    func pagesShowing(_ id: Identity) -> [Int] {
        if plan.places.isEmpty { return pageIndex[id] }
        var id = id
        while let place = plan.places[id] {
            switch place {
            case .start: return pages.isEmpty ? [] : [pages.pages.lowerBound]
            case .end: return pages.isEmpty ? [] : [pages.pages.upperBound - 1]
            case .before(let anchor), .after(let anchor): id = anchor
            }
        }
        return pageIndex[id]
    }

    /// Those of some pages that are loaded, in the order in which they were: of items with one identity, a
    /// later transform takes the last one for the latest, as when their pages were loaded.
    private func inOrderOfArrival(_ pages: some Sequence<Int>) -> [Int] {
        pages.filter(arrivals.pages.contains).sorted { arrivals[$0] < arrivals[$1] }
    }

    /// The pages that insertions and moves add rows to, or take rows from.
    private var relatedPages: Set<Int> {
        var related: Set<Int> = []
        for (id, place) in plan.places {
            related.formUnion(pageIndex[id])
            // A row is on the pages of its anchor, which may be one of these rows itself.
            if let anchor = place.anchor, plan.places(anchor) { continue }
            related.formUnion(pagesShowing(id))
        }
        return related
    }
}

// Rows.
extension EditedPages {
    enum Step {
        case visit(Identity)
        case show(Identity)
    }

    /// The rows of a page after all edits.
    func render(_ page: Int) -> [Item] {
        let items = pages[page]
        if plan.isEmpty, !pushed.hasDeleted { return items }
        if !plan.hasInsertions { return items.compactMap { shownRow(of: $0) } }
        var rows: [Item] = []
        rows.reserveCapacity(items.count)
        if page == pages.pages.lowerBound { add(plan.rows(at: .start), to: &rows) }
        // The rows of this page whose anchored rows have been added.
        var anchors: Set<Identity> = []
        for item in items {
            // A row that was moved takes along those that are anchored to it.
            let id = identity(item)
            if plan.places(id) { continue }
            // Where the source repeats an anchor, the first one has the rows.
            if plan.anchors(id), pageIndex[id].min() == page, anchors.insert(id).inserted {
                add([id], item, to: &rows)
            } else if let row = shownRow(of: item) {
                rows.append(row)
            }
        }
        if page == pages.pages.upperBound - 1 { add(plan.rows(at: .end), to: &rows) }
        return rows
    }

    /// Adds rows, each with those that are anchored to it.
    func add(_ ids: [Identity], _ source: Item? = nil, to rows: inout [Item]) {
        var steps = ids.reversed().map { Step.visit($0) }
        while let step = steps.popLast() {
            switch step {
            case .visit(let id):
                steps += plan.rows(at: .after(id)).reversed().map { .visit($0) }
                steps.append(.show(id))
                steps += plan.rows(at: .before(id)).reversed().map { .visit($0) }
            case .show(let id):
                guard !isRemoved(id) else { continue }
                let isSource = source != nil && id == ids.first
                guard var item = isSource ? source : self.source(of: id) else { continue }
                plan.update(&item, id)
                rows.append(item)
            }
        }
    }

    /// A row of the source with its updates applied; `nil` if it is removed.
    func shownRow(of item: Item) -> Item? {
        let id = identity(item)
        if isRemoved(id) { return nil }
        var row = item
        plan.update(&row, id)
        return row
    }

    @inline(__always)
    func isRemoved(_ id: Identity) -> Bool { plan.removes(id) || pushed.isDeleted(id) }

    func source(of id: Identity) -> Item? {
        if let item = plan.inserted[id] { return latest(item) }
        return pageIndex[id].min().flatMap { page in
            identity.positions(of: id, in: pages[page]).first.map { pages[page][$0] }
        }
    }

    func shownRows(of page: Int) -> [Identity] { shown[page] ?? identity(pages[page]) }

    /// What an item has become: where the source repeats it on its page, each is a row of its own.
    func outcome(ofItem item: Int, page: Int) -> ItemOutcome {
        guard let rows = shown[page] else { return .row(item) }
        let ids = identity(Array(pages[page][...item]))
        let repetition = ids.count { $0 == ids[item] } - 1
        let copies = rows.indices.filter { rows[$0] == ids[item] }
        return repetition < copies.count ? .row(copies[repetition]) : .dropped
    }

    mutating func note(_ rows: [Item], on page: Int) {
        let ids = identity(rows)
        shown[page] = ids == identity(pages[page]) ? nil : ids
    }

    /// The changes that render pages again.
    ///
    /// All removals come before all insertions, so that a row that moves from one page to another is never on
    /// both: later transforms would treat one of them as a duplicate.
    struct Changes {
        var removals: [PageChange<Item>] = []
        var others: [PageChange<Item>] = []

        init() {}

        var all: [PageChange<Item>] { removals + others }

        mutating func add(_ edits: [RowEdit<Item>], page: Int) {
            let end = edits.firstIndex { if case .remove = $0 { false } else { true } } ?? edits.count
            if end > 0 { removals.append(.edit(page: page, Array(edits[..<end]))) }
            if end < edits.count { others.append(.edit(page: page, Array(edits[end...]))) }
        }
    }

    /// Renders the pages of a row again.
    mutating func renderPages(of id: Identity) -> [PageChange<Item>] {
        renderAgain(Set(pagesShowing(id))).all
    }

    /// Renders pages again.
    ///
    /// - Parameters:
    ///   - related: The pages.
    ///   - old: The effect of the edits before, if rows may have other places now.
    ///   - updated: The rows with changed content, unless they are inserted or removed.
    mutating func renderAgain(
        _ related: Set<Int>, after old: EditPlan<Item, Identity>? = nil, updated: Set<Identity> = []
    ) -> Changes {
        var changes = Changes()
        let moved = old.map { plan.rows(movedSince: $0) } ?? []
        let updated = old.map { updated.union(placedRepeatedRows(and: $0)) } ?? updated
        for page in inOrderOfArrival(related) {
            let old = shownRows(of: page)
            let rows = render(page)
            note(rows, on: page)
            changes.add(edits(from: old, to: rows, moved: moved, updated: updated), page: page)
        }
        return changes
    }

    /// The rows at places, now or before, that the source repeats: they may differ, and replace each other
    /// when they move.
    private func placedRepeatedRows(and old: EditPlan<Item, Identity>) -> Set<Identity> {
        if pageIndex.otherPages.isEmpty, pageIndex.maxCopies == 1 { return [] }
        return Set(plan.places.keys).union(old.places.keys).filter { isRepeated($0) }
    }

    private func isRepeated(_ id: Identity) -> Bool {
        if pageIndex.otherPages[id] != nil { return true }
        guard pageIndex.maxCopies > 1, let page = pageIndex.onlyPage(of: id) else { return false }
        return identity.positions(of: id, in: pages[page]).count > 1
    }

    /// The edits that turn the old rows of a page into the new ones, removals first.
    func edits(
        from old: [Identity], to rows: [Item], moved: Set<Identity>, updated: Set<Identity>
    ) -> [RowEdit<Item>] {
        let new = identity(rows)
        var edits: [RowEdit<Item>] = []
        var inserted: Set<Int> = []
        if old != new {
            let difference = EditedRows(from: old, to: new, moved: moved)
            edits = difference.removed.map { .remove(at: $0) }
            edits += difference.inserted.map { .insert(rows[$0], at: $0) }
            inserted = Set(difference.inserted)
        }
        for row in new.indices where updated.contains(new[row]) && !inserted.contains(row) {
            edits.append(.update(rows[row], at: row))
        }
        return edits
    }
}
