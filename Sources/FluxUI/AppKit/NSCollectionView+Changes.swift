#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import PagingOperators

    extension NSCollectionView {
        /// Shows a change of the items of a section, in one batch of updates.
        ///
        /// ```swift
        /// collectionView.apply(state.change) { self.state = state }
        /// ```
        ///
        /// Other sections whose items depend on the state, such as one with an item for a page that is
        /// loaded, have to be reloaded with it:
        ///
        /// ```swift
        /// collectionView.apply(state.change, reloading: [1]) { self.state = state }
        /// ```
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
            precondition(
                !sections.contains(section), "The section of the list is not reloaded with the others.")
            if change.isEmpty, sections.isEmpty { return read() }
            if change.isReload {
                read()
                return reloadData()
            }
            performBatchUpdates {
                read()
                self.deleteItems(at: Set(change.removed.indexPaths(inSection: section)))
                self.insertItems(at: Set(change.inserted.indexPaths(inSection: section)))
                for move in change.moved {
                    self.moveItem(
                        at: move.sourcePath(inSection: section), to: move.destinationPath(inSection: section))
                }
                if !sections.isEmpty { self.reloadSections(sections) }
            }
            // After the batch: these items are counted in the later state, and a batch counts in the earlier
            // one.
            if !change.updated.isEmpty {
                reloadItems(at: Set(change.updated.indexPaths(inSection: section)))
            }
        }

        /// Shows a state: its change, as by ``apply(_:toSection:reloading:read:)``, with the items in view at
        /// their place, those of other sections if the section has none, or from the item of the state's
        /// scroll target. For collection views that scroll vertically. Nothing is animated, so that the items
        /// in view do not move.
        ///
        /// ```swift
        /// collectionView.show(state) { self.state = state }
        /// ```
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section of the list.
        ///   - sections: Other sections, which are reloaded in the same batch.
        ///   - read: Replaces the state from which the data source reads the items. Called once, within this
        ///     call.
        public func show<Item>(
            _ state: ViewState<Item>, inSection section: Int = 0, reloading sections: IndexSet = [],
            read: @escaping () -> Void
        ) {
            if state.keepsRows, sections.isEmpty { return read() }
            // After a reload that is not laid out, no items would be in view.
            layoutSubtreeIfNeeded()
            let place = state.place(following: pathsInView.outside(of: sections), inSection: section)
            let followed = place?.follows.flatMap { layoutAttributesForItem(at: $0)?.frame }
            let distance = followed.map { distanceToViewport(from: $0) }
            NSAnimationContext.withoutAnimation {
                apply(state.change, toSection: section, reloading: sections, read: read)
            }
            guard let place else { return }
            layoutSubtreeIfNeeded()
            guard let frame = layoutAttributesForItem(at: place.path)?.frame else { return }
            guard let distance else { return scrollToTop(frame) }
            // A list that is pulled past an edge stays so.
            if distanceToViewport(from: frame) != distance { scrollViewport(by: distance, from: frame) }
        }

        /// The items of a section that are in view, for `ListSignal.shown(rows:)`; `nil` if there are none.
        ///
        /// Lays out the view if it has changed or was scrolled since. Do not call it while the view is laid
        /// out, where these are the items of the layout before.
        ///
        /// - Parameter section: The section of the list.
        public func rowsInView(inSection section: Int = 0) -> Range<Int>? {
            // The visible items are those of the last layout.
            layoutSubtreeIfNeeded()
            return pathsInView.rows(inSection: section)
        }

        /// The items in view. Those that a collection view calls visible may be outside of the visible
        /// rectangle.
        private var pathsInView: [IndexPath] {
            let viewport = visibleRect
            return indexPathsForVisibleItems().filter { path in
                guard let frame = layoutAttributesForItem(at: path)?.frame else { return false }
                return !frame.intersection(viewport).isEmpty
            }
        }
    }
#endif
