import PagingOperators

extension ReferenceList {
    mutating func start() {
        if !hasPages && refresh == .idle { startRefresh(key: setup.startKey) }
    }

    mutating func show(_ rows: Range<Int>) {
        view = rows
        if continuesJump() { return }
        let items = presentRows(rows).shifted(by: -placeholdersBefore)
        if let limit = rules.jumpThreshold, hasPages {
            let distance = items.lowerBound < 0 ? 1 - items.upperBound : items.lowerBound - rowCount + 1
            if distance > limit { return jump(to: items.shifted(by: placeholdersBefore), isShown: true) }
        }
        if target?.isShown == true { abandonJump() }
        let isAtRest = !loads.contains(where: \.isRunning)
        if !haveRowsMoved, items == hints.shown, isAtRest { hints.holds = [] }
        haveRowsMoved = false
        noteReported(items)
        takeHint()
    }

    /// A row that is reported because its page was loaded or removed is in view together with those reported before.
    private mutating func noteReported(_ items: Range<Int>) {
        let row = items.lowerBound
        let start = hints.redrawn[.prepend] ?? (0, 0)
        let end = hints.redrawn[.append] ?? (0, 0)
        let isRemoved =
            (-start.removed..<0).contains(row) || (rowCount..<rowCount + end.removed).contains(row)
        let isLoaded =
            (0..<rowCount).contains(row) && (row < start.loaded || row >= rowCount - end.loaded)
        if let shown = hints.shown, hints.hasRedrawn, hints.inViewport == nil, items.count == 1 {
            let staysJoined = hints.areJoined && (isLoaded || shown.contains(row))
            if isRemoved || staysJoined {
                noteShown(min(row, shown.lowerBound)..<max(row + 1, shown.upperBound))
                hints.areJoined = true
                return
            }
            if isLoaded { return noteShown(items) }
        }
        hints.redrawn = [:]
        noteShown(items)
    }

    /// Returns whether a jump page by page goes on after a report: while it loads, or if only its rows have moved.
    private mutating func continuesJump() -> Bool {
        guard hints.isTarget else { return false }
        defer { haveRowsMoved = false }
        return haveRowsMoved || loads.contains(where: \.isRunning)
    }

    /// Ends a jump page by page where the screen is.
    private mutating func endJump() {
        guard hints.isTarget else { return }
        hints.isTarget = false
        let first = rowCount > 0 ? placeholdersBefore..<placeholdersBefore + 1 : nil
        hints.shown = (view ?? first)?.shifted(by: -placeholdersBefore)
    }

    /// Ends a jump page by page that has failed.
    mutating func endFailedJump() {
        if hasPages, !loads.contains(where: \.isRunning) { endJump() }
    }

    /// Requests the pages near prefetched rows.
    mutating func prefetch(_ rows: Range<Int>) {
        let present = rows.clamped(to: 0..<visible.rows.count)
        guard hasPages, refresh != .loading, rules.threshold > 0, !present.isEmpty else { return }
        let items = present.shifted(by: -placeholdersBefore)
        let distance = items.lowerBound < 0 ? 1 - items.upperBound : items.lowerBound - rowCount + 1
        if let limit = rules.jumpThreshold, distance > limit { return }
        let near = [LoadDirection.append, .prepend].filter { direction in
            let beyond = direction == .append ? rowCount - items.upperBound : items.lowerBound
            return hasMore(direction) && !hints.holds.contains(direction) && beyond < rules.threshold
        }
        for direction in near { request(direction) }
        if near.count == 1 { hints.lastEnd = near[0] }
        if !near.isEmpty { takeHint() }
    }

    mutating func noteShown(_ items: Range<Int>) {
        if items.lowerBound < hints.shown?.lowerBound ?? .max { hints.holds.remove(.prepend) }
        if items.upperBound > hints.shown?.upperBound ?? .min { hints.holds.remove(.append) }
        hints.shown = items
        hints.areJoined = false
        hints.zone = nil
        hints.inViewport = nil
        hints.isTarget = false
    }

    /// The rows of a hint, as far as they are there; the last item for rows of another list.
    private func presentRows(_ rows: Range<Int>) -> Range<Int> {
        let count = visible.rows.count
        if count == 0 || rows.upperBound <= count { return rows }
        if rows.lowerBound < count { return rows.lowerBound..<count }
        let last = max(0, placeholdersBefore + rowCount - 1)
        return last..<last + 1
    }

    /// Handles a button at an end.
    mutating func receiveHint(_ direction: LoadDirection) {
        request(direction)
        hints.lastEnd = direction
        takeHint()
    }

    /// Handles a scroll position.
    ///
    /// - Parameters:
    ///   - ends: The ends that it is near.
    ///   - zone: The rows around the viewport, placeholders included.
    ///   - position: The scroll position.
    mutating func scroll(
        near ends: [LoadDirection], zone: Range<Int>, viewport: Range<Int>, at position: [Int]
    ) {
        let visible = viewport.shifted(by: -placeholdersBefore).clamped(to: 0..<rowCount)
        if !visible.isEmpty { view = visible.shifted(by: placeholdersBefore) }
        let isNewPosition = lastPosition != position
        lastPosition = position
        if continuesJump() { return }
        endJump()
        let inViewport = viewport.shifted(by: -placeholdersBefore)
        if jumpsToScrolled(inViewport) { return jump(to: viewport, isShown: true) }
        let isAbandoned = target?.isShown == true && refresh != .idle
        if target?.isShown == true { abandonJump() }
        hints.zone = zone.shifted(by: -placeholdersBefore)
        if visibleRowCount > 0 {
            hints.inViewport = inViewport
        }
        let isAtRest = !loads.contains(where: \.isRunning)
        let isNew = !haveRowsMoved && (isNewPosition || isAtRest)
        let requested = [LoadDirection.append, .prepend].filter { direction in
            let isNeeded = isZoneUnloaded(direction)
            let isNewHint = isNew || isNeeded && isNewPosition
            return (ends.contains(direction) || isNeeded)
                && (isNewHint || !hints.holds.contains(direction))
        }
        haveRowsMoved = false
        for direction in requested { request(direction) }
        if requested.count == 1 { hints.lastEnd = requested[0] }
        if !requested.isEmpty || isAbandoned { takeHint() }
    }

