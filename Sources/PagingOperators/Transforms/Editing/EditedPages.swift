/// The pages of a source with edits applied.
///
/// A row that was moved or inserted is shown on the page of its anchor. A page without edits is passed on
/// unchanged.
///
/// Functions that an update of a row calls are inlined into the transform, and rarely needed code is in
/// functions of its own. In code that is not specialized, a call of a mutating method, and each generic type
/// that a function may need, costs a look-up of metadata.
struct EditedPages<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    let identity: RowIdentity<Item, Identity>
    /// The edits that are in effect, by their numbers.
    var entries: [Int: EditEntry] = [:]
    /// The edits that a refresh has dropped, until its list is shown: one that is confirmed meanwhile stays.
    var dropped: [Int: EditEntry] = [:]
    /// The numbers of those in effect that put rows to places.
    var placing: Set<Int> = []
    var confirmations = EditConfirmations<Identity>()
    /// What they make of the loaded rows.
    var plan = EditPlan<Item, Identity>()
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
    var shown: [Int: [Identity]] = [:] { didSet { hasChangedPages = !shown.isEmpty } }
    /// Whether there are any. Stored, because `isEmpty` of a generic dictionary looks up metadata at run
    /// time.
    private(set) var hasChangedPages = false

    init(identity: RowIdentity<Item, Identity>) {
        self.identity = identity
    }

    /// Begins a generation with the edits that survive the refresh, or were made or confirmed since it began.
    init(identity: RowIdentity<Item, Identity>, after old: Self) {
        self.identity = identity
        confirmations = EditConfirmations(after: old.confirmations)
        for (number, var entry) in old.entries {
            entry.edit = Edit<Item, Identity>.of(entry.edit).withoutPage
            if entry.survivesRefresh || !entry.isOld {
                add(entry)
            } else if entry.confirmation == nil {
                dropped[number] = entry
            }
        }
        pushed = PushedRows(after: old.pushed)
    }

    /// Whether the rows are those of the source, in their latest versions.
    var isUnedited: Bool { entries.isEmpty && !pushed.hasDeleted }

    mutating func refreshBegins() {
        pushed.refreshBegins()
        confirmations.refreshBegins()
        for number in entries.keys { entries[number]?.isOld = true }
    }

    mutating func loadBegins(beyond edge: Edge) { confirmations.loadBegins(beyond: edge) }
}

// Changes of the source's pages.
extension EditedPages {
    /// Anchors rows where the pages have come. Not at each page: of a stored list, no page but the last one
    /// has the end.
    mutating func settle(_ rows: ConfirmedRows) -> [PageChange<Item>] {
        if !dropped.isEmpty { dropped = [:] }
        return placing.isEmpty ? [] : anchorConfirmed(rows)
    }

    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let loaded):
            let items = latest(loaded)
            let oldPlan = plan
            let before = relatedPages
            let known = confirmationsKnown(to: page)
            pages.insert(items, page: page)
            arrivals.insert(arrivalCount, page: page)
            arrivalCount += 1
            identity.record(items, page: page, in: &pageIndex)
            if isUnedited { return [.insert(page: page, items)] }
            endConfirmed(of: items, page: page, knowing: known)
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
            let rows = confirmations.isEmpty ? [] : shownRows(of: page)
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
        case .carry(let row): return row.edits.flatMap { apply($0) }
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

// Which pages show which rows.
extension EditedPages {
    /// Whether edits have changed which rows a page has.
    @inline(__always)
    func isChanged(_ page: Int) -> Bool { hasChangedPages && hasShownRows(page) }

    // Apart, so that its generic types are needed only where pages are changed.
    @inline(never)
    private func hasShownRows(_ page: Int) -> Bool { shown[page] != nil }

    /// The edits that put rows to places, the oldest first.
    var placements: [Edit<Item, Identity>] {
        placing.sorted().compactMap { number in entries[number].map { .of($0.edit) } }
    }

    /// Puts rows to their places, after their edits, or the loaded rows, have changed.
    mutating func placeRows() {
        if placing.isEmpty, !plan.hasPlacements { return }
        let pageIndex = pageIndex
        plan.place(placements, ends: ends, pages: pages.pages) { pageIndex.contains($0) }
    }

    /// The pages of a row, whether it is removed or not; several where the source repeats it.
    func pagesShowing(_ id: Identity) -> [Int] {
        if plan.places.isEmpty { return pageIndex[id] }
        var id = id
        while let place = plan.places[id] {
            switch place {
            case .start: return pages.isEmpty ? [] : [pages.pages.lowerBound]
            case .end: return pages.isEmpty ? [] : [pages.pages.upperBound - 1]
            case .startOfPage(let page), .endOfPage(let page): return [page]
            case .before(let anchor), .after(let anchor): id = anchor
            }
        }
        return pageIndex[id]
    }

    /// The loaded ones of some pages, in the order in which they were loaded: of items with one identity, a
    /// later transform takes the last one for the latest, as when their pages were loaded.
    func inOrderOfArrival(_ pages: some Sequence<Int>) -> [Int] {
        pages.filter(arrivals.pages.contains).sorted { arrivals[$0] < arrivals[$1] }
    }

    /// The pages that insertions and moves add rows to, or take rows from.
    var relatedPages: Set<Int> {
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
