// The parts of loading that signals and answers share.
extension PagingEngine {
    /// Whether a page of the present generation is loaded.
    @inlinable
    var hasPages: Bool { !pages.isEmpty }

    /// Starts the first load of a new generation and publishes it.
    ///
    /// - Parameters:
    ///   - place: What it reloads.
    ///   - target: The row of the whole list to scroll to.
    ///   - around: What is known of the pages around the requested one, where its source does not say it.
    @inlinable
    mutating func startRefresh(
        _ request: PageRequest<Key>, _ place: RefreshPlace = .list, showing target: Target? = nil,
        amid around: PagesAround<Key> = PagesAround()
    ) -> [Action] {
        let started = beginRefresh(request, place, showing: target, amid: around)
        return started.isEmpty ? [] : publish() + started
    }

    /// Starts the first load of a new generation; the rows of the old one stay until it has ended.
    @inlinable
    mutating func beginRefresh(
        _ request: PageRequest<Key>, _ place: RefreshPlace = .list, showing target: Target? = nil,
        amid around: PagesAround<Key> = PagesAround()
    ) -> [Action] {
        self.target = target
        refreshPlace = place
        hasFollowedView = false
        pagesAroundRefreshed = around
        if refresh.isLoading, request == refreshRequest { return [] }
        refreshRequest = request
        if !refresh.isLoading, hasPages {
            hintsBeforeRefresh = hints
            hints = Hints()
        }
        let cancellations = cancelLoads()
        transform.refreshBegins()
        // What it loads is newer than the invalidation.
        isInvalidated = false
        return cancellations + [startRefreshLoad(request)]
    }

    /// Starts the loads that are due, and the reload of a list that was invalidated meanwhile if there are none: pages for
    /// the rows in view are not held up by frequent invalidations.
    ///
    /// - Parameter kind: Which of them to start.
    @inlinable
    mutating func startLoads(_ kind: DueLoads = .new) -> [Action] {
        let started = startDueLoads(kind)
        return started.isEmpty && isInvalidated ? reload() : started
    }

    /// Starts loading the pages beyond the edges where rows are needed, unless a load or a failure is in the way.
    ///
    /// - Parameter kind: Which of them to start.
    @inlinable
    mutating func startDueLoads(_ kind: DueLoads = .new) -> [Action] {
        guard hasPages, !refresh.isLoading else { return [] }
        settleTarget()
        var actions: [Action] = []
        for edge in Edge.allCases
        where loads[edge].isIdle || kind == .newAndFailed && loads[edge].isFailed {
            if needsPage(beyond: edge, for: hints), let request = pages.request(beyond: edge) {
                actions.append(startLoad(request))
            }
        }
        dropUnmetHints()
        return actions
    }

    /// Ends a jump beyond the list at its last row, or at its first.
    @inlinable
    mutating func settleTarget() {
        guard hints.isTarget, let shown = hints.shown, !rows.items.isEmpty else { return }
        let isBeyondEnd = shown.lowerBound >= rows.items.count && ends.end
        if isBeyondEnd || shown.lowerBound < 0 && ends.start { hints.shown = clamped(shown) }
    }

    /// Takes the row that a jump or a restoration has reached, so that it is reported with the next state, and once.
    ///
    /// To be called before loads are started: a reload replaces the hints.
    @inlinable
    mutating func takeArrival() -> ScrollTarget? {
        settleTarget()
        guard let row = jumpTarget else { return nil }
        focusRows = shownRows
        endJump(at: row)
        return .jump(row: row)
    }

    /// Ends a jump at its row, to which the screen scrolls.
    @inlinable
    mutating func endJump(at row: Int) {
        hints.isTarget = false
        scroll(toRow: row)
    }

    /// Whether hints need the page beyond an edge: the one predicate that decides what is loaded.
    @inlinable
    func needsPage(beyond edge: Edge, for hints: Hints) -> Bool {
        if !ends[edge], !hints.edges[edge].isHeld, hasPlaceholdersScrolledTo(beyond: edge) { return true }
        // A target is loaded whatever the threshold is.
        let distance = hints.isTarget ? rules.threshold : loadingDistance
        return needsPage(beyond: edge, showing: hints.shown, within: distance, hints.edges[edge])
    }

