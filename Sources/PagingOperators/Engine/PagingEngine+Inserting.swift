// Items that the source inserts at an edge of the list, without a page; and those that its last page gains.
//
// An item is added at once where its edge is an end of the whole list. While a page is loaded that may have
// the item as well, it waits for that page, and is added unless the page has it. Where the edge is not
// an end, the item is on a page that is not loaded, and only counted.
extension PagingEngine {
    @usableFromInline
    mutating func insert(_ item: Input, at edge: Edge) {
        guard hasPages || rebuild.load.isLoading else { return }
        if list.arrivals == nil { list.arrivals = Arrivals() }
        if rebuild.load.isLoading { list.arrivals?.sinceRebuild[edge].append(item) }
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
    ///
    /// - Returns: The edges at which items were added.
    @usableFromInline
    mutating func insertArrivals() -> ListEnds {
        var gained = ListEnds()
        while hasPages,
            let edge = Edge.allCases.first(where: {
                !awaitsPage(at: $0) && list.arrivals?.pending[$0].isEmpty == false
            }),
            let (items, counted) = list.arrivals?.takePending(edge)
        {
            guard list.ends[edge] else {
                list.pages.countGained(items.count - counted, beyond: edge)
                continue
            }
            if counted > 0 { list.pages.countGained(-counted, beyond: edge) }
            note(list.insert(items, at: edge))
            tally.pages += 1
            gained[edge] = true
        }
        if !rebuild.load.isLoading, list.arrivals?.isPending == false { list.arrivals = nil }
        return gained
    }

    /// Whether a page is being loaded that may have inserted items as well. The last page that is loaded
    /// again is compared with them, if it can be.
    private func awaitsPage(at edge: Edge) -> Bool {
        edges[edge].isLoading && !(list.ends[edge] && list.pages.comparesItems)
    }

    /// Removes pages where items were added. Where the list is scrolled to the other edge, the inserted rows
    /// go, with their page.
    @usableFromInline
    mutating func trim(afterGain gained: ListEnds) {
        for edge in Edge.allCases where gained[edge] {
            for side in [edge.opposite, edge] { trim(side) }
        }
    }

    /// Adds the items that the last page has gained.
    @usableFromInline
    mutating func takeGain(from page: Page<Key, Input>) {
        asked.pages.end = false
        guard let change = list.takeGain(from: page) else { return asked.reload = .due }
        note(change)
        takePending(at: .end, after: page)
        for side in [Edge.start, .end] { trim(side) }
    }
}