    /// Whether scrolling to rows makes the list jump there.
    func jumpsToScrolled(_ items: Range<Int>) -> Bool {
        guard case .within = rules.scrollPolicy, hasPages, setup.findsRows, let limit = rules.jumpThreshold
        else { return false }
        return items.lowerBound - rowCount >= limit || -items.upperBound >= limit
    }

    private mutating func request(_ direction: LoadDirection) {
        hints.holds.remove(direction)
        // What is being loaded is what is needed; a first load waits to be subscribed to or asked for.
        guard hasPages || refresh == .loading, status(direction) != .loading else { return }
        if direction == .append { hints.append = true } else { hints.prepend = true }
    }

    private mutating func takeHint() {
        areCancelled = false
        let retries = rules.failurePolicy == .retryOnHint
        if hasPages {
            let needed = [LoadDirection.append, .prepend].filter { hasMore($0) && isNeeded($0) }
            if needed.count == 1 { hints.lastEnd = needed[0] }
            arrive()
            loadOrReload(retrying: retries)
        } else if refresh == .idle {
            startRefresh(key: setup.startKey)
        } else if refresh == .failed && retries {
            retry()
        }
    }

    mutating func startOver() {
        isRefreshRequested = true
        startRefresh(key: setup.startKey)
    }

    mutating func retry() {
        if refresh == .failed {
            return startRefresh(
                key: refreshKey, showing: target, amid: keysAroundRefreshed, keepingPlace: keepsPlace)
        }
        if refresh == .loading { return }
        if append != .failed && prepend != .failed { return }
        if append == .failed { hints.append = true }
        if prepend == .failed { hints.prepend = true }
        loadWhatIsDue(retrying: true)
    }

    mutating func cancel() {
        if refresh == .loading { wantAgain() }
        stopLoads()
        isInvalidated = false
        (acceptsStored, isRefreshRequested) = (false, false)
        if refresh == .idle { target = nil }
        endJump()
        hints.append = false
        hints.prepend = false
        areCancelled = true
    }

    mutating func reset() {
        stopLoads()
        let ended = loads
        let count = editCount
        // A row that is reported before there are any is waited for.
        let view = rowCount == 0 ? view : nil
        self = ReferenceList(setup: setup)
        self.view = view
        loads = ended
        editCount = count
        acceptsStored = false
    }

    mutating func jump(toRow row: Int) {
        let isCounted = hasPages && setup.server.counting != .nothing && setup.server.total > 0
        let last = isCounted ? min(row, setup.server.total - 1) : row
        jump(to: last..<last + 1, isShown: false)
    }

    private mutating func jump(to rows: Range<Int>, isShown: Bool) {
        let items = rows.shifted(by: hasPages ? -sourceRowsBefore : 0)
        let isLoaded = hasPages && items.lowerBound >= 0 && items.lowerBound < rowCount
        guard !isLoaded && setup.findsRows else {
            abandonJump()
            noteShown(items)
            hints.isTarget = !isShown
            return takeHint()
        }
        if isShown && target?.isShown == true && refresh == .loading {
            target = (rows, isShown, true)
            return
        }
        let key = setup.server.key(forRow: rows.lowerBound)
        guard isShown && refresh == .failed && rules.failurePolicy == .hold else {
            return startRefresh(key: key, showing: (rows, isShown, false))
        }
        if target?.isShown == true {
            target = (rows, isShown, false)
            refreshKey = key
        } else {
            noteShown(items)
            areCancelled = false
            scroll(toRow: rows.lowerBound)
        }
    }

    /// Drops the target of the jump.
    private mutating func abandonJump() {
        guard hasPages && refresh != .idle && target != nil else { return }
        target = nil
        upcoming = []
        for index in loads.indices where loads[index].isOfRefresh { loads[index].isRunning = false }
        refresh = .idle
        wantAgain()
    }

    mutating func invalidate() {
        isInvalidated = true
        endFailedJump()
        reload()
    }

    /// Reloads the list, unless a load is running.
    mutating func reload() {
        if loads.contains(where: \.isRunning) { return }
        isInvalidated = false
        if let page = shownPage {
            startRefresh(key: pages[page].key, amid: keysAround(page), keepingPlace: true)
        } else if hasPages {
            startRefresh(key: setup.startKey)
        }
    }

    /// Saves and restores the list.
    mutating func restart(revalidating: Bool) {
        let saved = saved
        let shownRows = (hints.inView ?? hintsBefore.inView).map { items in
            let loaded = items.clamped(to: 0..<rowCount)
            return (loaded.isEmpty ? items : loaded).shifted(by: placeholdersBefore)
        }
        var restored = ReferenceList(setup: setup)
        restored.editCount = editCount
        self = restored
        if saved.pages.isEmpty { return start() }
        add(saved)
        hints.shown = shownRows.map { $0.shifted(by: -placeholdersBefore) }
        hints.isTarget = hints.shown != nil
        // The first state reports the row, if it is loaded.
        if revalidating { reportArrival() }
        if revalidating { invalidate() } else { loadWhatIsDue() }
    }
}
