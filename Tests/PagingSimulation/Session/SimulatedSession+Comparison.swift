import PagingOperators

extension SimulatedSession {
    /// Compares the engine with the reference.
    ///
    /// - Parameter answered: The load that was just answered.
    mutating func compare(
        _ actions: [Engine.Action], since before: ReferenceList, answered: Int? = nil
    ) throws(Mismatch) {
        try Mismatch.unless(!reference.isUnsure, "the row that the list keeps in place is not determined")
        var cancelled: [LoadID] = []
        var states: [ViewState<SimulatedRow>] = []
        for action in actions {
            switch action {
            case .publish(let published):
                let state = deviation.changeState(published)
                states.append(state)
                let old = shown.rows
                try show(state)
                let isFirst = answered.map { reference.loads[$0].isOfRefresh } ?? false
                if isFirst, reference.refresh == .idle { try compareGenerations(old, with: state.change) }
            case .cancelLoad(let id): cancelled.append(id)
            case .load(let id, let request): try compareLoad(id, request)
            }
        }
        try Mismatch.unless(
            ids.count == reference.loads.count, "a load is missing: \(reference.loads[ids.count...])")
        try compareCancellations(cancelled, since: before, answered: answered)
        try compareState()
        try checkLoads()
        try compareView(in: states, since: before)
    }

    /// Compares the rows in view, and where the list has to scroll.
    private mutating func compareView(
        in states: [ViewState<SimulatedRow>], since before: ReferenceList
    ) throws(Mismatch) {
        // The row that a jump has reached is reported once, also if a reload has begun since.
        reference.reportArrival()
        guard let state = states.last else {
            return try Mismatch.unless(reference.arrivals.isEmpty, "a jump is not reported")
        }
        if reference.view != nil, reference.arrivals.isEmpty, states.allSatisfy(\.change.isEmpty) {
            return try Mismatch.unless(
                state.focusRows == reference.view && states.allSatisfy { $0.scrollTarget == nil },
                "\(String(describing: state.focusRows)) is in view, though no row has changed")
        }
        let landing = reference.landing(since: before)
        reference.arrivals = []
        let targets = states.compactMap(\.scrollTarget)
        try Mismatch.unless(
            targets == [landing.target].compactMap { $0 },
            "scrolls to \(targets), not to \(String(describing: landing.target))")
        let view = state.focusRows
        let isRight =
            switch landing.top {
            case .row(let row): view?.lowerBound == row
            case .oneOf(let rows): rows.contains { view?.lowerBound == $0 }
            case .ambiguous: true
            }
        try Mismatch.unless(
            isRight,
            "\(String(describing: view)) is in view after \(String(describing: reference.view)), not \(landing.top)"
        )
        if let view = reference.view, case .row(let row) = landing.top {
            try compareTop(row, of: view, in: states)
        }
        reference.view = view
    }

    /// Compares the scroll target of the state that has changed the rows.
    private func compareTop(
        _ row: Int, of view: Range<Int>, in states: [ViewState<SimulatedRow>]
    ) throws(Mismatch) {
        // Without a target, a reloaded list keeps its scroll position.
        guard let state = states.first(where: { !$0.change.isEmpty }), row < state.rowCount,
            !state.change.isReload || state.scrollTarget != nil
        else { return }
        let top = state.topRow(following: view)
        try Mismatch.unless(top == row, "the screen scrolls from \(view) to row \(top), not to \(row)")
    }

    private mutating func show(_ state: ViewState<SimulatedRow>) throws(Mismatch) {
        let isNew = !state.change.isEmpty
        if isNew { reference.haveRowsMoved = true }
        let old = shown
        shown = ReferenceList.Visible(
            rows: rows(of: state), refresh: .init(state.refresh),
            prepend: .init(state.prepend), append: .init(state.append), total: state.total,
            isStored: state.isStored)
        try screen.apply(state.change, leadingTo: shown.rows)
        try slowScreen.show(state.change, leadingTo: shown.rows)
        if let warning = state.warning {
            try Mismatch.unless(!hasWarned, "warns twice")
            try Mismatch.unless(
                state.items.count > setup.rules.maxRows ?? .max, "warns without reason: \(warning)")
            hasWarned = true
        }
        if let target = state.scrollTarget {
            let isThere = shown.rows.indices.contains(target.row) && shown.rows[target.row] != nil
            try Mismatch.unless(isThere, "came to row \(target.row), which is not there")
            try Mismatch.unless(
                target.isJump || state.change.isReload, "\(target), though no row has another number")
        }
        // A window may remove a page and add an equal one: a page may come again, or show the duplicates of the one before.
        let mayRepeatRows = setup.chain != .plain || setup.rules.allowsRepeatedKeys
        let isReplacing = !state.change.removed.isEmpty && !state.change.inserted.isEmpty
        let isWindow = setup.rules.maxRows != nil
        let isQuiet = setup.chain.isQuiet && !(isWindow && mayRepeatRows && isReplacing)
        // A list that is reloaded again at once loads as before, and may have the same rows.
        let isReloading = state.change.isReload && state.refresh.isLoading
        let isOneToShow =
            old != shown || isNew && !isQuiet || state.scrollTarget != nil || isReloading
            || state.warning != nil
        try Mismatch.unless(isOneToShow, "the same state twice")
    }

