/// Lets an item whose identity is in the list already take the place of the earlier one.
public struct ReplaceTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    /// Which page has the row of each identity.
    public struct Memory: Sendable {
        @usableFromInline var owners: [Identity: Int] = [:]
        @usableFromInline var pages = PageTable<DedupedPage<Item>>()
        /// How many items are hidden, on all pages.
        @usableFromInline var hiddenCount = 0

        @inlinable
        init() {}
    }

    @usableFromInline let identity: @Sendable (Item) -> Identity

    @inlinable
    init(_ identity: @escaping @Sendable (Item) -> Identity) {
        self.identity = identity
    }

    @inlinable
    public func makeMemory() -> Memory { Memory() }

    @inlinable
    public func apply(_ change: PageChange<Item>, memory: inout Memory) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let items):
            return insert(items, page: page, &memory)
        case .remove(let page):
            let removed = memory.pages.remove(page: page)
            memory.hiddenCount -= removed.hidden.count
            for row in removed.rows { memory.owners[identity(row)] = nil }
            // First, so that to the stages after this one the row was never gone.
            return reveal(behind: removed.rows, &memory) + [.remove(page: page)]
        case .edit(let page, let edits):
            let old = memory.pages[page]
            let changes = edits.flatMap { translate($0, page: page, &memory) }
            memory.hiddenCount += memory.pages[page].hidden.count - old.hidden.count
            return changes + reveal(behind: old.rows, &memory)
        case .ends(let ends):
            return [.ends(ends)]
        }
    }

    @inlinable
    func insert(_ items: [Item], page: Int, _ memory: inout Memory) -> [PageChange<Item>] {
        var changes: [PageChange<Item>] = []
        var rows: [Item] = []
        var hidden: [Item] = []
        var flags: [Bool] = []
        for item in items {
            let id = identity(item)
            let owner = memory.owners[id]
            flags.append(owner == nil)
            if owner != nil { hidden.append(item) }
            if owner == page {
                if let row = rows.firstIndex(where: { identity($0) == id }) { rows[row] = item }
            } else if let owner {
                changes += replace(id, by: item, on: owner, &memory)
            } else {
                memory.owners[id] = page
                rows.append(item)
            }
        }
        let kept = KeptRows(count: items.count, flags: rows.count == items.count ? nil : flags)
        memory.hiddenCount += hidden.count
        memory.pages.insert(DedupedPage(rows: rows, kept: kept, hidden: hidden), page: page)
        return changes + [.insert(page: page, rows)]
    }

    /// Shows the items that were hidden behind rows that are not in the list any more, as those were in the end.
    @inlinable
    func reveal(behind rows: [Item], _ memory: inout Memory) -> [PageChange<Item>] {
        if memory.hiddenCount == 0 { return [] }
        var free: [Identity: Item] = [:]
        for row in rows where memory.owners[identity(row)] == nil { free[identity(row)] = row }
        var shown = 0
        let changes = memory.pages.reveal { item, page in
            guard let latest = free.removeValue(forKey: identity(item)) else { return nil }
            memory.owners[identity(item)] = page
            shown += 1
            return latest
        }
        memory.hiddenCount -= shown
        return changes
    }

    @inlinable
    func replace(_ id: Identity, by item: Item, on page: Int, _ memory: inout Memory) -> [PageChange<Item>] {
        guard let row = memory.pages[page].rows.firstIndex(where: { identity($0) == id }) else { return [] }
        memory.pages[page].rows[row] = item
        return [.edit(page: page, [.update(item, at: row)])]
    }

    @inlinable
    func translate(_ edit: RowEdit<Item>, page: Int, _ memory: inout Memory) -> [PageChange<Item>] {
        switch edit {
        case .insert(let item, let index):
            let id = identity(item)
            let owner = memory.owners[id]
            if owner != nil {
                memory.pages[page].hidden.insert(item, at: memory.pages[page].hiddenIndex(of: index))
            }
            memory.pages[page].kept.insert(owner == nil, at: index)
            if let owner { return replace(id, by: item, on: owner, &memory) }
            memory.owners[id] = page
            let row = memory.pages[page].kept.row(of: index)
            memory.pages[page].rows.insert(item, at: row)
            return [.edit(page: page, [.insert(item, at: row)])]
        case .remove(let index):
            let row = memory.pages[page].kept.row(of: index)
            let wasKept = memory.pages[page].kept.isKept(index)
            let hiddenIndex = memory.pages[page].hiddenIndex(of: index)
            memory.pages[page].kept.remove(at: index)
            guard wasKept else {
                memory.pages[page].hidden.remove(at: hiddenIndex)
                return []
            }
            memory.owners[identity(memory.pages[page].rows.remove(at: row))] = nil
            return [.edit(page: page, [.remove(at: row)])]
        case .update(let item, let index):
            if let owner = memory.owners[identity(item)], isSameRow(index, of: page, as: item, owner, memory)
            {
                if !memory.pages[page].kept.isKept(index) {
                    memory.pages[page].hidden[memory.pages[page].hiddenIndex(of: index)] = item
                }
                return replace(identity(item), by: item, on: owner, &memory)
            }
            return translate(.remove(at: index), page: page, &memory)
                + translate(.insert(item, at: index), page: page, &memory)
        }
    }

    /// Whether an update leaves an item with the identity it had.
    @inlinable
    func isSameRow(_ index: Int, of page: Int, as item: Item, _ owner: Int, _ memory: Memory) -> Bool {
        let entry = memory.pages[page]
        guard entry.kept.isKept(index) else { return true }
        return owner == page && identity(entry.rows[entry.kept.row(of: index)]) == identity(item)
    }
}
