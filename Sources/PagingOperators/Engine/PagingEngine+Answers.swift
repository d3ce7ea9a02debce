extension PagingEngine {
    @inlinable
    mutating func take(_ page: Page<Key, Input>, of id: LoadID) -> [Action] {
        guard let request = request(of: id) else { return [] }
        if let error = repeatedKey(in: page, for: request) { return fail(id, error) }
        guard let edge = Edge(request.direction) else { return takeFirst(page, for: request) }
        return take(page, at: edge, for: request)
    }

    @inlinable
    mutating func fail(_ id: LoadID, _ error: any Error) -> [Action] {
        guard let request = request(of: id) else { return [] }
        tally.failures += 1
        if let edge = Edge(request.direction) {
            loads[edge] = .failed(error, request)
            let started = isInvalidated ? reload() : []
            return publish() + started
        }
        refresh = .failed(error, request)
        // The old rows stay the list's, and so do the loads that they need.
        restoreHints()
        if isInvalidated { return publish() + invalidate() }
        let started = startDueLoads()
        return publish() + started
    }

    /// The request of a load, if that load is running.
    @inlinable
    func request(of id: LoadID) -> PageRequest<Key>? {
        refresh.request(of: id) ?? loads.end.request(of: id) ?? loads.start.request(of: id)
    }

    @inlinable
    func repeatedKey(in page: Page<Key, Input>, for request: PageRequest<Key>) -> PagingError? {
        guard let key = request.key, !rules.allowsRepeatedKeys else { return nil }
        let further = request.direction == .prepend ? page.previous : page.next
        return further == key ? .repeatedKey(String(describing: key)) : nil
    }

    /// Replaces the old generation by the first page of the new one.
    @inlinable
    mutating func takeFirst(_ page: Page<Key, Input>, for request: PageRequest<Key>) -> [Action] {
        let old = placeholders
        transform.beginGeneration()
        beginGeneration()
        pages.beyond = pagesAroundRefreshed
        refresh = .idle
        tally.endedRefreshes = tally.refreshes
        _ = add(page, for: request)
        let isReload = old.all > 0
        if let target = target.take() {
            hints.shown = clamped(target.rows.shifted(by: -(pages.beyond.start.itemCount ?? 0)))
            hints.isTarget = !target.isShown
        } else if let shown = hints.shown {
            // A hint during the refresh counted the rows of that time; one before any rows waits as it is.
            let items = shown.shifted(by: old.before - placeholders.before)
            hints.shown = isReload ? clamped(items) : items
        }
        let started = startLoads()
        return publish(isReload ? .reload : RowChange(inserted: [0..<rows.items.count])) + started
    }

    /// Adds a page beyond an edge.
    @inlinable
    mutating func take(_ page: Page<Key, Input>, at edge: Edge, for request: PageRequest<Key>) -> [Action] {
        let oldCount = rows.items.count
        loads[edge] = .idle
        var change = add(page, for: request)
        let grown = rows.items.count - oldCount
        if grown > 0 { hints.edges[edge].isRequested = false }
        if edge == .start, let first = hints.shown?.lowerBound, first < 0 || first >= oldCount {
            // Rows beyond the loaded ones move with them all.
            hints.shown = hints.shown?.shifted(by: grown)
        } else {
            follow(change, from: oldCount)
        }
        change = change.followed(by: trim(edge.opposite))
        countRepeats(at: edge)
        let started = isInvalidated ? reload() : startDueLoads()
        return publish(change) + started
    }

    /// Fails an edge after too many pages with nothing but items that were in the list already: their source may go on so
    /// forever.
    @inlinable
    mutating func countRepeats(at edge: Edge) {
        repeatedPages[edge] = transform.lastPageRepeats ? repeatedPages[edge] + 1 : 0
        guard repeatedPages[edge] >= rules.repeatedPageLimit, let request = pages.request(beyond: edge) else {
            return
        }
        loads[edge] = .failed(PagingError.repeatedPages(repeatedPages[edge]), request)
        repeatedPages[edge] = 0
    }

    /// Adds a page next to the loaded ones.
    @inlinable
    mutating func add(_ page: Page<Key, Input>, for request: PageRequest<Key>) -> RowChange {
        let number = pages.insert(page, for: request, keepsItems: start.keepsItems)
        let change = rows.apply(transform.apply(.insert(page: number, page.items)))
        return change.followed(by: updateEnds(pages.ends))
    }

    /// Keeps track of the rows in view while others are inserted and removed.
    @inlinable
    mutating func follow(_ change: RowChange, from oldCount: Int) {
        guard let shown = hints.shown, shown.lowerBound >= 0 else { return }
        hints.shown = change.focus(afterMoving: shown, from: oldCount, to: rows.items.count)
    }

    /// Passes the ends of the list to the transforms, if they have changed.
    @inlinable
    mutating func updateEnds(_ newEnds: ListEnds) -> RowChange {
        guard newEnds != ends else { return .none }
        ends = newEnds
        return rows.apply(transform.apply(.ends(newEnds)))
    }

    /// Removes pages at one edge while there are too many rows.
    @inlinable
    mutating func trim(_ edge: Edge) -> RowChange {
        guard let maxRows = rules.maxRows else { return .none }
        var change = RowChange.none
        while rows.items.count > maxRows, rows.filledPages > 2, canTrim(edge) {
            change = change.followed(by: removePage(at: edge))
        }
        return change
    }

    /// Whether the page at an edge is far enough from the rows in view, and nothing is being loaded there.
    @inlinable
    func canTrim(_ edge: Edge) -> Bool {
        guard !loads[edge].isLoading else { return false }
        guard let shown = hints.shown else { return true }
        return rowCount(from: shown, to: edge) - rows.count(ofPage: rows.page(at: edge)) >= rules.threshold
    }

    @inlinable
    mutating func removePage(at edge: Edge) -> RowChange {
        let page = rows.page(at: edge)
        let oldCount = rows.items.count
        // A failure was that of another page than the one that is loaded next.
        loads[edge] = .idle
        var newEnds = ends
        newEnds[edge] = false
        // First, so that nothing is shown for an end that is no longer loaded.
        var change = updateEnds(newEnds)
        pages.remove(page: page)
        change = change.followed(by: rows.apply(transform.apply(.remove(page: page))))
        // A page that was loaded twice may have had other keys the second time.
        change = change.followed(by: updateEnds(pages.ends))
        follow(change, from: oldCount)
        // Separators and rows that stand beside others may have gone with the page. Loading it again at once could
        // go on forever.
        if let shown = hints.shown {
            hints.edges[edge].isHeld = rowCount(from: shown, to: edge) < rules.threshold
        }
        return change
    }
}
