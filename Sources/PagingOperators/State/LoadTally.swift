/// Counts of what has happened in a session.
///
/// By its difference from that of an earlier state, a screen detects events of states that it did not
/// receive, because later ones have replaced them.
@usableFromInline
package struct LoadTally: Sendable, Hashable {
    /// The number of refreshes that the list has requested.
    @usableFromInline package var refreshes = 0

    /// The number of those that have ended: the first page is loaded or has failed, or the load was
    /// cancelled.
    @usableFromInline package var endedRefreshes = 0

    /// The number of resets and of cancellations.
    @usableFromInline package var stops = 0

    /// The number of loads that have failed.
    @usableFromInline package var failures = 0

    /// The number of generations that were loaded from the source.
    @usableFromInline package var generations = 0

    /// The number of pages that were loaded from the source.
    @usableFromInline package var pages = 0

    @inlinable
    package init() {}
}
