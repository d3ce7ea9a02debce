// Items that were inserted at an edge of the list, beside the page there.
extension LoadedPages {
    /// The most items of an entry that others are added to: each insertion copies them, so that a longer one
    /// would cost more than the items that are inserted.
    static var maximumInsertionCount: Int { 64 }

    /// The page at an edge with the items that were inserted beside it: what is removed together.
    @inlinable
    func unit(at edge: Edge) -> Range<Int> { removalUnit(of: table.page(at: edge)) }

    /// A page with the inserted items that are removed together with it. Those beside an empty page are
    /// removed with the page before that, too: it may have them when it is loaded again.
    @inlinable
    func removalUnit(of page: Int) -> Range<Int> {
        insertionCount == 0 ? page..<page + 1 : unit(of: page) { follows($0) || isContinued(after: $0 - 1) }
    }

    /// A page, or inserted items, with what belongs to the same page.
    @usableFromInline
    func unit(of page: Int) -> Range<Int> {
        insertionCount == 0 ? page..<page + 1 : unit(of: page, joinedBy: follows)
    }

    /// An entry and those around it, each of which is joined to the one before it.
    @usableFromInline
    func unit(of page: Int, joinedBy isJoined: (Int) -> Bool) -> Range<Int> {
        var (first, end) = (page, page + 1)
        while table.pages.contains(first - 1), isJoined(first) { first -= 1 }
        while table.pages.contains(end), isJoined(end) { end += 1 }
        return first..<end
    }

    /// Whether an entry belongs to the same page as the one before it: items before a page belong to it, and
    /// so do those after it.
    @usableFromInline
    func follows(_ number: Int) -> Bool {
        table[number].part == .insertion(.end) || table[number - 1].part == .insertion(.start)
    }

    /// Whether the items beside an empty page may be those of the page on the other side of it, of which an
    /// entry is the first one.
    @usableFromInline
    func isContinued(after number: Int) -> Bool {
        isEmptyPage(number + 1) && hasInsertions(.end, at: number + 2)
            || isEmptyPage(number) && hasInsertions(.start, at: number - 1)
    }

    private func isEmptyPage(_ number: Int) -> Bool {
        table[number].part == .page && table[number].count == 0
    }

    private func hasInsertions(_ edge: Edge, at number: Int) -> Bool {
        table.pages.contains(number) && table[number].part == .insertion(edge)
    }

    /// Whether a page with inserted items can be removed: if two others stay and, for items at the start, if
    /// the page after it names the one before. Its own key could then lead to the inserted items alone, and
    /// leave out those between.
    @usableFromInline
    func canRemove(_ unit: Range<Int>, at edge: Edge) -> Bool {
        if table.pages.count < unit.count + 2 { return false }
        return edge == .end || table[unit.upperBound].neighbors.start != nil
            || table[unit.lowerBound].part == .page
    }

    /// The entry of inserted items at an edge, to which one is added.
    ///
    /// - Returns: Its number, or the number of a new one that has to be added.
    func insertionEntry(at edge: Edge) -> (number: Int, isNew: Bool) {
        let number = table.page(at: edge)
        let entry = table[number]
        if entry.part == .insertion(edge), entry.count < Self.maximumInsertionCount { return (number, false) }
        return (edge == .start ? number - 1 : number + 1, true)
    }

    /// Adds an entry without items beside the one at an edge.
    mutating func addInsertionEntry(_ number: Int, at edge: Edge) {
        table.insert(Entry(beside: table[table.page(at: edge)], at: edge), page: number)
        insertionCount += 1
    }

    /// Counts an item that was inserted.
    mutating func insert(_ item: Item, at row: Int, of number: Int) {
        table[number].count += 1
        table[number].items?.insert(item, at: row)
        itemCount += 1
    }

    /// Counts items that the whole list has gained.
    ///
    /// - Parameters:
    ///   - edge: The edge at which they are loaded.
    ///   - hidden: The number of loaded items that are hidden as duplicates; `nil` if it is unknown.
    mutating func countGained(_ count: Int, at edge: Edge, hidden: Int?) {
        let others = ends[edge.opposite] ? 0 : beyond[edge.opposite].itemCount
        let all = others.flatMap { others in hidden.map { others + itemCount - $0 } }
        let gained = { all ?? $0 + count }
        (total, statedTotal) = (total.map(gained), statedTotal.map(gained))
    }

    /// Counts items that the whole list has gained beyond an edge, where they are not loaded.
    mutating func countGained(_ count: Int, beyond edge: Edge) {
        (total, statedTotal) = (total.map { $0 + count }, statedTotal.map { $0 + count })
        beyond[edge].count(-count, stated: nil)
    }

