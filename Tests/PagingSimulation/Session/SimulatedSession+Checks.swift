import PagingOperators

extension SimulatedSession {
    /// What a session has done so far, as far as checks depend on it.
    struct Past {
        /// Whether a jump may not have ended, after which the rows in view stay no more.
        var mayJump = false
        /// Whether the source's items have changed since the last reload began.
        var isInvalidated = false
        /// Whether no generation has begun to load since the source's items have changed.
        var awaitsReload = false
        /// Whether the load of a generation has begun in place of such a reload, which is due again if that
        /// load ends without its page: a jump has replaced it, and the list is scrolled elsewhere.
        var replacesReload = false
        /// Whether the loads were cancelled since the last hint.
        var isCancelled = false
        /// Whether the pages are those of a store.
        var isStored = false
        /// The edges at which pages were removed and not loaded again.
        var removedEdges: Set<Edge> = []
        /// Those at which they were removed since the last signal, beside rows in view: the number of rows
        /// between these and the edge then.
        var heldEdges: [Edge: Int] = [:]
        /// The number of pages in a row, at each edge, with only items that were in the list already, since
        /// the list began or that failed. At least: a generation may begin with some.
        var repeats = Edges(start: 0, end: 0)
        /// The greatest number of rows that was reported.
        var longestReport = 0
        /// Whether the last report was of several rows of the list, and so of its height.
        var tellsHeight = false
        /// Whether the last report of several rows was of the whole list: rows below it may be in view, too.
        var showsWholeList = false
        /// The number of rows that have come between others since a report says nothing of earlier ones: so
        /// much farther from the reported row may the others in view be.
        var addedRows = 0
        var hasScrolled = false
        /// Whether no report has followed the end of a jump: a screen that shows the row already may have
        /// scrolled, or not.
        var hasLanded = false
        /// The offset and the viewport of the last report, if it was a scroll position.
        var position: [Double] = []
        /// The rows that edits have placed.
        var placedRows: Set<Int> = []
    }

    /// What was the case before an event.
    struct Before {
        let state: ViewState<SimulatedRow>
        let rows: [SimulatedRow?]
        let list: ReferenceRows
        /// The rows in view, counted in `rows`.
        let view: Range<Int>?
        let shownRows: Range<Int>?
        let isAtRest: Bool
        /// The loads that were running.
        let running: [Load]
        let tally: LoadTally
        let past: Past
        /// The load that the event answers.
        var answered: Load?
    }

    /// What an event has led to.
    struct Outcome {
        var states: [ViewState<SimulatedRow>] = []
        /// The rows of each state.
        var rows: [[SimulatedRow?]] = []
        var started: [Load] = []
        /// Whether the rows are those of another generation.
        var isNewGeneration = false
    }

    /// Handles an event, and checks all that follows from it.
    mutating func handle(_ event: Engine.Event) throws(Mismatch) {
        var before = Before(
            state: state, rows: rows, list: list, view: engine.focusRows, shownRows: engine.shownRows,
            isAtRest: engine.isAtRest, running: runningLoads.map { loads[$0] }, tally: engine.tally,
            past: past)
        if let id = event.answeredLoad {
            guard let number = loads.firstIndex(where: { $0.id == id && $0.isRunning }) else {
                return try checkLateAnswer(event, before)
            }
            loads[number].isRunning = false
            before.answered = loads[number]
        }
        note(event)
        var outcome = Outcome()
        let actions = deviation.handle(event, with: &engine, after: state)
        loadedPages = engine.makeSnapshot()?.pages ?? []
        try take(actions, &outcome)
        try checkLoads()
        try takeRows(event, before, &outcome)
        noteReload(event, before, outcome)
        for (published, rows) in zip(outcome.states, outcome.rows) {
            try show(published, rows, before, outcome)
        }
        try checkPlace(event, before, outcome)
        try checkRules(event, before, outcome)
    }