    private func rows(of state: ViewState<SimulatedRow>) -> [SimulatedRow?] {
        var rows = [SimulatedRow?](repeating: nil, count: state.placeholdersBefore)
        for row in state.items { rows.append(row) }
        for _ in 0..<state.placeholdersAfter { rows.append(nil) }
        return rows
    }

    /// Checks that a list with identities changes row by row: each row of both generations stays or moves.
    private func compareGenerations(_ old: [SimulatedRow?], with change: RowChange) throws(Mismatch) {
        guard setup.chain.identifiesRows, !old.isEmpty else { return }
        try Mismatch.unless(!change.isReload, "a list whose rows have identities is reloaded")
        let (oldIDs, newIDs) = (old.compactMap { $0?.id }, shown.rows.compactMap { $0?.id })
        guard Set(oldIDs).count == oldIDs.count, Set(newIDs).count == newIDs.count else { return }
        for (row, id) in old.enumerated().compactMap({ row, item in item.map { (row, $0.id) } }) {
            guard let place = shown.rows.firstIndex(where: { $0?.id == id }) else { continue }
            try Mismatch.unless(change.row(afterMoving: row) == place, "\(change) loses row \(row)")
        }
    }

    private mutating func compareLoad(_ id: LoadID, _ request: PageRequest<Int>) throws(Mismatch) {
        try Mismatch.unless(!ids.contains(id), "a load's identifier comes twice")
        ids.append(id)
        try Mismatch.unless(ids.count <= reference.loads.count, "\(request) is not due")
        let load = reference.loads[ids.count - 1]
        try Mismatch.unless(
            request == PageRequest(key: load.key, direction: load.direction),
            "asks for \(request) instead of \(load)")
    }

    private func compareCancellations(
        _ cancelled: [LoadID], since before: ReferenceList, answered: Int?
    ) throws(Mismatch) {
        let stopped = before.loads.indices.filter {
            before.loads[$0].isRunning && !reference.loads[$0].isRunning && $0 != answered
        }
        let isRight = cancelled.count == stopped.count && stopped.allSatisfy { cancelled.contains(ids[$0]) }
        try Mismatch.unless(isRight, "cancelled \(cancelled), not the loads \(stopped)")
    }

    private func compareState() throws(Mismatch) {
        let expected = reference.visible
        try Mismatch.unless(shown == expected, "shows \(shown) instead of \(expected)")
        try Mismatch.unless(
            engine.shownRows == reference.shownRows,
            "rows \(String(describing: engine.shownRows)) are in view, not \(String(describing: reference.shownRows))"
        )
    }

    /// Checks invariants that do not depend on the reference.
    private func checkLoads() throws(Mismatch) {
        let running = runningLoads.map { reference.loads[$0] }.map {
            $0.isOfRefresh ? .refresh : $0.direction
        }
        for (direction, kind) in [
            (LoadDirection.refresh, shown.refresh), (.append, shown.append), (.prepend, shown.prepend),
        ] {
            let count = running.count { $0 == direction }
            try Mismatch.unless(count <= 1, "two loads run in one direction: \(direction)")
            try Mismatch.unless(
                (kind == .loading) == (count == 1), "\(count) loads run while \(direction) is \(kind)")
        }
        try Mismatch.unless(engine.isAtRest == running.isEmpty, "at rest: \(engine.isAtRest)")
        try Mismatch.unless(
            shown.refresh != .loading || running.count == 1, "a refresh runs beside other loads")
    }
}

extension ReferenceList.LoadKind {
    init(_ state: LoadState) {
        switch state {
        case .idle: self = .idle
        case .loading: self = .loading
        case .failed: self = .failed
        case .end: self = .end
        }
    }
}
