/// The rows in view of a list with images, counted with placeholders: those that were reported and, around a
/// single one, those that were reported before it and may be in view as well.
///
/// A screen may report each row when it comes into view, the cells of a line of a grid in any order, or each
/// row that changes. Rows that were reported one by one are in view together if they are less than the height
/// of the viewport apart. The height is a guess, which a screen that reports rows without their images
/// corrects: see ``scroll(to:)``.
@usableFromInline
struct ImageViewport: Sendable {
    /// The rows that were reported; `nil` before any was.
    @usableFromInline private(set) var rows: Range<Int>?
    /// The direction in which the list was scrolled the last time.
    @usableFromInline private(set) var isForward = true

    /// How many rows before and after a single one may be in view as well.
    @usableFromInline var margins = (before: 0, after: 0)
    /// The height of the viewport in rows, as far as it is known.
    @usableFromInline var height: Int
    /// The rows from the first to the last that were reported one by one since the list has jumped.
    @usableFromInline var passed = 0..<0
    /// The rows that have lost their images because others were reported, since one that had its image was.
    @usableFromInline var lost: [Range<Int>] = []

    /// The height of a viewport that nothing is known of: that of a telephone, in rows of a usual size.
    @inlinable
    static var usualHeight: Int { 12 }

    @inlinable
    init(height: Int) {
        // Halved, so that it can be added to the number of a row.
        self.height = min(max(1, height), .max / 2)
    }

    /// The rows in view. Before any was reported, the first.
    @inlinable
    var shown: Range<Int> {
        let rows = rows ?? 0..<1
        return rows.lowerBound - margins.before..<rows.upperBound + margins.after
    }

    /// Moves to rows that were reported.
    ///
    /// - Returns: Whether the list was scrolled.
    @inlinable
    mutating func scroll(to new: Range<Int>?) -> Bool {
        let old = rows
        if let new { widen(new) }
        rows = new
        guard let old = old?.lowerBound, let new = new?.lowerBound, old != new else { return false }
        isForward = new > old
        return true
    }

    /// Follows the rows in view to their numbers in the next state.
    @inlinable
    mutating func follow<Item>(_ state: ViewState<Item>) {
        rows = state.focusRows
        lost = []
        // After a jump, other rows are in view than those before it.
        let isJump = state.scrollTarget?.isJump == true
        if isJump || !state.change.keepsRows(before: passed.last) { passed = rows ?? 0..<0 }
        guard let rows, !isJump else { return margins = (0, 0) }
        margins.before = min(margins.before, max(0, rows.lowerBound))
        margins.after = min(margins.after, max(0, state.rowCount - rows.upperBound))
    }

    /// Forgets what was reported before the present rows.
    @inlinable
    mutating func forgetMargins() { margins = (0, 0) }

    /// Records that rows have lost their images, because others were reported.
    @inlinable
    mutating func noteLost(_ rows: Range<Int>) {
        if self.rows?.count == 1 { lost.append(rows) }
    }

    /// Counts the rows that were reported one by one before, and are less than the height of the viewport
    /// away, as in view. After a row that is farther away the list has jumped.
    @inlinable
    mutating func widen(_ new: Range<Int>) {
        if new.count > 1 { height = max(height, new.count) }
        guard new.count == 1, let rows, !rows.isEmpty else {
            (lost, passed) = ([], new)
            return margins = (0, 0)
        }
        let (row, seen) = (new.lowerBound, shown)
        let joined = min(seen.lowerBound, row)..<max(seen.upperBound, row + 1)
        // A screen that reports each row that changes is higher than was assumed, if it has a row that has
        // lost its image. Of a lower one, those between would have come into view before.
        let isInView =
            lost.contains { $0.contains(row) } && passed.contains(row)
            && (row < seen.lowerBound - 1 || row > seen.upperBound)
        if isInView { height = max(height, joined.count) } else { lost = [] }
        let near = row - height + 1..<row + height
        let isNext = isInView || isBeside(row, seen)
        let shown = isNext && seen.overlaps(near) ? joined.clamped(to: near) : new
        margins = (row - shown.lowerBound, shown.upperBound - row - 1)
        passed =
            isBeside(row, passed)
            ? min(passed.lowerBound, row)..<max(passed.upperBound, row + 1) : row..<row + 1
    }

    /// Whether a row is among others or, as the cells of a line of a grid, a few rows away.
    @inlinable
    func isBeside(_ row: Int, _ others: Range<Int>) -> Bool {
        row >= others.lowerBound - 4 && row < others.upperBound + 4
    }
}
