extension PagingEngine {
    /// Makes the list's snapshot; `nil` while no page is loaded, or if items are not kept.
    @usableFromInline
    package func makeSnapshot() -> PagingSnapshot<Key, Input>? {
        guard setup.start.keepsItems, hasPages else { return nil }
        // The rows in view that are loaded, or all where none is.
        let loaded = shownRows?.clamped(to: counts.itemRows)
        return list.pages.makeSnapshot(shownRows: loaded?.isEmpty == true ? shownRows : loaded)
    }

    /// Makes a list to store, if pages were loaded since an earlier one.
    ///
    /// - Parameter savedPages: The number of pages that the session had loaded at that time.
    /// - Returns: `nil` if there are no new pages, or if the window or a reload has removed the page that the
    ///   list begins with: what was stored before is the better list to begin with.
    package func makeStorableList(since savedPages: Int) -> StorableList<Key, Input>? {
        guard tally.pages != max(savedPages, setup.earlier.pages),
            tally.generations > 0 || list.origin.storedAt != nil,
            let startPage = startPageIndex, var snapshot = makeSnapshot()
        else { return nil }
        snapshot.shownRows = nil
        return StorableList(
            snapshot: snapshot, startPage: startPage, storedAt: list.origin.storedAt,
            generation: tally.generations,
            loadedPages: tally.pages)
    }

    /// The index of the page that the list begins with, among the loaded ones.
    private var startPageIndex: Int? {
        guard hasPages else { return nil }
        if let page = list.startPage(setup.start) { return list.pages.units.firstIndex { $0.contains(page) } }
        return setup.start.key == nil && list.pages.ends.start ? 0 : nil
    }
}
