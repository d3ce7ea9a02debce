import PagingOperators

extension ReferenceList {
    mutating func startRefresh(
        key: Int?, showing target: (rows: Range<Int>, isShown: Bool, hasMoved: Bool)? = nil,
        amid keys: (before: [Int?], after: [Int?], rowsBefore: Int) = ([], [], 0),
        keepingPlace keepsPlace: Bool = false
    ) {
        self.target = target
        self.keepsPlace = keepsPlace
        hasFollowedView = false
        keysAroundRefreshed = keys
        if refresh == .loading, refreshKey == key { return }
        if refresh != .loading && hasPages {
            hintsBefore = hints
            hints = Hints()
        }
        isInvalidated = false
        stopLoads()
        for index in edits.indices { edits[index].isOld = true }
        refresh = .loading
        refreshKey = key
        load(.refresh, key, isOfRefresh: true)
    }

    mutating func load(_ direction: LoadDirection, _ key: Int?, isOfRefresh: Bool = false) {
        areCancelled = false
        loads.append(Load(direction: direction, key: key, isOfRefresh: isOfRefresh))
    }

    mutating func stopLoads() {
        upcoming = []
        for index in loads.indices { loads[index].isRunning = false }
        if refresh == .loading { refresh = .idle }
        if append == .loading { append = .idle }
        if prepend == .loading { prepend = .idle }
    }

    /// Returns whether an end has to load.
    func isNeeded(_ direction: LoadDirection) -> Bool {
        let isNear = { (distance: Int) in
            (hints.isTarget || rules.threshold > 0) && distance < rules.threshold
                && !hints.holds.contains(direction)
        }
        if isZoneUnloaded(direction), !hints.holds.contains(direction) { return true }
        if direction == .append {
            if hints.append || rowCount == 0 { return true }
            return hints.shown.map { isNear(rowCount - $0.upperBound) } ?? false
        }
        if hints.prepend || rowCount == 0 && !hasNext { return true }
        return hints.shown.map { isNear($0.lowerBound) } ?? false
    }

    mutating func loadWhatIsDue(retrying: Bool = false) {
        guard hasPages && refresh != .loading else { return }
        settleTarget()
        let isOpen = { (status: Status) in status == .idle || retrying && status == .failed }
        let appends = hasNext && isOpen(append) && isNeeded(.append)
        let prepends = hasPrevious && isOpen(prepend) && isNeeded(.prepend)
        if appends {
            append = .loading
            load(.append, keyAfter)
        }
        if prepends {
            prepend = .loading
            load(.prepend, keyBefore)
        }
        // A load that is impossible is not repeated later.
        if append != .loading { hints.append = false }
        if prepend != .loading { hints.prepend = false }
    }

    /// Ends a jump beyond the list at its first or last row.
    private mutating func settleTarget() {
        guard hints.isTarget, let shown = hints.shown, rowCount > 0 else { return }
        let isBeyond = shown.lowerBound >= rowCount ? !hasNext : shown.lowerBound < 0 && !hasPrevious
        if isBeyond { hints.shown = nearest(to: shown) }
    }

    mutating func arrive() {
        settleTarget()
        reportArrival()
    }

    /// Scrolls a screen that reports distances to a row.
    mutating func scroll(toRow row: Int) {
        let hasPlaceholders = placeholdersBefore + placeholdersAfter > 0
        guard case .within = rules.scrollPolicy, hasPlaceholders, !lastPosition.isEmpty else { return }
        // The margin is one viewport.
        let size = self.rows(from: 0, to: lastPosition[1], of: lastPosition[2]).count
        let first = max(0, min(row, visible.rows.count - size)) - placeholdersBefore
        hints.inViewport = first..<first + size
        hints.zone = first - size..<first + 2 * size
        hints.holds = []
    }

