// Signals change the viewport or what is asked; the loads follow from that.
extension PagingEngine {
    @usableFromInline
    mutating func begin() {
        guard !hasPages, !rebuild.isPlanned else { return }
        guard let snapshot = setup.start.snapshot.take() else {
            return rebuildList(.firstRow, firstRequest)
        }
        list.add(snapshot, keepsItems: setup.start.keepsItems)
        note(RowChange(inserted: [0..<list.rows.items.count]))
        if let rows = snapshot.shownRows {
            // Those of a damaged snapshot may be any numbers.
            let shown = checked(rows.clamped(to: 0..<Int.max))
            asked.target = shown.shifted(by: list.pages.itemsBefore - counts.before)
        }
        arrive()
        if setup.start.revalidates { invalidate() }
    }

    @usableFromInline
    mutating func handle(_ signal: ListSignal) {
        switch signal {
        case .shown(let rows): shown(rows)
        case .prefetch(let rows): prefetch(rows)
        case .scrolled(let offset, let viewport, let content):
            scrolled(ScrollReport(offset: offset, viewport: viewport, content: content))
        case .loadMore: loadPage(beyond: .end)
        case .loadPrevious: loadPage(beyond: .start)
        case .refresh:
            tally.refreshes += 1
            rebuildList(.firstRow, firstRequest)
        case .retry: retry()
        case .cancel: cancel()
        case .reset: reset()
        case .jump(let row): jump(to: row)
        }
    }

    @inlinable
    mutating func shown(_ rows: Range<Int>) {
        if rows.isEmpty { return }
        let reported = checked(rows)
        let rows = clampedToList(reported)
        let isBeyond = rows.lowerBound == reported.lowerBound && reported.upperBound > rows.upperBound
        let room = isBeyond ? reported.upperBound - rows.upperBound : room(below: rows)
        let isSame = rows == viewport.rows
        let isRepeated = isSame && viewport.origin == .reported
        // Also since a load began. The first report of a new source's list is not repeated.
        let showsSameRows = isRepeated || isSame && viewport.origin == .followed && hasPages
        guard endsJump(showing: rows) else { return viewport.report(rows, room: room, of: counts.all) }
        // Reported again though nothing has changed, the same rows are a new hint.
        if isRepeated, isAtRest { releaseEdges() }
        if isOfRemovedPage(rows) { viewport.join(rows) }
        viewport.report(rows, room: room, of: counts.all)
        dropFailedRequests()
        hint()
        if !showsSameRows { repeatFailedLoadsInView() }
    }

    /// Drops the requests of pages that have failed, at a report of rows: it repeats only those that it needs
    /// itself.
    @inlinable
    mutating func dropFailedRequests() {
        for edge in Edge.allCases where edges[edge].isFailed { asked.pages[edge] = false }
    }

    /// The number of rows for which there is room below some rows in view: none below those of a list that
    /// is longer, and an unknown number below a whole list. Around a single row, margins are in view.
    @inlinable
    func room(below rows: Range<Int>) -> Int? {
        rows.count > 1 && rows.lowerBound == 0 && rows.upperBound == counts.all ? nil : 0
    }

    /// Whether rows are placeholders of a page that was removed, apart from the widened viewport, but not
    /// farther from it than there are loaded rows. A screen that reports rows one by one, and is higher than
    /// was assumed, reports such rows if they were in view all the time.
    @inlinable
    func isOfRemovedPage(_ rows: Range<Int>) -> Bool {
        guard rules.maxRows != nil, viewport.knownHeight == nil, viewport.origin != .list,
            let widened = viewport.view?.widened
        else {
            return false
        }
        if rows.upperBound >= widened.lowerBound, rows.lowerBound <= widened.upperBound { return false }
        let edge: Edge = rows.lowerBound < widened.lowerBound ? .start : .end
        let gap = edge == .start ? widened.upperBound - rows.lowerBound : rows.upperBound - widened.lowerBound
        return edges[edge].isHeld && distance(from: rows, to: edge) < 0 && gap <= 2 * list.rows.items.count
    }

