/// The pages of one generation: their keys and their counts.
@usableFromInline
struct LoadedPages<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// What an entry of the table has.
    @usableFromInline
    enum Part: Sendable, Equatable {
        /// A page of the source.
        case page
        /// Items that were inserted at an edge of the list, beside the page there. Together they are one
        /// unit: they have the key of that page, are removed with it, and are on it when it is loaded again.
        case insertion(Edge)
    }

    /// A loaded page.
    @usableFromInline
    struct Entry: Sendable {
        /// The key with which it was requested.
        @usableFromInline let key: Key?
        @usableFromInline let part: Part
        /// The keys of the pages beside it, as far as it names them.
        @usableFromInline var neighbors: Edges<Key?>
        /// The number of items of the source.
        @usableFromInline var count: Int
        /// The items, if the list can be saved.
        @usableFromInline var items: [Item]?

        @inlinable
        init(key: Key?, page: Page<Key, Item>, keepsItems: Bool) {
            self.key = key
            part = .page
            neighbors = Edges(start: page.previous, end: page.next)
            count = page.items.count
            items = keepsItems ? page.items : nil
        }
    }

    @usableFromInline var table = PageTable<Entry>()
    /// What is known of the pages beyond the loaded ones.
    @usableFromInline var beyond = PagesAround<Key>()
    /// The number of items of the whole list, as stated by the source or derived from the counts of its
    /// pages.
    @usableFromInline var total: Int?
    /// The number of items of the whole list, as the source last stated it.
    @usableFromInline var statedTotal: Int?
    @usableFromInline var itemCount = 0
    /// The number of entries that have inserted items.
    @usableFromInline var insertionCount = 0
    /// The edges beyond which there is no page. Stored, because it is read several times for each event.
    @usableFromInline var ends = ListEnds()
    /// For each edge, the keys of the pages there since one was added that has rows, or one was removed
    /// there.
    @usableFromInline var withoutRows = Edges(start: VisitedKeys<Key>(), end: VisitedKeys<Key>())

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { table.isEmpty }

    /// The request for the page beyond an edge; `nil` at the end of the list.
    @inlinable
    func request(beyond edge: Edge) -> PageRequest<Key>? {
        if let removed = beyond[edge].keys.last {
            return PageRequest(key: removed, direction: edge.direction)
        }
        let key = (edge == .start ? table.first : table.last)?.neighbors[edge]
        return key.map { PageRequest(key: $0, direction: edge.direction) }
    }

    /// Adds a page before the first or after the last.
    ///
    /// - Returns: Its number.
    @inlinable
    mutating func insert(_ page: Page<Key, Item>, for request: PageRequest<Key>, keepsItems: Bool) -> Int {
        let counts = PageCounts(of: page)
        let neighbors = Edges(start: page.previous, end: page.next)
        let number = request.direction == .prepend ? table.pages.lowerBound - 1 : table.pages.upperBound
        table.insert(Entry(key: request.key, page: page, keepsItems: keepsItems), page: number)
        itemCount += page.items.count
        if let edge = Edge(request.direction) {
            if beyond[edge].keys.last == .some(request.key) { beyond[edge].keys.removeLast() }
            dropKeys(beyond: edge, naming: neighbors[edge])
            beyond[edge].count(page.items.count, stated: counts.beyond[edge])
        } else {
            for edge in Edge.allCases {
                dropKeys(beyond: edge, naming: neighbors[edge])
                beyond[edge].count(0, stated: counts.beyond[edge])
            }
        }
        if counts.areKnown { deriveCounts(from: counts) }
        if ends.start { beyond.start.rowCount = 0 }
        return number
    }

    /// Counts rows that were removed at the start, or fewer than zero that were loaded there.
    @inlinable
    mutating func countRowsBefore(_ count: Int) {
        beyond.start.rowCount = ends.start ? 0 : max(0, beyond.start.rowCount + count)
    }

    /// Drops the keys of removed pages if a page that was added at the edge names another neighbor: one that
    /// is loaded again may be shorter, and the page beyond it begin elsewhere.
    @inlinable
    mutating func dropKeys(beyond edge: Edge, naming neighbor: Key?) {
        if let neighbor, beyond[edge].keys.last != .some(neighbor) { beyond[edge].keys = [] }
        ends[edge] = beyond[edge].keys.isEmpty && neighbor == nil
    }

    /// Derives from the counts of a page how many items lie before and after the loaded ones, and the total.
    ///
    /// Only a total that the source has stated leads to other counts: one that was derived from counts would
    /// carry an error on one side over to the other.
    @usableFromInline
    mutating func deriveCounts(from counts: PageCounts) {
        if let newTotal = counts.total { (total, statedTotal) = (newTotal, newTotal) }
        for edge in Edge.allCases where ends[edge] { beyond[edge].itemCount = 0 }
        if let statedTotal {
            let isStated = counts.total != nil && counts.beyond.end == nil && !ends.end
            if let before = beyond.start.itemCount, isStated || beyond.end.itemCount == nil {
                beyond.end.itemCount = max(0, statedTotal - before - itemCount)
            } else if let after = beyond.end.itemCount, beyond.start.itemCount == nil {
                beyond.start.itemCount = max(0, statedTotal - after - itemCount)
            }
        }
        if counts.total == nil, let before = beyond.start.itemCount, let after = beyond.end.itemCount {
            total = before + itemCount + after
        }
    }

    /// Removes the unit at an edge: see ``unit(at:)``.
    @inlinable
    mutating func removeUnit(at edge: Edge) {
        let unit = unit(at: edge)
        let key = table[edge == .start ? unit.upperBound - 1 : unit.lowerBound].key
        for _ in unit {
            let entry = table.remove(page: table.page(at: edge))
            if entry.part != .page { insertionCount -= 1 }
            itemCount -= entry.count
            beyond[edge].count(-entry.count, stated: nil)
        }
        // It may be loaded again.
        withoutRows[edge] = VisitedKeys()
        let neighbor = (edge == .start ? table.first : table.last)?.neighbors[edge]
        if !beyond[edge].keys.isEmpty || neighbor == nil { beyond[edge].keys.append(key) }
        ends[edge] = false
    }

    /// Drops the pages, but not the counts of rows: what is left of the pages of a source that was replaced.
    @usableFromInline
    mutating func dropPages() {
        table = PageTable()
        insertionCount = 0
        for edge in Edge.allCases { beyond[edge].keys = [] }
    }

    /// What is known of the pages around a unit.
    @inlinable
    func pages(around unit: Range<Int>) -> PagesAround<Key> {
        var around = beyond
        for number in table.pages.lowerBound..<unit.lowerBound { around.start.add(table[number]) }
        for number in (unit.upperBound..<table.pages.upperBound).reversed() { around.end.add(table[number]) }
        if table[unit.lowerBound].neighbors.start != nil { around.start.keys = [] }
        if table[unit.upperBound - 1].neighbors.end != nil { around.end.keys = [] }
        return around
    }

    /// The number of the source's items before the loaded ones, as far as it is known: those that it counts
    /// or, if it counts none, the rows that were loaded there.
    @inlinable
    var itemsBefore: Int {
        ends.start ? beyond.start.rowCount : beyond.start.itemCount ?? beyond.start.rowCount
    }

    /// Takes the number of the first row of the only page, which was requested by it, where the source does
    /// not state it, or names no page before that.
    mutating func countItemsBefore(_ row: Int) {
        if ends.start || beyond.start.itemCount == nil { beyond.start.rowCount = row }
    }

    /// The placeholders around `count` rows.
    @inlinable
    func rowCounts(around count: Int) -> RowCounts {
        RowCounts(
            before: ends.start ? 0 : beyond.start.itemCount ?? 0, items: count,
            after: ends.end ? 0 : beyond.end.itemCount ?? 0)
    }
}

