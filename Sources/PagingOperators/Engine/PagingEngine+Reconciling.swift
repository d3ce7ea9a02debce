// What is loaded: one place decides it, and one starts it.
//
// After each event, `reconcile` compares the loads that are needed with those that are running. Whether a
// page is needed depends on the list, the viewport and what was asked, and not on the event.
//
// It terminates. A page that is added brings an edge nearer to its threshold, or is empty, of which there are
// finitely many before a key repeats or the list ends. A page is removed only outside the widened viewport
// and the threshold around it, and is not needed again before the viewport is nearer to its edge than it was
// then. Once all rows on the screen are reported, the widened viewport changes only by scrolling, since each
// report is within it. So two edges cannot load and remove each other's pages endlessly.
extension PagingEngine {
    @inlinable
    mutating func reconcile() {
        // Again, because items may have waited for the load beyond a page that is removed.
        while list.arrivals != nil, case let gained = insertArrivals(), gained.start || gained.end {
            trim(afterGain: gained)
        }
        arrive()
        if !rebuild.load.isLoading, hasPages {
            // A jump that goes on page by page precedes a reload.
            if asked.reload == .due, asked.target == nil, isAtRest {
                reload()
            } else {
                let request = requestOfRowsFarAway
                if let request, !rebuild.isPlanned, !asked.isPaused {
                    rebuildList(.viewport, request)
                } else {
                    loadEdges(showing: request == nil ? inView : nil)
                    if asked.reload != .no, isAtRest { reload() }
                }
            }
        }
        findQuietRows()
    }

    /// Starts the loads that are needed beyond the edges.
    ///
    /// - Parameter view: The rows in view, if they load pages.
    @inlinable
    mutating func loadEdges(showing view: Viewport.View?) {
        let waits = asked.isPaused || asked.reload == .due && asked.target == nil
        for edge in Edge.allCases where edges[edge].isIdle {
            if !waits, needsPage(beyond: edge, showing: view),
                let request = list.ends[edge]
                    ? list.pages.requestOfLastPage : list.pages.request(beyond: edge)
            {
                edges[edge] = .loading(newLoad(), request)
                list.transform.loadBegins(beyond: edge)
            } else {
                // A request beyond the end is not to be done later.
                asked.pages[edge] = false
            }
        }
    }

    /// The identifier of a load that begins.
    @inlinable
    mutating func newLoad() -> LoadID {
        lastLoad.number += 1
        return lastLoad
    }

    /// Whether the page beyond an edge is needed: the one predicate.
    @inlinable
    func needsPage(beyond edge: Edge, showing view: Viewport.View?) -> Bool {
        if list.ends[edge] { return asked.pages[edge] && edge == .end && rules.endPolicy == .loadAgain }
        return asked.pages[edge] || needsRows(beyond: edge, showing: view)
    }

    /// Whether the rows in view need the page beyond an edge, though it is not requested.
    @inlinable
    func needsRows(beyond edge: Edge, showing view: Viewport.View?) -> Bool {
        if list.ends[edge] { return false }
        // Without a row, no hint can follow.
        if list.rows.items.isEmpty, edge == .end || list.ends.end { return true }
        if let pursuedTarget { return distance(from: pursuedTarget, to: edge) < rules.threshold }
        guard let view, viewport.origin != .list else { return false }
        let distance = distance(from: view.rows, to: edge)
        switch viewport.unit {
        case .rows:
            if case .held(.rows(let limit)) = edges[edge], distance >= limit { return false }
            guard rules.threshold > 0 else { return false }
            return distance < rules.threshold || showsPlaceholders(beyond: edge, view.widened)
                || cannotScroll(towards: edge)
        case .distances:
            guard case .within = rules.scrollPolicy else { return false }
            return showsPlaceholders(beyond: edge, view.widened)
        }
    }

    /// The number of rows between some rows and the edge of the loaded ones; less than zero for placeholders.
    @inlinable
    func distance(from rows: Range<Int>, to edge: Edge) -> Int {
        let counts = counts
        return edge == .start
            ? rows.lowerBound - counts.before : counts.before + counts.items - rows.upperBound
    }

    @inlinable
    func showsPlaceholders(beyond edge: Edge, _ rows: Range<Int>) -> Bool {
        distance(from: rows, to: edge) < 0 && (edge == .start ? counts.before : counts.after) > 0
    }

    /// Whether the list is not longer than the screen, which then has no other rows to report: toward its
    /// end or, if that is the end of the list, toward its start.
    @inlinable
    func cannotScroll(towards edge: Edge) -> Bool {
        guard let height = viewport.knownHeight, counts.all <= height else { return false }
        return (edge == .end || list.ends.end) && !edges[edge].isHeld
    }

    /// The rows to jump to page by page, counted in the present rows.
    @inlinable
    var target: Range<Int>? { asked.target.map { $0.shifted(by: counts.before - list.pages.itemsBefore) } }

