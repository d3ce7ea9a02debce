extension LoadedPages {
    /// Makes a snapshot of the pages, whose items are kept.
    func makeSnapshot(shownRows: Range<Int>?) -> PagingSnapshot<Key, Item> {
        var saved = units.map { unit in
            PagingSnapshot<Key, Item>.SavedPage(
                key: table[unit.lowerBound].key,
                page: Page(
                    items(of: unit), previous: table[unit.lowerBound].neighbors.start,
                    next: table[unit.upperBound - 1].neighbors.end))
        }
        saved[0].page.itemsBefore = beyond.start.itemCount
        saved[saved.count - 1].page.itemsAfter = beyond.end.itemCount
        saved[saved.count - 1].page.total = statedTotal
        return PagingSnapshot(
            pages: saved, keysBefore: beyond.start.keys, keysAfter: beyond.end.keys,
            rowsBefore: beyond.start.rowCount, shownRows: shownRows)
    }

    private func items(of unit: Range<Int>) -> [Item] {
        if unit.count == 1 { return table[unit.lowerBound].items ?? [] }
        return unit.flatMap { table[$0].items ?? [] }
    }

    /// The pages, each with the items that were inserted beside it.
    var units: [Range<Int>] {
        var units: [Range<Int>] = []
        var rest = table.pages
        while !rest.isEmpty {
            units.append(unit(of: rest.lowerBound))
            rest = units[units.count - 1].upperBound..<rest.upperBound
        }
        return units
    }
}
