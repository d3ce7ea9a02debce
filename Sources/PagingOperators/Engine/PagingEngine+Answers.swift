extension PagingEngine {
    @inlinable
    mutating func take(_ page: Page<Key, Transform.Input>, of id: LoadID) -> [Action] {
        if case .loading(id, let key) = refresh {
            if let error = repeatedKey(in: page, loaded: key) { return fail(id, error) }
            return takeFirst(page)
        }
        if case .loading(id, let key) = append {
            if let error = repeatedKey(in: page, loaded: key) { return fail(id, error) }
            return takeNext(page)
        }
        return []
    }

    @inlinable
    mutating func fail(_ id: LoadID, _ error: any Error) -> [Action] {
        if refresh.isLoad(id) {
            refresh = .failed(error)
            // The old rows stay the list's, and a hint that came meanwhile spoke of them.
            return goOn(.none)
        }
        guard append.isLoad(id) else { return [] }
        append = .failed(error)
        return [publishing()]
    }

    @inlinable
    func repeatedKey(in page: Page<Key, Transform.Input>, loaded key: Key?) -> PagingError? {
        guard let key, page.next == key, !rules.allowsRepeatedKeys else { return nil }
        return .repeatedKey(String(describing: key))
    }

    /// Replaces the old generation by the first page of the new one.
    @inlinable
    mutating func takeFirst(_ page: Page<Key, Transform.Input>) -> [Action] {
        let oldCount = items.count
        let (shown, wanted) = (lastShown, wantedCount)
        beginGeneration()
        refresh = .idle
        hasPages = true
        items = PagedItems()
        addRows(of: page)
        // A hint that came meanwhile spoke of the rows of that time; one before any rows waits as it is.
        lastShown = oldCount == 0 ? shown : shown.map { min($0, max(0, items.count - 1)) }
        // Something has to be shown for a hint to come; and a wish that came meanwhile is for one page more.
        wantedCount = wanted > oldCount ? items.count + 1 : 1
        let change: RowChange =
            oldCount == 0 ? RowChange(inserted: [0..<items.count]) : .reload
        return goOn(change)
    }

    @inlinable
    mutating func takeNext(_ page: Page<Key, Transform.Input>) -> [Action] {
        let oldCount = items.count
        append = .idle
        addRows(of: page)
        return goOn(RowChange(inserted: [oldCount..<items.count]))
    }

    @inlinable
    mutating func addRows(of page: Page<Key, Transform.Input>) {
        items.append(transform.append(page.items, memory: &memory))
        nextKey = page.next
        total = page.total ?? total
    }

    /// Publishes what has changed, and loads on if more rows are wanted.
    @inlinable
    mutating func goOn(_ change: RowChange) -> [Action] {
        guard let load = startAppendIfWanted() else { return [publishing(change)] }
        return [publishing(change), load]
    }
}
