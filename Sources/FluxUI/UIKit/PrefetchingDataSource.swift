#if canImport(UIKit) && !os(watchOS)
    import PagingOperators
    import UIKit

    /// A prefetching data source that reports the rows that a table or collection view prefetches to a feed.
    ///
    /// ```swift
    /// prefetching = PrefetchingDataSource { [signals] in signals.send($0) }
    /// tableView.prefetchDataSource = prefetching
    /// ```
    ///
    /// It sends `ListSignal.prefetch(rows:)` with the rows of each call, so that pages are loaded before
    /// their rows are shown, in the direction of scrolling. The rows in view are still to be reported, as by
    /// `ListSignal.shown(rows:)`. The view holds it weakly: keep a reference to it.
    @MainActor
    public final class PrefetchingDataSource: NSObject, UITableViewDataSourcePrefetching,
        UICollectionViewDataSourcePrefetching
    {
        private let section: Int
        private let send: (ListSignal) -> Void

        /// Creates a prefetching data source.
        ///
        /// - Parameters:
        ///   - section: The section of the list. Rows of others are ignored.
        ///   - send: Sends a signal to the feed.
        public init(section: Int = 0, send: @escaping (ListSignal) -> Void) {
            self.section = section
            self.send = send
        }

        public func tableView(_ tableView: UITableView, prefetchRowsAt indexPaths: [IndexPath]) {
            report(indexPaths)
        }

        public func collectionView(
            _ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]
        ) {
            report(indexPaths)
        }

        private func report(_ indexPaths: [IndexPath]) {
            guard let rows = indexPaths.rows(inSection: section) else { return }
            send(.prefetch(rows: rows))
        }
    }
#endif