/// What is known of the pages on one side that are not loaded.
@usableFromInline
struct PagesBeyond<Key: Hashable & Sendable>: Sendable {
    /// The keys of those that were removed and that no page names as its neighbor, the nearest last.
    @usableFromInline var keys: [Key?] = []
    /// The number of the source's items on them, if known.
    @usableFromInline var itemCount: Int?
    /// The number of rows on those that were loaded once. At the start only.
    @usableFromInline var rowCount = 0

    @inlinable
    init() {}

    /// Updates the number of items for some that are loaded.
    ///
    /// - Parameter stated: The new number, if the source has stated it.
    @inlinable
    mutating func count(_ loaded: Int, stated: Int?) {
        itemCount = stated ?? itemCount.map { max(0, $0 - loaded) }
    }

    @inlinable
    mutating func add<Item>(_ entry: LoadedPages<Key, Item>.Entry) {
        if entry.part == .page { keys.append(entry.key) }
        count(-entry.count, stated: nil)
    }
}

@usableFromInline typealias PagesAround<Key: Hashable & Sendable> = Edges<PagesBeyond<Key>>

extension Edges {
    /// Nothing is known of the pages on either side.
    @inlinable
    init<Key>() where Value == PagesBeyond<Key> {
        self.init(start: PagesBeyond(), end: PagesBeyond())
    }
}

/// The counts that a source states with a page.
@usableFromInline
struct PageCounts {
    @usableFromInline var total: Int?
    /// The numbers of items before and after the page.
    @usableFromInline let beyond: Edges<Int?>

    @inlinable
    init<Key, Item>(of page: Page<Key, Item>) {
        let known = { (count: Int?) in count.flatMap { $0.isItemCount ? $0 : nil } }
        total = known(page.total)
        beyond = Edges(start: known(page.itemsBefore), end: known(page.itemsAfter))
    }

    @inlinable
    var areKnown: Bool { total != nil || beyond.start != nil || beyond.end != nil }
}