    /// Whether a jump page by page ends with a report of rows: not while its pages are loaded. If that has
    /// failed, the report has to show that the list was scrolled. The first one since rows have moved does
    /// not, nor does one of rows that may have been in view before.
    @inlinable
    mutating func endsJump(showing rows: Range<Int>?) -> Bool {
        guard asked.target != nil else { return true }
        if !isAtRest || viewport.origin != .reported { return false }
        if let rows, let view = viewport.view {
            let known = viewport.unit.isRows ? view.widened : view.rows
            if known.lowerBound <= rows.lowerBound, known.upperBound >= rows.upperBound { return false }
        }
        asked.target = nil
        return true
    }

    /// Allows the pages that were removed to be loaded again.
    @inlinable
    mutating func releaseEdges() {
        for edge in Edge.allCases where edges[edge].isHeld { edges[edge] = .open }
    }

    /// Rows that can be added to without overflow.
    @inlinable
    func checked(_ rows: Range<Int>) -> Range<Int> {
        precondition(
            rows.lowerBound >= 0,
            "A report of the row \(rows.lowerBound). Rows count from zero; a list without rows reports none.")
        // However far beyond the list, pages before them can still be counted.
        let first = min(rows.lowerBound, .max / 2)
        return first..<max(first + 1, min(rows.upperBound, .max / 2))
    }

    /// The rows of the present list that a report names. One that names rows beyond it was given for an
    /// earlier list, and counts for the last item: nothing is loaded up to those rows.
    @inlinable
    func clampedToList(_ rows: Range<Int>) -> Range<Int> {
        let counts = counts
        if rows.upperBound <= counts.all || counts.all == 0 { return rows }
        if rows.lowerBound < counts.all { return rows.lowerBound..<counts.all }
        let last = max(0, counts.before + counts.items - 1)
        return last..<last + 1
    }

    /// Allows loads after a signal that requests rows, and requests pages.
    @inlinable
    mutating func hint(requesting requested: [Edge] = []) {
        asked.isPaused = false
        for edge in requested { requestPage(beyond: edge) }
        if requested.count == 1 { asked.lastEdge = requested[0] }
        guard hasPages else {
            if !rebuild.isPlanned { rebuildList(.firstRow, firstRequest) }
            return
        }
        if rebuild.isPlanned { endUnneededRebuild() }
        if requested.isEmpty {
            let view = inView
            let needs = Edges(
                start: needsRows(beyond: .start, showing: view), end: needsRows(beyond: .end, showing: view))
            if needs.start != needs.end { asked.lastEdge = needs.start ? .start : .end }
        }
    }

    /// Repeats the loads that have failed and that the rows in view need, at a report of them, where hints
    /// do. Rows far away do not wait until a refresh or a reload is repeated.
    ///
    /// Not at a report of the same rows, or of the same scroll position: a screen that reports after each
    /// state, also after that of a failure, would repeat a load as often as it fails.
    @inlinable
    mutating func repeatFailedLoadsInView() {
        if rules.failurePolicy == .hold { return }
        if rebuild.load.isFailed { replaceFailedRebuild() }
        repeatFailedLoads()
    }

    /// Loads the page with rows far away in place of the load of a generation that has failed. A jump can be
    /// retried instead.
    @usableFromInline
    mutating func replaceFailedRebuild() {
        guard hasPages, let goal = rebuild.plan?.goal, let request = requestOfRowsFarAway else { return }
        if case .rows = goal { return }
        rebuildList(.viewport, request)
    }

    /// Repeats the loads that have failed and are needed, where hints do.
    ///
    /// - Parameter target: The rows to jump to, for which pages that have failed on the way are needed.
    @inlinable
    mutating func repeatFailedLoads(upTo target: Range<Int>? = nil) {
        if rules.failurePolicy == .retryOnHint { reopenFailed(upTo: target) }
    }