    /// Reports the row to jump to, once it is there.
    mutating func reportArrival() {
        guard hints.isTarget, let shown = hints.shown, (0..<rowCount).contains(shown.lowerBound) else {
            return
        }
        hints.isTarget = false
        arrivals.append(shown.shifted(by: placeholdersBefore))
        scroll(toRow: shown.lowerBound + placeholdersBefore)
    }

    /// Loads what is due, and reloads an invalidated list if nothing is.
    mutating func loadOrReload(retrying: Bool = false) {
        let count = loads.count
        loadWhatIsDue(retrying: retrying)
        if count == loads.count && isInvalidated { reload() }
    }

    /// Restores the hints from before a refresh that failed or was cancelled.
    mutating func wantAgain() {
        if hints.shown == nil {
            hints.inViewport = hints.inViewport ?? hintsBefore.inViewport
            hints.shown = hintsBefore.shown
            hints.isTarget = hintsBefore.isTarget
        }
        hints.zone = hints.zone ?? hintsBefore.zone
        hints.lastEnd = hints.lastEnd ?? hintsBefore.lastEnd
        hints.append = hints.append || hintsBefore.append
        hints.prepend = hints.prepend || hintsBefore.prepend
        hintsBefore = Hints()
    }
}

// Answers.
extension ReferenceList {
    /// - Returns: Whether the load was running.
    mutating func fail(_ number: Int) -> Bool {
        guard loads[number].isRunning else { return false }
        loads[number].isRunning = false
        if loads[number].isOfRefresh {
            failRefresh(loading: loads[number].key)
        } else {
            if loads[number].direction == .append { append = .failed } else { prepend = .failed }
            if isInvalidated {
                endFailedJump()
                reload()
            }
        }
        return true
    }

    private mutating func failRefresh(loading key: Int?) {
        upcoming = []
        isRefreshRequested = false
        refresh = .failed
        refreshKey = keyOfMovedTarget(insteadOf: key) ?? refreshKey
        wantAgain()
        if isInvalidated {
            // The state with the failure comes before the reload.
            reportArrival()
            invalidate()
        } else {
            loadWhatIsDue()
        }
    }

    /// - Returns: Whether the load was running.
    mutating func take(_ page: Page<Int, SimulatedRow>, for number: Int) -> Bool {
        guard loads[number].isRunning else { return false }
        let load = loads[number]
        let further = load.direction == .prepend ? page.previous : page.next
        if load.key != nil && further == load.key && !rules.allowsRepeatedKeys { return fail(number) }
        loads[number].isRunning = false
        if load.isOfRefresh {
            if let key = keyOfMovedTarget(insteadOf: load.key, page) {
                isInvalidated = false
                upcoming = []
                refreshKey = key
                self.load(.refresh, key, isOfRefresh: true)
            } else if let page = pageOfMovedView {
                hasFollowedView = true
                isInvalidated = false
                upcoming = []
                keysAroundRefreshed = keysAround(page)
                refreshKey = pages[page].key
                self.load(.refresh, refreshKey, isOfRefresh: true)
            } else {
                takeFirst(page, of: load)
            }
        } else {
            takeFurther(page, key: load.key, at: load.direction)
        }
        return true
    }

    /// The key of the page with the rows to jump to, if they have changed since the load began, and are not near its page.
    private mutating func keyOfMovedTarget(
        insteadOf loaded: Int?, _ page: Page<Int, SimulatedRow>? = nil
    ) -> Int? {
        if let total = page?.total, total > 0, let row = target?.rows.lowerBound, row >= total,
            target?.isShown == false
        {
            target = (total - 1..<total, false, true)
        }
        guard let target, target.hasMoved, setup.findsRows else { return nil }
        let key = setup.server.key(forRow: target.rows.lowerBound)
        // The refresh is for these rows, also while it loads pages around them.
        if key == refreshKey { self.target?.hasMoved = false }
        if key == refreshKey || key == loaded { return nil }
        if let page, let before = page.itemsBefore {
            let margin = target.isShown ? rules.jumpThreshold ?? 0 : 0
            let end = before + page.items.count
            if target.rows.upperBound > before - margin && target.rows.lowerBound < end + margin {
                return nil
            }
        }
        self.target?.hasMoved = false
        return key
    }

