/// What the signals of a list ask for.
@usableFromInline
struct Hints: Sendable {
    /// What the signals ask for beyond one edge.
    @usableFromInline
    struct AtEdge: Sendable {
        /// Whether a page is requested, wherever the list is.
        @usableFromInline var isRequested = false
        /// Whether pages that were removed are not loaded again before the next hint, however near the edge is.
        @usableFromInline var isHeld = false

        @inlinable
        init() {}
    }

    /// The rows in view as of the last hint, counted from the first item: placeholders before it are below zero.
    @usableFromInline var shown: Range<Int>?
    /// Whether those rows were not shown, but are the target of a jump or of a restored list.
    @usableFromInline var isTarget = false
    /// Whether loads were cancelled since the last hint.
    @usableFromInline var areCancelled = false
    @usableFromInline var edges = Edges(start: AtEdge(), end: AtEdge())

    @inlinable
    init() {}

    /// Records the rows in view.
    @inlinable
    mutating func show(_ items: Range<Int>) {
        shown = items
        isTarget = false
        renew()
    }

    /// Records that a hint was given.
    @inlinable
    mutating func renew() {
        areCancelled = false
        edges.start.isHeld = false
        edges.end.isHeld = false
    }

    /// Adds the hints that a refresh had replaced.
    @inlinable
    mutating func restore(_ old: Hints) {
        if shown == nil {
            shown = old.shown
            isTarget = old.isTarget
        }
        for edge in Edge.allCases where old.edges[edge].isRequested { edges[edge].isRequested = true }
    }
}
