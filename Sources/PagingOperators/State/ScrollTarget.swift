/// The row to which a list scrolls when a state is shown: ``ViewState/scrollTarget``.
///
/// ``ViewState/topRow(following:)`` computes the row for the top of the viewport from it.
public enum ScrollTarget: Sendable, Hashable {
    /// The row of a jump, or the first row in view of a list that is restored: it is shown at the top of the
    /// viewport.
    case jump(row: Int)

    /// The list was loaded again, and its rows have other numbers: the list scrolls by a number of rows, so
    /// that those in view keep their places. If none of them is left, the list keeps their numbers in the
    /// whole list, or goes to its start.
    ///
    /// If the list has another source, and was at its start, it goes to the start of the new source's list,
    /// even if rows that were in view are farther down there.
    ///
    /// - Parameters:
    ///   - to: The row that is now where the first reported row was.
    ///   - by: The number to add to that of a row in view; less than zero if rows before it are no longer
    ///     loaded.
    case moved(to: Int, by: Int)

    /// The row of a jump, or the new number of the row that was reported as the first in view. A row of the
    /// state.
    @inlinable
    public var row: Int {
        switch self {
        case .jump(let row), .moved(let row, _): row
        }
    }

    /// Whether the row is shown at the top of the viewport, whatever the scroll position was.
    @inlinable
    public var isJump: Bool {
        if case .jump = self { true } else { false }
    }
}
