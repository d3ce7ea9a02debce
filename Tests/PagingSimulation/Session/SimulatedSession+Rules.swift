import PagingOperators

// What the rules of paging say about one event.
extension SimulatedSession {
    func checkRules(_ event: Engine.Event, _ before: Before, _ outcome: Outcome) throws(Mismatch) {
        if past.isCancelled {
            try Mismatch.unless(outcome.started.isEmpty, "loads start after the loads were cancelled")
        }
        if case .invalidated = event {
            let isKept = before.running.allSatisfy { load in runningLoads.contains { loads[$0].id == load.id }
            }
            try Mismatch.unless(isKept, "an invalidation cancels loads")
        }
        switch event {
        case .start where before.state.rowCount == 0 && list.pages.isEmpty:
            try Mismatch.unless(!runningLoads.isEmpty, "the first page is not loaded")
        case .signal(let signal): try checkSignal(signal, before, outcome)
        case .invalidated where before.isAtRest && !before.list.pages.isEmpty && !before.past.mayJump:
            let keys = before.list.pages.map(\.key) + [setup.startKey]
            let isRight = outcome.started.count == 1 && keys.contains(outcome.started[0].request.key)
            try Mismatch.unless(isRight && state.refresh.isLoading, "the list is not loaded again")
        case .failed: try checkFailure(before)
        case .loaded(_, let page): try checkArrival(page, before, outcome)
        default: break
        }
    }

    private func checkSignal(
        _ signal: ListSignal, _ before: Before, _ outcome: Outcome
    ) throws(Mismatch) {
        switch signal {
        case .shown(let rows): try checkReport(rows, before, outcome)
        case .scrolled(let offset, let viewport, let content):
            let rest = max(0, content - viewport)
            let distances = Edges(start: offset, end: rest - offset)
            let isRepeated = before.past.position == [offset, viewport]
            try checkPosition(distances, viewport, isRepeated: isRepeated, before, outcome)
        case .loadMore: try checkRequest(at: .end, before)
        case .loadPrevious: try checkRequest(at: .start, before)
        case .refresh: try checkRefresh(before, outcome)
        case .retry: try checkRetry(before)
        case .cancel:
            try Mismatch.unless(runningLoads.isEmpty && rows == before.rows, "loads are not cancelled")
        case .reset: try Mismatch.unless(runningLoads.isEmpty && rows.isEmpty, "the list is not empty")
        case .jump(let row): try checkJump(to: row, before, outcome)
        case .prefetch: break
        }
    }

    private func checkRefresh(_ before: Before, _ outcome: Outcome) throws(Mismatch) {
        try Mismatch.unless(state.refresh.isLoading, "the refresh does not begin")
        let isRunning = before.running.contains {
            $0.request.direction == .refresh && $0.request.key == setup.startKey
        }
        try Mismatch.unless(!isRunning || outcome.started.isEmpty, "the refresh begins again")
    }

    /// Whether loads depend on the viewport alone.
    private func isSteady(_ before: Before) -> Bool {
        !before.list.pages.isEmpty && before.state.items.count > 0 && !before.state.refresh.isLoading
            && !before.state.refresh.isFailed && !before.past.mayJump && !before.past.isInvalidated
    }

    private func loadState(_ edge: Edge, of state: ViewState<SimulatedRow>) -> LoadState {
        edge == .start ? state.prepend : state.append
    }

    /// The number of rows between some rows and an edge of the loaded ones.
    private func distance(from rows: Range<Int>, to edge: Edge, _ before: Before) -> Int {
        let state = before.state
        return edge == .start
            ? rows.lowerBound - state.placeholdersBefore
            : state.placeholdersBefore + state.items.count - rows.upperBound
    }

    private func checkReport(_ rows: Range<Int>, _ before: Before, _ outcome: Outcome) throws(Mismatch) {
        guard isSteady(before) else { return }
        let rows = present(rows, before)
        let distances = Edges(
            start: distance(from: rows, to: .start, before), end: distance(from: rows, to: .end, before))
        if let limit = rules.jumpThreshold(for: rows), setup.findsRows {
            // Loaded items without a row are loaded all the same.
            let items = before.list.pages.map(\.page.items.count).reduce(0, +)
            let hidden = max(0, items - before.state.items.count)
            let isFar = min(distances.start, distances.end + hidden) + rows.count <= -limit
            let keys = outcome.started.filter { $0.request.direction == .refresh }.map(\.request.key)
            try Mismatch.unless(
                keys == (isFar ? [server.key(forRow: rows.lowerBound)] : []),
                "rows \(rows) are \(isFar ? "" : "not ")far away, but \(keys) are loaded")
            if isFar { return }
        }
        let longest = max(before.past.longestReport, rows.count)
        let height = max(rules.viewport ?? 0, longest > 1 ? longest : 0)
        let canScroll = before.state.rowCount > height
        for edge in Edge.allCases {
            let isNear = rules.threshold > 0 && distances[edge] < rules.threshold
            // Rows beyond the list do not count for the height.
            if !isNear, !canScroll, edge == .end || before.state.append.isEnd { continue }
            let isRepeated = engine.shownRows == before.shownRows
            try checkEdge(edge, isNear: isNear, isRepeated: isRepeated, before, outcome)
        }
    }

