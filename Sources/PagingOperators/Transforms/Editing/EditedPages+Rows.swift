// The rows of a page.
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
        return order(on: page).compactMap { id, item in (item ?? source(of: id)).flatMap { shownRow(of: $0) }
        }
    }

    /// The rows of a page in their order after all edits, also those that are removed; with their items if
    /// they are where the source has them.
    func order(on page: Int) -> [(id: Identity, item: Item?)] {
        var rows: [(id: Identity, item: Item?)] = []
        rows.reserveCapacity(pages[page].count)
        func add(_ place: EditPlace<Identity>) {
            rows += withAnchored(plan.rows(at: place)).map { (id: $0, item: nil) }
        }
        if page == pages.pages.lowerBound { add(.start) }
        add(.startOfPage(page))
        // The rows of this page whose anchored rows have been added.
        var anchors: Set<Identity> = []
        for item in pages[page] {
            // A row that was moved takes along those that are anchored to it.
            let id = identity(item)
            if plan.places(id) { continue }
            // Where the source repeats an anchor, the first one has the rows.
            if plan.anchors(id), pageIndex[id].min() == page, anchors.insert(id).inserted {
                rows += withAnchored([id]).map { (id: $0, item: $0 == id ? item : nil) }
            } else {
                rows.append((id, item))
            }
        }
        add(.endOfPage(page))
        if page == pages.pages.upperBound - 1 { add(.end) }
        return rows
    }

    /// Rows, each with those that are anchored to it.
    private func withAnchored(_ ids: [Identity]) -> [Identity] {
        var rows: [Identity] = []
        var steps = ids.reversed().map { Step.visit($0) }
        while let step = steps.popLast() {
            switch step {
            case .visit(let id):
                steps += plan.rows(at: .after(id)).reversed().map { .visit($0) }
                steps.append(.show(id))
                steps += plan.rows(at: .before(id)).reversed().map { .visit($0) }
            case .show(let id): rows.append(id)
            }
        }
        return rows
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

    func isRepeated(_ id: Identity) -> Bool {
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
