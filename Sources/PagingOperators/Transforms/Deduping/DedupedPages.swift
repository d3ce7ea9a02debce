/// The pages of a list without duplicates.
@usableFromInline
struct DedupedPages<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    /// The identities of the rows.
    @usableFromInline var seen: Set<Identity> = []
    @usableFromInline var pages = PageTable<DedupedPage<Item>>()
    /// The number of hidden items on all pages.
    @usableFromInline var hiddenCount = 0
    /// Whether all items of the last inserted page, of which there were some, were hidden.
    @usableFromInline var lastPageRepeats = false

    @inlinable
    init() {}

    /// Adds a page, and hides the items whose identity is in the list already.
    ///
    /// It is inlinable, because it runs for each page and is specialized where the types are known.
    @inlinable
    mutating func insert(
        _ items: [Item], page: Int, by identity: (Item) -> Identity
    ) -> [PageChange<Item>] {
        reserveCapacity(adding: items.count)
        let deduped = DedupedPage(items, PageLoops.dedupe(items, by: identity, seen: &seen))
        hiddenCount += deduped.hidden.count
        lastPageRepeats = deduped.rows.isEmpty && !items.isEmpty
        pages.insert(deduped, page: page)
        return [.insert(page: page, deduped.rows)]
    }

    /// Makes room for the identities of a page, and for as many again as there are then.
    ///
    /// A set that grows by itself doubles, and hashes all its elements each time, which costs half of the
    /// time of a long list. This one grows fourfold. `Set.reserveCapacity` is not used, because it is not
    /// specialized, and `update(with:)` in place of `insert(_:)`, because it takes half of the time.
    @inlinable
    mutating func reserveCapacity(adding count: Int) {
        let needed = seen.count + count
        if needed <= seen.capacity { return }
        var grown = Set<Identity>(minimumCapacity: 2 * needed)
        for id in seen { grown.update(with: id) }
        seen = grown
    }
}
