/// The rows that a screen shows, and those around them that it may need.
@usableFromInline
struct Viewport: Sendable {
    /// Where the rows come from.
    @usableFromInline
    enum Origin: Sendable {
        /// The list's own place, because no report counts for its present rows.
        case list
        /// The last report.
        case reported
        /// The last report, moved along with the rows that have changed since; or a jump.
        case followed
    }

    /// What the screen reports.
    @usableFromInline
    enum Unit: Sendable {
        case rows
        /// Distances from the edges of the content, in points.
        case distances

        @inlinable
        var isRows: Bool {
            if case .rows = self { true } else { false }
        }
    }

    /// Rows, and those around them.
    @usableFromInline
    struct View: Sendable {
        @usableFromInline var rows: Range<Int>
        @usableFromInline var margins: Edges<Int>

        @inlinable
        init(rows: Range<Int>, margins: Edges<Int>) {
            self.rows = rows
            self.margins = margins
        }

        @inlinable
        var widened: Range<Int> { rows.lowerBound - margins.start..<rows.upperBound + margins.end }
    }

    /// The reported rows, counted with placeholders in the rows of the last state. `nil` before there are
    /// any.
    @usableFromInline var rows: Range<Int>?
    @usableFromInline var origin = Origin.list
    @usableFromInline var unit = Unit.rows
    /// The number of rows before and after the reported ones that may be in view as well, because single rows
    /// were reported, or that are to be loaded in advance, because the screen reports distances.
    @usableFromInline var margins = Edges(start: 0, end: 0)
    /// The height in rows, as stated or as reported. `nil` before several rows were reported.
    @usableFromInline var knownHeight: Int?
    /// The height in rows before it is known: raised where single rows are reported that seem to be in view
    /// together.
    @usableFromInline var assumedHeight: Int
    /// The last scroll position, of a screen that reports distances.
    @usableFromInline var position: ScrollReport?
    /// The number of rows that can be added below the reported ones and be in view: those that were reported
    /// beyond the last row of the list. `nil` if it is not known: the whole list was in view.
    @usableFromInline var room: Int? = 0

    @inlinable
    init(_ rules: PagingRules) {
        knownHeight = rules.viewport
        assumedHeight = max(1, rules.threshold)
    }

    @inlinable
    var height: Int { knownHeight ?? assumedHeight }

    /// The rows with the room after them.
    @inlinable
    var focus: Range<Int>? { rows.map { $0.lowerBound..<$0.upperBound + (room ?? 0) } }

    /// The rows that a reload keeps in view: with the room after them, or, of a single reported row, all that
    /// may be in view with it.
    var rowsToKeep: Range<Int>? {
        rows?.count == 1 && unit.isRows && origin != .list ? view?.widened : focus
    }

    /// The rows and those around them, counted in the last state.
    @inlinable
    var view: View? {
        get { rows.map { View(rows: $0, margins: margins) } }
        set {
            rows = newValue?.rows
            if let newValue { margins = newValue.margins }
        }
    }

    /// Records a report of rows, of a list with a number of rows.
    ///
    /// Around a single row, any row may be in view that is less than the height of the viewport away, and
    /// that could be in view together with the rows reported before. The reports of all rows in view, in any
    /// order, therefore narrow the widened viewport down to these rows. Repeated after their pages are
    /// loaded, they do not move it: otherwise two pages could be loaded in turns for them.
    @inlinable
    mutating func report(_ reported: Range<Int>, room: Int?, of count: Int) {
        self.room = room
        if reported.count == 1 {
            widen(around: reported.lowerBound)
        } else {
            margins = Edges(start: 0, end: 0)
            // A report that came before the rows says nothing of the screen.
            if reported.count <= count { knownHeight = max(knownHeight ?? 0, reported.count) }
        }
        rows = reported
        origin = .reported
        unit = .rows
    }

    /// Finds the rows before and after a reported one that may be in view as well.
    // Mutating, so that the viewport is not copied.
    @inlinable
    mutating func widen(around row: Int) {
        let most = height - 1
        var (before, after) = (most, most)
        if let rows, origin != .list, unit.isRows {
            let first = row - (rows.lowerBound - margins.start)
            let last = rows.upperBound - 1 + margins.end - row
            // The rows of the old viewport that can be in view together with the reported one.
            if first >= -most, last >= -most {
                (before, after) = (max(0, min(first, most)), max(0, min(last, most)))
            }
        }
        margins = Edges(start: min(before, row), end: after)
    }

