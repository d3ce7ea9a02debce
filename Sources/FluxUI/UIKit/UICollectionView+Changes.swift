#if canImport(UIKit) && !os(watchOS)
    import PagingOperators
    import UIKit

    extension UICollectionView {
        /// Shows a change of the items of a section: removes, inserts and moves items in one batch of
        /// updates, and then reconfigures those that have changed. A change that is a reload reloads all
        /// sections.
        ///
        /// ```swift
        /// collectionView.apply(state.change) { self.state = state }
        /// ```
        ///
        /// Other sections whose items depend on the state, such as one with a cell for a page that is loaded,
        /// have to be reloaded with it:
        ///
        /// ```swift
        /// collectionView.apply(state.change, reloading: [1]) { self.state = state }
        /// ```
        ///
        /// Updated items are reconfigured: their cells stay, and must be of the same type as before. For
        /// lists whose placeholders have cells of their own, use
        /// ``show(_:replacing:inSection:reloading:read:)``.
        ///
        /// - Parameters:
        ///   - change: The change, from a state of the feed.
        ///   - section: The section of the list.
        ///   - sections: Other sections, which are reloaded in the same batch.
        ///   - read: Replaces the state from which the data source reads the items. Called once, within this
        ///     call.
        /// - Complexity: O(*k*), the number of items that change.
        public func apply(
            _ change: RowChange, toSection section: Int = 0, reloading sections: IndexSet = [],
            read: @escaping () -> Void
        ) {
            update(change, replacing: [], inSection: section, reloading: sections, read: read)
        }

        /// Shows a change. Replaced items are updated ones that get other cells.
        private func update(
            _ change: RowChange, replacing replaced: [Range<Int>], inSection section: Int,
            reloading sections: IndexSet, read: @escaping () -> Void
        ) {
            precondition(
                !sections.contains(section), "The section of the list is not reloaded with the others.")
            if change.isEmpty, sections.isEmpty { return read() }
            if change.isReload {
                read()
                return reloadData()
            }
            performBatchUpdates {
                read()
                self.deleteItems(at: change.removed.indexPaths(inSection: section))
                self.insertItems(at: change.inserted.indexPaths(inSection: section))
                for move in change.moved {
                    self.moveItem(
                        at: move.sourcePath(inSection: section), to: move.destinationPath(inSection: section))
                }
                if !sections.isEmpty { self.reloadSections(sections) }
            }
            // After the batch: these items are counted in the later state, and a batch counts in the earlier
            // one.
            let updates = change.cellUpdates(replacing: replaced, inSection: section)
            if !updates.reconfigured.isEmpty { reconfigureItems(at: updates.reconfigured) }
            if !updates.reloaded.isEmpty { reloadItems(at: updates.reloaded) }
        }

        /// Shows a state: its change, as by ``apply(_:toSection:reloading:read:)``, with the items in view at
        /// their place, those of other sections if the section has none, or from the item of the state's
        /// scroll target. For collection views that scroll vertically. Nothing is animated, so that the items
        /// in view do not move.
        ///
        /// ```swift
        /// collectionView.show(state, replacing: self.state) { self.state = state }
        /// ```
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - old: The state that is shown. Cells of placeholders may be of another type than those of
        ///     items: they are reloaded when an item takes their place, while cells of other updated items
        ///     are reconfigured.
        ///   - section: The section of the list.
        ///   - sections: Other sections, which are reloaded in the same batch.
        ///   - read: Replaces the state from which the data source reads the items. Called once, within this
        ///     call.
        public func show<Item>(
            _ state: ViewState<Item>, replacing old: ViewState<Item>, inSection section: Int = 0,
            reloading sections: IndexSet = [], read: @escaping () -> Void
        ) {
            if state.keepsRows, sections.isEmpty { return read() }
            // After a reload that is not laid out, no items would be in view.
            layoutIfNeeded()
            let followed = indexPathsForVisibleItems.outside(of: sections)
            let place = state.place(following: followed, inSection: section)
            let distance = place?.follows.flatMap { distanceToViewport(from: $0) }
            let replaced = state.replacedRows(since: old)
            UIView.performWithoutAnimation {
                update(
                    state.change, replacing: replaced, inSection: section, reloading: sections, read: read)
            }
            guard let path = place?.path else { return }
            // A list that is pulled past an edge stays so.
            if let distance, distanceToViewport(from: path) == distance { return }
            layoutIfNeeded()
            let pulled = contentOffset.y
            scrollToItem(at: path, at: .top, animated: false)
            if let distance, let attributes = layoutAttributesForItem(at: path) {
                scroll(to: distance, from: attributes.frame, pulledTo: pulled)
            }
        }

        private func distanceToViewport(from path: IndexPath) -> CGFloat? {
            layoutAttributesForItem(at: path).map { distanceToViewport(from: $0.frame) }
        }

        /// The items of a section that are in view, for `ListSignal.shown(rows:)`; `nil` if there are none.
        ///
        /// Lays out the view if it has changed or was scrolled since. While it is laid out, as in
        /// `willDisplay`, these are the items of the layout before.
        ///
        /// - Parameter section: The section of the list.
        public func rowsInView(inSection section: Int = 0) -> Range<Int>? {
            // The visible items are those of the last layout.
            layoutIfNeeded()
            return indexPathsForVisibleItems.rows(inSection: section)
        }
    }
#endif
