#if canImport(UIKit) && !os(watchOS)
    import UIKit
    import PagingOperators

    extension UITableViewDiffableDataSource {
        /// Shows the items of a state in one section of the table view.
        ///
        /// A state that is a reload is shown without computing a difference. Replace the state from which
        /// cells are made first.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the length of the list; `apply(_:toSection:read:)` of the view costs the
        ///   change only.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == Item.ID {
            let snapshot = NSDiffableDataSourceSnapshot(state, section: section)
            if state.change.isReload {
                applySnapshotUsingReloadData(snapshot)
            } else {
                apply(snapshot, animatingDifferences: animatingDifferences)
            }
        }
    }

    extension UICollectionViewDiffableDataSource {
        /// Shows the items of a state in one section of the collection view.
        ///
        /// A state that is a reload is shown without computing a difference. Replace the state from which
        /// cells are made first.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the length of the list; `apply(_:toSection:read:)` of the view costs the
        ///   change only.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == Item.ID {
            let snapshot = NSDiffableDataSourceSnapshot(state, section: section)
            if state.change.isReload {
                applySnapshotUsingReloadData(snapshot)
            } else {
                apply(snapshot, animatingDifferences: animatingDifferences)
            }
        }
    }
#endif
