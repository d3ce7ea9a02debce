// Lists of earlier sessions.
extension PagingEngine {
    /// Makes a list to store, if pages were loaded since an earlier one.
    ///
    /// - Parameter savedPages: The number of pages that the session had loaded at that time.
    /// - Returns: `nil` if there are no new pages, or if the window or a reload has removed the page that the list begins with:
    ///   what was stored before is the better list to begin with.
    package func makeStorableList(since savedPages: Int) -> StorableList<Key, Input>? {
        guard tally.pages != savedPages, tally.generations > 0 || storedAt != nil,
            let startPage = startPageIndex, var snapshot = makeSnapshot()
        else { return nil }
        snapshot.shownRows = nil
        return StorableList(
            snapshot: snapshot, startPage: startPage, storedAt: storedAt, generation: tally.generations,
            loadedPages: tally.pages)
    }

    /// The index of the page that the list begins with, among the loaded ones.
    private var startPageIndex: Int? {
        guard hasPages else { return nil }
        if let page = startPage { return page - pages.table.pages.lowerBound }
        return start.key == nil && pages.ends.start ? 0 : nil
    }

    /// The number of the page that the list begins with, if it was requested with that key.
    private var startPage: Int? { pages.table.pages.first { pages.table[$0].key == start.key } }

    /// Shows a stored list while the first page is being loaded, or after that has failed. One that is valid replaces the
    /// first load. Ignored once a page is loaded, or after the loads were cancelled.
    @usableFromInline
    mutating func takeStored(_ list: StoredList<Key, Input>) -> [Action] {
        guard acceptsStored, !hasPages, !refresh.isIdle, !list.snapshot.pages.isEmpty else { return [] }
        acceptsStored = false
        let empty = generation
        addPages(of: list.snapshot)
        let isLoadNeeded = !list.isValid || isLoadRequested
        if rows.items.isEmpty, isLoadNeeded {
            // Nothing to show: whether the list is empty is for the source to say.
            generation = empty
            return []
        }
        storedAt = list.loadedAt
        let change = RowChange(inserted: [0..<rows.items.count])
        hints.scrolled = nil
        moveShownRows(through: change, from: RowCounts(), itemsBefore: 0)
        if hints.shown == nil, target == nil { showStartPage() }
        let cancellations = isLoadNeeded ? [] : cancelLoads()
        let arrived = takeArrival()
        let started = startLoads()
        return cancellations + publish(change, landingAt: arrived) + started
    }

    /// Whether the first load is not just that of the list's start, which a valid list replaces.
    private var isLoadRequested: Bool {
        refresh.isFailed || target != nil || tally.refreshes > tally.endedRefreshes
    }

    /// Shows the first row of the page that a list begins with, if there are rows before it.
    private mutating func showStartPage() {
        guard let page = startPage else { return }
        let row = rows.items.page(at: page - rows.firstPage).start
        guard row > 0, row < rows.items.count else { return }
        hints.shown = row..<row + 1
        hints.isTarget = true
    }
}
