// Items that are inserted at an edge, without a page.
extension ListGeneration {
    /// Adds items at an edge that is an end of the whole list, except those that `dedupe` would hide.
    ///
    /// - Parameter items: The items, in the order of their arrival: the last one is the nearest to the edge.
    mutating func insert(_ items: [Input], at edge: Edge) -> RowChange {
        let count = pages.itemCount
        var change = RowChange.none
        for item in items { change = change.followed(by: insert(item, at: edge)) }
        pages.countGained(pages.itemCount - count, at: edge, hidden: transform.hiddenDuplicates)
        return change.followed(by: settle())
    }

    private mutating func insert(_ item: Input, at edge: Edge) -> RowChange {
        let (number, isNew) = pages.insertionEntry(at: edge)
        if isNew {
            pages.addInsertionEntry(number, at: edge)
            _ = rows.apply(transform.apply(.insert(page: number, [])))
        }
        let row = edge == .start ? 0 : pages.table[number].count
        let change = rows.apply(transform.apply(.edit(page: number, [.insert(item, at: row)])))
        if case .duplicate = transform.outcome(ofItem: row, page: number) {
            return change.followed(by: rows.apply(transform.apply(.edit(page: number, [.remove(at: row)]))))
        }
        pages.insert(item, at: row, of: number)
        return change
    }

    /// Adds the items that the last page has gained, and its key of the page after it.
    ///
    /// - Returns: `nil` if some of them are before loaded ones: the list has to be loaded again.
    mutating func takeGain(from page: Page<Key, Input>) -> RowChange? {
        guard let items = pages.gain(from: page) else { return nil }
        let oldEnds = ends
        var change = RowChange.none
        if !items.isEmpty { change = insert(items, at: .end) }
        pages.updateEnd(from: page)
        return change.followed(by: passEnds(unlike: oldEnds)).followed(by: settle())
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
