/// A signal from a list to its feed.
public enum ListSignal: Sendable, Hashable {
    /// A row came into view: from `willDisplay`, `prefetchRowsAt` or `onAppear`. Rows count from zero, placeholders
    /// included.
    case shown(row: Int)

    /// The list was scrolled: from `scrollViewDidScroll`, for lists that measure distances rather than rows.
    ///
    /// All in points, along the axis of scrolling: the offset of the viewport in the content (negative when
    /// pulled beyond the start), the size of the viewport, and that of the content. Without effect while the viewport has
    /// no size, as before the list is laid out.
    case scrolled(offset: Double, viewport: Double, content: Double)

    /// Loads the next page, wherever the list is: from a button, or when the end is pulled.
    case loadMore

    /// Loads the page before the first row, wherever the list is.
    case loadPrevious

    /// Reloads the list. The rows stay until the first new page is loaded.
    case refresh

    /// Repeats the loads that have failed, in every direction.
    case retry

    /// Cancels all loads and keeps the rows.
    case cancel

    /// Cancels all loads and removes the rows.
    case reset

    /// Loads a row that may be far away, counted from the first of the whole list.
    ///
    /// If the source can find the page of any row, the list is reloaded from that page; if not, pages are loaded one by one
    /// until the row is loaded.
    case jump(toRow: Int)
}

extension ListSignal {
    /// Whether the signal stops loads rather than starts them.
    var stops: Bool { self == .cancel || self == .reset }
}
