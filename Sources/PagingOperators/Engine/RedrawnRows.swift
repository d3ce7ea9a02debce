/// The rows beside an edge that a screen shows anew because their pages were loaded or removed.
@usableFromInline
struct RedrawnRows: Sendable {
    /// The number of rows before the edge that were placeholders or missing.
    @usableFromInline var loaded = 0
    /// The number of placeholders beyond the edge that were rows.
    @usableFromInline var removed = 0

    @inlinable
    init() {}
}

// A screen that reports single rows reports a row again once its page was loaded or removed. A row that has become a
// placeholder and is reported before any that has not changed was in view all the time, as were the rows reported before it.
extension Hints {
    /// Whether a report may be one of rows that were in view already.
    @inlinable
    var hasRedrawnRows: Bool { areJoined || redrawn.start.removed > 0 || redrawn.end.removed > 0 }

    /// Records rows that were loaded at an edge.
    ///
    /// - Parameters:
    ///   - count: The number of rows.
    ///   - placeholderCount: The number of placeholders that they have replaced.
    @inlinable
    mutating func recordLoaded(_ count: Int, at edge: Edge, replacing placeholderCount: Int) {
        if !hasRedrawnRows { redrawn = Edges(start: RedrawnRows(), end: RedrawnRows()) }
        redrawn[edge].loaded += max(0, count)
        redrawn[edge].removed = max(0, redrawn[edge].removed - max(0, placeholderCount))
    }

    /// Records the rows in view.
    ///
    /// A row that was reported only because a load has changed it is in view along with those that were reported before.
    ///
    /// - Parameters:
    ///   - items: The reported rows.
    ///   - count: The number of items of the list.
    @usableFromInline
    mutating func join(_ items: Range<Int>, among count: Int) {
        guard let shown, items.count == 1, inViewport == nil else { return forgetRedrawnRows(showing: items) }
        let row = items.lowerBound
        let isRemoved =
            row < 0 ? -row <= redrawn.start.removed : row - count < redrawn.end.removed && row >= count
        let isLoaded =
            row >= 0 && row < count && (row < redrawn.start.loaded || count - row <= redrawn.end.loaded)
        if areJoined && shown.contains(row) {
            show(shown)
            areJoined = true
        } else if isRemoved || areJoined && isLoaded {
            show(min(row, shown.lowerBound)..<max(row + 1, shown.upperBound))
            areJoined = true
        } else if isLoaded {
            show(items)
        } else {
            forgetRedrawnRows(showing: items)
        }
    }

    /// Records the rows in view of a screen that has been scrolled.
    @usableFromInline
    mutating func forgetRedrawnRows(showing items: Range<Int>) {
        redrawn = Edges(start: RedrawnRows(), end: RedrawnRows())
        show(items)
    }
}