    /// Checks that the answer to a load that is not running changes nothing.
    private mutating func checkLateAnswer(_ event: Engine.Event, _ before: Before) throws(Mismatch) {
        let actions = deviation.handle(event, with: &engine, after: state)
        loadedPages = engine.makeSnapshot()?.pages ?? []
        try Mismatch.unless(actions.isEmpty, "a late answer leads to \(actions)")
        try Mismatch.unless(
            engine.focusRows == before.view && engine.shownRows == before.shownRows
                && engine.isAtRest == before.isAtRest && has(list), "a late answer changes the list")
    }

    private mutating func note(_ event: Engine.Event) {
        if case .signal = event { past.heldEdges = [:] }
        switch event {
        case .signal(.shown(let rows)):
            let reach = 2 * max(past.longestReport, rules.viewport ?? rules.threshold) + past.addedRows
            let isNear = engine.shownRows.map { abs($0.lowerBound - rows.lowerBound) <= reach } ?? false
            if rows.count > 1 || !isNear { past.addedRows = 0 }
            past.longestReport = max(past.longestReport, rows.count)
            past.tellsHeight = rows.count > 1 && rows.upperBound <= state.rowCount
            past.showsWholeList = rows.count > 1 && rows == 0..<state.rowCount
            past.position = []
            (past.isCancelled, past.hasLanded) = (false, false)
        case .signal(.scrolled(let offset, let viewport, _)):
            past.hasScrolled = true
            past.position = [offset, viewport]
            (past.isCancelled, past.hasLanded) = (false, false)
        case .signal(.jump):
            past.mayJump = true
            past.isCancelled = false
        case .signal(let signal) where signal == .cancel || signal == .reset:
            (past.isInvalidated, past.awaitsReload, past.replacesReload) = (false, false, false)
            // The failure of a jump stays, for a retry.
            if !state.refresh.isFailed || signal == .reset { past.mayJump = false }
            past.isCancelled = true
        case .command, .stored: break
        case .invalidated:
            // An earlier one may have come during a first load, which has failed since.
            if list.pages.isEmpty, runningLoads.isEmpty { break }
            (past.isInvalidated, past.awaitsReload) = (true, true)
            past.isCancelled = false
        case .loaded, .failed: break
        default: past.isCancelled = false
        }
    }

    /// Takes the actions, the cancellations before the loads.
    private mutating func take(_ actions: [Engine.Action], _ outcome: inout Outcome) throws(Mismatch) {
        for action in actions {
            switch action {
            case .cancelLoad(let id):
                guard let number = loads.firstIndex(where: { $0.id == id && $0.isRunning }) else {
                    throw Mismatch("a load is cancelled that is not running")
                }
                loads[number].isRunning = false
            case .publish(let published):
                state = deviation.changeState(published)
                outcome.states.append(state)
                outcome.rows.append((0..<state.rowCount).map { state.item(atRow: $0) })
            case .load(let id, let request):
                try Mismatch.unless(!loads.contains { $0.id == id }, "a load's identifier comes twice")
                let isOfRefresh = request.direction == .refresh || state.refresh.isLoading
                let load = Load(id: id, request: request, isOfRefresh: isOfRefresh)
                loads.append(load)
                outcome.started.append(load)
                if request.direction == .refresh { (past.isInvalidated, past.awaitsReload) = (false, false) }
                if !isOfRefresh, let edge = Edge(request.direction) { past.removedEdges.remove(edge) }
            }
        }
        if let last = outcome.rows.last { rows = last }
    }

    /// Notes whether a reload is due again, because the load that has replaced it has ended without its page.
    private mutating func noteReload(_ event: Engine.Event, _ before: Before, _ outcome: Outcome) {
        if outcome.isNewGeneration { past.replacesReload = false }
        let wasReloading = !before.list.pages.isEmpty && !before.state.refresh.isIdle
        if outcome.started.contains(where: { $0.request.direction == .refresh }) {
            past.replacesReload = past.replacesReload || before.past.isInvalidated || wasReloading
        } else if case .signal(.jump(let row)) = event, wasReloading, isLoadingPage(withRow: row) {
            // The page of the refresh that is running is that of the jump, too.
            past.replacesReload = true
        } else if past.replacesReload, state.refresh.isIdle {
            (past.isInvalidated, past.replacesReload) = (true, false)
        }
    }

