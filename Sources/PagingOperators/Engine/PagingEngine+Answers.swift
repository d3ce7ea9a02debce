extension PagingEngine {
    @inlinable
    mutating func take(_ page: Page<Key, Input>, of id: LoadID) -> [Action] {
        guard let (direction, request) = load(id) else { return [] }
        if let error = repeatedKey(in: page, for: request) { return fail(id, error) }
        switch direction {
        case .refresh: return takeFirst(page, for: request)
        case .append, .prepend: return takeFurther(page, for: request)
        }
    }

    @inlinable
    mutating func fail(_ id: LoadID, _ error: any Error) -> [Action] {
        guard let (direction, request) = load(id) else { return [] }
        switch direction {
        case .refresh:
            refresh = .failed(error, request)
            // The old rows stay the list's, and so do the loads that they want.
            restoreWishes()
            let loads = startLoads()
            return publish() + loads
        case .append:
            append = .failed(error, request)
        case .prepend:
            prepend = .failed(error, request)
        }
        return publish()
    }

    /// The load with an identifier, if it is still waited for.
    @inlinable
    func load(_ id: LoadID) -> (direction: LoadDirection, request: PageRequest<Key>)? {
        if case .loading(id, let request) = refresh { return (.refresh, request) }
        if case .loading(id, let request) = append { return (.append, request) }
        if case .loading(id, let request) = prepend { return (.prepend, request) }
        return nil
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
        pages.before = pagesBeforeRefreshed
        refresh = .idle
        _ = add(page, for: request)
        let isReload = old.all > 0
        if let target = target.take() {
            wishes.shown = clamped(target.row - (pages.before.itemCount ?? 0))
            wishes.isDestination = !target.isShown
        } else if let shown = wishes.shown {
            // A hint that came meanwhile spoke of the rows of that time; one before any rows waits as it is.
            let item = shown + old.before - placeholders.before
            wishes.shown = isReload ? clamped(item) : item
        }
        let loads = startLoads()
        return publish(isReload ? .reload : RowChange(inserted: [0..<rows.items.count])) + loads
    }

    /// The nearest item to one that may not be there.
    @inlinable
    func clamped(_ item: Int) -> Int { max(0, min(item, rows.items.count - 1)) }

    @inlinable
    mutating func takeFurther(_ page: Page<Key, Input>, for request: PageRequest<Key>) -> [Action] {
        let oldCount = rows.items.count
        let isPrepend = request.direction == .prepend
        if isPrepend { prepend = .idle } else { append = .idle }
        var change = add(page, for: request)
        let grown = rows.items.count - oldCount
        if grown > 0 {
            if isPrepend { wishes.prepend = false } else { wishes.append = false }
        }
        if isPrepend, let shown = wishes.shown, shown < 0 || shown >= oldCount {
            // Beyond the rows, the list moves with them all.
            wishes.shown = shown + grown
        } else {
            follow(change, from: oldCount)
        }
        change = change.followed(by: trim(isPrepend ? .append : .prepend))
        let loads = startLoads()
        return publish(change) + loads
    }

    /// Adds a page next to those that are there.
    @inlinable
    mutating func add(_ page: Page<Key, Input>, for request: PageRequest<Key>) -> RowChange {
        let number = pages.insert(page, for: request, keepsItems: start.keepsItems)
        let change = rows.apply(transform.apply(.insert(page: number, page.items)))
        return change.followed(by: updateEnds(pages.ends))
    }

    /// Keeps to the row that was shown last while others come and go; if it goes itself, to the next.
    @inlinable
    mutating func follow(_ change: RowChange, from oldCount: Int) {
        guard let shown = wishes.shown, shown >= 0 else { return }
        wishes.shown = change.focus(afterMoving: shown, from: oldCount, to: rows.items.count)
    }

    /// Tells the transforms which ends are loaded, if that has changed.
    @inlinable
    mutating func updateEnds(_ newEnds: ListEnds) -> RowChange {
        guard newEnds != ends else { return .none }
        ends = newEnds
        return rows.apply(transform.apply(.ends(newEnds)))
    }

    /// Takes pages away from one side while there are too many rows.
    @inlinable
    mutating func trim(_ side: LoadDirection) -> RowChange {
        guard let maxRows = rules.maxRows else { return .none }
        var change = RowChange.none
        while rows.items.count > maxRows, rows.filledPages > 2, canTrim(side) {
            change = change.followed(by: removePage(at: side))
        }
        return change
    }

    /// Whether the page at one side is far enough from the row that was shown last, and nothing is being loaded there.
    @inlinable
    func canTrim(_ side: LoadDirection) -> Bool {
        if side == .prepend {
            guard !prepend.isLoading else { return false }
            guard let shown = wishes.shown else { return true }
            return shown - rows.count(ofPage: rows.pages.lowerBound) >= rules.threshold
        }
        guard !append.isLoading else { return false }
        guard let shown = wishes.shown else { return true }
        let remaining = rows.items.count - rows.count(ofPage: rows.pages.upperBound - 1)
        return remaining - 1 - shown >= rules.threshold
    }

    @inlinable
    mutating func removePage(at side: LoadDirection) -> RowChange {
        let isFirst = side == .prepend
        let page = isFirst ? rows.pages.lowerBound : rows.pages.upperBound - 1
        let oldCount = rows.items.count
        // What has failed there is not what will be wanted next.
        if isFirst { prepend = .idle } else { append = .idle }
        // First, so that nothing is shown for an end that is not there any more.
        var change = updateEnds(ListEnds(start: !isFirst && ends.start, end: isFirst && ends.end))
        pages.remove(page: page)
        change = change.followed(
            by: rows.apply(transform.apply(.remove(page: page))))
        // A page that was loaded twice may have said something else the second time.
        change = change.followed(by: updateEnds(pages.ends))
        follow(change, from: oldCount)
        // Separators and rows that stand beside others may have gone with it. Loading it again at once could go on for
        // ever.
        if let shown = wishes.shown {
            let rest = isFirst ? shown : rows.items.count - 1 - shown
            let isNear = rest < rules.threshold
            if isFirst { wishes.holdsPrepend = isNear } else { wishes.holdsAppend = isNear }
        }
        return change
    }
}
