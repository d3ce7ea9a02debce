extension PagingEngine {
    @inlinable
    mutating func take(_ page: Page<Key, Input>, of id: LoadID) -> [Action] {
        guard let request = request(of: id) else { return [] }
        if let error = repeatedKey(in: page, for: request) { return fail(id, error) }
        tally.pages += 1
        if refresh.request(of: id) != nil {
            if let other = requestOfMovedTarget(insteadOf: request, page) ?? requestOfMovedView() {
                return [restartRefresh(other)]
            }
            return takeFirst(page, for: request)
        }
        return Edge(request.direction).map { take(page, at: $0, for: request) } ?? []
    }

    @inlinable
    mutating func fail(_ id: LoadID, _ error: any Error) -> [Action] {
        guard let request = request(of: id) else { return [] }
        guard refresh.request(of: id) == nil, let edge = Edge(request.direction) else {
            return failRefresh(error, loading: request)
        }
        tally.failures += 1
        loads[edge] = .failed(error, request)
        if isInvalidated { endFailedJump() }
        let started = isInvalidated ? reload() : []
        return publish() + started
    }

    /// Ends a refresh that has failed. The old rows stay the list's, and so do the loads that they need.
    @inlinable
    mutating func failRefresh(_ error: any Error, loading request: PageRequest<Key>) -> [Action] {
        tally.failures += 1
        refresh = .failed(error, requestOfMovedTarget(insteadOf: request) ?? refreshRequest)
        upcoming = nil
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

    /// Adds a page beyond an edge.
    @inlinable
    mutating func take(_ page: Page<Key, Input>, at edge: Edge, for request: PageRequest<Key>) -> [Action] {
        let (oldCount, oldPlaceholders, oldItemsBefore) = (rows.items.count, placeholders, pages.itemsBefore)
        let oldHints = hints
        loads[edge] = .idle
        var change = add(page, for: request)
        let grown = rows.items.count - oldCount
        if grown > 0 { hints.edges[edge].isRequested = false }
        let filled =
            edge == .start
            ? oldPlaceholders.before - placeholders.before : oldPlaceholders.after - placeholders.after
        hints.recordLoaded(grown, at: edge, replacing: filled)
        recordRows(grown, of: request)
        follow(change, from: oldCount)
        // Rows beyond the loaded ones keep their distance from the end of the whole list on their side.
        let moved = { [pages] (rows: Range<Int>?) -> Range<Int>? in
            guard let rows, rows.lowerBound < 0 || rows.lowerBound >= oldCount else { return nil }
            if rows.lowerBound < 0 { return rows.shifted(by: oldItemsBefore - pages.itemsBefore) }
            if edge == .start { return rows.shifted(by: grown) }
            let place = rows.lowerBound - oldCount
            if place >= oldPlaceholders.after { return rows }
            // Of the placeholders that were replaced, those without an item of their own were removed.
            return rows.shifted(by: place < filled ? min(place, grown) - place : grown - filled)
        }
        hints.scrolled = moved(oldHints.scrolled) ?? hints.scrolled
        hints.inViewport = moved(oldHints.inViewport) ?? hints.inViewport
        // Without placeholders, a jump counts the rows.
        if edge == .start || !hints.isTarget { hints.shown = moved(oldHints.shown) ?? hints.shown }
        let overtaken = trim(after: edge, &change)
        countRepeats(at: edge)
        failCircle(at: edge)
        let arrived = takeArrival()
        // A jump that goes on page by page precedes a reload.
        let started = hints.isTarget ? startLoads() : isInvalidated ? reload() : startDueLoads()
        return publish(change, landingAt: arrived) + overtaken + started
    }

    /// The request of the page with the rows to jump to, if they have changed since the running load began.
    ///
    /// - Parameters:
    ///   - request: The request of the load.
    ///   - page: The page that it has delivered. If the rows are on it or near it, it is the right one.
    @inlinable
    mutating func requestOfMovedTarget(
        insteadOf request: PageRequest<Key>, _ page: Page<Key, Input>? = nil
    ) -> PageRequest<Key>? {
        if let total = page?.total, target?.isShown == false { target?.move(within: total) }
        guard let target, target.hasMoved, let key = keyForRow(target.rows.lowerBound) else { return nil }
        // The refresh is for these rows, also while it loads pages around them.
        if key == refreshRequest.key { self.target?.hasMoved = false }
        if key == refreshRequest.key || key == request.key { return nil }
        if let page, let before = page.itemsBefore {
            let items = target.rows.shifted(by: -before)
            let margin = target.isShown ? rules.jumpThreshold ?? 0 : 0
            if items.upperBound > -margin, items.lowerBound - page.items.count < margin { return nil }
        }
        self.target?.hasMoved = false
        return PageRequest(key: key, direction: .refresh)
    }

    /// Fails an edge after too many pages with only items that were in the list already: their source may go on so
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

    /// Records whether a page has rows. Repeated pages are counted instead.
    @inlinable
    mutating func recordRows(_ count: Int, of request: PageRequest<Key>) {
        if count > 0 {
            pages.withoutRows = Edges(start: VisitedKeys(), end: VisitedKeys())
        } else if let key = request.key, !transform.lastPageRepeats {
            pages.withoutRows[Edge(request.direction) ?? .end].insert(key)
        }
    }

    /// Fails an edge whose pages have no rows and lead back to one of them: without a row, no hint ends such a list.
    @inlinable
    mutating func failCircle(at edge: Edge) {
        guard let request = pages.request(beyond: edge), let error = circle(beyond: request) else { return }
        loads[edge] = .failed(error, request)
    }

    /// The error of a request for a page that leads there by pages without rows.
    @inlinable
    func circle(beyond request: PageRequest<Key>) -> PagingError? {
        guard let key = request.key, let edge = Edge(request.direction), !rules.allowsRepeatedKeys,
            pages.withoutRows[edge].contains(key)
        else { return nil }
        return .repeatedKey(String(describing: key))
    }

    /// Adds a page next to the loaded ones.
    @inlinable
    mutating func add(_ page: Page<Key, Input>, for request: PageRequest<Key>) -> RowChange {
        let oldCount = rows.items.count
        let number = pages.insert(page, for: request, keepsItems: start.keepsItems)
        let change = rows.apply(transform.apply(.insert(page: number, page.items)))
            .followed(by: updateEnds(pages.ends))
        if request.direction == .prepend { pages.countRowsBefore(oldCount - rows.items.count) }
        return change
    }

    /// Keeps track of the rows in view while others are inserted and removed.
    @inlinable
    mutating func follow(_ change: RowChange, from oldCount: Int) {
        if change.isEmpty { return }
        if let scrolled = hints.scrolled, scrolled.lowerBound >= 0 {
            hints.scrolled = change.focus(afterMoving: scrolled, from: oldCount, to: rows.items.count)
        }
        hints.follow(change, from: oldCount, to: rows.items.count)
        hintsBeforeRefresh.follow(change, from: oldCount, to: rows.items.count)
    }

    /// Passes the ends of the list to the transforms, if they have changed.
    @inlinable
    mutating func updateEnds(_ newEnds: ListEnds) -> RowChange {
        guard newEnds != ends else { return .none }
        ends = newEnds
        return rows.apply(transform.apply(.ends(newEnds)))
    }
}
