extension PagingEngine {
    /// The numbers of placeholders before the items, of items, and of placeholders after them.
    @inlinable
    var placeholders: RowCounts {
        guard rules.showsPlaceholders else { return RowCounts(items: rows.items.count) }
        return pages.rowCounts(around: rows.items.count)
    }

    /// The number of placeholders beyond an edge.
    @inlinable
    func placeholderCount(beyond edge: Edge) -> Int {
        edge == .start ? placeholders.before : placeholders.after
    }

    /// Publishes the present state, unless it equals the last one.
    ///
    /// - Parameters:
    ///   - change: How the items differ from those of the last state.
    ///   - place: The row that a jump has reached, or where a reload has moved the rows in view; `nil` if they keep their
    ///     numbers.
    @inlinable
    mutating func publish(_ change: RowChange = .none, landingAt place: ScrollTarget? = nil) -> [Action] {
        let prependState = ends.start ? .end : loads.start.state
        let appendState = ends.end ? .end : loads.end.state
        let counts = placeholders
        let refreshState = refresh.state
        let publication = Publication(
            refresh: refreshState.kind, prepend: prependState.kind, append: appendState.kind,
            total: pages.total, counts: counts, isStored: storedAt != nil)
        let jumpTarget = jumpTarget
        let scrollTarget = jumpTarget.map { .jump(row: $0) } ?? place
        if change.isEmpty, publication == published, scrollTarget == nil, warning == nil { return [] }
        let oldCounts = published.counts
        published = publication
        var state = ViewState(
            items: rows.items, refresh: refreshState, prepend: prependState, append: appendState,
            change: change.amongPlaceholders(from: oldCounts, to: counts), total: pages.total,
            placeholdersBefore: counts.before, placeholdersAfter: counts.after)
        if !state.change.isEmpty { haveRowsMoved = true }
        if !refresh.isLoading { tally.endedRefreshes = tally.refreshes }
        state.tally = tally
        state.storedAt = storedAt
        state.scrollTarget = scrollTarget
        state.warning = warning.take()
        moveFocus(to: state, from: oldCounts)
        if let jumpTarget { endJump(at: jumpTarget) }
        state.focusRows = focusRows
        return [.publish(state)]
    }

    /// Moves the rows in view along with the list, or to the row that a jump has reached.
    @inlinable
    mutating func moveFocus(to state: ViewState<Item>, from oldCounts: RowCounts) {
        if case .jump(let row) = state.scrollTarget {
            // Unless a jump has been taken, see ``takeArrival()``.
            let rows = jumpTarget == nil ? focusRows : shownRows
            focusRows = rows?.starting(at: row) ?? row..<row + 1
        } else if case .moved(_, let distance) = state.scrollTarget, let rows = focusRows {
            focusRows = rows.starting(at: state.nearestRow(to: rows.lowerBound + distance))
        } else if let rows = focusRows, state.change.isReload {
            // The list keeps its scroll position, if it is long enough.
            focusRows = rows.lowerBound < state.rowCount ? rows : nil
        } else if let rows = focusRows {
            focusRows = state.change.focus(afterMoving: rows, from: oldCounts.all, to: state.rowCount)
        }
        // From then on the first item is a row like any other, which others may be inserted before.
        if focusRows == nil, !rows.items.isEmpty {
            focusRows = state.placeholdersBefore..<state.placeholdersBefore + 1
        }
    }
}
