/// Hides items whose identity is in the list already; they are shown when their like has left it.
public struct DedupeTransform<Item: Sendable, Identity: Hashable & Sendable>: PageTransform {
    /// The identities that are in the list.
    public struct Memory: Sendable {
        @usableFromInline var seen: Set<Identity> = []
        @usableFromInline var pages = PageTable<DedupedPage<Item>>()
        /// How many items are hidden, on all pages.
        @usableFromInline var hiddenCount = 0

        @inlinable
        init() {}
    }

    @usableFromInline let identity: @Sendable (Item) -> Identity
    @usableFromInline let dedupe: @Sendable ([Item], inout Set<Identity>) -> DedupedPage<Item>

    // The loop is bound here, where the types are known: the feed's own code is generic.
    @inlinable
    init(_ identity: @escaping @Sendable (Item) -> Identity) {
        self.identity = identity
        dedupe = { items, seen in
            // The usual page has no duplicate and is passed on without a copy.
            guard let first = items.firstIndex(where: { !seen.insert(identity($0)).inserted }) else {
                return DedupedPage(rows: items, kept: KeptRows(count: items.count))
            }
            var rows = Array(items[..<first])
            var hidden = [items[first]]
            var flags = Array(repeating: true, count: first)
            flags.append(false)
            for item in items[(first + 1)...] {
                let isNew = seen.insert(identity(item)).inserted
                flags.append(isNew)
                if isNew { rows.append(item) } else { hidden.append(item) }
            }
            return DedupedPage(
                rows: rows, kept: KeptRows(count: items.count, flags: flags), hidden: hidden)
        }
    }

    @inlinable
    public func makeMemory() -> Memory { Memory() }

    @inlinable
    public func apply(_ change: PageChange<Item>, memory: inout Memory) -> [PageChange<Item>] {
        switch change {
        case .insert(let page, let items):
            let deduped = dedupe(items, &memory.seen)
            memory.hiddenCount += deduped.hidden.count
            memory.pages.insert(deduped, page: page)
            return [.insert(page: page, deduped.rows)]
        case .remove(let page):
            let removed = memory.pages.remove(page: page)
            memory.hiddenCount -= removed.hidden.count
            for row in removed.rows { memory.seen.remove(identity(row)) }
            // First, so that to the stages after this one the row was never gone.
            return reveal(behind: removed.rows, &memory) + [.remove(page: page)]
        case .edit(let page, let edits):
            let old = memory.pages[page]
            let translated = edits.compactMap { translate($0, &memory.pages[page], &memory.seen) }
            memory.hiddenCount += memory.pages[page].hidden.count - old.hidden.count
            let changes: [PageChange<Item>] = translated.isEmpty ? [] : [.edit(page: page, translated)]
            return changes + reveal(behind: old.rows, &memory)
        case .ends(let ends):
            return [.ends(ends)]
        }
    }

    /// Shows the items that were hidden behind rows that are not in the list any more.
    @inlinable
    func reveal(behind rows: [Item], _ memory: inout Memory) -> [PageChange<Item>] {
        if memory.hiddenCount == 0 { return [] }
        let free = Set(rows.map(identity)).subtracting(memory.seen)
        var shown = 0
        let changes = memory.pages.reveal { item, _ in
            guard free.contains(identity(item)), memory.seen.insert(identity(item)).inserted else {
                return nil
            }
            shown += 1
            return item
        }
        memory.hiddenCount -= shown
        return changes
    }

    @inlinable
    func translate(
        _ edit: RowEdit<Item>, _ page: inout DedupedPage<Item>, _ seen: inout Set<Identity>
    ) -> RowEdit<Item>? {
        let translated: RowEdit<Item>?
        switch edit {
        case .insert(let item, let index):
            let isNew = seen.insert(identity(item)).inserted
            if !isNew { page.hidden.insert(item, at: page.hiddenIndex(of: index)) }
            page.kept.insert(isNew, at: index)
            translated = isNew ? .insert(item, at: page.kept.row(of: index)) : nil
        case .remove(let index):
            let row = page.kept.row(of: index)
            let wasKept = page.kept.isKept(index)
            if !wasKept { page.hidden.remove(at: page.hiddenIndex(of: index)) }
            page.kept.remove(at: index)
            if wasKept { seen.remove(identity(page.rows[row])) }
            translated = wasKept ? .remove(at: row) : nil
        case .update(let item, let index):
            let row = page.kept.row(of: index)
            let wasKept = page.kept.isKept(index)
            let hiddenIndex = page.hiddenIndex(of: index)
            if wasKept { seen.remove(identity(page.rows[row])) } else { page.hidden.remove(at: hiddenIndex) }
            let isNew = seen.insert(identity(item)).inserted
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
