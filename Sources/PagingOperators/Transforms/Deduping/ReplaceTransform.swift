/// Replaces a row by a later item with the same identity.
struct ReplaceTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    private let identity: @Sendable (Item) -> Identity
    /// The page that has the row of each identity.
    private var owners: [Identity: Int] = [:]
    /// The later items that rows show, of the identities that are repeated.
    private var latest: [Identity: LatestItem] = [:]
    private var pages = PageTable<DedupedPage<Item>>()
    /// The number of hidden items on all pages.
    private var hiddenCount = 0
    private(set) var lastPageRepeats = false

    /// The item that a row shows in place of its own.
    private struct LatestItem: Sendable {
        /// The page that has it.
        let page: Int
        /// The content that an earlier item was given meanwhile: what the row shows once this one is gone.
        var earlier: Item?
    }

    var hiddenDuplicates: Int? { hiddenCount }

    func outcome(ofItem item: Int, page: Int) -> ItemOutcome { pages[page].outcome(ofItem: item) }

    init(_ identity: @escaping @Sendable (Item) -> Identity) {
        self.identity = identity
    }

    mutating func beginGeneration() {
        owners = [:]
        latest = [:]
        pages = PageTable()
        hiddenCount = 0
    }

    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let items):
            return insert(items, page: page)
        case .remove(let page):
            return remove(page)
        case .edit(let page, let edits):
            var freed: [Identity: Item] = [:]
            let changes = edits.flatMap { translate($0, page: page, &freed) }
            return changes + reveal(freed)
        case .ends(let ends):
            return [.ends(ends)]
        }
    }

    private mutating func insert(_ items: [Item], page: Int) -> [PageChange<Item>] {
        var changes: [PageChange<Item>] = []
        var rows: [Item] = []
        var hidden: [Item] = []
        var flags: [Bool] = []
        for item in items {
            let id = identity(item)
            let owner = owners[id]
            flags.append(owner == nil)
            if owner != nil {
                hidden.append(item)
                latest[id] = LatestItem(page: page)
            }
            if owner == page {
                if let row = rows.firstIndex(where: { identity($0) == id }) { rows[row] = item }
            } else if let owner {
                changes += replace(id, by: item, on: owner)
            } else {
                owners[id] = page
                rows.append(item)
            }
        }
        let kept = KeptRows(count: items.count, flags: rows.count == items.count ? nil : flags)
        hiddenCount += hidden.count
        lastPageRepeats = !items.isEmpty && rows.isEmpty
        pages.insert(DedupedPage(rows: rows, kept: kept, hidden: hidden), page: page)
        return changes + [.insert(page: page, rows)]
    }

    private mutating func remove(_ page: Int) -> [PageChange<Item>] {
        let removed = pages.remove(page: page)
        hiddenCount -= removed.hidden.count
        var freed: [Identity: Item] = [:]
        for row in removed.rows { free(row, of: page, &freed) }
        // The row of a hidden item keeps its content.
        for item in removed.hidden { dropLatest(identity(item), of: page) }
        // First, so that later transforms never see the list without the row.
        return reveal(freed) + [.remove(page: page)]
    }

    /// Removes the identity of a row that is gone, and notes it if an item may be hidden behind the row.
    private mutating func free(_ row: Item, of page: Int, _ freed: inout [Identity: Item]) {
        let id = identity(row)
        owners[id] = nil
        if hiddenCount > 0 { freed[id] = row }
        dropLatest(id, of: page)
    }

    /// Shows the items with identities that no row has any more, with the last content of their rows.
    private mutating func reveal(_ freed: [Identity: Item]) -> [PageChange<Item>] {
        if freed.isEmpty || hiddenCount == 0 { return [] }
        var free = freed.filter { owners[$0.key] == nil }
        if free.isEmpty { return [] }
        var shown = 0
        let changes = pages.reveal { item, page in
            guard let content = free.removeValue(forKey: identity(item)) else { return nil }
            owners[identity(item)] = page
            shown += 1
            return content
        }
        hiddenCount -= shown
        return changes
    }

    private mutating func replace(_ id: Identity, by item: Item, on page: Int) -> [PageChange<Item>] {
        guard let row = pages[page].rows.firstIndex(where: { identity($0) == id }) else { return [] }
        return replace(row, of: page, by: item)
    }

    private mutating func replace(_ row: Int, of page: Int, by item: Item) -> [PageChange<Item>] {
        pages[page].rows[row] = item
        return [.edit(page: page, [.update(item, at: row)])]
    }

    private mutating func translate(
        _ edit: RowEdit<Item>, page: Int, _ freed: inout [Identity: Item]
    ) -> [PageChange<Item>] {
        switch edit {
        case .insert(let item, let index):
            let id = identity(item)
            guard let owner = owners[id] else {
                pages[page].kept.insert(true, at: index)
                owners[id] = page
                let row = pages[page].kept.row(of: index)
                pages[page].rows.insert(item, at: row)
                return [.edit(page: page, [.insert(item, at: row)])]
            }
            pages[page].hidden.insert(item, at: pages[page].hiddenIndex(of: index))
            pages[page].kept.insert(false, at: index)
            hiddenCount += 1
            latest[id] = LatestItem(page: page)
            return replace(id, by: item, on: owner)
        case .remove(let index):
            let row = pages[page].kept.row(of: index)
            let wasKept = pages[page].kept.isKept(index)
            pages[page].kept.remove(at: index)
            guard wasKept else {
                let id = identity(pages[page].hidden.remove(at: index - row))
                hiddenCount -= 1
                guard let earlier = dropLatest(id, of: page), let owner = owners[id] else { return [] }
                return replace(id, by: earlier, on: owner)
            }
            free(pages[page].rows.remove(at: row), of: page, &freed)
            return [.edit(page: page, [.remove(at: row)])]
        case .update(let item, let index):
            return update(item, at: index, of: page, &freed)
        }
    }

    private mutating func update(
        _ item: Item, at index: Int, of page: Int, _ freed: inout [Identity: Item]
    ) -> [PageChange<Item>] {
        let id = identity(item)
        let row = pages[page].kept.row(of: index)
        if !pages[page].kept.isKept(index) {
            if identity(pages[page].hidden[index - row]) == id, let owner = owners[id] {
                pages[page].hidden[index - row] = item
                return noteEarlier(item, id, on: page) ? [] : replace(id, by: item, on: owner)
            }
        } else if identity(pages[page].rows[row]) == id {
            return noteEarlier(item, id, on: page) ? [] : replace(row, of: page, by: item)
        } else if owners[id] == nil {
            // Under its new identity it stays the same row.
            free(pages[page].rows[row], of: page, &freed)
            owners[id] = page
            return replace(row, of: page, by: item)
        }
        return translate(.remove(at: index), page: page, &freed)
            + translate(.insert(item, at: index), page: page, &freed)
    }
}

// The items that rows show.
extension ReplaceTransform {
    /// Notes the new content of an item, if its row shows a later one.
    private mutating func noteEarlier(_ item: Item, _ id: Identity, on page: Int) -> Bool {
        guard !latest.isEmpty, let shown = latest[id], shown.page != page else { return false }
        latest[id]?.earlier = item
        return true
    }

    /// Drops the later item that a row shows, if it is on a page.
    ///
    /// - Returns: The content that an earlier item was given meanwhile.
    @discardableResult
    private mutating func dropLatest(_ id: Identity, of page: Int) -> Item? {
        guard !latest.isEmpty, latest[id]?.page == page else { return nil }
        return latest.removeValue(forKey: id)?.earlier
    }
}
