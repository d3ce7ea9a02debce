// Items that the source inserts at an edge of the list, without a page; and those that its last page gains.
//
// An item is added at once where its edge is an end of the whole list. While a page is loaded that may have
// the item as well, it waits for that page, and is added unless the page has it. Where the edge is not
// an end, the item is on a page that is not loaded, and only counted.
extension PagingEngine {
    @usableFromInline
    mutating func insert(_ item: Input, at edge: Edge) {
        guard hasPages || rebuild.isRunning else { return }
        if list.arrivals == nil { list.arrivals = Arrivals() }
        if rebuild.isRunning { list.arrivals?.sinceRebuild[edge].append(item) }
        if hasPages { list.arrivals?.pending[edge].append(item) }
    }

    /// Removes the items that are known to be on a page: on that which was loaded beyond an edge or, unless
    /// it ends the list, on one after it.
    @usableFromInline
    mutating func takePending(at edge: Edge, after page: Page<Key, Input>) {
        if list.ends[edge] {
            list.arrivals?.removePending(edge, foundOn: page.items)
        } else {
            list.arrivals?.pending[edge] = []
        }
        // The total of a page lacks the items that the page lacks; those at the other edge it has.
        if PageCounts(of: page).total != nil { list.arrivals?.noteTotal(ofPageAt: edge) }
    }

    /// Adds or counts the items for which no page has to be awaited.
    @usableFromInline
    mutating func insertArrivals(_ effects: inout Effects) {
        while hasPages, let edge = edgeOfArrivals, let (items, counted) = list.arrivals?.takePending(edge) {
            guard list.ends[edge] else {
                list.pages.countGained(items.count - counted, beyond: edge)
                continue
            }
            if counted > 0 { list.pages.countGained(-counted, beyond: edge) }
            note(list.insert(items, at: edge))
            tally.pages += 1
            trimAfterInsertion(at: edge, &effects)
        }
        if !rebuild.isRunning, list.arrivals?.isPending == false { list.arrivals = nil }
    }

    /// An edge with items for which no page has to be awaited.
    private var edgeOfArrivals: Edge? {
        Edge.allCases.first { edge in
            !edges[edge].isLoading && list.arrivals.map { !$0.pending[edge].isEmpty } ?? false
        }
    }

    /// Adds the items that the last page has gained.
    @usableFromInline
    mutating func takeGain(from page: Page<Key, Input>, _ effects: inout Effects) {
        asked.pages.end = false
        note(list.takeGain(from: page))
        takePending(at: .end, after: page)
        if asked.reload == .afterPages { asked.reload = .due }
        trimAfterInsertion(at: .end, &effects)
    }

    /// Removes pages of the other edge while there are too many rows; or, where the list is scrolled to that,
    /// the rows that were inserted, with their page.
    private mutating func trimAfterInsertion(at edge: Edge, _ effects: inout Effects) {
        guard let maxRows = rules.maxRows else { return }
        trim(edge.opposite, to: maxRows, &effects)
        trim(edge, to: maxRows, &effects)
    }
}

extension PagingEngine.Generation {
    /// Adds items at an edge that is an end of the whole list, except those that `dedupe` would hide.
    ///
    /// - Parameter items: The items, in the order of their arrival: the last one is the nearest to the edge.
    mutating func insert(_ items: [Input], at edge: Edge) -> RowChange {
        let count = pages.itemCount
        var change = RowChange.none
        for item in items { change = change.followed(by: insert(item, at: edge)) }
        pages.countGained(pages.itemCount - count, at: edge, hidden: transform.hiddenDuplicates)
        return change
    }

    private mutating func insert(_ item: Input, at edge: Edge) -> RowChange {
        let (number, isNew) = pages.insertionEntry(at: edge)
        if isNew {
            pages.addInsertionEntry(number, at: edge)
            _ = rows.apply(transform.apply(.insert(page: number, [])))
        }
        let row = edge == .start ? 0 : pages.table[number].count
        let hidden = transform.hiddenDuplicates
        let change = rows.apply(transform.apply(.edit(page: number, [.insert(item, at: row)])))
        if transform.hiddenDuplicates == hidden {
            pages.insert(item, at: row, of: number)
            return change
        }
        return change.followed(by: rows.apply(transform.apply(.edit(page: number, [.remove(at: row)]))))
    }

