/// The loops of transforms over the items of a page.
///
/// They are inlinable, so that the compiler specializes them for the types at the call site. All else that
/// transforms do costs one call a page, and is not.
@usableFromInline
enum PageLoops {
    /// The items of a page that become rows, and for each item whether it does; `nil` if all do.
    @usableFromInline typealias Selection<Output> = (rows: [Output], flags: [Bool]?)

    /// Converts some items and drops the others.
    @inlinable
    static func select<Input, Output>(
        _ items: [Input], _ transform: (Input) -> Output?
    ) -> Selection<Output> {
        var rows: [Output] = []
        rows.reserveCapacity(items.count)
        var flags: [Bool] = []
        flags.reserveCapacity(items.count)
        for item in items {
            let row = transform(item)
            flags.append(row != nil)
            if let row { rows.append(row) }
        }
        return (rows, rows.count == items.count ? nil : flags)
    }

    /// Keeps the items that meet a condition. A page whose items all do is passed on without a copy.
    @inlinable
    static func filter<Item>(_ items: [Item], _ isIncluded: (Item) -> Bool) -> Selection<Item> {
        guard let first = items.firstIndex(where: { !isIncluded($0) }) else { return (items, nil) }
        return filter(items, after: first, isIncluded)
    }

    /// Drops the items whose identity is in a set, and adds the identities of the others to it. A page
    /// without duplicates is passed on without a copy.
    @inlinable
    static func dedupe<Item, Identity: Hashable>(
        _ items: [Item], by identity: (Item) -> Identity, seen: inout Set<Identity>
    ) -> Selection<Item> {
        // The only call in this function, so that it is inlined into the loop. Faster than `insert(_:)`.
        guard let first = items.firstIndex(where: { seen.update(with: identity($0)) != nil }) else {
            return (items, nil)
        }
        return dedupe(items, after: first, by: identity, seen: &seen)
    }

    @inlinable @inline(never)
    static func dedupe<Item, Identity: Hashable>(
        _ items: [Item], after first: Int, by identity: (Item) -> Identity, seen: inout Set<Identity>
    ) -> Selection<Item> {
        filter(items, after: first) { seen.insert(identity($0)).inserted }
    }

    /// Keeps the items before the first one that does not meet a condition, and those after it that do.
    @inlinable
    static func filter<Item>(
        _ items: [Item], after first: Int, _ isIncluded: (Item) -> Bool
    ) -> Selection<Item> {
        var rows = Array(items[..<first])
        var flags = Array(repeating: true, count: first)
        flags.append(false)
        for item in items[(first + 1)...] {
            let isKept = isIncluded(item)
            flags.append(isKept)
            if isKept { rows.append(item) }
        }
        return (rows, flags)
    }

    /// The positions of the items with an identity.
    @inlinable
    static func positions<Item, Identity: Equatable>(
        of id: Identity, in items: [Item], by identity: (Item) -> Identity
    ) -> [Int] {
        items.indices.filter { identity(items[$0]) == id }
    }

    /// Updates the items of a page with an identity. Those after the maximum number of them are not visited.
    @inlinable
    static func updates<Item: Sendable, Identity: Equatable>(
        of id: Identity, in pages: PageTable<[Item]>, page: Int, maxCopies: Int,
        by identity: (Item) -> Identity, _ change: (inout Item) -> Void
    ) -> [PageChange<Item>] {
        let items = pages[page]
        var edits: [RowEdit<Item>] = []
        for row in items.indices where identity(items[row]) == id {
            var item = items[row]
            change(&item)
            edits.append(.update(item, at: row))
            if edits.count == maxCopies { break }
        }
        return edits.isEmpty ? [] : [.edit(page: page, edits)]
    }

    /// Records that a new page has its items.
    @inlinable
    static func index<Item, Identity: Hashable & Sendable>(
        _ items: [Item], page: Int, by identity: (Item) -> Identity, in index: inout PageIndex<Identity>
    ) {
        for item in items where index.insert(identity(item), page: page) { index.maxCopies = .max }
    }
}
