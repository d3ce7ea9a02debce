extension PageEvent {
    /// The reason why a signal loads no page.
    public enum Reason: Sendable {
        /// Enough rows lie beyond those in view: their number, and the threshold. With the threshold zero,
        /// reports of rows load nothing.
        case enoughRows(beyond: Int, threshold: Int)

        /// The edge of the content is too far away: the distance and the limit, in points.
        case enoughContent(beyond: Double, limit: Double)

        /// The list is not pulled far enough beyond the edge: the distance and the limit, in points.
        case notPulled(by: Double, limit: Double)

        /// A page is being loaded in this direction already: the number of the load.
        case alreadyLoading(load: Int)

        /// The last load in this direction has failed, and the rules hold it until `.retry`.
        case heldAfterFailure(any Error)

        /// The end of the list: there are no more pages in this direction.
        case atEnd

        /// The reported rows are beyond the end of the list, and count as its last row: the number of rows of
        /// the list.
        case beyondList(rowCount: Int)

        /// The page was removed from the window, and the rows in view are no nearer to it than at that time:
        /// the limit of rows.
        case windowFull(maxRows: Int)

        /// The list loads pages up to the row of a jump. Reports have no effect meanwhile.
        case jumping(toRow: Int)

        /// The rows to prefetch are far from the loaded ones, see ``PagingRules/jumpThreshold``: they are
        /// loaded when they come into view.
        case farAway

        /// The list is loaded again, because its items have changed, as soon as running loads have ended.
        case awaitingReload

        /// The signal reports no row, or no size of the viewport; or no row has been reported yet.
        case nothingInView

        /// Nothing has failed, so that `.retry` has no effect.
        case nothingFailed

        /// Nothing is loaded yet.
        case noPages
    }
}
