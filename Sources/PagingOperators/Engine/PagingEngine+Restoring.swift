extension PagingEngine {
    @usableFromInline
    mutating func begin() -> [Action] {
        guard !hasPages, refresh.isIdle else { return [] }
        guard let snapshot = snapshot.take(), !snapshot.pages.isEmpty else {
            return startRefresh(PageRequest(key: start.key, direction: .refresh))
        }
        return restore(snapshot)
    }

    mutating func restore(_ snapshot: PagingSnapshot<Key, Input>) -> [Action] {
        addPages(of: snapshot)
        hints.shown = snapshot.shownRows.map { $0.shifted(by: -placeholders.before) }
        hints.isTarget = hints.shown != nil
        let change = RowChange(inserted: [0..<rows.items.count])
        if start.revalidates { return publish(change) + invalidate() }
        let started = startLoads()
        return publish(change) + started
    }

    /// Adds the pages of a snapshot to a list without pages.
    mutating func addPages(of snapshot: PagingSnapshot<Key, Input>) {
        pages.beyond.start.keys = snapshot.keysBefore
        pages.beyond.start.rowCount = max(0, snapshot.rowsBefore)
        for (index, saved) in snapshot.pages.enumerated() {
            let direction: LoadDirection = hasPages ? .append : .refresh
            if index == snapshot.pages.count - 1 { pages.beyond.end.keys = snapshot.keysAfter }
            _ = add(saved.page, for: PageRequest(key: saved.key, direction: direction))
        }
    }

    /// Makes the list's snapshot; `nil` while no page is loaded, or if items are not kept.
    @usableFromInline
    package func makeSnapshot() -> PagingSnapshot<Key, Input>? {
        guard start.keepsItems, hasPages else { return nil }
        var saved = pages.table.pages.map { number in
            let entry = pages.table[number]
            return PagingSnapshot<Key, Input>.SavedPage(
                key: entry.key,
                page: Page(entry.items ?? [], previous: entry.neighbors.start, next: entry.neighbors.end))
        }
        saved[0].page.itemsBefore = pages.beyond.start.itemCount
        saved[saved.count - 1].page.itemsAfter = pages.beyond.end.itemCount
        saved[saved.count - 1].page.total = pages.statedTotal
        return PagingSnapshot(
            pages: saved, keysBefore: pages.beyond.start.keys, keysAfter: pages.beyond.end.keys,
            rowsBefore: pages.beyond.start.rowCount,
            shownRows: latestShown.map { (loaded($0) ?? $0).shifted(by: placeholders.before) })
    }
}