    /// Whether the load of a generation is running that begins with the page of a row.
    private func isLoadingPage(withRow row: Int) -> Bool {
        let key = server.key(forRow: min(row, max(0, server.total - 1)))
        return setup.findsRows
            && runningLoads.contains {
                loads[$0].request.direction == .refresh && loads[$0].request.key == key
            }
    }

    /// Checks that the states name the loads that run.
    private func checkLoads() throws(Mismatch) {
        let running = runningLoads.map { loads[$0] }
        let kinds = running.map { $0.isOfRefresh ? .refresh : $0.request.direction }
        for (direction, loadState) in [
            (LoadDirection.refresh, state.refresh), (.append, state.append), (.prepend, state.prepend),
        ] {
            let count = kinds.count { $0 == direction }
            try Mismatch.unless(count <= 1, "two loads run in one direction: \(direction)")
            try Mismatch.unless(
                loadState.isLoading == (count == 1), "\(count) loads run while \(direction) is \(loadState)")
        }
        try Mismatch.unless(
            !state.refresh.isLoading || running.count == 1, "a refresh runs beside other loads")
        try Mismatch.unless(engine.isAtRest == running.isEmpty, "at rest: \(engine.isAtRest)")
    }

    /// Shows a state on both screens.
    private mutating func show(
        _ state: ViewState<SimulatedRow>, _ rows: [SimulatedRow?], _ before: Before, _ outcome: Outcome
    ) throws(Mismatch) {
        record(.show(state))
        let height = max(past.longestReport, rules.viewport ?? rules.threshold)
        let reach = (state.focusRows?.upperBound ?? 0) + height
        past.addedRows += state.change.inserted.filter { $0.lowerBound <= reach }.map(\.count).reduce(0, +)
        try screen.apply(state.change, leadingTo: rows)
        try slowScreen.show(state, leadingTo: rows)
        if let warning = state.warning {
            try Mismatch.unless(!hasWarned, "warns twice")
            try Mismatch.unless(state.items.count > rules.maxRows ?? .max, "warns without reason: \(warning)")
            hasWarned = true
        }
        if let target = state.scrollTarget {
            let isThere = rows.indices.contains(target.row) && (rows[target.row] != nil || !target.isJump)
            try Mismatch.unless(isThere, "comes to row \(target.row), which is not there")
            try Mismatch.unless(
                target.isJump || outcome.isNewGeneration, "\(target), though no row has another number")
            if target.isJump {
                try Mismatch.unless(past.mayJump, "the list jumps by itself")
                // One that has failed may follow, if it is retried.
                past.mayJump = state.refresh.isFailed
                past.heldEdges = [:]
                past.hasLanded = true
            }
        }
        try Mismatch.unless(
            !rows.isEmpty || before.rows.isEmpty || past.isCancelled || !list.pages.isEmpty,
            "the screen is blank")
        // A window may remove a page and add an equal one; a separator may be made again as it was.
        let mayRepeatRows = setup.chain != .plain || rules.allowsRepeatedKeys
        let isReplacing = !state.change.removed.isEmpty && !state.change.inserted.isEmpty
        let isQuiet = setup.chain.isQuiet && !(rules.maxRows != nil && mayRepeatRows && isReplacing)
        let isOneToShow =
            !state.change.isEmpty && (!isQuiet || state.change.isReload && state.refresh.isLoading)
            || state.scrollTarget != nil || state.warning != nil || isOther(state, rows, than: before)
        try Mismatch.unless(isOneToShow, "the same state twice")
        if outcome.isNewGeneration { try checkDifference(state.change, before) }
    }

    private func isOther(
        _ state: ViewState<SimulatedRow>, _ rows: [SimulatedRow?], than before: Before
    ) -> Bool {
        let old = before.state
        let kinds = { (state: ViewState<SimulatedRow>) in
            [state.refresh, state.append, state.prepend].map { LoadKind($0) }
        }
        return rows != before.rows || kinds(state) != kinds(old) || state.total != old.total
            || state.isStored != old.isStored
            // For those who wait for a refresh, though a reload goes on.
            || state.tally.endedRefreshes != old.tally.endedRefreshes
    }

