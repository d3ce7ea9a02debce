extension PagingEngine {
    @inlinable
    mutating func handle(_ signal: ListSignal) -> [Action] {
        if snapshot != nil, !signal.stops {
            // It came ahead of the start, and means the rows that were saved.
            let actions = begin()
            return actions + handle(signal)
        }
        return switch signal {
        case .shown(let row): shown(row)
        case .scrolled(let offset, let viewport, let content): scrolled(offset, viewport, content)
        case .loadMore: loadMore()
        case .loadPrevious: loadPrevious()
        case .refresh: startRefresh(PageRequest(key: start.key, direction: .refresh))
        case .retry: retry()
        case .cancel: cancel()
        case .reset: reset()
        case .jump(let row): jump(to: Target(row: checked(row), isShown: false))
        }
    }

    @inlinable
    mutating func shown(_ row: Int) -> [Action] {
        let row = checked(row)
        focusRow = row
        let item = row - placeholders.before
        if let limit = rules.jumpThreshold, hasPages, item < -limit || item - rows.items.count >= limit {
            return jump(to: Target(row: row, isShown: true))
        }
        // Back at the rows, the list does not want to go where it was.
        let abandoned = target?.isShown == true ? abandonJump() : nil
        wishes.shown = item
        wishes.isDestination = false
        return afterHint(abandoned)
    }

    /// Takes a row that was shown, if nothing else has to be done about it.
    ///
    /// - Returns: Whether that was all. If not, the signal has to be handled.
    @inlinable
    package mutating func takesNote(ofShown row: Int) -> Bool {
        guard hasPages, row >= 0, rules.jumpThreshold == nil, !rows.items.isEmpty else { return false }
        guard !wishes.append, !wishes.prepend, !wishes.isDestination else { return false }
        let item = checked(row) - placeholders.before
        guard ends.end || rows.items.count - 1 - item >= rules.threshold else { return false }
        guard ends.start || item >= rules.threshold else { return false }
        wishes.shown = item
        wishes.renew()
        focusRow = row
        return true
    }

    /// A row that can be counted with.
    @inlinable
    func checked(_ row: Int) -> Int {
        precondition(row >= 0, "Rows count from zero.")
        // However far beyond the list, it leaves room for the pages that may come before it.
        return min(row, .max / 2)
    }

    @inlinable
    mutating func scrolled(_ offset: Double, _ viewport: Double, _ content: Double) -> [Action] {
        // A list that is not laid out yet is nowhere.
        guard viewport > 0 else { return [] }
        let restOfContent = content - offset - viewport
        let isAtStart: Bool
        let isAtEnd: Bool
        switch rules.scrollPolicy {
        case .within(let viewports):
            isAtStart = offset <= viewports * viewport
            isAtEnd = restOfContent <= viewports * viewport
        case .pulled(let distance):
            isAtStart = -offset >= distance
            // Content that does not fill the viewport rests at its start: the room below it is not a pull.
            isAtEnd = offset - max(0, content - viewport) >= distance
        }
        if isAtEnd { wishForMore() }
        if isAtStart { wishForPrevious() }
        return isAtStart || isAtEnd ? afterHint() : []
    }

    @inlinable
    mutating func loadMore() -> [Action] {
        wishForMore()
        return afterHint()
    }

    @inlinable
    mutating func loadPrevious() -> [Action] {
        wishForPrevious()
        return afterHint()
    }

    /// During a load it is part of the burst that started the load; during a refresh it waits for the first page.
    @inlinable
    mutating func wishForMore() {
        if hasPages ? !append.isLoading : refresh.isLoading { wishes.append = true }
    }

    @inlinable
    mutating func wishForPrevious() {
        if hasPages ? !prepend.isLoading : refresh.isLoading { wishes.prepend = true }
    }

    /// Loads what is wanted now, where there may be something to show even if nothing is.
    ///
    /// - Parameter abandoned: What has to be done first, about a jump that was given up with the hint.
    @inlinable
    mutating func afterHint(_ abandoned: [Action]?) -> [Action] {
        let actions = afterHint()
        guard let abandoned else { return actions }
        return abandoned + (actions.isEmpty ? publish() : actions)
    }

    @inlinable
    mutating func afterHint() -> [Action] {
        wishes.renew()
        if !hasPages {
            switch refresh {
            case .idle: return startRefresh(PageRequest(key: start.key, direction: .refresh))
            case .failed:
                return rules.failurePolicy == .retryOnHint ? retry() : []
            case .loading: return []
            }
        }
        let loads = startLoads(retrying: rules.failurePolicy == .retryOnHint)
        return loads.isEmpty ? [] : publish() + loads
    }

    @inlinable
    mutating func retry() -> [Action] {
        if case .failed(_, let request) = refresh {
            return startRefresh(request, showing: target, after: pagesBeforeRefreshed)
        }
        guard !refresh.isLoading, append.isFailed || prepend.isFailed else { return [] }
        if append.isFailed { wishes.append = true }
        if prepend.isFailed { wishes.prepend = true }
        let loads = startLoads(retrying: true)
        return loads.isEmpty ? [] : publish() + loads
    }

    @inlinable
    mutating func cancel() -> [Action] {
        if refresh.isLoading { restoreWishes() }
        let cancellations = cancelLoads()
        if refresh.isIdle { target = nil }
        wishes.append = false
        wishes.prepend = false
        wishes.areCancelled = true
        return cancellations + publish()
    }

    @inlinable
    mutating func reset() -> [Action] {
        let cancellations = cancelLoads()
        let change: RowChange = rows.items.isEmpty ? .none : .reload
        refresh = .idle
        target = nil
        wishes = Wishes()
        focusRow = nil
        transform = initialTransform
        beginGeneration()
        return cancellations + publish(change)
    }

    /// Goes to a row of the whole list, by a page around it or page by page.
    @inlinable
    mutating func jump(to target: Target) -> [Action] {
        let item = target.row - (pages.before.itemCount ?? 0)
        let isLoaded = hasPages && item >= 0 && item < rows.items.count
        guard !isLoaded, let key = keyForRow(target.row) else {
            let abandoned = abandonJump()
            wishes.shown = item
            wishes.isDestination = !target.isShown
            return afterHint(abandoned ?? [])
        }
        let request = PageRequest(key: key, direction: .refresh)
        if case .failed(let error, _) = refresh, target.isShown, rules.failurePolicy == .hold {
            // What a retry loads is where the list is by then.
            if self.target?.isShown == true {
                self.target = target
                refresh = .failed(error, request)
            }
            return []
        }
        return startRefresh(request, showing: target)
    }

    /// Gives up going to a row that is not loaded, and wants again what was wanted before.
    ///
    /// - Returns: What to do about it; `nil` if the list does not go anywhere.
    @inlinable
    mutating func abandonJump() -> [Action]? {
        guard hasPages, target.take() != nil, !refresh.isIdle else { return nil }
        let id = refresh.stop()
        refresh = .idle
        restoreWishes()
        return id.map { [.cancelLoad($0)] } ?? []
    }

    /// Loads the present pages anew, around the row that was shown last.
    @inlinable
    mutating func invalidate() -> [Action] {
        if case .loading(let id, let request) = refresh {
            // What is being loaded may be out of date, too.
            return [.cancelLoad(id), startLoad(request)]
        }
        guard hasPages else { return [] }
        guard let page = shownPage else {
            return startRefresh(PageRequest(key: start.key, direction: .refresh))
        }
        return startRefresh(
            PageRequest(key: pages.table[page].key, direction: .refresh), after: pages.before(page: page))
    }

    @inlinable
    mutating func perform(_ command: TransformCommand) -> [Action] {
        let oldCount = rows.items.count
        let change = rows.apply(transform.perform(command))
        follow(change, from: oldCount)
        // An edit does not want what was cancelled.
        let loads = wishes.areCancelled ? [] : startLoads()
        return publish(change) + loads
    }
}
