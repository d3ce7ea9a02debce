#if canImport(UIKit) && !os(watchOS)
    import PagingOperators
    import UIKit

    extension UITableView {
        /// Shows a change of the rows of a section: removes, inserts and moves rows in one batch of updates,
        /// and then reconfigures those that have changed. A change that is a reload reloads all sections.
        ///
        /// ```swift
        /// tableView.apply(state.change) { self.state = state }
        /// ```
        ///
        /// Other sections whose rows depend on the state, such as one with a cell for a page that is loaded,
        /// have to be reloaded with it:
        ///
        /// ```swift
        /// tableView.apply(state.change, reloading: [1]) { self.state = state }
        /// ```
        ///
        /// Updated rows are reconfigured: their cells stay, and must be of the same type as before. For lists
        /// whose placeholders have cells of their own, use
        /// ``show(_:replacing:inSection:reloading:with:read:)``. The scroll position does not change when
        /// rows are inserted above the visible ones: see
        /// ``show(_:replacing:inSection:reloading:with:read:)``.
        ///
        /// - Parameters:
        ///   - change: The change, from a state of the feed.
        ///   - section: The section of the list.
        ///   - sections: Other sections, which are reloaded in the same batch.
        ///   - animation: The animation of rows that are removed and inserted, and of sections that are
        ///     reloaded; by default nothing is animated.
        ///   - read: Replaces the state from which the data source reads the rows. Called once, within this
        ///     call.
        /// - Complexity: O(*k*), the number of rows that change.
        public func apply(
            _ change: RowChange, toSection section: Int = 0, reloading sections: IndexSet = [],
            with animation: UITableView.RowAnimation = .none, read: @escaping () -> Void
        ) {
            update(
                change, replacing: [], inSection: section, reloading: sections, with: animation, read: read)
        }

        /// Shows a change. Replaced rows are updated ones that get other cells.
        private func update(
            _ change: RowChange, replacing replaced: [Range<Int>], inSection section: Int,
            reloading sections: IndexSet, with animation: UITableView.RowAnimation, read: @escaping () -> Void
        ) {
            precondition(
                !sections.contains(section), "The section of the list is not reloaded with the others.")
            if change.isEmpty, sections.isEmpty { return read() }
            if change.isReload {
                read()
                return reloadData()
            }
            let work = {
                self.updateRows(
                    change, replacing: replaced, inSection: section, reloading: sections, with: animation,
                    read: read)
            }
            // Rows without an animation of their own have the default one.
            if animation == .none { UIView.performWithoutAnimation(work) } else { work() }
        }

        private func updateRows(
            _ change: RowChange, replacing replaced: [Range<Int>], inSection section: Int,
            reloading sections: IndexSet, with animation: UITableView.RowAnimation, read: @escaping () -> Void
        ) {
            performBatchUpdates {
                read()
                self.deleteRows(at: change.removed.indexPaths(inSection: section), with: animation)
                self.insertRows(at: change.inserted.indexPaths(inSection: section), with: animation)
                for move in change.moved {
                    self.moveRow(
                        at: move.sourcePath(inSection: section), to: move.destinationPath(inSection: section))
                }
                if !sections.isEmpty { self.reloadSections(sections, with: animation) }
            }
            // After the batch: these rows are counted in the later state, and a batch counts in the earlier
            // one.
            let updates = change.cellUpdates(replacing: replaced, inSection: section)
            if !updates.reconfigured.isEmpty { reconfigureRows(at: updates.reconfigured) }
            if !updates.reloaded.isEmpty { reloadRows(at: updates.reloaded, with: .none) }
        }

        /// Shows a state: its change, as by ``apply(_:toSection:reloading:with:read:)``, with the rows in
        /// view at their place, those of other sections if the section has none, or from the row of the
        /// state's scroll target.
        ///
        /// ```swift
        /// tableView.show(state, replacing: self.state) { self.state = state }
        /// ```
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - old: The state that is shown. Cells of placeholders may be of another type than those of
        ///     items: they are reloaded when an item takes their place, while cells of other updated rows are
        ///     reconfigured.
        ///   - section: The section of the list.
        ///   - sections: Other sections, which are reloaded in the same batch.
        ///   - animation: The animation of rows that are removed and inserted, and of sections that are
        ///     reloaded; by default nothing is animated.
        ///   - read: Replaces the state from which the data source reads the rows. Called once, within this
        ///     call.
        public func show<Item>(
            _ state: ViewState<Item>, replacing old: ViewState<Item>, inSection section: Int = 0,
            reloading sections: IndexSet = [], with animation: UITableView.RowAnimation = .none,
            read: @escaping () -> Void
        ) {
            if state.keepsRows, sections.isEmpty { return read() }
            let followed = (indexPathsForVisibleRows ?? []).outside(of: sections)
            let place = state.place(following: followed, inSection: section)
            let distance = place?.follows.map { distanceToViewport(from: rectForRow(at: $0)) }
            let replaced = state.replacedRows(since: old)
            update(
                state.change, replacing: replaced, inSection: section, reloading: sections, with: animation,
                read: read)
            guard let path = place?.path else { return }
            // A list that is pulled past an edge stays so.
            if distanceToViewport(from: rectForRow(at: path)) == distance { return }
            layoutIfNeeded()
            let pulled = contentOffset.y
            scrollToRow(at: path, at: .top, animated: false)
            if let distance { scroll(to: distance, from: rectForRow(at: path), pulledTo: pulled) }
        }

        /// The rows of a section that are in view, for `ListSignal.shown(rows:)`; `nil` if there are none.
        ///
        /// - Parameter section: The section of the list.
        public func rowsInView(inSection section: Int = 0) -> Range<Int>? {
            (indexPathsForVisibleRows ?? []).rows(inSection: section)
        }
    }
#endif
