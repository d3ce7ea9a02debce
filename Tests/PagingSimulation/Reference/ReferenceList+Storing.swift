import PagingOperators

// Lists of earlier sessions.
extension ReferenceList {
    /// What a store has of a list.
    struct Saved {
        let pages: [LoadedPage]
        let keysBefore: [Int?]
        let keysAfter: [Int?]
        let rowsBefore: Int
    }

    var saved: Saved {
        Saved(pages: pages, keysBefore: leftKeys, keysAfter: rightKeys, rowsBefore: earlierRows)
    }

    /// Adds the pages of a saved list to a list without pages.
    mutating func add(_ saved: Saved) {
        leftKeys = saved.keysBefore
        earlierRows = saved.rowsBefore
        for page in saved.pages { add(page.page, key: page.key, at: .append) }
        rightKeys = saved.keysAfter
        present()
    }

    /// Shows the list of an earlier session until the first page of this one is loaded.
    mutating func takeStored(_ saved: Saved, isValid: Bool) {
        guard acceptsStored, !hasPages, refresh != .idle else { return }
        acceptsStored = false
        let empty = self
        add(saved)
        let isJumping = target != nil
        let loads = !isValid || refresh == .failed || isJumping || isRefreshRequested
        if loads && rowCount == 0 {
            self = empty
            return
        }
        isStored = true
        hints.zone = nil
        if let shown = hints.shown {
            let items = shown.shifted(by: hints.isTarget ? -sourceRowsBefore : -placeholdersBefore)
            hints.shown = hints.isTarget ? items : nearest(to: items)
        } else if !isJumping, let start = pages.firstIndex(where: { $0.key == setup.startKey }) {
            let row = rows[..<start].reduce(0) { $0 + $1.count }
            if row > 0 && row < rowCount {
                hints.shown = row..<row + 1
                hints.isTarget = true
            }
        }
        if !loads { stopLoads() }
        arrive()
        loadOrReload()
    }
}
