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
        return [.publish(state)]
    }
}
