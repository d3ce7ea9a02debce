#if canImport(UIKit) && !os(watchOS)
    import PagingOperators
    import UIKit

    extension UITableView {
        /// Shows a change of the rows of a section, in one batch of updates.
        ///
        /// ```swift
        /// tableView.apply(state.change) { self.state = state }
        /// ```
        ///
        /// Updated rows are reconfigured: their cells stay. The scroll position does not change when rows are inserted above
        /// the visible ones.
        ///
        /// - Parameters:
        ///   - change: The change, from a state of the feed.
        ///   - section: The section of the list.
        ///   - animation: The animation of rows that are removed and inserted.
        ///   - read: Replaces the state from which the data source reads the rows. Called once, within this call.
        /// - Complexity: O(*k*), the number of rows that change.
        public func apply(
            _ change: RowChange, toSection section: Int = 0, with animation: UITableView.RowAnimation = .none,
            read: @escaping () -> Void
        ) {
            if change.isReload {
                read()
                return reloadData()
            }
            performBatchUpdates {
                read()
                self.deleteRows(at: change.removed.indexPaths(inSection: section), with: animation)
                self.insertRows(at: change.inserted.indexPaths(inSection: section), with: animation)
                for move in change.moved {
                    self.moveRow(
                        at: move.sourcePath(inSection: section), to: move.destinationPath(inSection: section))
                }
            }
            // After the batch: these rows are counted in the later state, and a batch counts in the earlier one.
            if !change.updated.isEmpty {
                reconfigureRows(at: change.updated.indexPaths(inSection: section))
            }
        }

        /// The rows of a section that are in view, for `ListSignal.shown(rows:)`; `nil` if there are none.
        ///
        /// - Parameter section: The section of the list.
        public func rowsInView(inSection section: Int = 0) -> Range<Int>? {
            (indexPathsForVisibleRows ?? []).rows(inSection: section)
        }
    }
#endif