    private mutating func takeFirst(_ page: Page<Int, SimulatedRow>, of load: Load) {
        let old = OldRows(
            before: placeholdersBefore, after: placeholdersAfter, rows: Array(rows.joined()))
        let rowsBeforeOld = hasPages ? sourceRowsBefore : 0
        let reloaded = reloadedPage
        var present = self
        let zone = hints.inView == nil ? hintsBefore.zone : hints.zone
        if let new = upcoming.popLast() {
            (pages, edits, leftKeys, rightKeys) = (new.pages, new.edits, new.leftKeys, new.rightKeys)
            (rows, earlierRows) = (new.rows, new.earlierRows)
            repeats = new.repeats
        } else {
            pages = []
            (leftKeys, rightKeys, earlierRows) = keysAroundRefreshed
            repeats = [:]
            edits.removeAll { $0.isOld && !$0.edit.survivesRefresh }
        }
        add(page, key: load.key, at: load.direction == .prepend ? .prepend : .append)
        if old.count > 0, let missing = missingSide(of: reloaded, from: old.rows) {
            // The old rows stay.
            repeats[.refresh] = lastPageRepeats ? repeats[.refresh, default: 0] + 1 : 0
            let isGivenUp = repeats[.refresh, default: 0] >= rules.repeatedPageLimit
            if !isGivenUp || rowCount == 0 {
                present.isUnsure = isUnsure
                present.upcoming = [self]
                self = present
                if isGivenUp { return failRefresh(loading: load.key) }
                return self.load(
                    missing, missing == .append ? upcoming[0].keyAfter : upcoming[0].keyBefore,
                    isOfRefresh: true)
            }
        }
        repeats = [:]
        (isStored, isRefreshRequested) = (false, false)
        generation += 1
        self.reloaded = reloaded
        let kept =
            keepsPlace && !setup.chain.identifiesRows && old.count > 0 && target == nil ? reloaded : nil
        var before = hints.shown == nil ? hintsBefore : Hints()
        // The jump has ended where the screen is.
        if before.isTarget { before.shown = view?.shifted(by: -old.before) }
        hintsBefore = Hints()
        let hasPlaceholders = placeholdersBefore + placeholdersAfter > 0
        // Counted during the refresh.
        let followed = { (list: inout Self, rows: Range<Int>) -> Range<Int> in
            if old.rows.indices.contains(rows.lowerBound), list.setup.chain.identifiesRows {
                return list.nearest(to: rows.starting(at: list.place(of: rows.lowerBound, in: old.rows)))
            }
            return list.nearest(to: rows.shifted(by: old.before - list.placeholdersBefore))
        }
        let stayed = { (list: inout Self, rows: Range<Int>) -> Range<Int>? in
            if let kept, rows.overlaps(old.rows.indices) || !hasPlaceholders {
                return list.rows(rows, following: kept)
            }
            return list.staying(rows, since: old)
        }
        refresh = .idle
        append = .idle
        prepend = .idle
        let isJump = target != nil
        if let target {
            noteShown(nearest(to: target.rows.shifted(by: -sourceRowsBefore)))
            hints.isTarget = !target.isShown
            if target.isShown { scroll(toRow: target.rows.lowerBound) }
        } else {
            // The scroll position stays.
            let isZoneKept = old.count > 0 && hasPlaceholders
            hints.zone = isZoneKept ? zone?.shifted(by: old.before - placeholdersBefore) : nil
            let shown = hints.shown.map { stayed(&self, $0) ?? followed(&self, $0) }
            let staying = shown ?? before.shown.flatMap { stayed(&self, $0) }
            let inViewport = hints.inViewport ?? before.inViewport ?? (staying == nil ? before.shown : nil)
            hints.inViewport = inViewport.map { rows in
                if let rows = stayed(&self, rows) { return rows }
                return hasPlaceholders
                    ? within(rows.shifted(by: old.before - placeholdersBefore)) : followed(&self, rows)
            }
            if let shown = hints.shown, hints.isTarget {
                hints.shown = shown.shifted(by: rowsBeforeOld - sourceRowsBefore)
            } else {
                hints.shown = staying
            }
        }
        target = nil
        arrive()
        if isJump || !jumpToScrolledRows() { loadOrReload() }
    }

