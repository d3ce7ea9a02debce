/// The pages of a source with edits applied.
///
/// A row that was moved or inserted is shown on the page of its anchor. A page without edits is passed on
/// unchanged.
struct EditedPages<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    typealias Entry = EditEntry<Item, Identity>

    let identity: RowIdentity<Item, Identity>
    var entries: [Entry] = []
    /// The versions that the server has pushed. Loaded rows have them; those that are deleted are not shown.
    var pushed = PushedRows<Item, Identity>()

    /// The source's rows.
    var pages = PageTable<[Item]>()
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
        entries = old.entries.filter { $0.survivesRefresh || !$0.isOld }
        pushed = PushedRows(after: old.pushed)
    }

    /// Whether the rows are those of the source, in their latest versions.
    var isUnedited: Bool { entries.isEmpty && !pushed.hasDeleted }

    mutating func refreshBegins() {
        pushed.refreshBegins()
        for index in entries.indices { entries[index].isOld = true }
    }
}

// Changes of the source's pages.
extension EditedPages {
    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let loaded):
            let items = latest(loaded)
            let oldPlan = makePlan()
            let before = relatedPages(to: oldPlan)
            pages.insert(items, page: page)
            identity.record(items, page: page, in: &pageIndex)
            if isUnedited { return [.insert(page: page, items)] }
            let plan = makePlan()
            let rows = render(page, plan)
            note(rows, on: page)
            let others = before.union(relatedPages(to: plan)).subtracting([page])
            let changes = renderAgain(
                others, plan, after: oldPlan, updated: ids(of: items, shownElsewhereBy: oldPlan))
            return changes.removals + [.insert(page: page, rows)] + changes.others
        case .remove(let page):
            let oldPlan = makePlan()
            let before = relatedPages(to: oldPlan)
            let items = pages.remove(page: page)
            for id in identity(items) { pageIndex.remove(id, page: page) }
            shown[page] = nil
            if isUnedited { return [.remove(page: page)] }
            let plan = makePlan()
            let others = before.union(relatedPages(to: plan)).subtracting([page])
            let updated = ids(of: items, shownElsewhereBy: plan)
            return [.remove(page: page)] + renderAgain(others, plan, after: oldPlan, updated: updated).all
        case .edit(let page, let edits):
            return edit(page, edits.map { $0.map { latest($0) } })
        case .ends(let ends):
            let oldPlan = makePlan()
            let before = relatedPages(to: oldPlan)
            self.ends = ends
            if isUnedited { return [.ends(ends)] }
            let plan = makePlan()
            return renderAgain(before.union(relatedPages(to: plan)), plan, after: oldPlan).all + [.ends(ends)]
        }
    }

    mutating func edit(_ page: Int, _ edits: [RowEdit<Item>]) -> [PageChange<Item>] {
        let oldPlan = makePlan()
        let before = relatedPages(to: oldPlan)
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
        let present = Set(identity(pages[page]))
        for id in touched {
            if present.contains(id) {
                pageIndex.insert(id, page: page)
            } else {
                pageIndex.remove(id, page: page)
            }
        }
        if isUnedited { return [.edit(page: page, edits)] }
        shown[page] = old
        let plan = makePlan()
        let related = before.union(relatedPages(to: plan)).union([page])
        return renderAgain(related, plan, after: oldPlan, updated: touched).all
    }

    /// The identities of a page's items that edits have inserted or moved: only one of each pair is shown.
    func ids(of items: [Item], shownElsewhereBy plan: EditPlan<Item, Identity>) -> Set<Identity> {
        if plan.places.isEmpty { return [] }
        return Set(identity(items).filter { plan.places[$0] != nil })
    }
}

// Edits.
extension EditedPages {
    mutating func perform(_ command: EditCommand<Item, Identity>) -> [PageChange<Item>] {
        switch command {
        case .make(let entry):
            return change(entry.kind) { entries in entries.append(entry) }
        case .revert(let number):
            guard let index = entries.firstIndex(where: { $0.number == number }) else { return [] }
            return change(entries[index].kind) { entries in entries.remove(at: index) }
        case .confirm(let number):
            guard let index = entries.firstIndex(where: { $0.number == number }) else { return [] }
            entries[index].survivesRefresh = false
            // The pages of a refresh that is running may be older than the confirmation.
            entries[index].isOld = false
            return []
        case .replace(let temporary, let saved):
            return replace(temporary, by: saved)
        case .push(let rows):
            return push(rows)
        }
    }

    /// Replaces an inserted row by another one, in place.
    mutating func replace(_ temporary: Identity, by saved: Item) -> [PageChange<Item>] {
        let id = identity(saved)
        guard let index = entries.lastIndex(where: { $0.inserts(temporary, identity: { identity($0) }) })
        else { return [] }
        let oldPlan = makePlan()
        let before = relatedPages(to: oldPlan)
        for index in entries.indices { entries[index].rename(temporary, to: id) }
        entries[index].replaceItem(by: saved)
        entries[index].survivesRefresh = false
        entries[index].isOld = false
        for page in shown.keys { shown[page] = shown[page]?.map { $0 == temporary ? id : $0 } }
        let plan = makePlan()
        let related = before.union(relatedPages(to: plan))
        return renderAgain(related, plan, after: oldPlan, updated: [id]).all
    }

    /// Adds or removes an edit.
    mutating func change(
        _ kind: Entry.Kind, by edit: (inout [Entry]) -> Void
    ) -> [PageChange<Item>] {
        switch kind {
        case .update(let id, _):
            edit(&entries)
            return update(id, makePlan())
        case .remove(let id):
            edit(&entries)
            let plan = makePlan()
            return renderAgain(Set(pagesShowing(id, plan)), plan, after: plan).all
        case .insert(let item, _):
            return replan(by: edit, updated: [identity(item)])
        case .move:
            return replan(by: edit)
        }
    }

