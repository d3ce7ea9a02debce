// The window: the rows that are kept of a long list.
//
// What is loaded after a hint is bounded. A page that arrives at one edge can remove pages only at one edge, and only such
// as lie outside the zone of the rows in view and the threshold around them; and that edge loads no page before the next
// hint that is closer to it. An edge that does load gets nearer to its threshold with each page that has rows. So at most
// `threshold` pages with rows, or the one that was requested, are loaded at each edge, and then none.
//
// Nor do hints follow from loads without end. Rows that a screen reports anew because of a load are hints as well: with
// placeholders, those of a removed page that were in view, though the list did not know it. Such a report adds its row to the
// rows in view, which then only grow as long as no report is of a row that has not changed, and whose pages stay. A screen
// that is not scrolled is covered after finitely many reports, and each page that is loaded then fills the zone around it.
extension PagingEngine {
    /// Removes pages while there are too many rows, after a page has arrived at an edge.
    ///
    /// The rows that were asked for last stay. If a load is running beside pages that have to be removed, it is overtaken.
    ///
    /// - Returns: The cancellation of that load.
    @inlinable
    mutating func trim(after edge: Edge, _ change: inout RowChange) -> [Action] {
        guard let maxRows = rules.maxRows, rows.items.count > maxRows else { return [] }
        let kept = loads[edge.opposite].isLoading ? hints.lastEdge ?? edge : edge
        let target = kept.opposite
        let oldPlaceholderCount = placeholderCount(beyond: target)
        var overtaken: [Action] = []
        while rows.items.count > maxRows, rows.filledPages > 2, canTrim(target) {
            if let id = loads[target].stop() { overtaken.append(.cancelLoad(id)) }
            change = change.followed(by: removePage(at: target))
        }
        hints.redrawn[target].removed += max(0, placeholderCount(beyond: target) - oldPlaceholderCount)
        if rows.items.count > maxRows, kept == edge { warn(maxRows) }
        return overtaken
    }

    /// Whether the page at an edge has no rows in view or within the threshold of them.
    @inlinable
    func canTrim(_ edge: Edge) -> Bool {
        let count = rows.count(ofPage: rows.page(at: edge))
        if let scrolled = hints.scrolled, rowCount(from: scrolled, to: edge) <= count { return false }
        guard let shown = hints.inView else { return true }
        let removed = count + transform.rowsRemovedBesidePage
        return rowCount(from: shown, to: edge) - removed >= rules.threshold
    }

    @inlinable
    mutating func removePage(at edge: Edge) -> RowChange {
        let page = rows.page(at: edge)
        let oldCount = rows.items.count
        let removedCount = rows.count(ofPage: page)
        // A failure was that of another page than the one that is loaded next.
        loads[edge] = .idle
        var newEnds = ends
        newEnds[edge] = false
        // First, so that nothing is shown for an end that is no longer loaded.
        var change = updateEnds(newEnds)
        pages.remove(page: page)
        if edge == .start { pages.countRowsBefore(removedCount) }
        change = change.followed(by: rows.apply(transform.apply(.remove(page: page))))
        // A page that was loaded twice may have had other keys the second time.
        change = change.followed(by: updateEnds(pages.ends))
        follow(change, from: oldCount)
        hints.edges[edge] = Hints.AtEdge(isHeld: true)
        return change
    }

    /// Reports, once, that the window is too small for the screen. It is not if pages were requested beyond the rows that
    /// the screen needs.
    @inlinable
    mutating func warn(_ maxRows: Int) {
        if hasWarned { return }
        let page = (0..<rows.items.pageCount).map { rows.items.page(at: $0).page.count }.max() ?? 0
        // Of a page beyond the rows in view, all rows but one may have to stay; beyond a scroll position all, since its page
        // stays while it may become the next one in view.
        let zone =
            hints.scrolled.map { $0.count + 2 * page }
            ?? (hints.inView?.count ?? 1) + 2 * rules.threshold + 2 * (page - 1)
        let needed = max(2 * page, zone)
        guard needed > maxRows else { return }
        hasWarned = true
        warning = .windowTooSmall(maxRows: maxRows, needed: needed)
    }
}
