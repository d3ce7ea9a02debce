extension PagingEngine {
    @inlinable
    mutating func start() -> [Action] {
        guard !hasPages, case .idle = refresh else { return [] }
        return startRefresh()
    }

    @inlinable
    mutating func handle(_ signal: ListSignal) -> [Action] {
        switch signal {
        case .shown(let row): shown(row)
        case .loadMore: loadMore()
        case .refresh: startRefresh()
        case .retry: retry()
        case .cancel: cancel()
        case .reset: reset()
        }
    }

    @inlinable
    mutating func shown(_ row: Int) -> [Action] {
        precondition(row >= 0, "Rows count from zero.")
        lastShown = row
        return afterHint()
    }

    @inlinable
    mutating func loadMore() -> [Action] {
        // During a load it is part of the burst that started the load; during the first it waits for it.
        if hasPages ? !append.isLoading : refresh.isLoading { wantedCount = items.count + 1 }
        return afterHint()
    }

    @inlinable
    mutating func afterHint() -> [Action] {
        let failed = append
        if rules.failurePolicy == .retryOnHint {
            if !hasPages, refresh.isFailed { return startRefresh() }
            if append.isFailed { append = .idle }
        }
        if !hasPages, case .idle = refresh { return startRefresh() }
        guard let load = startAppendIfWanted() else {
            append = failed
            return []
        }
        return [publishing(), load]
    }

    @inlinable
    mutating func retry() -> [Action] {
        if refresh.isFailed { return startRefresh() }
        guard append.isFailed, !refresh.isLoading else { return [] }
        append = .idle
        wantedCount = max(wantedCount, items.count + 1)
        guard let load = startAppendIfWanted() else { return [] }
        return [publishing(), load]
    }

    @inlinable
    mutating func cancel() -> [Action] {
        let cancellations = cancelLoads()
        wantedCount = 0
        return cancellations.isEmpty ? [] : cancellations + [publishing()]
    }

    @inlinable
    mutating func reset() -> [Action] {
        let wasUntouched = isAtRest && !hasPages && items.isEmpty && !refresh.isFailed
        let cancellations = cancelLoads()
        let change: RowChange = items.isEmpty ? .none : .reload
        refresh = .idle
        beginGeneration()
        items = PagedItems()
        hasPages = false
        return wasUntouched ? cancellations : cancellations + [publishing(change)]
    }

    /// Starts the first load of a new generation; the rows of the old one stay until it is in.
    @inlinable
    mutating func startRefresh() -> [Action] {
        if refresh.isLoading { return [] }
        let cancellations = cancelLoads()
        if hasPages {
            lastShown = nil
            wantedCount = 0
        }
        let load = startLoad(.refresh, key: nil)
        return cancellations + [publishing(), load]
    }
}

// The parts of loading that signals and answers share.
extension PagingEngine {
    /// Starts loading the next page if rows are wanted and nothing stands against it.
    @inlinable
    mutating func startAppendIfWanted() -> Action? {
        guard hasPages, !refresh.isLoading, case .idle = append, let nextKey else { return nil }
        guard items.count < wantedRows else { return nil }
        return startLoad(.append, key: nextKey)
    }

    /// How many rows there should be: the threshold beyond the last shown row, and what was asked for besides.
    @inlinable
    var wantedRows: Int {
        guard let lastShown, rules.threshold > 0 else { return wantedCount }
        let (rows, overflow) = lastShown.addingReportingOverflow(rules.threshold)
        return max(wantedCount, overflow || rows == .max ? .max : rows + 1)
    }

    @inlinable
    mutating func startLoad(_ direction: LoadDirection, key: Key?) -> Action {
        lastLoadID += 1
        let id = LoadID(number: lastLoadID)
        if direction == .refresh { refresh = .loading(id, key: key) } else { append = .loading(id, key: key) }
        return .load(id, PageRequest(key: key, direction: direction))
    }

    /// Forgets the loads that are running.
    @inlinable
    mutating func cancelLoads() -> [Action] {
        var cancellations: [Action] = []
        if case .loading(let id, _) = refresh {
            cancellations.append(.cancelLoad(id))
            refresh = .idle
        }
        if case .loading(let id, _) = append {
            cancellations.append(.cancelLoad(id))
            append = .idle
        }
        return cancellations
    }

    /// Forgets what belongs to the old generation, but for its rows.
    @inlinable
    mutating func beginGeneration() {
        memory = transform.makeMemory()
        append = .idle
        nextKey = nil
        total = nil
        lastShown = nil
        wantedCount = 0
    }

    @inlinable
    func publishing(_ change: RowChange = .none) -> Action {
        .publish(
            ViewState(
                items: items,
                refresh: refresh.state,
                prepend: hasPages ? .end : .idle,
                append: hasPages && nextKey == nil ? .end : append.state,
                change: change,
                total: total))
    }
}

extension PagingEngine.Load {
    @inlinable
    var state: LoadState {
        switch self {
        case .idle: .idle
        case .loading: .loading
        case .failed(let error): .failed(error)
        }
    }
}
