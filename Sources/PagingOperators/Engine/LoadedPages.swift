/// The pages of one generation: their keys and their counts.
@usableFromInline
struct LoadedPages<Key: Hashable & Sendable, Item: Sendable>: Sendable {
    /// A loaded page.
    @usableFromInline
    struct Entry: Sendable {
        /// The key with which it was requested.
        @usableFromInline let key: Key?
        @usableFromInline let previous: Key?
        @usableFromInline let next: Key?
        /// The number of items of the source.
        @usableFromInline let count: Int
        /// The items, if the list can be saved.
        @usableFromInline let items: [Item]?

        @inlinable
        init(key: Key?, page: Page<Key, Item>, keepsItems: Bool) {
            self.key = key
            previous = page.previous
            next = page.next
            count = page.items.count
            items = keepsItems ? page.items : nil
        }
    }

    @usableFromInline var table = PageTable<Entry>()
    /// What is known of the pages before the first one.
    @usableFromInline var before = PagesBefore<Key>()
    /// The number of the source's items after the last page, if known.
    @usableFromInline var itemsAfter: Int?
    @usableFromInline var total: Int?
    @usableFromInline var itemCount = 0

    @inlinable
    init() {}

    @inlinable
    var isEmpty: Bool { table.isEmpty }

    /// The request for the page beyond an edge; `nil` at the end of the list.
    @inlinable
    func request(beyond edge: Edge) -> PageRequest<Key>? {
        if edge == .start, let removed = before.keys.last {
            return PageRequest(key: removed, direction: .prepend)
        }
        let key = edge == .start ? table.first?.previous : table.last?.next
        return key.map { PageRequest(key: $0, direction: edge.direction) }
    }

    /// The edges beyond which there is no page.
    @inlinable
    var ends: ListEnds { ListEnds(start: request(beyond: .start) == nil, end: request(beyond: .end) == nil) }

    /// Adds a page before the first or after the last.
    ///
    /// - Returns: Its number.
    @inlinable
    mutating func insert(_ page: Page<Key, Item>, for request: PageRequest<Key>, keepsItems: Bool) -> Int {
        var page = page
        // Servers send -1 for a count that they do not know.
        page.itemsBefore = page.itemsBefore.flatMap { $0 < 0 ? nil : $0 }
        page.itemsAfter = page.itemsAfter.flatMap { $0 < 0 ? nil : $0 }
        page.total = page.total.flatMap { $0 < 0 ? nil : $0 }
        let number: Int
        if request.direction == .prepend {
            number = table.pages.lowerBound - 1
            if before.keys.last == .some(request.key) { before.keys.removeLast() }
            before.itemCount = page.itemsBefore ?? before.itemCount.map { max(0, $0 - page.items.count) }
        } else {
            number = table.pages.upperBound
            itemsAfter = page.itemsAfter ?? itemsAfter.map { max(0, $0 - page.items.count) }
        }
        let isFirst = table.isEmpty
        table.insert(Entry(key: request.key, page: page, keepsItems: keepsItems), page: number)
        itemCount += page.items.count
        if isFirst { before.itemCount = page.itemsBefore ?? before.itemCount }
        count(page)
        return number
    }

    /// Derives from the counts of a page how many items lie before and after the loaded ones.
    @inlinable
    mutating func count(_ page: Page<Key, Item>) {
        if let newTotal = page.total { total = newTotal }
        let isCounted = page.total != nil || page.itemsBefore != nil || page.itemsAfter != nil
        guard isCounted else { return }
        if request(beyond: .start) == nil { before.itemCount = 0 }
        if request(beyond: .end) == nil { itemsAfter = 0 }
        if let total {
            if let countBefore = before.itemCount, page.itemsAfter == nil, request(beyond: .end) != nil {
                itemsAfter = max(0, total - countBefore - itemCount)
            } else if let countAfter = itemsAfter, before.itemCount == nil {
                before.itemCount = max(0, total - countAfter - itemCount)
            }
        }
        if page.total == nil, let countBefore = before.itemCount, let countAfter = itemsAfter {
            total = countBefore + itemCount + countAfter
        }
    }

    /// Removes the first or the last page.
    @inlinable
    mutating func remove(page: Int) {
        let isFirst = page == table.pages.lowerBound
        let entry = table.remove(page: page)
        itemCount -= entry.count
        if isFirst {
            before.itemCount = before.itemCount.map { $0 + entry.count }
            if !before.keys.isEmpty || table.first?.previous == nil { before.keys.append(entry.key) }
        } else {
            itemsAfter = itemsAfter.map { $0 + entry.count }
        }
    }

    /// What is known of the pages before a page.
    @inlinable
    func before(page: Int) -> PagesBefore<Key> {
        var before = before
        for number in table.pages.lowerBound..<page {
            before.keys.append(table[number].key)
            before.itemCount = before.itemCount.map { $0 + table[number].count }
        }
        if table[page].previous != nil { before.keys = [] }
        return before
    }

    /// The placeholders around `count` rows.
    @inlinable
    func rowCounts(around count: Int) -> RowCounts {
        RowCounts(
            before: request(beyond: .start) == nil ? 0 : before.itemCount ?? 0, items: count,
            after: request(beyond: .end) == nil ? 0 : itemsAfter ?? 0)
    }
}

/// What is known of the pages before the first one of a list.
@usableFromInline
struct PagesBefore<Key: Hashable & Sendable>: Sendable {
    /// The keys of those that were removed and that no page names as its previous one, the nearest last.
    @usableFromInline var keys: [Key?] = []
    /// The number of the source's items on them, if known.
    @usableFromInline var itemCount: Int?

    @inlinable
    init() {}
}
