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

    var hiddenDuplicates: Int? { list.hiddenCount }

    func outcome(ofItem item: Int, page: Int) -> ItemOutcome { list.pages[page].outcome(ofItem: item) }

    mutating func beginGeneration() { list = DedupedPages() }

    mutating func apply(_ change: PageChange<Item>) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let items): insert(&list, items, page)
        case .remove(let page): remove(page)
        case .edit(let page, let edits): edit(page, edits)
        case .carry(let row): row.edits.flatMap { apply($0) }
        case .ends(let ends): [.ends(ends)]
        }
    }

    // Not inlined, as the following function: `apply` would look up the types that they use for each page.
    @inline(never)
    private mutating func remove(_ page: Int) -> [PageChange<Item>] {
        let removed = list.pages.remove(page: page)
        list.hiddenCount -= removed.hidden.count
        var freed: [Identity] = []
        for row in removed.rows { free(identity(row), &freed) }
        // First, so that later transforms never see the list without the row.
        return reveal(freed) + [.remove(page: page)]
    }

    @inline(never)
    private mutating func edit(_ page: Int, _ edits: [RowEdit<Item>]) -> [PageChange<Item>] {
        var deduped = list.pages[page]
        var freed: [Identity] = []
        let translated = edits.compactMap { translate($0, &deduped, &freed) }
        list.pages[page] = deduped
        return (translated.isEmpty ? [] : [.edit(page: page, translated)]) + reveal(freed)
    }

    /// Removes the identity of a row that is gone, and notes it if an item may be hidden behind the row.
    private mutating func free(_ id: Identity, _ freed: inout [Identity]) {
        list.seen.remove(id)
        if list.hiddenCount > 0 { freed.append(id) }
    }

    /// Shows the items with identities that no row has any more.
    private mutating func reveal(_ freed: [Identity]) -> [PageChange<Item>] {
        if freed.isEmpty || list.hiddenCount == 0 { return [] }
        let free = Set(freed).subtracting(list.seen)
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
        _ edit: RowEdit<Item>, _ page: inout DedupedPage<Item>, _ freed: inout [Identity]
    ) -> RowEdit<Item>? {
        let translated: RowEdit<Item>?
        switch edit {
        case .insert(let item, let index):
            let isNew = take(item, at: page.hiddenIndex(of: index), of: &page)
            page.kept.insert(isNew, at: index)
            translated = isNew ? .insert(item, at: page.kept.row(of: index)) : nil
        case .remove(let index):
            let row = page.kept.row(of: index)
            let wasKept = page.kept.isKept(index)
            drop(index, of: &page, &freed)
            page.kept.remove(at: index)
            translated = wasKept ? .remove(at: row) : nil
        case .update(let item, let index):
            let row = page.kept.row(of: index)
            let wasKept = page.kept.isKept(index)
            let hiddenIndex = page.hiddenIndex(of: index)
            if wasKept, identity(page.rows[row]) == identity(item) {
                translated = .update(item, at: row)
                break
            }
            drop(index, of: &page, &freed)
            let isNew = take(item, at: hiddenIndex, of: &page)
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

    /// Takes an item into the list, and hides it if its identity is there.
    ///
    /// - Parameter hiddenIndex: Its position among the hidden ones of its page.
    /// - Returns: Whether it is a row.
    private mutating func take(
        _ item: Item, at hiddenIndex: Int, of page: inout DedupedPage<Item>
    ) -> Bool {
        if list.seen.insert(identity(item)).inserted { return true }
        page.hidden.insert(item, at: hiddenIndex)
        list.hiddenCount += 1
        return false
    }

    /// Drops an item, whether it is a row or hidden.
    private mutating func drop(
        _ index: Int, of page: inout DedupedPage<Item>, _ freed: inout [Identity]
    ) {
        if page.kept.isKept(index) {
            free(identity(page.rows[page.kept.row(of: index)]), &freed)
        } else {
            page.hidden.remove(at: page.hiddenIndex(of: index))
            list.hiddenCount -= 1
        }
    }
}
