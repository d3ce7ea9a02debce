extension PagingEngine {
    /// Makes the list's snapshot; `nil` while no page is loaded, or if items are not kept.
    @usableFromInline
    package func makeSnapshot() -> PagingSnapshot<Key, Input>? {
        let pages = list.pages
        guard beginning.keepsItems, hasPages else { return nil }
        var saved = units.map { unit in
            PagingSnapshot<Key, Input>.SavedPage(
                key: pages.table[unit.lowerBound].key,
                page: Page(
                    items(of: unit),
                    previous: pages.table[unit.lowerBound].neighbors.start,
                    next: pages.table[unit.upperBound - 1].neighbors.end))
        }
        saved[0].page.itemsBefore = pages.beyond.start.itemCount
        saved[saved.count - 1].page.itemsAfter = pages.beyond.end.itemCount
        saved[saved.count - 1].page.total = pages.statedTotal
        return PagingSnapshot(
            pages: saved, keysBefore: pages.beyond.start.keys, keysAfter: pages.beyond.end.keys,
            rowsBefore: pages.beyond.start.rowCount, shownRows: savedRows)
    }

    private func items(of unit: Range<Int>) -> [Input] {
        if unit.count == 1 { return list.pages.table[unit.lowerBound].items ?? [] }
        return unit.flatMap { list.pages.table[$0].items ?? [] }
    }

    /// The pages, each with the items that were inserted beside it.
    private var units: [Range<Int>] {
        var units: [Range<Int>] = []
        var rest = list.pages.table.pages
        while !rest.isEmpty {
            units.append(list.pages.unit(of: rest.lowerBound))
            rest = units[units.count - 1].upperBound..<rest.upperBound
        }
        return units
    }

    /// The rows in view that are loaded, or all where none is.
    private var savedRows: Range<Int>? {
        guard viewport.origin != .list, let rows = viewport.rows else { return nil }
        let loaded = rows.clamped(to: counts.itemRows)
        return loaded.isEmpty ? rows : loaded
    }

    /// Makes a list to store, if pages were loaded since an earlier one.
    ///
    /// - Parameter savedPages: The number of pages that the session had loaded at that time.
    /// - Returns: `nil` if there are no new pages, or if the window or a reload has removed the page that the
    ///   list begins with: what was stored before is the better list to begin with.
    package func makeStorableList(since savedPages: Int) -> StorableList<Key, Input>? {
        guard tally.pages != savedPages, tally.generations > 0 || list.storedAt != nil,
            let startPage = startPageIndex, var snapshot = makeSnapshot()
        else { return nil }
        snapshot.shownRows = nil
        return StorableList(
            snapshot: snapshot, startPage: startPage, storedAt: list.storedAt, generation: tally.generations,
            loadedPages: tally.pages)
    }

    /// The index of the page that the list begins with, among the loaded ones.
    private var startPageIndex: Int? {
        guard hasPages else { return nil }
        if let page = list.startPage(beginning) { return units.firstIndex { $0.contains(page) } }
        return beginning.key == nil && list.pages.ends.start ? 0 : nil
    }
}