    @usableFromInline
    mutating func reopenFailed(upTo target: Range<Int>?) {
        guard hasPages else {
            if rebuild.load.isFailed { retry() }
            return
        }
        if rebuild.load.isFailed, rebuild.plan?.goal == .viewport { endJumpRebuild() }
        let view = inView
        for edge in Edge.allCases where edges[edge].isFailed {
            let isOnTheWay = target.map { distance(from: $0, to: edge) < 0 } ?? false
            if isOnTheWay || needsPage(beyond: edge, showing: view) { edges[edge] = .open }
        }
    }

    /// Requests a page beyond each edge near rows that the list prefetches. The rows in view are those of the
    /// last report.
    mutating func prefetch(_ rows: Range<Int>) {
        if rows.isEmpty { return }
        let rows = checked(rows).clamped(to: 0..<counts.all)
        guard hasPages, !rebuild.load.isLoading, rules.threshold > 0, !rows.isEmpty, !isFarAway(rows) else {
            return
        }
        let near = Edge.allCases.filter {
            !list.ends[$0] && !edges[$0].isHeld && distance(from: rows, to: $0) < rules.threshold
        }
        if near.isEmpty { return }
        dropFailedRequests()
        hint(requesting: near)
        repeatFailedLoads()
    }

    mutating func loadPage(beyond edge: Edge) {
        if edge == .end, list.ends.end, rules.endPolicy == .loadAgain, list.pages.endsWithFirstPage {
            return invalidate()
        }
        let isForFirstPage = !hasPages && !rebuild.isPlanned
        hint(requesting: [edge])
        repeatFailedLoads()
        if isForFirstPage { rebuild.plan?.isRequested = true }
    }

    /// Records that a page is requested. During a load the request is part of the burst that started the
    /// load; during a refresh it waits for the first page.
    @usableFromInline
    mutating func requestPage(beyond edge: Edge) {
        if edges[edge].isHeld { edges[edge] = .open }
        let isFirst = !rebuild.load.isLoading || rebuild.plan?.isRequested == true
        if hasPages ? !edges[edge].isLoading : !isFirst { asked.pages[edge] = true }
    }

    mutating func scrolled(_ report: ScrollReport) {
        // Before the layout, the offset says nothing.
        guard report.viewport > 0 else { return }
        var margin = 0.0
        if case .within(let viewports) = rules.scrollPolicy { margin = viewports * report.viewport }
        let visible = report.rowsInView(of: counts.all)
        let zone = report.rows(of: counts.all, within: margin)
        let endsJump = endsJump(showing: visible)
        let wasReported = viewport.origin == .reported
        let isRepeated = viewport.unit == .distances && viewport.position.map(report.isAtOffset(of:)) ?? false
        viewport.report(visible, within: zone)
        viewport.position = report
        if !endsJump { return }
        // Of rows far away, only the page with them is loaded.
        let isFarAway = requestOfRowsFarAway != nil
        let requested = Edge.allCases.filter { edge in
            !isHeld(edge, at: report.distances[edge], showing: visible, wasReported)
                && report.requestsPage(beyond: edge, by: rules.scrollPolicy) && !isFarAway
                && !list.ends[edge]
        }
        dropFailedRequests()
        hint(requesting: requested)
        if !isRepeated { repeatFailedLoadsInView() }
    }

    /// Whether the page that was removed beyond an edge stays out at a scroll position.
    ///
    /// The first position that is reported after rows have moved is that of the removal. One that is nearer
    /// than the one before it is a hint, and so is the same one if nothing has changed.
    private mutating func isHeld(
        _ edge: Edge, at points: Double, showing rows: Range<Int>?, _ wasReported: Bool
    ) -> Bool {
        guard case .held(let limit) = edges[edge] else { return false }
        edges[edge] = .held(at: .points(points))
        switch limit {
        // The page was removed beside rows that were reported.
        case .rows(let limit): return rows.map { distance(from: $0, to: edge) >= limit } ?? true
        case .points(let limit) where wasReported: return points == limit ? !isAtRest : points > limit
        case .points, nil: return true
        }
    }

