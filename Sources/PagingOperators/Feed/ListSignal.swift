/// What a list tells the feed.
public enum ListSignal: Sendable, Hashable {
    /// A row came into view: from `willDisplay`, `prefetchRowsAt` or `onAppear`. Rows count from zero.
    case shown(row: Int)

    /// The next page is wanted, wherever the list is: a button, or the end pulled.
    case loadMore

    /// The list is wanted anew. The rows stay until the first new page is in.
    case refresh

    /// What has failed is wanted again.
    case retry

    /// Loads are not wanted any more; the rows stay.
    case cancel

    /// Neither loads nor rows are wanted any more.
    case reset
}
