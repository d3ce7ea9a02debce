import PagingOperators

extension ReferenceList {
    mutating func startRefresh(
        key: Int?, showing target: (rows: Range<Int>, isShown: Bool)? = nil,
        amid keys: (before: [Int?], after: [Int?]) = ([], [])
    ) {
        self.target = target
        keysAroundRefreshed = keys
        if refresh == .loading, loads.last(where: \.isRunning)?.key == key { return }
        if refresh != .loading && hasPages {
            hintsBefore = hints
            hints = Hints()
            heldEnds = []
        }
        isInvalidated = false
        stopLoads()
        for index in edits.indices { edits[index].isOld = true }
        refresh = .loading
        refreshKey = key
        load(.refresh, key)
    }

    mutating func load(_ direction: LoadDirection, _ key: Int?) {
        areCancelled = false
        loads.append(Load(direction: direction, key: key))
    }

    mutating func stopLoads() {
        for index in loads.indices { loads[index].isRunning = false }
        if refresh == .loading { refresh = .idle }
        if append == .loading { append = .idle }
        if prepend == .loading { prepend = .idle }
    }

    /// Returns whether an end has to load.
    private func isWanted(_ direction: LoadDirection) -> Bool {
        let isNear = { (distance: Int) in
            rules.threshold > 0 && distance < rules.threshold && !heldEnds.contains(direction)
        }
        if direction == .append {
            if hints.append || rowCount == 0 { return true }
            return hints.shown.map { isNear(rowCount - $0.upperBound) } ?? false
        }
        if hints.prepend || rowCount == 0 && !hasNext { return true }
        return hints.shown.map { isNear($0.lowerBound) } ?? false
    }

    mutating func loadWhatIsDue(retrying: Bool = false) {
        guard hasPages && refresh != .loading else { return }
        let isOpen = { (status: Status) in status == .idle || retrying && status == .failed }
        let appends = hasNext && isOpen(append) && isWanted(.append)
        let prepends = hasPrevious && isOpen(prepend) && isWanted(.prepend)
        if appends {
            append = .loading
            load(.append, keyAfter)
        }
        if prepends {
            prepend = .loading
            load(.prepend, keyBefore)
        }
        // What can't be had is not wished for later.
        if append != .loading { hints.append = false }
        if prepend != .loading { hints.prepend = false }
    }

    /// Loads what is due, and reloads an invalidated list if nothing is.
    mutating func loadOrReload(retrying: Bool = false) {
        let count = loads.count
        loadWhatIsDue(retrying: retrying)
        if count == loads.count && isInvalidated { reload() }
    }

    /// Restores the hints from before a refresh that failed or was cancelled.
    mutating func wantAgain() {
        hints.shown = hints.shown ?? hintsBefore.shown
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
        switch loads[number].direction {
        case .append: append = .failed
        case .prepend: prepend = .failed
        case .refresh:
            refresh = .failed
            wantAgain()
            if !isInvalidated { loadWhatIsDue() }
        }
        if isInvalidated { reload() }
        return true
    }

    /// - Returns: Whether the load was running.
    mutating func take(_ page: Page<Int, SimulatedRow>, for number: Int) -> Bool {
        guard loads[number].isRunning else { return false }
        let load = loads[number]
        let further = load.direction == .prepend ? page.previous : page.next
        if load.key != nil && further == load.key && !rules.allowsRepeatedKeys { return fail(number) }
        loads[number].isRunning = false
        switch load.direction {
        case .refresh: takeFirst(page, key: load.key)
        case .append, .prepend: takeFurther(page, key: load.key, at: load.direction)
        }
        return true
    }

    private mutating func takeFirst(_ page: Page<Int, SimulatedRow>, key: Int?) {
        let old = (before: placeholdersBefore, count: visible.rows.count)
        pages = []
        (leftKeys, rightKeys) = keysAroundRefreshed
        repeats = [:]
        hintsBefore = Hints()
        edits.removeAll { $0.isOld && !$0.edit.survivesRefresh }
        refresh = .idle
        append = .idle
        prepend = .idle
        add(page, key: key, at: .append)
        if let rows = target?.rows {
            hints.shown = nearest(to: rows.shifted(by: -sourceRowsBefore))
        } else if let shown = hints.shown {
            let items = shown.shifted(by: old.before - placeholdersBefore)
            hints.shown = old.count > 0 ? nearest(to: items) : items
        }
        target = nil
        loadOrReload()
    }

    /// The nearest loaded items, as many as there are.
    private func nearest(to items: Range<Int>) -> Range<Int> {
        items.starting(at: max(0, min(items.lowerBound, rowCount - items.count)))
    }

    private mutating func takeFurther(
        _ page: Page<Int, SimulatedRow>, key: Int?, at side: LoadDirection
    ) {
        let old = labels
        if side == .append { append = .idle } else { prepend = .idle }
        add(page, key: key, at: side)
        let growth = rowCount - old.shown.count
        if growth > 0 && side == .append { hints.append = false }
        if growth > 0 && side == .prepend { hints.prepend = false }
        if side == .prepend, let shown = hints.shown, !old.shown.indices.contains(shown.lowerBound) {
            hints.shown = shown.shifted(by: growth)
        } else {
            follow(from: old)
        }
        trim(side == .append ? .prepend : .append)
        countRepeats(at: side)
        if isInvalidated { reload() } else { loadWhatIsDue() }
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
        present()
    }

    /// Removes pages from the side opposite to the loaded one.
    private mutating func trim(_ side: LoadDirection) {
        guard let most = rules.maxRows else { return }
        let isHead = side == .prepend
        while rowCount > most, rows.count(where: { !$0.isEmpty }) > 2, (isHead ? prepend : append) != .loading
        {
            let leaving = (isHead ? rows.first : rows.last)?.count ?? 0
            if let shown = hints.shown {
                let distance = isHead ? shown.lowerBound - leaving : rowCount - leaving - shown.upperBound
                if distance < rules.threshold { return }
            }
            let old = labels
            if isHead {
                let page = pages.removeFirst()
                reveal(behind: page.rows)
                if !leftKeys.isEmpty || pages.first?.page.previous == nil {
                    leftKeys.append(page.key)
                }
                prepend = .idle
            } else {
                let page = pages.removeLast()
                reveal(behind: page.rows)
                if !rightKeys.isEmpty || pages.last?.page.next == nil { rightKeys.append(page.key) }
                append = .idle
            }
            present()
            follow(from: old)
            if let shown = hints.shown {
                heldEnds.remove(side)
                if (isHead ? shown.lowerBound : rowCount - shown.upperBound) < rules.threshold {
                    heldEnds.insert(side)
                }
            }
        }
    }
}
