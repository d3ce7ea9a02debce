// Answers to loads.
extension PagingEngine {
    @inlinable
    mutating func handleLoaded(_ page: Page<Key, Input>, of id: LoadID) {
        for edge in Edge.allCases {
            guard let request = edges[edge].request(of: id) else { continue }
            if let error = repeatedKey(in: page, for: request) { return failEdge(edge, error, request) }
            return addPage(page, at: edge, for: request)
        }
        guard let request = rebuild.load.request(of: id) else { return }
        if let error = repeatedKey(in: page, for: request) { return handleFailure(error, of: id) }
        tally.pages += 1
        takeFirst(page, for: request)
    }

    @usableFromInline
    mutating func handleFailure(_ error: any Error, of id: LoadID) {
        for edge in Edge.allCases {
            if let request = edges[edge].request(of: id) { return failEdge(edge, error, request) }
        }
        if rebuild.load.request(of: id) != nil, let plan = rebuild.plan { failRebuild(plan, error) }
    }

    /// Adds a page beyond an edge.
    @inlinable
    mutating func addPage(
        _ page: Page<Key, Input>, at edge: Edge, for request: PageRequest<Key>
    ) {
        tally.pages += 1
        edges[edge] = .open
        if asked.reload == .afterPages { asked.reload = .due }
        if list.ends[edge] { return takeGain(from: page) }
        let count = list.rows.items.count
        note(list.add(page, for: request, keepsItems: setup.start.keepsItems))
        note(list.settle())
        if list.arrivals != nil { takePending(at: edge, after: page) }
        // A page without rows does not answer the request for it: the next one has to, if there is one.
        let isAnswer = list.ends[edge] || list.rows.items.count > count
        if !isAnswer { asked.pages[edge] = true }
        trim(after: edge)
        if isAnswer { asked.pages[edge] = false }
        if list.repeats[edge] > 0 || !list.pages.withoutRows[edge].isEmpty { failRepeats(at: edge) }
    }

    /// Fails an edge beyond which the source may go on forever.
    @usableFromInline
    mutating func failRepeats(at edge: Edge) {
        guard let request = list.pages.request(beyond: edge),
            let error = errorOfEndlessSource(list, loadedAt: edge, next: request)
        else { return }
        edges[edge] = .failed(error, request)
        asked.pages[edge] = false
        if list.repeats[edge] >= rules.repeatedPageLimit { list.repeats[edge] = 0 }
    }

    /// The reason why no further page is requested. Either too many consecutive pages had only items that
    /// were in the list already, or the next page leads back to a page without rows, and without a row no
    /// hint ends such a list. The source may go on in this way forever.
    func errorOfEndlessSource(
        _ generation: Generation, loadedAt edge: Edge, next request: PageRequest<Key>
    ) -> PagingError? {
        if !rules.allowsRepeatedKeys, let key = request.key, let edge = Edge(request.direction),
            generation.pages.withoutRows[edge].contains(key)
        {
            return .repeated(key)
        }
        let repeats = generation.repeats[edge]
        return repeats >= rules.repeatedPageLimit ? .repeatedPages(repeats) : nil
    }

    @inlinable
    func repeatedKey(in page: Page<Key, Input>, for request: PageRequest<Key>) -> PagingError? {
        guard let key = request.key, !rules.allowsRepeatedKeys else { return nil }
        let further = request.direction == .prepend ? page.previous : page.next
        return further == key ? .repeated(key) : nil
    }

    /// Ends a load beyond an edge that has failed. If the list is to be loaded again, that repeats the load:
    /// at once or, while a jump goes on beyond the other edge, after that.
    @usableFromInline
    mutating func failEdge(_ edge: Edge, _ error: any Error, _ request: PageRequest<Key>) {
        if asked.reload == .afterPages { asked.reload = .due }
        edges[edge] = .failed(error, request)
        if asked.reload == .due {
            if isAtRest || target.map({ distance(from: $0, to: edge) < 0 }) ?? true { asked.target = nil }
            if asked.target == nil { return edges[edge] = .open }
        }
        tally.failures += 1
    }

    /// Ends a rebuild that has failed. The old rows stay the list's, and so do the loads that they need.
    @usableFromInline
    mutating func failRebuild(_ plan: Plan, _ error: any Error) {
        tally.failures += 1
        var plan = plan
        plan.next = nil
        asked.restoreRequests(plan.before.takeRequests())
        rebuild = Rebuild(load: .failed(error, plan.request), box: .plan(plan))
        if asked.reload != .no { asked.reload = .due }
    }

    /// Shows a stored list while the first page is being loaded, or after that has failed. One that is valid
    /// replaces the first load. Ignored once a page is loaded, or after the loads were cancelled.
    @usableFromInline
    mutating func showStored(_ stored: StoredList<Key, Input>) {
        guard asked.awaitsStore, !hasPages, rebuild.isPlanned,
            !stored.snapshot.pages.isEmpty
        else { return }
        asked.awaitsStore = false
        let (old, oldCounts) = (list.rows.items, counts)
        var generation = old.isEmpty ? list : makeGeneration(around: PagesAround())
        generation.add(stored.snapshot, keepsItems: setup.start.keepsItems)
        // Not just the load of the list's start, which a valid list replaces.
        let isLoadNeeded =
            !stored.isValid || rebuild.load.isFailed || rebuild.plan?.isJump == true || awaitsRefresh
        // Without rows there is nothing to show: whether the list is empty is for the source to say.
        if generation.rows.items.isEmpty, isLoadNeeded { return }
        generation.arrivals = list.arrivals
        generation.arrivals?.awaitPlaces(beside: stored.snapshot.pages.map(\.page.items))
        list = generation
        dropRequestsBeyondEnds()
        list.origin = .store(loadedAt: stored.loadedAt, isValid: stored.isValid)
        noteReplacement(of: old)
        if !isLoadNeeded { cancelLoads() }
        if !old.isEmpty { keepPlaceInNewSource(from: oldCounts) }
        // The first row of the page that the list begins with, if there are rows before it.
        if viewport.origin == .list, rebuild.plan?.isJump != true, asked.target == nil,
            let page = list.startPage(setup.start)
        {
            let row = list.rows.items.page(at: page - list.rows.firstPage).start
            if row > 0, row < list.rows.items.count {
                asked.target = (row..<row + 1).shifted(by: list.pages.itemsBefore)
            }
        }
    }

    /// Drops the requests of pages that the list that is shown now does not have. They were not of that list,
    /// and do not load its last page again.
    mutating func dropRequestsBeyondEnds() {
        for edge in Edge.allCases where list.ends[edge] { asked.pages[edge] = false }
    }
}