    /// The rows to jump to, if pages are loaded up to them. While a page on the way has failed, the viewport
    /// decides what is needed.
    @inlinable
    var pursuedTarget: Range<Int>? {
        guard let target else { return nil }
        let edge = Edge.allCases.first { distance(from: target, to: $0) < 0 }
        return edge.map { edges[$0].isFailed } ?? false ? nil : target
    }

    /// Ends a jump page by page whose row is loaded, or beyond the end of the list. In a window, pages are
    /// removed on the way: where that shows hidden rows, the row of the jump may be beyond such a page, and
    /// the jump ends at the nearest row.
    @inlinable
    mutating func arrive() {
        guard var target, hasPages, !list.rows.items.isEmpty else { return }
        let items = counts.itemRows
        if !items.contains(target.lowerBound) {
            let edge: Edge = target.lowerBound < items.lowerBound ? .start : .end
            guard list.ends[edge] || edges[edge].isHeld else { return }
            target = counts.nearestItems(to: target)
        }
        asked.target = nil
        land(at: target, .jump(row: target.lowerBound))
    }

    /// Scrolls the list to rows. A screen that shows them already may not be able to scroll, and reports
    /// nothing. One that reports distances shows as many there as before.
    @usableFromInline
    mutating func land(at rows: Range<Int>, _ scrollTarget: ScrollTarget?) {
        var rows = rows
        if viewport.origin != .list, let shown = rowsThatMayBeInView, shown.contains(rows.lowerBound) {
            if viewport.unit == .rows {
                // The screen may scroll all the same; and rows that have come below a list that did not fill
                // it, or come, are in view as well.
                let end = rows.lowerBound + viewport.height
                viewport.margins = Edges(start: 0, end: max(0, end - shown.upperBound))
            }
            rows = shown
            requestPagesOfScrollPosition()
        } else if case .distances = viewport.unit, rules.showsPlaceholders, let visible = viewport.rows {
            rows = visible.starting(at: rows.lowerBound).moved(intoRows: counts.all)
        } else {
            viewport.unit = .rows
            let after = max(0, viewport.height - rows.count)
            // Above the end of the list, rows before the target are in view.
            let before = max(0, min(rows.lowerBound, after, rows.upperBound + after - counts.all))
            viewport.margins = Edges(start: before, end: after)
        }
        viewport.origin = .followed
        viewport.room = 0
        releaseEdges()
        published.landing = (scrollTarget, rows)
    }

    /// The rows in view; where single rows are reported, with all that may be in view as well.
    private var rowsThatMayBeInView: Range<Int>? {
        inView.map { viewport.unit == .rows ? $0.widened.clamped(to: 0..<counts.all) : $0.rows }
    }

    /// Finds the rows whose report needs no load and no other state: those that are not nearer to an edge
    /// than the distance at which the page beyond it would be needed.
    @inlinable
    mutating func findQuietRows() {
        quietRows = 0..<0
        guard !rebuild.isPlanned, asked.target == nil, !asked.isPaused, viewport.unit.isRows,
            hasPages, published.landing == nil
        else { return }
        let counts = counts
        let first = counts.before + quietDistance(to: .start)
        let end = counts.before + counts.items - quietDistance(to: .end)
        if first < end { quietRows = first..<end }
    }

    @inlinable
    func quietDistance(to edge: Edge) -> Int {
        if list.ends[edge] { return 0 }
        if edges[edge].isFailed { return rules.failurePolicy == .hold ? 0 : .max / 4 }
        if edges[edge].isLoading, rules.maxRows == nil { return 0 }
        if cannotScroll(towards: edge) { return .max / 4 }
        let needed = max(rules.threshold, counts.hasPlaceholders ? viewport.height : 0)
        if case .held(.rows(let limit)) = edges[edge] { return min(needed, limit) }
        return needed
    }

    /// Stores a report of rows that need nothing: what handling the signal would do, at the least cost.
    ///
    /// - Returns: Whether that was all. If not, the signal has to be handled.
    @inlinable
    package mutating func takesNote(ofShown rows: Range<Int>) -> Bool {
        let (first, end) = (rows.lowerBound, rows.upperBound)
        guard first >= quietRows.lowerBound, end <= quietRows.upperBound, first < end else { return false }
        if rows == viewport.rows { return false }
        viewport.report(rows, room: room(below: rows), of: .max)
        return true
    }
}

