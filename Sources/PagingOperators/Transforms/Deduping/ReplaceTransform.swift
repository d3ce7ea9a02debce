/// Replaces a row by a later item with the same identity.
struct ReplaceTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    private let identity: @Sendable (Item) -> Identity
    /// The page that has the row of each identity.
    private var owners: [Identity: Int] = [:]
    /// The items that rows show, of the identities that are repeated.
    private var latest: [Identity: LatestItem] = [:]
    private var pages = PageTable<DedupedPage<Item>>()
    /// The number of hidden items on all pages.
    private var hiddenCount = 0
    private(set) var lastPageRepeats = false

    /// The latest item of an identity, which the row shows.
    fileprivate struct LatestItem: Sendable {
        /// The page that has it.
        let page: Int
        /// The position among the hidden items of the identity on that page; `nil` for the row's own item.
        var position: Int?
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
        case .carry(let row): return row.edits.flatMap { apply($0) }
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
                let before = latest[id].flatMap { $0.page == page ? $0.position : nil }
                latest[id] = LatestItem(page: page, position: before.map { $0 + 1 } ?? 0)
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
        for row in removed.rows { free(row, &freed) }
        // The row of a hidden item keeps its content.
        if !latest.isEmpty {
            for id in (removed.rows + removed.hidden).map(identity) where latest[id]?.page == page {
                latest[id] = nil
            }
        }
        // First, so that later transforms never see the list without the row.
        return reveal(freed) + [.remove(page: page)]
    }

    /// Removes the identity of a row that is gone, and notes it if an item may be hidden behind the row.
    private mutating func free(_ row: Item, _ freed: inout [Identity: Item]) {
        let id = identity(row)
        owners[id] = nil
        if hiddenCount > 0 { freed[id] = row }
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
            latest[identity(item)]?.showFirst(of: page)
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
                setOwner(of: id, to: page)
                let row = pages[page].kept.row(of: index)
                pages[page].rows.insert(item, at: row)
                return [.edit(page: page, [.insert(item, at: row)])]
            }
            let hiddenIndex = pages[page].hiddenIndex(of: index)
            pages[page].hidden.insert(item, at: hiddenIndex)
            pages[page].kept.insert(false, at: index)
            hiddenCount += 1
            latest[id] = LatestItem(page: page, position: position(of: id, before: hiddenIndex, on: page))
            return replace(id, by: item, on: owner)
        case .remove(let index):
            let row = pages[page].kept.row(of: index)
            let wasKept = pages[page].kept.isKept(index)
            pages[page].kept.remove(at: index)
            guard wasKept else {
                let id = identity(pages[page].hidden.remove(at: index - row))
                hiddenCount -= 1
                guard let earlier = removeHidden(id, at: index - row, of: page), let owner = owners[id] else {
                    return []
                }
                return replace(id, by: earlier, on: owner)
            }
            freeRow(pages[page].rows.remove(at: row), of: page, &freed)
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
                return noteEarlier(item, id, hiddenAt: index - row, on: page)
                    ? [] : replace(id, by: item, on: owner)
            }
        } else if identity(pages[page].rows[row]) == id {
            return noteEarlier(item, id, hiddenAt: nil, on: page) ? [] : replace(row, of: page, by: item)
        } else if owners[id] == nil {
            // Under its new identity it stays the same row.
            freeRow(pages[page].rows[row], of: page, &freed)
            setOwner(of: id, to: page)
            return replace(row, of: page, by: item)
        }
        return translate(.remove(at: index), page: page, &freed)
            + translate(.insert(item, at: index), page: page, &freed)
    }
}

// The items that rows show.
extension ReplaceTransform.LatestItem {
    /// Follows the first hidden item of the identity on a page, which becomes a row.
    fileprivate mutating func showFirst(of page: Int) {
        if page == self.page, let position { self.position = position == 0 ? nil : position - 1 }
    }
}

extension ReplaceTransform {
    /// Sets the page with the row of an identity that has none: the row shows its own item.
    private mutating func setOwner(of id: Identity, to page: Int) {
        owners[id] = page
        // Items of the identity may be hidden, and stay so.
        if latest[id] != nil { latest[id] = LatestItem(page: page) }
    }

    /// Frees the identity of a row that is gone from a page that stays.
    private mutating func freeRow(_ row: Item, of page: Int, _ freed: inout [Identity: Item]) {
        free(row, &freed)
        let id = identity(row)
        if let shown = latest[id], shown.page == page, shown.position == nil { latest[id] = nil }
    }

    /// Notes that a hidden item is gone from a page.
    ///
    /// - Parameter index: Its position among the hidden ones of the page.
    /// - Returns: If it was the latest, the content that an earlier item was given meanwhile.
    private mutating func removeHidden(_ id: Identity, at index: Int, of page: Int) -> Item? {
        guard let shown = latest[id], shown.page == page, let latestPosition = shown.position else {
            return nil
        }
        let position = position(of: id, before: index, on: page)
        if position == latestPosition { return latest.removeValue(forKey: id)?.earlier }
        if position < latestPosition { latest[id]?.position = latestPosition - 1 }
        return nil
    }

    /// Notes the new content of an item, if its row shows a later one.
    ///
    /// - Parameter index: Its position among the hidden ones of the page; `nil` for the row's own item.
    private mutating func noteEarlier(_ item: Item, _ id: Identity, hiddenAt index: Int?, on page: Int)
        -> Bool
    {
        guard !latest.isEmpty, let shown = latest[id] else { return false }
        if shown.page == page, shown.position == index.map({ position(of: id, before: $0, on: page) }) {
            return false
        }
        latest[id]?.earlier = item
        return true
    }

    /// The number of hidden items of an identity on a page, before one of them.
    private func position(of id: Identity, before index: Int, on page: Int) -> Int {
        pages[page].hidden[..<index].count { identity($0) == id }
    }
}
