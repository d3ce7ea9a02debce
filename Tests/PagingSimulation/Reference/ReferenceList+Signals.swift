import PagingOperators

extension ReferenceList {
    mutating func start() {
        if !hasPages && refresh == .idle { startRefresh(key: setup.startKey) }
    }

    mutating func show(_ rows: Range<Int>) {
        let items = rows.shifted(by: -placeholdersBefore)
        if let limit = rules.jumpThreshold, hasPages {
            let distance = items.lowerBound < 0 ? 1 - items.upperBound : items.lowerBound - rowCount + 1
            if distance > limit { return jump(to: rows, isShown: true) }
        }
        if target?.isShown == true { abandonJump() }
        hints.shown = items
        takeHint()
    }

    /// Handles a hint without a row, for one end or both.
    mutating func want(_ directions: LoadDirection...) {
        // What is being loaded is what is wanted; a first load waits to be subscribed to or asked for.
        let isOpen = hasPages || refresh == .loading
        if directions.contains(.append), isOpen, append != .loading { hints.append = true }
        if directions.contains(.prepend), isOpen, prepend != .loading { hints.prepend = true }
        if !directions.isEmpty { takeHint() }
    }

    private mutating func takeHint() {
        areCancelled = false
        heldEnds = []
        let retries = rules.failurePolicy == .retryOnHint
        if hasPages {
            loadOrReload(retrying: retries)
        } else if refresh == .idle {
            startRefresh(key: setup.startKey)
        } else if refresh == .failed && retries {
            retry()
        }
    }

    mutating func startOver() { startRefresh(key: setup.startKey) }

    mutating func retry() {
        if refresh == .failed {
            return startRefresh(key: refreshKey, showing: target, amid: keysAroundRefreshed)
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
        if refresh == .idle { target = nil }
        hints.append = false
        hints.prepend = false
        areCancelled = true
    }

    mutating func reset() {
        stopLoads()
        let ended = loads
        let count = editCount
        self = ReferenceList(setup: setup)
        loads = ended
        editCount = count
    }

    mutating func jump(to rows: Range<Int>, isShown: Bool = false) {
        let items = rows.shifted(by: hasPages ? -sourceRowsBefore : 0)
        let isLoaded = hasPages && items.lowerBound >= 0 && items.lowerBound < rowCount
        guard !isLoaded && setup.findsRows else {
            abandonJump()
            hints.shown = items
            return takeHint()
        }
        let key = setup.server.key(forRow: rows.lowerBound)
        guard isShown && refresh == .failed && rules.failurePolicy == .hold else {
            return startRefresh(key: key, showing: (rows, isShown))
        }
        if target?.isShown == true {
            target = (rows, isShown)
            refreshKey = key
        }
    }

    /// Drops the target of the jump.
    private mutating func abandonJump() {
        guard hasPages && refresh != .idle && target != nil else { return }
        target = nil
        for index in loads.indices where loads[index].direction == .refresh { loads[index].isRunning = false }
        refresh = .idle
        wantAgain()
    }

    mutating func invalidate() {
        isInvalidated = true
        reload()
    }

    /// Reloads the list, unless a load is running.
    mutating func reload() {
        if loads.contains(where: \.isRunning) { return }
        isInvalidated = false
        if let page = shownPage {
            let before = leftKeys + pages[..<page].map(\.key)
            let after = rightKeys + pages[(page + 1)...].reversed().map(\.key)
            let named = pages[page].page
            startRefresh(
                key: pages[page].key,
                amid: (named.previous == nil ? before : [], named.next == nil ? after : []))
        } else if hasPages {
            startRefresh(key: setup.startKey)
        }
    }

    private var shownPage: Int? {
        guard let shown = hints.shown ?? hintsBefore.shown, rowCount > 0 else { return nil }
        let row = max(0, min(shown.lowerBound, rowCount - shown.count))
        return rows.indices.flatMap { [Int](repeating: $0, count: rows[$0].count) }[row]
    }

    /// Saves and restores the list.
    mutating func restart(revalidating: Bool) {
        let saved = pages
        let shownRows = (hints.shown ?? hintsBefore.shown).map { $0.shifted(by: placeholdersBefore) }
        var restored = ReferenceList(setup: setup)
        (restored.leftKeys, restored.rightKeys) = (leftKeys, [])
        let keysAfter = rightKeys
        restored.editCount = editCount
        self = restored
        if saved.isEmpty { return start() }
        for page in saved { add(page.page, key: page.key, at: .append) }
        rightKeys = keysAfter
        present()
        hints.shown = shownRows.map { $0.shifted(by: -placeholdersBefore) }
        if revalidating { invalidate() } else { loadWhatIsDue() }
    }
}
