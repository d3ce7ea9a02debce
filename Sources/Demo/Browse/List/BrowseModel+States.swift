import Flux

// States of the list.
extension BrowseModel {
    /// Shows the next state of the list. The row at the top and the selected one stay in view.
    mutating func observe(_ state: ViewState<BrowseRow>) -> [BrowseAction] {
        let old = list
        let wasRefreshing = old.isLoading
        follow(state)
        setList(state)
        if isJumping, state.scrollTarget?.isJump == true || (!state.isLoading && !state.isPaging) {
            isJumping = false
        }
        showCursor()
        noteImages()
        if state.change.changesRows { needsReport = true }
        if isRefreshing, wasRefreshing, !state.isLoading { endRefresh(from: old) }
        return continueSearch() + report()
    }

    private mutating func follow(_ state: ViewState<BrowseRow>) {
        countRowsBefore(state)
        if list.rowCount == 0 {
            (top, cursor) = (0, 0)
            if case .jump(let row) = state.scrollTarget { (top, cursor) = (row, row) }
            return
        }
        let rows = rowsInView
        if isJumping, list.rowCount == state.rowCount, !state.change.isReload { return }
        top = state.topRow(following: rows.isEmpty ? top..<top + 1 : rows)
        cursor = state.topRow(following: cursor..<cursor + 1)
    }

    private mutating func countRowsBefore(_ state: ViewState<BrowseRow>) {
        guard state.hasPrevious else {
            rowsBefore = 0
            return
        }
        guard state.placeholdersBefore == 0, !state.change.isReload, let before = rowsBefore else {
            rowsBefore = nil
            return
        }
        let removed = state.change.removed.first.flatMap { $0.lowerBound == 0 ? $0.count : nil } ?? 0
        let inserted = state.change.inserted.first.flatMap { $0.lowerBound == 0 ? $0.count : nil } ?? 0
        rowsBefore = max(0, before + removed - inserted)
    }

    /// Rows get room for images with the first one that has some.
    mutating func noteImages() {
        guard showsImages == nil, !list.items.isEmpty else { return }
        showsImages = canShowImages && list.items.prefix(10).contains { $0.imageURL != nil }
        showCursor()
    }

    private mutating func endRefresh(from old: ViewState<BrowseRow>) {
        isRefreshing = false
        if list.refresh.isFailed { return }
        let items = Dictionary(old.items.map { ($0.id, $0.item) }) { first, _ in first }
        var counts = (inserted: 0, updated: 0)
        marks = [:]
        let change = list.change.isReload ? [0..<list.rowCount] : list.change.inserted + list.change.updated
        for row in change.joined() {
            guard let item = list.item(atRow: row)?.item else { continue }
            if let before = items[item.id] {
                guard before != item else { continue }
                marks[item.id] = .updated
                counts.updated += 1
            } else {
                marks[item.id] = .inserted
                counts.inserted += 1
            }
        }
        let now = Set(list.items.lazy.map(\.id))
        let removed = items.keys.count { !now.contains($0) }
        let parts = [(counts.inserted, "new"), (removed, "gone"), (counts.updated, "changed")]
            .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        message = "refreshed: " + (parts.isEmpty ? "no change" : parts.joined(separator: ", "))
    }
}

extension RowChange {
    /// Whether rows have other numbers than before, or are others.
    fileprivate var changesRows: Bool { isReload || !removed.isEmpty || !inserted.isEmpty || !moved.isEmpty }
}
