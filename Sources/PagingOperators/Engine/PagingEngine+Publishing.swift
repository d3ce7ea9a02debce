extension PagingEngine {
    /// How many rows stand before the items, on them and after them.
    @inlinable
    var placeholders: RowCounts {
        guard rules.showsPlaceholders else { return RowCounts(items: rows.items.count) }
        return pages.rowCounts(around: rows.items.count)
    }

    /// Publishes the present state, unless it is the last one again.
    ///
    /// - Parameter change: How the items differ from those of the last state.
    @inlinable
    mutating func publish(_ change: RowChange = .none) -> [Action] {
        let prependState = hasPages && pages.previousRequest == nil ? .end : prepend.state
        let appendState = hasPages && pages.nextRequest == nil ? .end : append.state
        let counts = placeholders
        let refreshState = refresh.state
        let publication = Publication(
            refresh: refreshState.kind, prepend: prependState.kind, append: appendState.kind,
            total: pages.total, counts: counts)
        let arrivedRow = arrivedRow
        if change.isEmpty, publication == published, arrivedRow == nil { return [] }
        let oldCounts = published.counts
        published = publication
        var state = ViewState(
            items: rows.items, refresh: refreshState, prepend: prependState, append: appendState,
            change: change.amongPlaceholders(from: oldCounts, to: counts), total: pages.total,
            placeholdersBefore: counts.before, placeholdersAfter: counts.after)
        state.arrivedRow = arrivedRow
        if arrivedRow != nil { wishes.isDestination = false }
        moveFocus(to: state, from: oldCounts)
        state.focusRow = focusRow
        return [.publish(state)]
    }

    /// Moves the row in view along with the rows, or to the row that a jump has reached.
    @inlinable
    mutating func moveFocus(to state: ViewState<Item>, from oldCounts: RowCounts) {
        if let row = state.arrivedRow {
            focusRow = row
        } else if let row = focusRow, state.change.isReload {
            // The list keeps its scroll position, if it is long enough.
            focusRow = row < state.rowCount ? row : nil
        } else if let row = focusRow {
            focusRow = state.change.focus(afterMoving: row, from: oldCounts.all, to: state.rowCount)
        }
        // From then on the first item is a row like any other, which others may be inserted before.
        if focusRow == nil, !rows.items.isEmpty { focusRow = state.placeholdersBefore }
    }
}
