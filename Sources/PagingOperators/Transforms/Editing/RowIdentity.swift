/// Identifies rows, one by one and a page at a time.
@usableFromInline
struct RowIdentity<Item: Sendable, Identity: Hashable & Sendable>: Sendable {
    @usableFromInline
    typealias Updates =
        @Sendable (Identity, PageTable<[Item]>, Int, Int, (inout Item) -> Void) -> [PageChange<Item>]

    private let identity: @Sendable (Item) -> Identity
    private let identities: @Sendable ([Item]) -> [Identity]
    private let positions: @Sendable (Identity, [Item]) -> [Int]
    private let updates: Updates
    private let index: @Sendable ([Item], Int, inout PageIndex<Identity>) -> Void

    @inlinable
    init(_ identity: @escaping @Sendable (Item) -> Identity) {
        self.init(
            identity, identities: { $0.map(identity) },
            positions: { PageLoops.positions(of: $0, in: $1, by: identity) },
            updates: { PageLoops.updates(of: $0, in: $1, page: $2, maxCopies: $3, by: identity, $4) },
            index: { PageLoops.index($0, page: $1, by: identity, in: &$2) })
    }

    @usableFromInline
    init(
        _ identity: @escaping @Sendable (Item) -> Identity,
        identities: @escaping @Sendable ([Item]) -> [Identity],
        positions: @escaping @Sendable (Identity, [Item]) -> [Int],
        updates: @escaping Updates,
        index: @escaping @Sendable ([Item], Int, inout PageIndex<Identity>) -> Void
    ) {
        self.identity = identity
        self.identities = identities
        self.positions = positions
        self.updates = updates
        self.index = index
    }

    func callAsFunction(_ item: Item) -> Identity { identity(item) }

    func callAsFunction(_ items: [Item]) -> [Identity] { identities(items) }

    /// The positions of the items with an identity.
    func positions(of id: Identity, in items: [Item]) -> [Int] { positions(id, items) }

    /// Updates the items of a page with an identity.
    ///
    /// - Parameter maxCopies: The maximum number of such items.
    /// - Returns: The change of the page; none if it has no such item.
    @inline(__always)
    func updates(
        of id: Identity, in pages: PageTable<[Item]>, page: Int, maxCopies: Int,
        _ change: (inout Item) -> Void
    ) -> [PageChange<Item>] {
        updates(id, pages, page, maxCopies, change)
    }

    /// Records a new page of its items in an index.
    func record(_ items: [Item], page: Int, in index: inout PageIndex<Identity>) {
        self.index(items, page, &index)
    }
}
