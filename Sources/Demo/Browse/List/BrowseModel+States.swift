import Flux

// States of the list.
extension BrowseModel {
    /// Shows the next state of the list. The row at the top and the selected one stay in view.
    mutating func observe(_ state: ViewState<BrowseRow>) -> [BrowseAction] {
        follow(state)
        setList(state)
        if isJumping, state.scrollTarget?.isJump == true || (!state.isLoading && !state.isPaging) {
            isJumping = false
        }
        showCursor()
        noteImages()
        if state.change.changesRows { needsReport = true }
        followRefresh()
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

    /// Shows the difference once the refresh has ended and the pages in view are loaded.
    private mutating func followRefresh() {
        guard var refresh else { return }
        if list.isLoading { refresh.hasBegun = true }
        self.refresh = refresh
        guard refresh.hasBegun, !list.isLoading, !list.isPaging else { return }
        self.refresh = nil
        if list.refresh.isFailed { return }
        let difference = RefreshDifference(from: refresh.old, to: list)
        marks = difference.marks
        message = "refreshed: \(difference.text)"
    }
}

extension RowChange {
    /// Whether rows have other numbers than before, or are others.
    fileprivate var changesRows: Bool { isReload || !removed.isEmpty || !inserted.isEmpty || !moved.isEmpty }
}
