/// A page of a deduplicating transform.
@usableFromInline
struct DedupedPage<Item: Sendable>: Sendable {
    /// The rows. They share their storage with the list.
    @usableFromInline var rows: [Item]
    @usableFromInline var kept: KeptRows
    /// The items that are not rows, because a duplicate is; in their order.
    @usableFromInline var hidden: [Item]

    init(rows: [Item], kept: KeptRows, hidden: [Item] = []) {
        self.rows = rows
        self.kept = kept
        self.hidden = hidden
    }

    @inlinable
    init(_ items: [Item], _ selection: PageLoops.Selection<Item>) {
        rows = selection.rows
        kept = KeptRows(count: items.count, flags: selection.flags)
        hidden = selection.flags.map { flags in items.indices.filter { !flags[$0] }.map { items[$0] } } ?? []
    }

    /// The position of an item among the hidden ones, or the one that it would have.
    func hiddenIndex(of item: Int) -> Int { item - kept.row(of: item) }

    func outcome(ofItem item: Int) -> ItemOutcome {
        kept.isKept(item) ? .row(kept.row(of: item)) : .duplicate
    }

    /// Shows a hidden item, once its duplicate is gone.
    ///
    /// - Parameters:
    ///   - index: Its position among the hidden ones.
    ///   - item: The row to show for it.
    /// - Returns: The edit of the page's rows.
    mutating func reveal(_ index: Int, as item: Item) -> RowEdit<Item> {
        hidden.remove(at: index)
        let row = kept.keepHidden(index)
        rows.insert(item, at: row)
        return .insert(item, at: row)
    }
}

extension PageTable {
    /// Shows hidden items whose duplicates are gone, from the first page to the last.
    ///
    /// - Parameter choose: Returns the row to show for a hidden item of a page; `nil` if it stays hidden.
    mutating func reveal<Item>(
        _ choose: (_ hidden: Item, _ page: Int) -> Item?
    ) -> [PageChange<Item>] where Element == DedupedPage<Item> {
        var changes: [PageChange<Item>] = []
        for page in pages {
            var edits: [RowEdit<Item>] = []
            var index = 0
            while index < self[page].hidden.count {
                if let item = choose(self[page].hidden[index], page) {
                    edits.append(self[page].reveal(index, as: item))
                } else {
                    index += 1
                }
            }
            if !edits.isEmpty { changes.append(.edit(page: page, edits)) }
        }
        return changes
    }
}
