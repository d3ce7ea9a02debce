/// A signal from a list to its feed.
///
/// ```swift
/// signals.send(.shown(rows: 0..<12))  // when the list is scrolled
/// signals.send(.refresh)  // when it is pulled down
/// ```
public enum ListSignal: Sendable, Hashable {
    /// Reports all rows in view, for lists that know them: from `indexPathsForVisibleRows` when the list is
    /// scrolled. Rows count from zero, placeholders included. An empty range has no effect.
    ///
    /// The rows in view are not removed from a window, they keep their place when the list is reloaded around
    /// them, and an archive saves them.
    case shown(rows: Range<Int>)

    /// Loads pages near rows that the list prefetches, which are not in view: from `prefetchRowsAt`. Rows
    /// count as in ``shown(rows:)``.
    ///
    /// A page is loaded beyond each edge that has fewer rows than ``PagingRules/threshold`` beyond the
    /// prefetched ones. The rows in view remain those that were reported last, which are kept in place, in a
    /// window and in an archive. Without effect before the first page, during a refresh, and for rows that
    /// are not in the list.
    case prefetch(rows: Range<Int>)

    /// The list was scrolled: from `scrollViewDidScroll`, for lists that measure distances rather than rows.
    ///
    /// The values are in points, along the axis of scrolling: the offset of the viewport in the content,
    /// negative when the list is pulled beyond the start; the size of the viewport; and the size of the
    /// content. Without effect while the viewport has no size, as before the list is laid out. With
    /// placeholders, the rows in view are those of all rows in the content: report none between a state and
    /// the layout of its rows.
    case scrolled(offset: Double, viewport: Double, content: Double)

    /// Loads the next page, wherever the list is: from a button, or when the end is pulled. At the end of the
    /// list, ``PagingRules/endPolicy`` decides its effect.
    case loadMore

    /// Loads the page before the first row, wherever the list is.
    case loadPrevious

    /// Reloads the list. The rows stay until the first new page is loaded.
    case refresh

    /// Repeats a failed refresh or jump, after which the failed pages are replaced; or else the failed pages
    /// in both directions.
    case retry

    /// Cancels all loads and keeps the rows. The next hint, such as a report of rows, may load again.
    case cancel

    /// Cancels all loads and removes the rows. The next hint loads the first page.
    case reset

    /// Loads a row that may be far away, counted from the first of the whole list; zero or more. A row beyond
    /// the last counts as the last one.
    ///
    /// If the source can find the page of any row, the list is reloaded from that page. If not, pages are
    /// loaded one by one until the row is loaded; where one of them fails, they go on after a retry. Reports
    /// of rows in view do not end the jump meanwhile; ``cancel``, ``refresh`` and another jump do. In a
    /// window, the pages on the way are removed, also those in view. If the source does not count its items,
    /// rows before the loaded ones are counted only if they were loaded earlier.
    case jump(toRow: Int)
}

extension ListSignal {
    /// Reports that a row came into view: from `willDisplay` or `onAppear`. The same as ``shown(rows:)`` with
    /// a range of that row.
    ///
    /// - Parameter row: The row, counted from zero, placeholders included.
    @inlinable
    public static func shown(row: Int) -> ListSignal {
        // The row after the last number cannot be counted.
        let row = min(row, .max - 1)
        return .shown(rows: row..<row + 1)
    }

    /// Whether the signal stops loads rather than starts them.
    @usableFromInline
    var stops: Bool { self == .cancel || self == .reset }
}