    /// Widens the viewport to rows that are in view as well: it is higher than was assumed.
    @inlinable
    mutating func join(_ others: Range<Int>) {
        guard let rows, let widened = view?.widened else { return }
        let joined = min(widened.lowerBound, others.lowerBound)..<max(widened.upperBound, others.upperBound)
        assumedHeight = max(assumedHeight, joined.count)
        margins = Edges(
            start: rows.lowerBound - joined.lowerBound, end: joined.upperBound - rows.upperBound)
    }

    /// Records a scroll position.
    ///
    /// - Parameters:
    ///   - visible: The rows in view.
    ///   - zone: Those, and the ones to load in advance.
    mutating func report(_ visible: Range<Int>?, within zone: Range<Int>?) {
        origin = .reported
        unit = .distances
        room = 0
        guard let visible, let zone else { return }
        rows = visible
        margins = Edges(
            start: visible.lowerBound - zone.lowerBound, end: zone.upperBound - visible.upperBound)
    }

    /// The rows in view, counted in the rows that a change leads to.
    ///
    /// - Parameters:
    ///   - itemChange: How the items differ from those of the last state.
    ///   - old: The counts of the last state.
    ///   - new: The counts of the present rows.
    @usableFromInline
    func moved(by itemChange: RowChange, from old: RowCounts, to new: RowCounts) -> View? {
        guard let view else { return nil }
        var moved = view
        if old.all == 0, origin != .list {
            // A report of rows that a list without any had was given for an earlier list.
            if new.items > 0 { moved.rows = new.nearestItems(to: view.rows).clamped(to: new.itemRows) }
            return moved
        }
        if itemChange.isReload {
            // The list keeps its scroll position, if it is long enough.
            if view.rows.lowerBound >= new.all { return nil }
            if view.rows.upperBound <= old.all { moved.rows = view.rows.moved(intoRows: new.all) }
            return moved
        }
        // Without placeholders the change is not copied.
        if !old.hasPlaceholders, !new.hasPlaceholders { return follow(itemChange, from: old, to: new, view) }
        return follow(itemChange.amongPlaceholders(from: old, to: new), from: old, to: new, view)
    }

    /// The rows in view, counted in the rows that a change of all rows leads to.
    private func follow(
        _ change: RowChange, from old: RowCounts, to new: RowCounts, _ view: View
    ) -> View {
        var moved = view
        // With the room after them, in which rows may have been added since: a screen follows those, too.
        let followed = change.focus(afterMoving: focus ?? view.rows, from: old.all, to: new)
        moved.rows = view.rows.starting(at: followed.lowerBound)
        if view.rows.upperBound <= old.all { moved.rows = moved.rows.moved(intoRows: new.all) }
        guard unit.isRows, view.rows.count == 1 else { return moved }
        // Rows that come between the first row that may be in view and the reported one push that down.
        let around = view.widened
        var first = change.focus(
            afterMoving: max(0, around.lowerBound)..<view.rows.upperBound, from: old.all, to: new
        ).lowerBound
        var end = first + around.count
        // Where the reported row is gone or leaves its place, a screen that shows those after it as well
        // keeps them.
        let row = view.rows.lowerBound
        if !change.moved.isEmpty || change.removed.contains(where: { $0.contains(row) }) {
            let inPlace = change.firstRow(afterMoving: row..<around.upperBound, from: old.all, to: new)
            first = min(first, inPlace)
            // No further than a screen, however often the reported row is another one.
            end = max(end, inPlace + min(view.rows.count + view.margins.end, height))
        }
        // Above the end of a list that has become shorter, rows before those in view come into it.
        if moved.rows.upperBound <= new.all { first = min(first, max(0, new.all - height)) }
        moved.margins.start = max(0, moved.rows.lowerBound - first)
        moved.margins.end = max(view.margins.end, end - moved.rows.upperBound)
        return moved
    }
}
