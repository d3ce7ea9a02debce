#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import PagingOperators

    /// A prefetching data source that reports the items that a collection view prefetches to a feed.
    ///
    /// It sends `ListSignal.prefetch(rows:)` with the items of each call, so that pages are loaded before
    /// their items are shown, in the direction of scrolling. The items in view are still to be reported, as
    /// by `ListSignal.shown(rows:)`. The view holds it weakly: keep a reference to it.
    @MainActor
    public final class PrefetchingDataSource: NSObject, NSCollectionViewPrefetching {
        private let section: Int
        private let send: (ListSignal) -> Void

        /// Creates a prefetching data source.
        ///
        /// - Parameters:
        ///   - section: The section of the list. Items of others are ignored.
        ///   - send: Sends a signal to the feed.
        public init(section: Int = 0, send: @escaping (ListSignal) -> Void) {
            self.section = section
            self.send = send
        }

        public func collectionView(
            _ collectionView: NSCollectionView, prefetchItemsAt indexPaths: [IndexPath]
        ) {
            guard let rows = indexPaths.rows(inSection: section) else { return }
            send(.prefetch(rows: rows))
        }
    }
#endif