    /// The rows of the list that a report names: of those beyond it, the last item.
    private func present(_ rows: Range<Int>, _ before: Before) -> Range<Int> {
        let count = before.rows.count
        if rows.upperBound <= count { return rows }
        if rows.lowerBound < count { return rows.lowerBound..<count }
        let last = before.state.placeholdersBefore + before.state.items.count - 1
        return last..<last + 1
    }

    /// Checks whether a page is loaded beyond an edge.
    ///
    /// - Parameter isRepeated: Whether the report is that of before, which need not repeat a load that has
    ///   failed.
    private func checkEdge(
        _ edge: Edge, isNear: Bool, isRepeated: Bool, _ before: Before, _ outcome: Outcome
    ) throws(Mismatch) {
        let old = loadState(edge, of: before.state)
        let hasStarted = outcome.started.contains { $0.request.direction == edge.direction }
        if old.isFailed, isRepeated { return }
        if isNear, !old.isEnd, !before.past.removedEdges.contains(edge) {
            let waits = old.isFailed && rules.failurePolicy == .hold || old.isLoading
            try Mismatch.unless(
                hasStarted != waits,
                "\(edge.direction) is near, and \(waits ? "should wait" : "does not load")")
        } else if !isNear, before.state.rowCount == before.state.items.count, !old.isFailed {
            try Mismatch.unless(!hasStarted, "\(edge.direction) is not near, but loads")
        }
    }

    private func checkPosition(
        _ distances: Edges<Double>, _ viewport: Double, isRepeated: Bool, _ before: Before,
        _ outcome: Outcome
    ) throws(Mismatch) {
        guard isSteady(before), outcome.started.allSatisfy({ $0.request.direction != .refresh }) else {
            return
        }
        for edge in Edge.allCases {
            let isNear: Bool
            switch rules.scrollPolicy {
            case .within(let viewports): isNear = distances[edge] <= viewports * viewport
            case .pulled(let distance):
                isNear = -distances[edge] >= distance
            }
            try checkEdge(edge, isNear: isNear, isRepeated: isRepeated, before, outcome)
        }
    }

    private func checkRequest(at edge: Edge, _ before: Before) throws(Mismatch) {
        guard isSteady(before) else { return }
        let old = loadState(edge, of: before.state)
        if old.isEnd || old.isFailed && rules.failurePolicy == .hold { return }
        // Rows in view that are far from the loaded ones are loaded first.
        let loads = loadState(edge, of: state).isLoading || state.refresh.isLoading
        try Mismatch.unless(loads, "\(edge.direction) does not load")
    }

    private func checkRetry(_ before: Before) throws(Mismatch) {
        if before.state.refresh.isFailed {
            return try Mismatch.unless(state.refresh.isLoading, "the refresh is not repeated")
        }
        if before.past.isInvalidated { return }
        for edge in Edge.allCases where loadState(edge, of: before.state).isFailed {
            // Rows in view that are far from the loaded ones are loaded in place of that page.
            if before.state.refresh.isLoading || rules.jumpThreshold != nil && state.refresh.isLoading {
                continue
            }
            try Mismatch.unless(loadState(edge, of: state).isLoading, "\(edge.direction) is not repeated")
        }
    }

    private func checkJump(to row: Int, _ before: Before, _ outcome: Outcome) throws(Mismatch) {
        if state.scrollTarget?.isJump == true && !outcome.states.isEmpty { return }
        try Mismatch.unless(
            !runningLoads.isEmpty || state.error != nil || rows.isEmpty, "the jump loads nothing")
        guard setup.findsRows, !before.list.pages.isEmpty, !before.state.refresh.isLoading else { return }
        let last: Int = max(0, min(row, server.total - 1))
        let key = outcome.started.first { $0.request.direction == .refresh }?.request.key
        try Mismatch.unless(key == server.key(forRow: last), "the jump to \(row) does not load its page")
    }

    private func checkFailure(_ before: Before) throws(Mismatch) {
        guard let load = before.answered else { return }
        if before.past.isInvalidated { return }
        let failed =
            load.isOfRefresh ? state.refresh : loadState(Edge(load.request.direction) ?? .end, of: state)
        try Mismatch.unless(failed.isFailed, "\(load.request) has failed, but its state is \(failed)")
    }

    private func checkArrival(
        _ page: Page<Int, SimulatedRow>, _ before: Before, _ outcome: Outcome
    ) throws(Mismatch) {
        guard let load = before.answered else { return }
        if isRepeatedKey(in: page, for: load.request) { return try checkFailure(before) }
        if load.isOfRefresh || outcome.isNewGeneration { return }
        let edge = Edge(load.request.direction) ?? .end
        try checkRepeats(at: edge)
        try checkHeldEdges(before, outcome)
        try checkWindow(after: edge, before)
    }