    /// Counts at least the loaded items, once all pages are loaded: the total that a page states lacks the
    /// items that were inserted since the page was made.
    ///
    /// - Parameter hidden: The number of loaded items that are hidden as duplicates; `nil` if it is unknown.
    @usableFromInline
    mutating func countAllLoaded(hidden: Int?) {
        guard let all = hidden.map({ itemCount - $0 }) else { return }
        (total, statedTotal) = (total.map { max($0, all) }, statedTotal.map { max($0, all) })
    }

    /// The request for the last page, again: for what it has gained. `nil` for a page without a key.
    @usableFromInline
    var requestOfLastPage: PageRequest<Key>? {
        (table.last?.key).map { PageRequest(key: $0, direction: .append) }
    }

    /// Whether the last page is the one with which the list begins: if that is the source's latest page, it
    /// begins with another item later.
    var endsWithFirstPage: Bool { table.last.map { $0.key == nil } ?? false }

    /// The last page with the items that were inserted beside it.
    private var lastUnit: Range<Int> { unit(of: table.page(at: .end)) }

    /// The items of the last page as it is now, without those that are loaded: by their identity or, without
    /// one, without as many as are loaded.
    ///
    /// - Returns: `nil` if some of them are before items that are loaded.
    func gain(from page: Page<Key, Item>) -> [Item]? {
        if let type = Item.self as? any Identifiable.Type, let gain = itemsNotLoaded(type, of: page.items) {
            return isLast(type, gain, of: page.items) ? gain : nil
        }
        return Array(page.items.dropFirst(lastUnit.reduce(0) { $0 + table[$1].count }))
    }

    /// The items of the last page that are not on it already, nor on those before it: where items before them
    /// were inserted, others have moved to the last page.
    ///
    /// - Returns: `nil` if the loaded items are not kept.
    private func itemsNotLoaded<Row: Identifiable>(_: Row.Type, of items: [Item]) -> [Item]? {
        guard var rows = items as? [Row] else { return nil }
        let last = lastUnit
        var isFound = false
        for number in table.pages.reversed() {
            guard let loaded = table[number].items as? [Row] else { return nil }
            let (ids, count) = (Set(loaded.map(\.id)), rows.count)
            rows.removeAll { ids.contains($0.id) }
            isFound = isFound || rows.count < count
            if rows.isEmpty || isFound && rows.count == count && !last.contains(number) { break }
        }
        return rows as? [Item]
    }

    /// Whether items are the last of the page, and no item was inserted that would be after them.
    private func isLast<Row: Identifiable>(_: Row.Type, _ gain: [Item], of items: [Item]) -> Bool {
        guard let first = gain.first as? Row, let rows = items as? [Row] else { return true }
        return insertedCount(missingOn: items) == 0
            && rows.firstIndex { $0.id == first.id } == rows.count - gain.count
    }

    /// Whether the items of the last page can be compared with those that are loaded.
    var comparesItems: Bool { Item.self is any Identifiable.Type && table.last?.items != nil }

    /// Takes the next key and the counts of the last page, whose gain was inserted.
    mutating func updateEnd(from page: Page<Key, Item>) {
        var counts = PageCounts(of: page)
        // Its total lacks the items that it lacks.
        if page.next == nil { counts.total = counts.total.map { $0 + insertedCount(missingOn: page.items) } }
        table[table.page(at: .end)].neighbors.end = page.next
        // A page that was empty may have named none before it.
        for number in lastUnit where table[number].neighbors.start == nil {
            table[number].neighbors.start = page.previous
        }
        ends.end = page.next == nil
        beyond.end.count(0, stated: counts.beyond.end)
        if counts.areKnown { deriveCounts(from: counts) }
    }

    /// The number of items that were inserted beside the last page and are not on it, by their identity.
    private func insertedCount(missingOn items: [Item]) -> Int {
        func count<Row: Identifiable>(_: Row.Type) -> Int {
            guard let rows = items as? [Row] else { return 0 }
            let ids = Set(rows.map(\.id))
            return lastUnit.reduce(0) { sum, number in
                guard table[number].part != .page, let inserted = table[number].items as? [Row] else {
                    return sum
                }
                return sum + inserted.count { !ids.contains($0.id) }
            }
        }
        return (Item.self as? any Identifiable.Type).map { count($0) } ?? 0
    }
}

extension LoadedPages.Entry {
    /// Makes an entry for items that are inserted beside the one at an edge.
    fileprivate init(beside other: Self, at edge: Edge) {
        key = other.key
        part = .insertion(edge)
        neighbors = other.neighbors
        count = 0
        items = other.items == nil ? nil : []
    }
}