    mutating func replan(
        by edit: (inout [Entry]) -> Void, updated: Set<Identity> = []
    ) -> [PageChange<Item>] {
        let oldPlan = makePlan()
        let before = relatedPages(to: oldPlan)
        edit(&entries)
        let plan = makePlan()
        let related = before.union(relatedPages(to: plan))
        return renderAgain(related, plan, after: oldPlan, updated: updated).all
    }

    mutating func update(_ id: Identity, _ plan: EditPlan<Item, Identity>) -> [PageChange<Item>] {
        var showing = Set(pagesShowing(id, plan))
        var changes: [PageChange<Item>] = []
        // A row that was moved may be that of another page, also where it stands as on its own one.
        for page in showing where shown[page] == nil && plan.places[id] == nil {
            showing.remove(page)
            let edits = updates(of: id, on: page, plan)
            if !edits.isEmpty { changes.append(.edit(page: page, edits)) }
        }
        return changes + renderAgain(showing, plan, after: plan, updated: [id]).all
    }

    /// The edits that update a row on a page whose rows are the source's.
    func updates(of id: Identity, on page: Int, _ plan: EditPlan<Item, Identity>) -> [RowEdit<Item>] {
        let rows = pages[page]
        return identity.positions(of: id, in: rows).compactMap { row in
            shownRow(of: rows[row], plan).map { .update($0, at: row) }
        }
    }

    func makePlan() -> EditPlan<Item, Identity> {
        if entries.isEmpty { return EditPlan() }
        return EditPlan(entries, identity: { identity($0) }, ends: ends) { pageIndex.contains($0) }
    }

    /// The pages of a row, whether it is removed or not; several where the source repeats it.
    func pagesShowing(_ id: Identity, _ plan: EditPlan<Item, Identity>) -> [Int] {
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

    /// The pages that insertions and moves add rows to, or take rows from.
    func relatedPages(to plan: EditPlan<Item, Identity>) -> Set<Int> {
        var related: Set<Int> = []
        for id in plan.places.keys {
            related.formUnion(pageIndex[id])
            related.formUnion(pagesShowing(id, plan))
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
    func render(_ page: Int, _ plan: EditPlan<Item, Identity>) -> [Item] {
        let items = pages[page]
        if plan.isEmpty, !pushed.hasDeleted { return items }
        if !plan.hasInsertions { return items.compactMap { shownRow(of: $0, plan) } }
        var rows: [Item] = []
        rows.reserveCapacity(items.count)
        if page == pages.pages.lowerBound { add(plan.rows(at: .start), to: &rows, plan) }
        for item in items {
            // A row that was moved takes along those that are anchored to it.
            if plan.places[identity(item)] == nil { add([identity(item)], item, to: &rows, plan) }
        }
        if page == pages.pages.upperBound - 1 { add(plan.rows(at: .end), to: &rows, plan) }
        return rows
    }

    /// Adds rows, each with those that are anchored to it.
    func add(
        _ ids: [Identity], _ source: Item? = nil, to rows: inout [Item], _ plan: EditPlan<Item, Identity>
    ) {
        var steps = ids.reversed().map { Step.visit($0) }
        while let step = steps.popLast() {
            switch step {
            case .visit(let id):
                steps += plan.rows(at: .after(id)).reversed().map { .visit($0) }
                steps.append(.show(id))
                steps += plan.rows(at: .before(id)).reversed().map { .visit($0) }
            case .show(let id):
                guard !isRemoved(id, plan) else { continue }
                let isSource = source != nil && id == ids.first
                guard var item = isSource ? source : self.source(of: id, plan) else { continue }
                for change in plan.updates[id] ?? [] { change(&item) }
                rows.append(item)
            }
        }
    }

    /// A row of the source with its updates applied; `nil` if it is removed.
    func shownRow(of item: Item, _ plan: EditPlan<Item, Identity>) -> Item? {
        let id = identity(item)
        if isRemoved(id, plan) { return nil }
        guard !plan.updates.isEmpty, let changes = plan.updates[id] else { return item }
        var row = item
        for change in changes { change(&row) }
        return row
    }

    func isRemoved(_ id: Identity, _ plan: EditPlan<Item, Identity>) -> Bool {
        (!plan.removed.isEmpty && plan.removed.contains(id)) || pushed.isDeleted(id)
    }

    func source(of id: Identity, _ plan: EditPlan<Item, Identity>) -> Item? {
        if let item = plan.inserted[id] { return latest(item) }
        return pageIndex[id].min().flatMap { page in
            identity.positions(of: id, in: pages[page]).first.map { pages[page][$0] }
        }
    }

    func shownRows(of page: Int) -> [Identity] { shown[page] ?? identity(pages[page]) }

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

    /// Renders pages again.
    ///
    /// - Parameters:
    ///   - related: The pages.
    ///   - plan: The effect of the edits.
    ///   - old: That before.
    ///   - updated: The rows with changed content, unless they are inserted or removed.
    mutating func renderAgain(
        _ related: Set<Int>, _ plan: EditPlan<Item, Identity>, after old: EditPlan<Item, Identity>,
        updated: Set<Identity> = []
    ) -> Changes {
        var changes = Changes()
        let moved = plan.rows(movedSince: old)
        // Rows on several pages may differ from page to page, and replace each other when they move.
        let updated = pageIndex.otherPages.isEmpty ? updated : updated.union(pageIndex.otherPages.keys)
        for page in related.sorted() where pages.pages.contains(page) {
            let old = shownRows(of: page)
            let rows = render(page, plan)
            note(rows, on: page)
            changes.add(edits(from: old, to: rows, moved: moved, updated: updated), page: page)
        }
        return changes
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
