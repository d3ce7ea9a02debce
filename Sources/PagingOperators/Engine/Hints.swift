/// What the signals of a list ask for.
@usableFromInline
struct Hints: Sendable {
    /// What the signals ask for beyond one edge.
    @usableFromInline
    struct AtEdge: Sendable {
        /// Whether a page is requested, wherever the list is.
        @usableFromInline var isRequested = false
        /// Whether pages that were removed are not loaded again, however near the edge is, until the list is closer to it.
        ///
        /// Removing them moves the others, and the screen reports where it is now: that is no hint that they are needed.
        /// Otherwise each of two edges could remove what the other has loaded, forever.
        @usableFromInline var isHeld = false

        @inlinable
        init(isHeld: Bool = false) {
            self.isHeld = isHeld
        }
    }

    /// The rows in view as of the last hint, counted from the first item: placeholders before it are below zero.
    @usableFromInline var shown: Range<Int>?
    /// Whether those rows were not shown, but are the target of a jump or of a restored list.
    @usableFromInline var isTarget = false
    /// The rows around the viewport of a list that reports distances, as of the last hint; counted as `shown`. Pages for
    /// the placeholders among them are loaded.
    @usableFromInline var scrolled: Range<Int>?
    /// The rows in its viewport.
    @usableFromInline var inViewport: Range<Int>?
    /// Whether loads were cancelled since the last hint.
    @usableFromInline var areCancelled = false
    @usableFromInline var edges = Edges(start: AtEdge(), end: AtEdge())
    /// The edge for which rows were asked for last.
    @usableFromInline var lastEdge: Edge?
    /// The rows that a screen shows anew because of the latest loads.
    @usableFromInline var redrawn = Edges(start: RedrawnRows(), end: RedrawnRows())
    /// Whether the rows in view were reported one by one.
    @usableFromInline var areJoined = false

    @inlinable
    init() {}

    /// What is asked for beyond the edges once these rows are in view.
    @inlinable
    func edges(showing items: Range<Int>) -> Edges<AtEdge> {
        var edges = edges
        if edges.start.isHeld, items.lowerBound < shown?.lowerBound ?? .max { edges.start.isHeld = false }
        if edges.end.isHeld, items.upperBound > shown?.upperBound ?? .min { edges.end.isHeld = false }
        return edges
    }

    /// Records the rows in view.
    @inlinable
    mutating func show(_ items: Range<Int>) {
        edges = edges(showing: items)
        shown = items
        scrolled = nil
        inViewport = nil
        isTarget = false
        areCancelled = false
        areJoined = false
    }

    /// The rows in view as of the last hint of either kind.
    @inlinable
    var inView: Range<Int>? { inViewport ?? shown }

    @inlinable
    var hasHeldEdge: Bool { edges.start.isHeld || edges.end.isHeld }

    /// Allows the pages that were removed to be loaded again.
    @inlinable
    mutating func releaseEdges() {
        edges.start.isHeld = false
        edges.end.isHeld = false
    }

    /// Keeps track of the rows in view while others are inserted and removed.
    @inlinable
    mutating func follow(_ change: RowChange, from oldCount: Int, to newCount: Int) {
        if let rows = inViewport, rows.lowerBound >= 0 {
            inViewport = change.focus(afterMoving: rows, from: oldCount, to: newCount)
        }
        guard let rows = shown, rows.lowerBound >= 0 else { return }
        shown = change.focus(afterMoving: rows, from: oldCount, to: newCount)
    }

    /// Adds the hints that a refresh had replaced.
    @inlinable
    mutating func restore(_ old: Hints) {
        if shown == nil {
            if inViewport == nil { inViewport = old.inViewport }
            shown = old.shown
            isTarget = old.isTarget
        }
        if scrolled == nil { scrolled = old.scrolled }
        lastEdge = lastEdge ?? old.lastEdge
        for edge in Edge.allCases where old.edges[edge].isRequested { edges[edge].isRequested = true }
    }
}