    @usableFromInline
    mutating func retry() {
        if rebuild.load.isFailed, let plan = rebuild.plan {
            // The list may have been scrolled since then.
            if plan.goal == .place, asked.target == nil { return reload() }
            let moved = plan.goal == .viewport ? requestOfRowsFarAway : nil
            return rebuildList(plan.goal, moved ?? plan.request, around: plan.around)
        }
        guard !rebuild.load.isLoading else { return }
        for edge in Edge.allCases where edges[edge].isFailed {
            edges[edge] = .open
            asked.pages[edge] = true
            asked.isPaused = false
        }
    }

    mutating func cancel() {
        tally.stops += 1
        cancelLoads()
        // A jump that has failed can be retried; what it had replaced is not loaded any more.
        rebuild.plan?.before = Asked()
        asked.pause()
    }

    mutating func reset() {
        tally.stops += 1
        dropLoads()
        asked.pause()
        removeRows(leaving: Generation(transform: setup.transform))
    }

    /// Removes the rows.
    ///
    /// - Parameter generation: The list, which has no rows.
    mutating func removeRows(leaving generation: Generation) {
        if !list.rows.items.isEmpty { published.change = .reload }
        list = generation
        _ = list.settle()
        viewport.origin = .list
        viewport.unit = .rows
    }

    /// Stops the loads that are running, and drops those that have failed, and all requests.
    mutating func dropLoads() {
        rebuild = Rebuild()
        edges = Edges(start: .open, end: .open)
        asked = Asked()
    }

    /// Stops the loads that are running.
    @usableFromInline
    mutating func cancelLoads() {
        if rebuild.load.isLoading { rebuild = Rebuild() }
        for edge in Edge.allCases where edges[edge].isLoading { edges[edge] = .open }
    }

    /// Jumps to a row of the whole list: at once, by loading the page around it, or page by page.
    mutating func jump(to row: Int) {
        precondition(row >= 0, "A jump to the row \(row). Rows count from zero.")
        let requested = min(row, .max / 2)
        var row = requested
        if let total = knownTotal, total > 0 { row = min(row, total - 1) }
        let item = row - list.pages.itemsBefore
        let isLoaded = hasPages && item >= 0 && item < list.rows.items.count
        // An earlier jump does not go on if this one fails.
        rebuild.plan?.before.target = nil
        // Beyond the end of any list there is no page to go back from.
        if !isLoaded, row.isItemCount, let key = setup.keyForRow(row) {
            asked.target = nil
            let request = PageRequest(key: key, direction: .refresh)
            // Not the last row of the total that is known, which may be another one by then.
            return rebuildList(.rows(requested..<requested + 1), request)
        }
        endJumpRebuild()
        asked.target = isLoaded ? row..<row + 1 : requested..<requested + 1
        dropFailedRequests()
        releaseEdges()
        hint()
        repeatFailedLoads(upTo: target)
    }

    /// Records that the source's items have changed. The list is loaded again now or, while loads are
    /// running, once they have ended: frequent invalidations would otherwise cancel every load.
    @usableFromInline
    mutating func invalidate() {
        guard hasPages || rebuild.load.isLoading else { return }
        if isAtRest { asked.target = nil }
        asked.reload = rebuild.load.isLoading ? .afterPages : .due
        asked.isPaused = false
    }

    @inlinable
    mutating func perform(_ command: TransformCommand) {
        note(list.perform(command))
        // Rows that are loaded later are edited as well.
        if rebuild.load.isLoading { performOnNext(command) }
    }

    @usableFromInline
    mutating func performOnNext(_ command: TransformCommand) {
        _ = rebuild.plan?.next?.perform(command)
    }
}
