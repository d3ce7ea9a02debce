/// What a deduplicating transform remembers of a page.
@usableFromInline
struct DedupedPage<Item: Sendable>: Sendable {
    /// The rows that went out. They share their storage with the list.
    @usableFromInline var rows: [Item]
    @usableFromInline var kept: KeptRows

    @inlinable
    init(rows: [Item], kept: KeptRows) {
        self.rows = rows
        self.kept = kept
    }
}
