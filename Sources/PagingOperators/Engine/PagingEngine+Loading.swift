// The parts of loading that signals and answers share.
extension PagingEngine {
    /// Whether a page of the present generation is in.
    @inlinable
    var hasPages: Bool { !pages.isEmpty }

    /// Starts the first load of a new generation; the rows of the old one stay until it is in.
    ///
    /// - Parameters:
    ///   - target: A row of the whole list to go to with it.
    ///   - before: What stands before the page, as far as its source does not say so.
    @inlinable
    mutating func startRefresh(
        _ request: PageRequest<Key>, showing target: Target? = nil,
        after before: PagesBefore<Key> = PagesBefore()
    ) -> [Action] {
        self.target = target
        pagesBeforeRefreshed = before
        if case .loading(_, request) = refresh { return [] }
        if !refresh.isLoading, hasPages {
            wishesBeforeRefresh = wishes
            wishes = Wishes()
        }
        let cancellations = cancelLoads()
        transform.refreshBegins()
        let load = startLoad(request)
        return cancellations + publish() + [load]
    }

    /// Starts loading the pages next to the present ones, if rows are wanted there and nothing stands against it.
    ///
    /// - Parameter retrying: Whether a direction that has failed is tried again.
    @inlinable
    mutating func startLoads(retrying: Bool = false) -> [Action] {
        guard hasPages, !refresh.isLoading else { return [] }
        var loads: [Action] = []
        if append.isIdle || retrying && append.isFailed, wantsAppend, let request = pages.nextRequest {
            loads.append(startLoad(request))
        }
        if prepend.isIdle || retrying && prepend.isFailed, wantsPrepend, let request = pages.previousRequest {
            loads.append(startLoad(request))
        }
        forgetVainWishes()
        return loads
    }

    /// Forgets what can't be had or must not be tried, so that it is not loaded later.
    @inlinable
    mutating func forgetVainWishes() {
        if !append.isLoading { wishes.append = false }
        if !prepend.isLoading { wishes.prepend = false }
    }

    /// Whether rows are wanted after the last. Something has to be shown for a hint to come.
    @inlinable
    var wantsAppend: Bool {
        if wishes.append || rows.items.isEmpty { return true }
        guard let shown = wishes.shown, rules.threshold > 0, !wishes.holdsAppend else { return false }
        return rows.items.count - 1 - shown < rules.threshold
    }

    /// Whether rows are wanted before the first.
    @inlinable
    var wantsPrepend: Bool {
        if wishes.prepend || rows.items.isEmpty && pages.nextRequest == nil { return true }
        guard let shown = wishes.shown, rules.threshold > 0, !wishes.holdsPrepend else { return false }
        return shown < rules.threshold
    }

    @inlinable
    mutating func startLoad(_ request: PageRequest<Key>) -> Action {
        lastLoadID += 1
        wishes.areCancelled = false
        let id = LoadID(number: lastLoadID)
        switch request.direction {
        case .refresh: refresh = .loading(id, request)
        case .prepend: prepend = .loading(id, request)
        case .append: append = .loading(id, request)
        }
        return .load(id, request)
    }

    /// Forgets the loads that are running.
    @inlinable
    mutating func cancelLoads() -> [Action] {
        [refresh.stop(), append.stop(), prepend.stop()].compactMap { $0.map { .cancelLoad($0) } }
    }

    /// Forgets what belongs to the old generation.
    @inlinable
    mutating func beginGeneration() {
        pages = LoadedPages()
        rows = PresentedRows()
        ends = ListEnds()
        append = .idle
        prepend = .idle
        wishesBeforeRefresh = Wishes()
    }

    /// Wants again what was wanted before the refresh, which has come to nothing.
    @inlinable
    mutating func restoreWishes() {
        if wishes.shown == nil {
            wishes.shown = wishesBeforeRefresh.shown
            wishes.isDestination = wishesBeforeRefresh.isDestination
        }
        wishes.append = wishes.append || wishesBeforeRefresh.append
        wishes.prepend = wishes.prepend || wishesBeforeRefresh.prepend
        wishesBeforeRefresh = Wishes()
    }

    /// The row that was shown last, also while a refresh makes it count no more.
    @inlinable
    var latestShown: Int? { wishes.shown ?? wishesBeforeRefresh.shown }

    /// The page with the row that was shown last.
    @inlinable
    var shownPage: Int? {
        guard let shown = latestShown, !rows.items.isEmpty else { return nil }
        let row = min(max(shown, 0), rows.items.count - 1)
        return rows.firstPage + rows.items.pageIndex(ofRow: row)
    }
}
