/// Replaces a row by a later item with the same identity.
struct ReplaceTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    private let identity: @Sendable (Item) -> Identity
    /// The page that has the row of each identity.
    private var owners: [Identity: Int] = [:]
    private var pages = PageTable<DedupedPage<Item>>()
    /// The number of hidden items on all pages.
    private var hiddenCount = 0
    private(set) var lastPageRepeats = false

    var hiddenDuplicates: Int { hiddenCount }

    init(_ identity: @escaping @Sendable (Item) -> Identity) {
        self.identity = identity
    }

    mutating func beginGeneration() {
        owners = [:]
        pages = PageTable()
        hiddenCount = 0
    }

    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let items):
            return insert(items, page: page)
        case .remove(let page):
            let removed = pages.remove(page: page)
            hiddenCount -= removed.hidden.count
            for row in removed.rows { owners[identity(row)] = nil }
            // First, so that later transforms never see the list without the row.
            return reveal(behind: removed.rows) + [.remove(page: page)]
        case .edit(let page, let edits):
            let old = pages[page]
            let changes = edits.flatMap { translate($0, page: page) }
            hiddenCount += pages[page].hidden.count - old.hidden.count
            return edits.allSatisfy { $0.isInsertion } ? changes : changes + reveal(behind: old.rows)
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
            if owner != nil { hidden.append(item) }
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

    /// Shows the items whose duplicates were among rows that are gone, with the last content of those.
    private mutating func reveal(behind rows: [Item]) -> [PageChange<Item>] {
        if hiddenCount == 0 { return [] }
        var free: [Identity: Item] = [:]
        for row in rows where owners[identity(row)] == nil { free[identity(row)] = row }
        if free.isEmpty { return [] }
        var shown = 0
        let changes = pages.reveal { item, page in
            guard let latest = free.removeValue(forKey: identity(item)) else { return nil }
            owners[identity(item)] = page
            shown += 1
            return latest
        }
        hiddenCount -= shown
        return changes
    }

    private mutating func replace(_ id: Identity, by item: Item, on page: Int) -> [PageChange<Item>] {
        guard let row = pages[page].rows.firstIndex(where: { identity($0) == id }) else { return [] }
        pages[page].rows[row] = item
        return [.edit(page: page, [.update(item, at: row)])]
    }

    private mutating func translate(_ edit: RowEdit<Item>, page: Int) -> [PageChange<Item>] {
        switch edit {
        case .insert(let item, let index):
            let id = identity(item)
            let owner = owners[id]
            if owner != nil {
                pages[page].hidden.insert(item, at: pages[page].hiddenIndex(of: index))
            }
            pages[page].kept.insert(owner == nil, at: index)
            if let owner { return replace(id, by: item, on: owner) }
            owners[id] = page
            let row = pages[page].kept.row(of: index)
            pages[page].rows.insert(item, at: row)
            return [.edit(page: page, [.insert(item, at: row)])]
        case .remove(let index):
            let row = pages[page].kept.row(of: index)
            let wasKept = pages[page].kept.isKept(index)
            let hiddenIndex = pages[page].hiddenIndex(of: index)
            pages[page].kept.remove(at: index)
            guard wasKept else {
                pages[page].hidden.remove(at: hiddenIndex)
                return []
            }
            owners[identity(pages[page].rows.remove(at: row))] = nil
            return [.edit(page: page, [.remove(at: row)])]
        case .update(let item, let index):
            let id = identity(item)
            if let owner = owners[id] {
                if isSameRow(index, of: page, as: item, owner) {
                    if !pages[page].kept.isKept(index) {
                        pages[page].hidden[pages[page].hiddenIndex(of: index)] = item
                    }
                    return replace(id, by: item, on: owner)
                }
            } else if pages[page].kept.isKept(index) {
                // Under its new identity it stays the same row.
                let row = pages[page].kept.row(of: index)
                owners[identity(pages[page].rows[row])] = nil
                owners[id] = page
                pages[page].rows[row] = item
                return [.edit(page: page, [.update(item, at: row)])]
            }
            return translate(.remove(at: index), page: page)
                + translate(.insert(item, at: index), page: page)
        }
    }

    /// Whether an update keeps the identity of an item.
    private func isSameRow(_ index: Int, of page: Int, as item: Item, _ owner: Int) -> Bool {
        let entry = pages[page]
        guard entry.kept.isKept(index) else { return true }
        return owner == page && identity(entry.rows[entry.kept.row(of: index)]) == identity(item)
    }
}
