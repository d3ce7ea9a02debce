// A reload keeps the rows in view where they are.
extension PagingEngine {
    /// The page that a refresh loads again, in the generation before.
    @usableFromInline
    struct ReloadedPage: Sendable {
        /// The number of its first row, among the items.
        @usableFromInline let start: Int
        /// The rows in view that a reload keeps in place, if one of them is on the page.
        @usableFromInline let inView: Range<Int>?

        @inlinable
        init(start: Int, inView: Range<Int>?) {
            self.start = start
            self.inView = inView
        }
    }

    /// The page that the refresh loads again; `nil` if it is not loaded, or for a jump.
    @inlinable
    var reloadedPage: ReloadedPage? {
        guard target == nil,
            let page = pages.table.pages.first(where: { pages.table[$0].key == refreshRequest.key })
        else { return nil }
        let (items, start) = rows.items.page(at: page - rows.firstPage)
        let old = hints.shown == nil && hints.inViewport == nil ? hintsBeforeRefresh : hints
        let inView =
            refreshPlace == .rowsInView && !old.isTarget ? old.inView?.clamped(to: 0..<rows.items.count) : nil
        let isOnPage = inView.map { $0.overlaps(start..<start + items.count) } ?? false
        return ReloadedPage(start: start, inView: isOnPage ? inView : nil)
    }

    /// The request for the page with the first row in view, if the list was scrolled away from the page that a reload loads.
    ///
    /// Once for each reload, so that one that takes longer than the list is scrolled ends.
    @inlinable
    mutating func requestOfMovedView() -> PageRequest<Key>? {
        let isJumping = hints.inView == nil ? hintsBeforeRefresh.isTarget : hints.isTarget
        guard refreshPlace == .rowsInView, !hasFollowedView, !isJumping, let reloaded = reloadedPage,
            reloaded.inView == nil,
            let page = shownPage, pages.table[page].key != refreshRequest.key
        else { return nil }
        hasFollowedView = true
        pagesAroundRefreshed = pagesAround(page)
        return PageRequest(key: pages.table[page].key, direction: .refresh)
    }

    /// The request for the next page of a new generation that cannot be shown yet: it has no row, or not all that a reload
    /// keeps in view. `nil` if it can, or if there are no more pages.
    ///
    /// Rows in view that are no longer on the page may have moved to one of the pages beside it.
    ///
    /// - Parameters:
    ///   - reloaded: The page that was loaded again.
    ///   - oldItems: The items of the generation before.
    @inlinable
    func missingPage(of reloaded: ReloadedPage?, from oldItems: PagedItems<Item>) -> PageRequest<Key>? {
        if rows.items.isEmpty { return pages.request(beyond: .end) ?? pages.request(beyond: .start) }
        guard let reloaded, let old = reloaded.inView else { return nil }
        let change = difference?.change(from: oldItems, to: rows.items)
        let kept = change.flatMap { change in
            old.lazy.compactMap { row in change.row(afterMoving: row).map { $0 - row + old.lowerBound } }
                .first
        }
        if change != nil, kept == nil, let neighbor = pageBesideReloaded { return neighbor }
        let inView = old.starting(at: kept ?? row(old.lowerBound, following: reloaded))
        if inView.upperBound > rows.items.count, let next = pages.request(beyond: .end) { return next }
        // Where the list is shorter, the rows before move into view.
        let first = min(inView.lowerBound, rows.items.count - inView.count)
        return first < 0 ? pages.request(beyond: .start) : nil
    }

    /// The request for the page after the one that was loaded again, and then for the one before, each once.
    @inlinable
    var pageBesideReloaded: PageRequest<Key>? {
        if pages.table.pages.upperBound == 1, let next = pages.request(beyond: .end) { return next }
        return pages.table.pages.lowerBound == 0 ? pages.request(beyond: .start) : nil
    }

    /// The row of the present generation at the place of a row of the generation before, counted from the page that was
    /// loaded again. If that page has no rows now, it is the one after it.
    @inlinable
    func row(_ row: Int, following reloaded: ReloadedPage) -> Int {
        let (items, start) = rows.items.page(at: -rows.firstPage)
        return items.isEmpty ? start : start + row - reloaded.start
    }

    /// The nearest rows to those at the place of rows of the generation before.
    @inlinable
    func rows(_ rows: Range<Int>, following reloaded: ReloadedPage) -> Range<Int> {
        clamped(rows.starting(at: row(rows.lowerBound, following: reloaded)))
    }

    /// Where a reload has moved the rows in view: those of the page that was loaded again count from its first row as before.
    /// `nil` if they have kept their numbers.
    @inlinable
    func landing(after reloaded: ReloadedPage) -> ScrollTarget? {
        guard !rows.items.isEmpty, let first = focusRows?.lowerBound else { return nil }
        let before = placeholders.before
        let place = row(first - published.counts.before, following: reloaded)
        let distance = before + place - first
        let nearest = before + max(0, min(place, rows.items.count - 1))
        return distance == 0 ? nil : .moved(to: nearest, by: distance)
    }
}
