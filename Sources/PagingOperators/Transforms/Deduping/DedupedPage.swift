/// What a deduplicating transform remembers of a page.
@usableFromInline
struct DedupedPage<Item: Sendable>: Sendable {
    /// The rows that went out. They share their storage with the list.
    @usableFromInline var rows: [Item]
    @usableFromInline var kept: KeptRows
    /// The items that did not go out, because their like is in the list; in their order.
    @usableFromInline var hidden: [Item]

    @inlinable
    init(rows: [Item], kept: KeptRows, hidden: [Item] = []) {
        self.rows = rows
        self.kept = kept
        self.hidden = hidden
    }

    /// Where an item stands among the hidden ones, or would.
    @inlinable
    func hiddenIndex(of item: Int) -> Int { item - kept.row(of: item) }

    /// Shows a hidden item, whose like has left the list.
    ///
    /// - Parameters:
    ///   - index: Where it stands among the hidden ones.
    ///   - item: What it looks like now.
    /// - Returns: The edit that does it.
    @inlinable
    mutating func reveal(_ index: Int, as item: Item) -> RowEdit<Item> {
        hidden.remove(at: index)
        let row = kept.keepHidden(index)
        rows.insert(item, at: row)
        return .insert(item, at: row)
    }
}
