/// The last state, without its rows, and what has changed since.
@usableFromInline
struct Publication: Sendable {
    /// What two states are compared by.
    @usableFromInline
    struct Summary: Sendable, Equatable {
        @usableFromInline var refresh = LoadState.Kind.idle
        @usableFromInline var prepend = LoadState.Kind.idle
        @usableFromInline var append = LoadState.Kind.idle
        @usableFromInline var total: Int?
        @usableFromInline var counts = RowCounts()
        @usableFromInline var isStored = false
        @usableFromInline var endedRefreshes = 0
        @usableFromInline var isWarned = false

        @inlinable
        init() {}
    }

    /// `nil` before the first state.
    @usableFromInline var summary: Summary?
    /// The warning of a window that is too small. One state has it.
    @usableFromInline var warning: PagingWarning?

    /// How the items differ from those of the last state.
    @usableFromInline var change = RowChange.none
    /// Where the list scrolls to, and the rows in view there, unless they have moved along with `change`.
    @usableFromInline var landing: (target: ScrollTarget?, rows: Range<Int>)?

    /// The counts of the last state.
    @inlinable
    var counts: RowCounts { summary?.counts ?? RowCounts() }
}

extension PagingEngine {
    /// The rows in view, counted in the present rows, which the next state will have. A screen finds the same
    /// rows, see ``ViewState/topRow(following:)``.
    @inlinable
    var inView: Viewport.View? {
        if let landing = published.landing {
            return Viewport.View(rows: landing.rows, margins: viewport.margins)
        }
        let counts = counts
        if published.change.keepsNumbers, counts == published.counts { return viewport.view }
        return viewport.moved(by: published.change, from: published.counts, to: counts)
    }

    /// Records a change of the items.
    @inlinable
    mutating func note(_ change: RowChange) {
        if change.isEmpty { return }
        published.change = published.change.isEmpty ? change : published.change.followed(by: change)
    }

    /// Makes the present state, unless it equals the last one. The rows in view are counted in it from then
    /// on.
    @inlinable
    mutating func publish() -> ViewState<Item>? {
        // The ends of a source that was replaced are not those of the list.
        let ends = hasPages ? list.ends : ListEnds()
        let prepend = ends.start ? .end : edges.start.state
        let append = ends.end && edges.end.isIdle ? .end : edges.end.state
        let (refresh, counts) = (rebuild.load.state, counts)
        var summary = Publication.Summary()
        (summary.refresh, summary.prepend, summary.append) = (refresh.kind, prepend.kind, append.kind)
        (summary.total, summary.counts) = (list.pages.total, counts)
        summary.isStored = list.origin.storedAt != nil
        if !rebuild.load.isLoading { tally.endedRefreshes = tally.refreshes }
        summary.endedRefreshes = tally.endedRefreshes
        summary.isWarned = published.warning != nil
        let scrollTarget = published.landing?.target
        if published.change.isEmpty, scrollTarget == nil,
            summary == published.summary ?? Publication.Summary()
        {
            return nil
        }
        let change = published.change.amongPlaceholders(from: published.counts, to: counts)
        var state = ViewState(
            items: list.rows.items, refresh: refresh, prepend: prepend, append: append,
            // The first state is complete: until then the screen may show the list of another session.
            change: published.summary == nil ? .reload : change, total: list.pages.total,
            placeholdersBefore: counts.before, placeholdersAfter: counts.after)
        state.tally = tally
        state.storedAt = list.origin.storedAt
        state.lacksFirstPage = !hasPages || list.origin.isOutdated
        state.scrollTarget = scrollTarget
        state.warning = published.summary?.isWarned == true ? nil : published.warning
        viewport.view = inView
        if viewport.rows == nil {
            viewport.origin = .list
            // From then on the first item is a row like any other, which others may be inserted before.
            if counts.items > 0 { viewport.rows = counts.before..<counts.before + 1 }
        }
        if !change.isEmpty, viewport.origin == .reported { viewport.origin = .followed }
        state.focusRows = viewport.focus
        published.summary = summary
        published.change = .none
        published.landing = nil
        return state
    }
}