    /// How near an edge rows in view load the page beyond it; `nil` if they never do.
    @inlinable
    var loadingDistance: Int? { rules.threshold > 0 ? rules.threshold : nil }

    @inlinable
    func needsPage(
        beyond edge: Edge, showing shown: Range<Int>?, within distance: Int?, _ hint: Hints.AtEdge
    ) -> Bool {
        if ends[edge] { return false }
        if hint.isRequested { return true }
        // Without a row, no hint can follow.
        if rows.items.isEmpty, edge == .end || ends.end { return true }
        guard let shown, let distance, !hint.isHeld else { return false }
        return rowCount(from: shown, to: edge) < distance
    }

    /// How many rows lie between the rows in view and an edge.
    @inlinable
    func rowCount(from shown: Range<Int>, to edge: Edge) -> Int {
        edge == .start ? shown.lowerBound : rows.items.count - shown.upperBound
    }

    /// Drops requests for pages that do not exist or must not be loaded, so that they are not loaded later.
    @inlinable
    mutating func dropUnmetHints() {
        for edge in Edge.allCases where !loads[edge].isLoading { hints.edges[edge].isRequested = false }
    }

    @inlinable
    mutating func startLoad(_ request: PageRequest<Key>) -> Action {
        lastLoadID += 1
        hints.areCancelled = false
        let id = LoadID(number: lastLoadID)
        if let edge = Edge(request.direction) { loads[edge] = .loading(id, request) }
        return .load(id, request)
    }

    /// Starts the refresh that is running again, with another request.
    @inlinable
    mutating func restartRefresh(_ request: PageRequest<Key>) -> Action {
        isInvalidated = false
        upcoming = nil
        refreshRequest = request
        return startRefreshLoad(request)
    }

    /// Starts the load of a page of a new generation, which has no rows before.
    @inlinable
    mutating func startRefreshLoad(_ request: PageRequest<Key>) -> Action {
        lastLoadID += 1
        hints.areCancelled = false
        let id = LoadID(number: lastLoadID)
        refresh = .loading(id, request)
        return .load(id, request)
    }

    /// Starts to reload the list from the page with the first row in view, once no load is running.
    @inlinable
    mutating func reload() -> [Action] {
        guard isAtRest else { return [] }
        isInvalidated = false
        guard hasPages else { return [] }
        guard let page = shownPage else {
            return beginRefresh(PageRequest(key: start.key, direction: .refresh))
        }
        return beginRefresh(
            PageRequest(key: pages.table[page].key, direction: .refresh), .rowsInView,
            amid: pagesAround(page))
    }

    /// What is known of the pages around one that is loaded again.
    @inlinable
    func pagesAround(_ page: Int) -> PagesAround<Key> {
        var around = pages.pages(around: page)
        around.start.rowCount += rows.items.page(at: page - rows.firstPage).start
        return around
    }

    /// Stops the loads that are running.
    @inlinable
    mutating func cancelLoads() -> [Action] {
        upcoming = nil
        let ids = [refresh.stop()] + Edge.allCases.map { loads[$0].stop() }
        return ids.compactMap { $0.map { .cancelLoad($0) } }
    }

    /// Drops the loads and hints that belong to the old generation.
    @inlinable
    mutating func resetLoads() {
        loads = Edges(start: .idle, end: .idle)
        repeatedPages = Edges(start: 0, end: 0)
        hintsBeforeRefresh = Hints()
    }

    /// Restores the hints from before a refresh that has failed or was cancelled.
    @inlinable
    mutating func restoreHints() {
        hints.restore(hintsBeforeRefresh)
        hintsBeforeRefresh = Hints()
    }

    /// The rows in view as of the last hint, also during a refresh.
    @inlinable
    var latestShown: Range<Int>? { hints.inView ?? hintsBeforeRefresh.inView }

    /// The page with the first row in view, or the nearest.
    @inlinable
    var shownPage: Int? {
        guard let shown = latestShown, !rows.items.isEmpty else { return nil }
        let row = max(0, min(shown.lowerBound, rows.items.count - 1))
        return rows.firstPage + rows.items.pageIndex(ofRow: row)
    }

    /// The nearest loaded items, as many as there are.
    @inlinable
    func clamped(_ shown: Range<Int>) -> Range<Int> {
        shown.starting(at: max(0, min(shown.lowerBound, rows.items.count - shown.count)))
    }
}
