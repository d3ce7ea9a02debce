extension PagingEngine {
    @usableFromInline
    mutating func handle(_ signal: ListSignal) -> [Action] {
        if snapshot != nil, !signal.stops {
            // A signal before the start counts the rows that were saved.
            let actions = begin()
            return actions + handle(signal)
        }
        return switch signal {
        case .shown(let rows): shown(rows)
        case .prefetch(let rows): prefetch(rows)
        case .scrolled(let offset, let viewport, let content): scrolled(offset, viewport, content)
        case .loadMore: loadPage(beyond: .end)
        case .loadPrevious: loadPage(beyond: .start)
        case .refresh: refreshFromStart()
        case .retry: retry()
        case .cancel: cancel()
        case .reset: reset()
        case .jump(let row): jump(toRow: row)
        }
    }

    @inlinable
    mutating func shown(_ shownRows: Range<Int>) -> [Action] {
        if shownRows.isEmpty { return [] }
        let counts = placeholders
        focusRows = checked(shownRows)
        if continuesJump() { return [] }
        let shownRows = present(checked(shownRows), among: counts)
        let items = shownRows.shifted(by: -counts.before)
        if startsJump(items) { return jump(to: Target(rows: shownRows, isShown: true)) }
        // Back at the loaded rows, the list no longer needs those at which it was.
        let abandoned = target?.isShown == true ? abandonJump() : nil
        // Reported again though nothing has changed, the same rows are a new hint.
        if !haveRowsMoved, items == hints.shown, isAtRest { hints.releaseEdges() }
        haveRowsMoved = false
        if hints.hasRedrawnRows { hints.join(items, among: counts.items) } else { hints.show(items) }
        return afterHint(abandoned)
    }

    /// Whether a jump page by page goes on after a report of the rows in view: while its pages are loaded or, if that has
    /// failed, after the first report since rows have moved, which is no sign of scrolling. Until its end the rows in view
    /// load and keep no pages.
    @inlinable
    mutating func continuesJump() -> Bool {
        guard hints.isTarget else { return false }
        defer { haveRowsMoved = false }
        return !isAtRest || haveRowsMoved
    }

    /// Ends a jump page by page, so that the rows in view are those of the screen again.
    @inlinable
    mutating func endJump() {
        guard hints.isTarget else { return }
        hints.isTarget = false
        hints.shown = focusRows?.shifted(by: -placeholders.before)
    }

    /// Ends a jump page by page that has failed, before the list is loaded anew. The present rows are published.
    @inlinable
    mutating func endFailedJump() {
        if isAtRest, hasPages { endJump() }
    }

    /// Records the rows in view, if they need no page: what handling the signal would do, at the least cost.
    ///
    /// - Returns: Whether that was all. If not, the signal has to be handled.
    @inlinable
    package mutating func takesNote(ofShown shownRows: Range<Int>) -> Bool {
        guard hasPages, !shownRows.isEmpty, rules.jumpThreshold == nil, !hints.isTarget, !hints.hasRedrawnRows
        else { return false }
        let counts = placeholders
        guard shownRows.lowerBound >= 0, shownRows.upperBound <= counts.all else { return false }
        let items = shownRows.shifted(by: -counts.before)
        if hints.hasHeldEdge, !haveRowsMoved, items == hints.shown { return false }
        // A copy of all hints would take longer than the rest.
        let (edges, distance) = (hints.edges(showing: items), loadingDistance)
        guard !needsPage(beyond: .end, showing: items, within: distance, edges.end),
            !needsPage(beyond: .start, showing: items, within: distance, edges.start)
        else { return false }
        hints.show(items)
        focusRows = shownRows
        haveRowsMoved = false
        return true
    }

    /// Rows that can be added to without overflow.
    @inlinable
    func checked(_ rows: Range<Int>) -> Range<Int> {
        precondition(rows.lowerBound >= 0, "Rows count from zero.")
        // However far beyond the list, pages before them can still be counted.
        let first = min(rows.lowerBound, .max / 2)
        return first..<max(first + 1, min(rows.upperBound, .max / 2))
    }

    /// The rows of the present list that a hint names. One that names rows beyond it was given for an earlier list, and
    /// counts for the last item: nothing is loaded up to those rows.
    @inlinable
    func present(_ shownRows: Range<Int>, among counts: RowCounts) -> Range<Int> {
        if shownRows.upperBound <= counts.all || counts.all == 0 { return shownRows }
        if shownRows.lowerBound < counts.all { return shownRows.lowerBound..<counts.all }
        let last = max(0, counts.before + counts.items - 1)
        return last..<last + 1
    }

    /// Requests a page beyond each edge near rows that the list prefetches. The rows in view are those of the last hint.
    mutating func prefetch(_ prefetchedRows: Range<Int>) -> [Action] {
        if prefetchedRows.isEmpty { return [] }
        let counts = placeholders
        let prefetchedRows = checked(prefetchedRows).clamped(to: 0..<counts.all)
        let items = prefetchedRows.shifted(by: -counts.before)
        guard hasPages, !refresh.isLoading, rules.threshold > 0, !prefetchedRows.isEmpty, !startsJump(items)
        else { return [] }
        // A page that was removed is not needed again before rows closer to it are in view.
        let edges = Edge.allCases.filter {
            !ends[$0] && !hints.edges[$0].isHeld && rowCount(from: items, to: $0) < rules.threshold
        }
        for edge in edges { requestPage(beyond: edge) }
        if edges.count == 1 { hints.lastEdge = edges[0] }
        return edges.isEmpty ? [] : afterHint()
    }

    /// Whether showing rows makes the list jump there.
    @inlinable
    func startsJump(_ items: Range<Int>) -> Bool {
        guard let limit = rules.jumpThreshold, hasPages else { return false }
        return items.upperBound <= -limit || items.lowerBound - rows.items.count >= limit
    }

    mutating func scrolled(_ offset: Double, _ viewport: Double, _ content: Double) -> [Action] {
        // Before the layout, the offset says nothing.
        guard viewport > 0 else { return [] }
        let isNear: Edges<Bool>
        var margin = 0.0
        switch rules.scrollPolicy {
        case .within(let viewports):
            margin = viewports * viewport
            isNear = Edges(start: offset <= margin, end: content - offset - viewport <= margin)
        case .pulled(let distance):
            // Content that does not fill the viewport rests at its start: the room below it is not a pull.
            let overscroll = offset - max(0, content - viewport)
            isNear = Edges(start: -offset >= distance, end: overscroll >= distance)
        }
        // A list that is pulled rests at its edge.
        let rest = min(max(offset, 0), max(0, content - viewport))
        let inViewport = items(from: rest, to: min(rest + viewport, content), of: content)
        let visible = inViewport.flatMap(loaded)
        if let visible { focusRows = visible.shifted(by: placeholders.before) }
        let position = [offset, viewport, content]
        let isNewPosition = position != lastPosition
        lastPosition = position
        if continuesJump() { return [] }
        endJump()
        if let inViewport, jumpsToScrolled(inViewport) {
            return jump(to: Target(rows: inViewport.shifted(by: placeholders.before), isShown: true))
        }
        let abandoned = target?.isShown == true ? abandonJump() : nil
        hints.scrolled = items(from: rest - margin, to: rest + viewport + margin, of: content)
        // Placeholders are in view as well.
        if placeholders.all > 0, let inViewport { hints.inViewport = inViewport }
        // Where the list is because its rows have moved is no hint that removed pages are needed again. Placeholders do not
        // move, and no page with rows in the zone is removed.
        let isNew = !haveRowsMoved && (isNewPosition || isAtRest)
        haveRowsMoved = false
        let edges = Edge.allCases.filter { edge in
            let isNeeded = hasPlaceholdersScrolledTo(beyond: edge)
            let isNewHint = isNew || isNeeded && isNewPosition
            return (isNear[edge] || isNeeded) && (isNewHint || !hints.edges[edge].isHeld)
        }
        for edge in edges { requestPage(beyond: edge) }
        if edges.count == 1 { hints.lastEdge = edges[0] }
        return edges.isEmpty && abandoned == nil ? [] : afterHint(abandoned)
    }

    /// Whether placeholders beyond an edge are in the viewport or within the distance of it that loads pages.
    @inlinable
    func hasPlaceholdersScrolledTo(beyond edge: Edge) -> Bool {
        guard case .within = rules.scrollPolicy, let zone = hints.scrolled,
            rowCount(from: zone, to: edge) < 0
        else { return false }
        return placeholderCount(beyond: edge) > 0
    }

    /// Whether scrolling to rows makes the list jump there.
    @inlinable
    func jumpsToScrolled(_ items: Range<Int>) -> Bool {
        guard case .within = rules.scrollPolicy, startsJump(items) else { return false }
        return keyForRow(items.lowerBound + placeholders.before) != nil
    }

    /// Begins a generation around the viewport if a refresh has left placeholders there, far from its rows.
    @inlinable
    mutating func jumpToScrolledRows() -> [Action]? {
        guard hints.scrolled != nil, let items = hints.inViewport, jumpsToScrolled(items) else { return nil }
        let target = Target(rows: items.shifted(by: placeholders.before), isShown: true)
        guard let key = keyForRow(target.rows.lowerBound) else { return nil }
        return beginRefresh(PageRequest(key: key, direction: .refresh), showing: target)
    }

    /// Records that a list that reports distances scrolls to a row. It need not report that, if it was there already.
    @inlinable
    mutating func scroll(toRow row: Int) {
        guard case .within(let viewports) = rules.scrollPolicy, placeholders.hasPlaceholders,
            !lastPosition.isEmpty
        else { return }
        let (viewport, content) = (lastPosition[1], lastPosition[2])
        guard let visible = items(from: 0, to: viewport, of: content) else { return }
        let margin = items(from: 0, to: viewports * viewport, of: content)?.count ?? 0
        let first = max(0, min(row, placeholders.all - visible.count)) - placeholders.before
        hints.inViewport = visible.starting(at: first)
        hints.scrolled = first - margin..<first + visible.count + margin
        hints.releaseEdges()
    }

    /// The rows that are loaded; `nil` if there are none.
    func loaded(_ items: Range<Int>) -> Range<Int>? {
        let loaded = items.clamped(to: 0..<rows.items.count)
        return loaded.isEmpty ? nil : loaded
    }

    /// The items that take up a part of the content, if all rows are equally high: those in the viewport are saved, and
    /// keep their place.
    ///
    /// - Parameters:
    ///   - start: The start of the part.
    ///   - end: Its end.
    ///   - content: The size of the content.
    @usableFromInline
    func items(from start: Double, to end: Double, of content: Double) -> Range<Int>? {
        guard content > 0, content.isFinite, start < end else { return nil }
        let counts = placeholders
        let first = (min(max(start, 0), content) * Double(counts.all) / content).rounded(.down)
        // A viewport that the content does not fill has room for rows that are inserted.
        let last = (min(max(end, 0), content * 1000) * Double(counts.all) / content).rounded(.up)
        return (Int(first)..<Int(last)).shifted(by: -counts.before)
    }

    mutating func loadPage(beyond edge: Edge) -> [Action] {
        requestPage(beyond: edge)
        hints.lastEdge = edge
        return afterHint()
    }

    /// Records that a page is requested. During a load the request is part of the burst that started the load; during a
    /// refresh it waits for the first page.
    mutating func requestPage(beyond edge: Edge) {
        hints.edges[edge].isHeld = false
        if hasPages ? !loads[edge].isLoading : refresh.isLoading { hints.edges[edge].isRequested = true }
    }

    /// Starts the loads that a hint needs.
    ///
    /// - Parameter abandoned: The actions for a jump that the hint has abandoned, which come first.
    @inlinable
    mutating func afterHint(_ abandoned: [Action]?) -> [Action] {
        let actions = afterHint()
        guard let abandoned else { return actions }
        return abandoned + (actions.isEmpty ? publish() : actions)
    }

    @inlinable
    mutating func afterHint() -> [Action] {
        hints.areCancelled = false
        if !hasPages {
            switch refresh {
            case .idle: return startRefresh(PageRequest(key: start.key, direction: .refresh))
            case .failed:
                return rules.failurePolicy == .retryOnHint ? retry() : []
            case .loading: return []
            }
        }
        let isNeeded = Edges(
            start: needsPage(beyond: .start, for: hints), end: needsPage(beyond: .end, for: hints))
        if isNeeded.start != isNeeded.end { hints.lastEdge = isNeeded.start ? .start : .end }
        let arrived = takeArrival()
        let started = startLoads(rules.failurePolicy == .retryOnHint ? .newAndFailed : .new)
        return publish(landingAt: arrived) + started
    }

    /// Reloads the list at its own request.
    mutating func refreshFromStart() -> [Action] {
        tally.refreshes += 1
        return startRefresh(PageRequest(key: start.key, direction: .refresh))
    }

    @usableFromInline
    mutating func retry() -> [Action] {
        if case .failed(_, let request) = refresh {
            return startRefresh(
                request, refreshPlace, showing: target, amid: pagesAroundRefreshed)
        }
        guard !refresh.isLoading, loads.start.isFailed || loads.end.isFailed else { return [] }
        for edge in Edge.allCases where loads[edge].isFailed { hints.edges[edge].isRequested = true }
        let started = startLoads(.newAndFailed)
        return started.isEmpty ? [] : publish() + started
    }

    mutating func cancel() -> [Action] {
        if refresh.isLoading { restoreHints() }
        let cancellations = cancelLoads()
        if refresh.isIdle { target = nil }
        endJump()
        isInvalidated = false
        acceptsStored = false
        for edge in Edge.allCases { hints.edges[edge].isRequested = false }
        hints.areCancelled = true
        return cancellations + publish()
    }

    mutating func reset() -> [Action] {
        let cancellations = cancelLoads()
        let change: RowChange = rows.items.isEmpty ? .none : .reload
        refresh = .idle
        target = nil
        isInvalidated = false
        acceptsStored = false
        (lastPosition, haveRowsMoved) = ([], false)
        hints = Hints()
        generation = Generation(pages: LoadedPages(), transform: initialTransform)
        resetLoads()
        return cancellations + publish(change)
    }

    mutating func jump(toRow row: Int) -> [Action] {
        precondition(row >= 0, "Rows count from zero.")
        var row = min(row, .max / 2)
        if let total = pages.total, total > 0 { row = min(row, total - 1) }
        return jump(to: Target(rows: row..<row + 1, isShown: false))
    }

    /// Jumps to a row of the whole list, by loading the page around it or page by page.
    @usableFromInline
    mutating func jump(to target: Target) -> [Action] {
        let items = target.rows.shifted(by: -pages.itemsBefore)
        let isLoaded = hasPages && items.lowerBound >= 0 && items.lowerBound < rows.items.count
        guard !isLoaded, let key = keyForRow(target.rows.lowerBound) else {
            let abandoned = abandonJump()
            hints.show(items)
            hints.isTarget = !target.isShown
            return afterHint(abandoned ?? [])
        }
        if target.isShown, self.target?.isShown == true, refresh.isLoading {
            // The load for rows that were shown before ends first, so that a burst of hints makes one load.
            self.target?.move(to: target.rows)
            return []
        }
        let request = PageRequest(key: key, direction: .refresh)
        if case .failed(let error, _) = refresh, target.isShown, rules.failurePolicy == .hold {
            // A retry loads the rows at which the list is by then.
            if self.target?.isShown == true {
                self.target = target
                refresh = .failed(error, request)
            } else {
                hints.show(items)
                scroll(toRow: target.rows.lowerBound)
            }
            return []
        }
        return startRefresh(request, showing: target)
    }

    /// Abandons a jump to a row that is not loaded, and restores the hints from before it.
    ///
    /// - Returns: The actions for it; `nil` if there is no jump.
    @usableFromInline
    mutating func abandonJump() -> [Action]? {
        guard hasPages, target.take() != nil, !refresh.isIdle else { return nil }
        let id = refresh.stop()
        refresh = .idle
        upcoming = nil
        restoreHints()
        return id.map { [.cancelLoad($0)] } ?? []
    }

    /// Reloads the list now or, while loads are running, once they have ended: frequent invalidations would otherwise
    /// cancel every load.
    @usableFromInline
    mutating func invalidate() -> [Action] {
        isInvalidated = true
        endFailedJump()
        let started = reload()
        return started.isEmpty ? [] : publish() + started
    }

    @usableFromInline
    mutating func perform(_ command: TransformCommand) -> [Action] {
        let oldCount = rows.items.count
        let change = rows.apply(transform.perform(command))
        upcoming?.perform(command)
        follow(change, from: oldCount)
        // An edit does not repeat loads that were cancelled.
        let started = hints.areCancelled ? [] : startLoads()
        return publish(change) + started
    }
}