    /// Adds the items that the last page has gained, and its key of the page after it.
    mutating func takeGain(from page: Page<Key, Input>) -> RowChange {
        let (items, oldEnds) = (pages.gain(from: page), ends)
        var change = RowChange.none
        if !items.isEmpty { change = insert(items, at: .end) }
        pages.updateEnd(from: page)
        return change.followed(by: passEnds(unlike: oldEnds))
    }

    /// Takes the items that were inserted while this generation was loaded. Where its edge is not an end,
    /// they are on the pages beyond it.
    mutating func takeArrivals(_ old: Arrivals<Input>?) {
        guard let old else { return }
        var arrivals = Arrivals<Input>()
        for edge in Edge.allCases where ends[edge] {
            let items = old.sinceRebuild[edge]
            arrivals.pending[edge] = items
            // The first page lacks them, but the total that a later one has stated includes them.
            if pages.table.pages.count > 1, pages.statedTotal != nil, !ends[edge.opposite] {
                pages.countGained(-items.count, beyond: edge.opposite)
            }
        }
        self.arrivals = arrivals
    }
}

/// Items that a source has inserted, in the order of their arrival.
@usableFromInline
struct Arrivals<Item: Sendable>: Sendable {
    /// Those that are not in the list: they wait for a page that may have them as well.
    @usableFromInline var pending = Edges<[Item]>(start: [], end: [])
    /// Those since the rebuild began, which the next generation may lack.
    @usableFromInline var sinceRebuild = Edges<[Item]>(start: [], end: [])

    /// The number of pending items that the total of a page has counted already: the first ones.
    private var counted = Edges(start: 0, end: 0)

    /// Whether items are not in the list.
    var isPending: Bool { !pending.start.isEmpty || !pending.end.isEmpty }

    /// Removes the pending items at an edge.
    ///
    /// - Returns: The items, and how many of them the list's total includes.
    mutating func takePending(_ edge: Edge) -> (items: [Item], counted: Int) {
        defer { (pending[edge], counted[edge]) = ([], 0) }
        return (pending[edge], min(counted[edge], pending[edge].count))
    }

    /// Records that a page has stated the total.
    mutating func noteTotal(ofPageAt edge: Edge) {
        counted[edge] = 0
        counted[edge.opposite] = pending[edge.opposite].count
    }

    /// Removes those of a new generation that one of its pages has, and those that arrived before them, which
    /// are on the pages beside it.
    @usableFromInline
    mutating func removeSinceRebuild(foundOn page: [Item]) {
        for edge in Edge.allCases { Self.remove(from: &sinceRebuild[edge], foundOn: page) }
    }

    /// Removes those that the page beyond an edge has, and those that arrived before them.
    @usableFromInline
    mutating func removePending(_ edge: Edge, foundOn page: [Item]) {
        let count = pending[edge].count
        Self.remove(from: &pending[edge], foundOn: page)
        counted[edge] = max(0, counted[edge] - (count - pending[edge].count))
    }

    /// Compares items that are `Identifiable`. Of others, `dedupe` hides those that are in the list twice.
    private static func remove(from arrivals: inout [Item], foundOn page: [Item]) {
        func lastIndex<Row: Identifiable>(_: Row.Type) -> Int? {
            guard let arrivals = arrivals as? [Row], let page = page as? [Row] else { return nil }
            let ids = Set(page.map(\.id))
            return arrivals.lastIndex { ids.contains($0.id) }
        }
        guard !arrivals.isEmpty, let type = Item.self as? any Identifiable.Type else { return }
        if let last = lastIndex(type) { arrivals.removeFirst(last + 1) }
    }
}