    /// Checks that a list with identities changes row by row: each row of both generations stays or moves.
    private func checkDifference(_ change: RowChange, _ before: Before) throws(Mismatch) {
        guard setup.chain.identifiesRows, !before.rows.isEmpty else { return }
        try Mismatch.unless(!change.isReload, "a list whose rows have identities is reloaded")
        let (old, new) = (before.rows.map { $0?.id }, rows.map { $0?.id })
        let (oldIDs, newIDs) = (old.compactMap { $0 }, new.compactMap { $0 })
        guard Set(oldIDs).count == oldIDs.count, Set(newIDs).count == newIDs.count else { return }
        for (row, id) in old.enumerated() {
            guard let id, let place = new.firstIndex(of: id) else { continue }
            try Mismatch.unless(change.row(afterMoving: row) == place, "\(change) loses row \(row)")
        }
    }
}

// The rows.
extension SimulatedSession {
    /// Finds which pages an event has added and removed, and checks the rows that are made of them.
    private mutating func takeRows(
        _ event: Engine.Event, _ before: Before, _ outcome: inout Outcome
    ) throws(Mismatch) {
        let restarts = outcome.started.contains { $0.request.direction == .refresh }
        var hasFailed = if case .failed = event { true } else { false }
        switch (event, before.answered) {
        case (.signal(.reset), _):
            list = ReferenceRows(setup.chain)
            past.isStored = false
        case (.stored(let stored), _):
            var offered = list
            offered.add(stored.snapshot)
            if list.pages.isEmpty, has(offered) {
                list = offered
                past.isStored = true
                past.mayJump = true
            }
        case (.loaded(_, let page), let answered?) where isRepeatedKey(in: page, for: answered.request):
            hasFailed = true
        case (.loaded(_, let page), let answered?) where answered.isOfRefresh:
            var upcoming = next ?? list.withoutPages
            upcoming.add(page, key: answered.request.key, at: Edge(answered.request.direction) ?? .end)
            let isAwaited = state.refresh.isLoading && !restarts
            let isShown = engine.tally.generations > before.tally.generations
            // That of a list of repetitions has no state of its own, if it is loaded again at once.
            hasFailed = engine.tally.failures > before.tally.failures
            if isShown, has(upcoming) {
                list = upcoming
                list.show()
                outcome.isNewGeneration = true
                past.isStored = false
                past.repeats = Edges(start: 0, end: 0)
                (past.removedEdges, past.heldEdges) = ([], [:])
            } else {
                next = isAwaited ? upcoming : nil
            }
        case (.loaded(_, let page), let answered?):
            guard let edge = Edge(answered.request.direction) else { break }
            // A page for which there is no room is removed at once; the transforms have seen it.
            let isTaken = state.tally.pages > before.state.tally.pages
            if has(list), !isTaken { break }
            // An equal one may have been removed at the other edge.
            let isReplacing = !state.change.inserted.isEmpty && !state.change.removed.isEmpty
            let isRemoved = has(list) && !isReplacing
            list.add(page, key: answered.request.key, at: edge)
            past.heldEdges[edge] = nil
            past.repeats[edge] = list.lastPageRepeats ? past.repeats[edge] % rules.repeatedPageLimit + 1 : 0
            // Confirmed rows are anchored before pages are removed, also this one. Where pages name no page
            // before them, one may have been removed there.
            let isFirst = isRemoved && page.previous == nil && server.links != .next
            let isLast = isRemoved && page.next == nil && server.links != .previous
            list.anchorConfirmed(
                ListEnds(
                    start: edge == .start ? state.prepend.isEnd || isFirst : before.state.prepend.isEnd,
                    end: edge == .end ? state.append.isEnd || isLast : before.state.append.isEnd))
            if isRemoved { removePage(at: edge) } else { removePages(after: edge) }
        default: break
        }
        if restarts || !state.refresh.isLoading { next = nil }
        // One that begins again with another page is the same refresh.
        let isDetour = before.answered?.isOfRefresh == true && !outcome.isNewGeneration && !hasFailed
        // Before the first page there is no earlier list.
        if restarts, !isDetour, engine.tally.generations > 0 || !list.pages.isEmpty {
            list.refreshBegins()
        }
        for load in outcome.started {
            guard let edge = Edge(load.request.direction) else { continue }
            if load.isOfRefresh { next?.loadBegins(beyond: edge) } else { list.loadBegins(beyond: edge) }
        }
        try checkRows()
    }