    /// Jumps to the placeholders in the viewport after a refresh, if they are far.
    private mutating func jumpToScrolledRows() -> Bool {
        guard hints.zone != nil, let items = hints.inViewport, jumpsToScrolled(items) else { return false }
        let rows = items.shifted(by: placeholdersBefore)
        startRefresh(key: setup.server.key(forRow: rows.lowerBound), showing: (rows, true, false))
        return true
    }

    /// The rows of the generation before.
    struct OldRows {
        let before: Int
        let after: Int
        let rows: [SimulatedRow]
        var count: Int { before + rows.count + after }
    }

    /// The rows of a list with identities where some were before, if a row or a placeholder among them is still there.
    private mutating func staying(_ items: Range<Int>, since old: OldRows) -> Range<Int>? {
        guard setup.chain.identifiesRows, old.count > 0 else { return nil }
        let keepsRow = keepsRow(of: items, in: old.rows)
        if keepsRow, items.lowerBound >= 0 {
            let first = place(of: items.lowerBound, in: old.rows)
            // One that ended with the last row still does.
            let isWithin = items.upperBound <= old.rows.count
            return within(items.starting(at: isWithin ? max(0, min(first, rowCount - items.count)) : first))
        }
        let same = items.shifted(by: old.before - placeholdersBefore)
        let growth = visible.rows.count - old.count
        for row in items.shifted(by: old.before) where row >= 0 && row < old.count {
            if row < min(old.before, placeholdersBefore) { return within(same) }
            if old.count - row <= min(old.after, placeholdersAfter) {
                return within(same.shifted(by: growth))
            }
        }
        return keepsRow ? within(same) : nil
    }

    private func within(_ items: Range<Int>) -> Range<Int> {
        let last = rowCount + placeholdersAfter - items.count
        return items.starting(at: max(-placeholdersBefore, min(items.lowerBound, last)))
    }

    /// Returns whether a list with identities still has one of some rows of the old generation.
    private func keepsRow(of items: Range<Int>, in old: [SimulatedRow]) -> Bool {
        let ids = Set(rows.joined().map(\.id))
        return setup.chain.identifiesRows
            && items.clamped(to: old.indices).contains { ids.contains(old[$0].id) }
    }

    /// The row of the new generation that is at the place of a row of the old one: the same or, if it is gone, the next
    /// one. Ambiguous if rows have changed places.
    private mutating func place(of row: Int, in old: [SimulatedRow]) -> Int {
        let (oldIDs, newIDs) = (old.map(\.id), rows.joined().map(\.id))
        let common = Set(oldIDs).intersection(newIDs)
        let areUnique = Set(oldIDs).count == oldIDs.count && Set(newIDs).count == newIDs.count
        isUnsure = isUnsure || !areUnique || oldIDs.filter(common.contains) != newIDs.filter(common.contains)
        let next = oldIDs[row...].first(where: common.contains)
        return next.flatMap { newIDs.firstIndex(of: $0) } ?? newIDs.count - 1
    }

    /// The nearest loaded items, as many as there are.
    func nearest(to items: Range<Int>) -> Range<Int> {
        items.starting(at: max(0, min(items.lowerBound, rowCount - items.count)))
    }

