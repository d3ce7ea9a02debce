/// What a deduplicating transform remembers of a page.
struct DedupedPage<Item: Sendable>: Sendable {
    /// The rows that went out. They share their storage with the list.
    var rows: [Item]
    var kept: KeptRows
    /// The items that did not go out, because their like is in the list; in their order.
    var hidden: [Item]

    init(rows: [Item], kept: KeptRows, hidden: [Item] = []) {
        self.rows = rows
        self.kept = kept
        self.hidden = hidden
    }

    init(_ items: [Item], _ selection: PageLoops.Selection<Item>) {
        rows = selection.rows
        kept = KeptRows(count: items.count, flags: selection.flags)
        hidden = selection.flags.map { flags in items.indices.filter { !flags[$0] }.map { items[$0] } } ?? []
    }

    /// Where an item stands among the hidden ones, or would.
    func hiddenIndex(of item: Int) -> Int { item - kept.row(of: item) }

    /// Shows a hidden item, whose like has left the list.
    ///
    /// - Parameters:
    ///   - index: Where it stands among the hidden ones.
    ///   - item: What it looks like now.
    /// - Returns: The edit that does it.
    mutating func reveal(_ index: Int, as item: Item) -> RowEdit<Item> {
        hidden.remove(at: index)
        let row = kept.keepHidden(index)
        rows.insert(item, at: row)
        return .insert(item, at: row)
    }
}

extension PageTable {
    /// Shows hidden items whose like has left the list, from the first page to the last.
    ///
    /// - Parameter choose: Says what a hidden item on a page looks like when it is shown; `nil` if it stays hidden.
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