// The window: the rows that are kept of a long list.
extension PagingEngine {
    /// Removes pages while there are too many rows, after a page has arrived at an edge: those outside the
    /// widened viewport and the threshold around that.
    ///
    /// The rows that were asked for last stay. If a load is running beside pages that have to be removed, it
    /// is cancelled. Where no page far away can go, the one that has arrived does, if it was needed only for
    /// rows that are not in view any more.
    @inlinable
    mutating func trim(after edge: Edge) {
        guard let maxRows = rules.maxRows else { return }
        let kept = edges[edge.opposite].isLoading ? asked.lastEdge ?? edge : edge
        trim(kept.opposite)
        // Usually that was enough.
        guard kept == edge, list.rows.items.count > maxRows else { return }
        if !asked.pages[edge], viewport.origin != .list, viewOfRemoval != nil { trim(edge) }
        warn()
    }

    /// Removes pages at an edge while there are too many rows.
    @inlinable
    mutating func trim(_ side: Edge) {
        guard let maxRows = rules.maxRows else { return }
        while list.rows.items.count > maxRows, list.rows.filledPages > 2 {
            let pages = pagesToTrim(at: side)
            guard canTrim(pages, at: side) else { break }
            // A failed jump does not go on beyond pages that were removed since.
            if pursuedTarget == nil { asked.target = nil }
            repeat { note(list.removePage(at: side)) } while pages.contains(list.rows.page(at: side))
            asked.pages[side] = false
            edges[side] = .held(at: viewOfRemoval.map { .rows(distance(from: $0.rows, to: side)) })
        }
    }

    /// The rows in view that have to be nearer to a removed page before that is needed again; `nil` for
    /// scroll positions, and while the list jumps page by page: its pages are removed wherever the viewport
    /// is.
    @inlinable
    var viewOfRemoval: Viewport.View? { viewport.unit.isRows && pursuedTarget == nil ? inView : nil }

    /// The pages at an edge that are removed together: the nearest one with rows, and those without rows
    /// beyond it. By themselves they would free no row, and be loaded again.
    @inlinable
    func pagesToTrim(at edge: Edge) -> Range<Int> {
        var pages = list.pages.unit(at: edge)
        while list.rows.count(of: pages) == 0 {
            let next = list.pages.removalUnit(of: edge == .start ? pages.upperBound : pages.lowerBound - 1)
            pages = min(pages.lowerBound, next.lowerBound)..<max(pages.upperBound, next.upperBound)
        }
        return pages
    }

    /// Whether pages at an edge have no rows in view or within the threshold of them, and two others stay.
    @inlinable
    func canTrim(_ pages: Range<Int>, at edge: Edge) -> Bool {
        if pages.count > 1, !list.pages.canRemove(pages, at: edge) { return false }
        let removed = list.rows.count(of: pages) + list.transform.rowsRemovedBesidePage
        if let pursuedTarget {
            return distance(from: pursuedTarget, to: edge) - (itemCount(of: pages, at: edge) ?? removed)
                >= rules.threshold
        }
        guard viewport.origin != .list, let view = inView else { return true }
        // Rows that were added below a list that did not fill the screen are in view as well.
        guard let room = edge == .end ? viewport.room : 0 else { return false }
        var rows = view.widened
        // Below fewer rows than fit, those that were added since may be in view as well.
        if viewport.unit.isRows, view.rows.count == 1 {
            rows = rows.lowerBound..<max(rows.upperBound, rows.lowerBound + viewport.height)
        }
        let widened = distance(from: rows, to: edge) - room
        switch viewport.unit {
        // What remains can be scrolled.
        case .rows:
            return widened - removed >= rules.threshold && counts.all - removed > viewport.knownHeight ?? 0
        case .distances:
            return widened > removed && distance(from: view.rows, to: edge) - removed >= rules.threshold
        }
    }

    /// The number of rows by which a jump is nearer to the start once pages there are removed: it counts
    /// items of the source, some of which have no row. `nil` if it counts rows, or at the end.
    @usableFromInline
    func itemCount(of pages: Range<Int>, at edge: Edge) -> Int? {
        guard edge == .start, list.pages.beyond.start.itemCount != nil else { return nil }
        return pages.reduce(0) { $0 + list.pages.table[$1].count }
    }

    /// Reports, once, that the window is too small for the screen. It is not if pages were requested beyond
    /// the rows that the screen needs.
    @usableFromInline
    mutating func warn() {
        guard let maxRows = rules.maxRows, list.rows.items.count > maxRows, published.warning == nil else {
            return
        }
        let items = list.rows.items
        let page = (0..<items.pageCount).map { items.page(at: $0).page.count }.max() ?? 0
        let view = viewport.origin == .list ? nil : inView
        // Of a page beyond the rows in view, all rows but one may have to stay; beyond a scroll position all,
        // since its page stays while it may become the next one in view.
        let zone =
            viewport.unit == .distances
            ? view?.widened.count ?? 1
            : max(view?.rows.count ?? 1, viewport.height) + 2 * rules.threshold - 2
        let needed = 2 * page + max(0, zone)
        if needed > maxRows { published.warning = .windowTooSmall(maxRows: maxRows, needed: needed) }
    }
}