    private mutating func takeFurther(
        _ page: Page<Int, SimulatedRow>, key: Int?, at side: LoadDirection
    ) {
        let old = labels
        let oldPlaceholders = placeholders(at: side)
        let oldRowsBefore = sourceRowsBefore
        let oldHints = hints
        if side == .append { append = .idle } else { prepend = .idle }
        add(page, key: key, at: side)
        let growth = rowCount - old.shown.count
        let filled = oldPlaceholders - placeholders(at: side)
        noteLoaded(growth, replacing: filled, at: side)
        if growth > 0 && side == .append { hints.append = false }
        if growth > 0 && side == .prepend { hints.prepend = false }
        // Rows that are not loaded stay where they are among those of their side.
        let rowsBefore = sourceRowsBefore
        let moved = { (rows: Range<Int>?) -> Range<Int>? in
            guard let rows, !old.shown.indices.contains(rows.lowerBound) else { return nil }
            if rows.lowerBound < 0 { return rows.shifted(by: oldRowsBefore - rowsBefore) }
            if side == .prepend { return rows.shifted(by: growth) }
            let place = rows.lowerBound - old.shown.count
            if place >= oldPlaceholders { return rows }
            // Of the placeholders that were replaced, those without an item of their own were removed.
            return rows.shifted(by: place < filled ? min(place, growth) - place : growth - filled)
        }
        let (zone, viewport) = (moved(oldHints.zone), moved(oldHints.inViewport))
        let shown = side == .append && hints.isTarget ? nil : moved(oldHints.shown)
        if zone != nil { hints.zone = nil }
        if viewport != nil { hints.inViewport = nil }
        if shown != nil { hints.shown = nil }
        followZone(from: old)
        follow(from: old)
        if let zone { hints.zone = zone }
        if let viewport { hints.inViewport = viewport }
        if let shown { hints.shown = shown }
        trim(after: side)
        countRepeats(at: side)
        arrive()
        if hints.isTarget { loadOrReload() } else if isInvalidated { reload() } else { loadWhatIsDue() }
    }

    private mutating func noteLoaded(_ count: Int, replacing placeholders: Int, at side: LoadDirection) {
        if !hints.hasRedrawn { hints.redrawn = [:] }
        let old = hints.redrawn[side] ?? (0, 0)
        hints.redrawn[side] = (old.loaded + max(0, count), max(0, old.removed - max(0, placeholders)))
    }

    private mutating func countRepeats(at side: LoadDirection) {
        repeats[side] = lastPageRepeats ? repeats[side, default: 0] + 1 : 0
        guard repeats[side, default: 0] >= rules.repeatedPageLimit else { return }
        if side == .append, hasNext {
            append = .failed
        } else if side == .prepend, hasPrevious {
            prepend = .failed
        } else {
            return
        }
        repeats[side] = 0
    }

    mutating func add(_ page: Page<Int, SimulatedRow>, key: Int?, at side: LoadDirection) {
        let number = side == .append ? (pages.last?.number ?? -1) + 1 : (pages.first?.number ?? 0) - 1
        let loaded = LoadedPage(key: key, number: number, page: page, rows: takeIn(page.items))
        if side == .append {
            pages.append(loaded)
            if pages.count > 1, !rightKeys.isEmpty { rightKeys.removeLast() }
        } else {
            pages.insert(loaded, at: 0)
            if !leftKeys.isEmpty { leftKeys.removeLast() }
        }
        // A page that is loaded again may be followed by another than before.
        let isFirst = pages.count == 1
        if side == .append || isFirst, let next = page.next, rightKeys.last != .some(next) { rightKeys = [] }
        if side == .prepend || isFirst, let previous = page.previous, leftKeys.last != .some(previous) {
            leftKeys = []
        }
        let count = isFirst ? 0 : rowCount
        present()
        if side == .prepend { earlierRows = max(0, earlierRows - (rowCount - count)) }
        if !hasPrevious { earlierRows = 0 }
    }
}