    /// Checks that a source that repeats its pages fails.
    private func checkRepeats(at edge: Edge) throws(Mismatch) {
        let (count, load) = (past.repeats[edge], loadState(edge, of: state))
        let isEnded = load.isEnd || load.isFailed || state.refresh.isLoading
        try Mismatch.unless(
            count < rules.repeatedPageLimit || isEnded, "\(count) pages repeat, and the list goes on")
    }

    /// Checks that a page that was removed is not loaded again because others have arrived, unless these have
    /// brought the rows in view nearer to it.
    private func checkHeldEdges(_ before: Before, _ outcome: Outcome) throws(Mismatch) {
        // Rows that edits have moved to other pages leave with theirs, which brings placeholders nearer.
        guard isSteady(before), !rules.showsPlaceholders || past.placedRows.isEmpty else { return }
        // One that is loaded again is not held: a further one may be needed at the same distance.
        let arrived = before.answered.flatMap { Edge($0.request.direction) }
        for (edge, limit) in before.past.heldEdges where edge != arrived {
            let isLoaded = outcome.started.contains { $0.request.direction == edge.direction }
            let isNearer = distanceFromView(to: edge).map { $0 < limit } ?? false
            try Mismatch.unless(
                !isLoaded || isNearer, "the page that was removed at the \(edge) is loaded by itself")
        }
    }

    /// The number of rows between those in view and an edge of the loaded ones.
    func distanceFromView(to edge: Edge) -> Int? {
        engine.shownRows.map { rows in
            edge == .start
                ? rows.lowerBound - state.placeholdersBefore
                : state.placeholdersBefore + state.items.count - rows.upperBound
        }
    }

    /// The number of rows within the distance of a scroll position, of a list that reports one: or, of a list
    /// that is shorter than its viewport, those for which there is room. With the separator beside them.
    private func rowsInAdvance(of view: Range<Int>) -> Int {
        guard past.hasScrolled else { return 0 }
        let viewports =
            switch rules.scrollPolicy {
            case .within(let viewports): viewports
            case .pulled: max(0, 100 / Double(max(1, setup.contentHeight)) - 1)
            }
        return Int((viewports * Double(view.count)).rounded(.up)) + 2
    }

    /// Whether pages were removed with items that stand on other pages, too: there they are shown again, and
    /// may exceed the window until the next page.
    private func removedDuplicates(_ before: Before) -> Bool {
        let kept = Set(list.pages.map(\.number))
        let removed = before.list.pages.filter { !kept.contains($0.number) }.flatMap(\.page.items)
        let shown = Set(list.pages.flatMap(\.page.items).map(\.id))
        return removed.contains { shown.contains($0.id) }
    }

    /// Checks that the window has no page that the rows in view do not need.
    private func checkWindow(after edge: Edge, _ before: Before) throws(Mismatch) {
        let side = edge.opposite
        if side == .end, past.showsWholeList { return }
        // Among placeholders, the rows of a scroll position are others than those that were reported, and a
        // screen that reports single ones of a page that was removed is higher than was assumed.
        let knowsView = !rules.showsPlaceholders || !past.hasScrolled && past.tellsHeight
        // A jump that ends has counted items.
        let countsItems =
            before.past.mayJump && list.pages.map(\.page.items.count).reduce(0, +) != list.rowCount
        guard let maxRows = rules.maxRows, list.rowCount > maxRows, !past.mayJump, !countsItems, knowsView,
            list.rows.count(where: { !$0.isEmpty }) > 2, !removedDuplicates(before),
            !loadState(side, of: before.state).isLoading
        else { return }
        // Pages without rows at the side go with the nearest one that has some.
        let filled = list.rows.filter { !$0.isEmpty }
        let count = (side == .start ? filled.first : filled.last)?.count ?? 0
        if let view = engine.shownRows?.shifted(by: -state.placeholdersBefore) {
            let height = max(past.longestReport, rules.viewport ?? max(1, rules.threshold))
            // Separators of the page beside it are removed, too.
            var margin = view.count < height ? 2 * (height - 1) + past.addedRows : 0
            // Also above the end of the list, which a screen does not scroll beyond.
            if past.hasLanded {
                margin += side == .end ? height : max(0, view.upperBound + height - list.rowCount)
            }
            let needed = margin + rules.threshold + rowsInAdvance(of: view) + 2
            let distance: Int = side == .start ? view.lowerBound : list.rowCount - view.upperBound
            // What remains can be scrolled.
            if distance < count + needed || list.rowCount - count - 2 <= height { return }
        }
        throw Mismatch(
            "\(list.rowCount) rows are kept of at most \(maxRows), though none at the \(side) is needed: \(engine.shownRows as Any) in \(list.rows)"
        )
    }
}
