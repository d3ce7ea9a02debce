/// Hides items whose identity is in the list already, and shows them once the duplicate is gone.
struct DedupeTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    typealias Insert = @Sendable (inout DedupedPages<Item, Identity>, [Item], Int) -> [PageChange<Item>]

    private let identity: @Sendable (Item) -> Identity
    private let insert: Insert
    private var list = DedupedPages<Item, Identity>()

    init(_ identity: @escaping @Sendable (Item) -> Identity, insert: @escaping Insert) {
        self.identity = identity
        self.insert = insert
    }

    var lastPageRepeats: Bool { list.lastPageRepeats }

    var hiddenDuplicates: Int { list.hiddenCount }

    mutating func beginGeneration() { list = DedupedPages() }

    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let items): insert(&list, items, page)
        case .remove(let page): remove(page)
        case .edit(let page, let edits): edit(page, edits)
        case .ends(let ends): [.ends(ends)]
        }
    }

    // Not inlined, as the following function: `apply` would look up the types that they use for each page.
    @inline(never)
    private mutating func remove(_ page: Int) -> [PageChange<Item>] {
        let removed = list.pages.remove(page: page)
        list.hiddenCount -= removed.hidden.count
        for row in removed.rows { list.seen.remove(identity(row)) }
        // First, so that later transforms never see the list without the row.
        return reveal(behind: removed.rows) + [.remove(page: page)]
    }

    @inline(never)
    private mutating func edit(_ page: Int, _ edits: [RowEdit<Item>]) -> [PageChange<Item>] {
        let old = list.pages[page]
        var new = old
        let translated = edits.compactMap { translate($0, &new) }
        list.pages[page] = new
        list.hiddenCount += new.hidden.count - old.hidden.count
        let changes: [PageChange<Item>] = translated.isEmpty ? [] : [.edit(page: page, translated)]
        // Rows that are added hide others, and show none.
        return edits.allSatisfy { $0.isInsertion } ? changes : changes + reveal(behind: old.rows)
    }

    /// Shows the items whose duplicates were among rows that are gone.
    private mutating func reveal(behind rows: [Item]) -> [PageChange<Item>] {
        if list.hiddenCount == 0 { return [] }
        let free = Set(rows.map(identity)).subtracting(list.seen)
        if free.isEmpty { return [] }
        var shown = 0
        let changes = list.pages.reveal { item, _ in
            guard free.contains(identity(item)), list.seen.insert(identity(item)).inserted else {
                return nil
            }
            shown += 1
            return item
        }
        list.hiddenCount -= shown
        return changes
    }

    private mutating func translate(
        _ edit: RowEdit<Item>, _ page: inout DedupedPage<Item>
    ) -> RowEdit<Item>? {
        let translated: RowEdit<Item>?
        switch edit {
        case .insert(let item, let index):
            let isNew = list.seen.insert(identity(item)).inserted
            if !isNew { page.hidden.insert(item, at: page.hiddenIndex(of: index)) }
            page.kept.insert(isNew, at: index)
            translated = isNew ? .insert(item, at: page.kept.row(of: index)) : nil
        case .remove(let index):
            let row = page.kept.row(of: index)
            let wasKept = page.kept.isKept(index)
            if !wasKept { page.hidden.remove(at: page.hiddenIndex(of: index)) }
            page.kept.remove(at: index)
            if wasKept { list.seen.remove(identity(page.rows[row])) }
            translated = wasKept ? .remove(at: row) : nil
        case .update(let item, let index):
            let row = page.kept.row(of: index)
            let wasKept = page.kept.isKept(index)
            let hiddenIndex = page.hiddenIndex(of: index)
            if wasKept {
                list.seen.remove(identity(page.rows[row]))
            } else {
                page.hidden.remove(at: hiddenIndex)
            }
            let isNew = list.seen.insert(identity(item)).inserted
            if !isNew { page.hidden.insert(item, at: hiddenIndex) }
            page.kept.set(isNew, at: index)
            switch (wasKept, isNew) {
            case (true, true): translated = .update(item, at: row)
            case (true, false): translated = .remove(at: row)
            case (false, true): translated = .insert(item, at: row)
            case (false, false): translated = nil
            }
        }
        if let translated { page.rows.perform(translated) }
        return translated
    }
}