    func isRepeatedKey(in page: Page<Int, SimulatedRow>, for request: PageRequest<Int>) -> Bool {
        let further = request.direction == .prepend ? page.previous : page.next
        return request.key != nil && further == request.key && !rules.allowsRepeatedKeys
    }

    /// Removes the pages that the window has removed, those of the other edge first.
    private mutating func removePages(after edge: Edge) {
        let excess = list.pages.count - loadedPages.count
        if excess <= 0 { return }
        for own in 0...excess {
            let sides =
                [Edge](repeating: edge.opposite, count: excess - own) + [Edge](repeating: edge, count: own)
            var shorter = list
            for side in sides { shorter.removePage(at: side) }
            if has(shorter) { return sides.forEach { removePage(at: $0) } }
        }
    }

    private mutating func removePage(at edge: Edge) {
        list.removePage(at: edge)
        past.repeats[edge] = 0
        past.removedEdges.insert(edge)
        if let distance = distanceFromView(to: edge) { past.heldEdges[edge] = distance }
    }

    /// Whether the engine has the pages of a list.
    private func has(_ list: ReferenceRows) -> Bool {
        loadedPages.count == list.pages.count
            && zip(loadedPages, list.pages).allSatisfy { saved, loaded in
                // One that is loaded twice may name other pages the second time.
                saved.key == loaded.key && saved.page.items == loaded.page.items
                    && saved.page.previous == loaded.page.previous && saved.page.next == loaded.page.next
            }
    }

    private mutating func checkRows() throws(Mismatch) {
        try Mismatch.unless(has(list), "the pages are not those that were delivered")
        let hasPages = !list.pages.isEmpty
        list.present(
            ListEnds(start: hasPages && state.prepend.isEnd, end: hasPages && state.append.isEnd))
        let isCounted = hasPages && server.counting != .nothing
        var counts = Edges(start: 0, end: 0)
        if rules.showsPlaceholders, isCounted, let first = list.pages.first, let last = list.pages.last {
            if !state.prepend.isEnd { counts.start = server.count(beforePage: first.key ?? 0) }
            if !state.append.isEnd { counts.end = server.count(afterPage: last.key ?? 0) }
        }
        var expected = [SimulatedRow?](repeating: nil, count: counts.start)
        for page in list.rows { for row in page { expected.append(row) } }
        for _ in 0..<counts.end { expected.append(nil) }
        try Mismatch.unless(rows == expected, "shows \(rows) instead of \(expected)")
        let total = isCounted ? server.total : nil
        try Mismatch.unless(state.total == total, "counts \(String(describing: state.total)) items")
        try Mismatch.unless(state.isStored == past.isStored, "stored: \(state.isStored)")
        let isMoreNamed = Edges(
            start: list.pages.first?.page.previous != nil, end: list.pages.last?.page.next != nil)
        try Mismatch.unless(
            !(isMoreNamed.start && state.prepend.isEnd || isMoreNamed.end && state.append.isEnd),
            "ends where a page names another")
    }
}

extension PagingEngine.Event {
    var answeredLoad: LoadID? {
        switch self {
        case .loaded(let id, _), .failed(let id, _): id
        default: nil
        }
    }
}

/// The kind of a state of loading, which screens distinguish.
enum LoadKind {
    case idle, loading, failed, end

    init(_ state: LoadState) {
        switch state {
        case .idle: self = .idle
        case .loading: self = .loading
        case .failed: self = .failed
        case .end: self = .end
        }
    }
}
