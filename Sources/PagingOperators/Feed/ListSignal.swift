/// What a list tells the feed.
public enum ListSignal: Sendable, Hashable {
    /// A row came into view: from `willDisplay`, `prefetchRowsAt` or `onAppear`. Rows count from zero, placeholders
    /// included.
    case shown(row: Int)

    /// The list was scrolled: from `scrollViewDidScroll`, for lists that know distances rather than rows.
    ///
    /// All in points, along the axis of scrolling: where the viewport begins in the content (below zero when pulled
    /// beyond the start), how large the viewport is, and how large the content. While the viewport has no size, as
    /// before the list is laid out, it asks for nothing.
    case scrolled(offset: Double, viewport: Double, content: Double)

    /// The next page is wanted, wherever the list is: a button, or the end pulled.
    case loadMore

    /// The page before the first row is wanted, wherever the list is.
    case loadPrevious

    /// The list is wanted anew. The rows stay until the first new page is in.
    case refresh

    /// What has failed is wanted again, in every direction.
    case retry

    /// Loads are not wanted any more; the rows stay.
    case cancel

    /// Neither loads nor rows are wanted any more.
    case reset

    /// A row is wanted that may be far away, counted from the first of the whole list.
    ///
    /// A source that can find the page of any row is asked for that page, and the list begins anew around it; others
    /// load page by page until the row is in.
    case jump(toRow: Int)
}

extension ListSignal {
    /// Whether it stops loads rather than begins them.
    @inlinable
    var stops: Bool { self == .cancel || self == .reset }
}
