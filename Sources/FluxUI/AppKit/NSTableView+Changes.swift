#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import PagingOperators

    extension NSTableView {
        /// Shows a change of the rows.
        ///
        /// ```swift
        /// tableView.apply(state.change) { self.state = state }
        /// ```
        ///
        /// - Parameters:
        ///   - change: The change, from a state of the feed.
        ///   - animation: The animation of rows that are removed and inserted; by default nothing is
        ///     animated.
        ///   - read: Replaces the state from which the data source reads the rows. Called once, within this
        ///     call.
        /// - Complexity: O(*k* log *k*), the number of rows that change, and an update of the table view for
        ///   each moved row.
        public func apply(
            _ change: RowChange, withAnimation animation: NSTableView.AnimationOptions = [], read: () -> Void
        ) {
            read()
            if change.isEmpty { return }
            if change.isReload { return reloadData() }
            // A table view animates moves by itself.
            if animation.isEmpty {
                NSAnimationContext.withoutAnimation { update(change, withAnimation: animation) }
            } else {
                update(change, withAnimation: animation)
            }
            if !change.updated.isEmpty { reload(change.updated.indexSet) }
        }

        /// Removes, moves and inserts rows. Unlike that of a collection view, each update counts the rows
        /// that the previous one has left.
        ///
        /// A moved row is not removed and inserted, which would deselect it.
        private func update(_ change: RowChange, withAnimation animation: NSTableView.AnimationOptions) {
            beginUpdates()
            removeRows(at: change.removed.indexSet, withAnimation: animation)
            for move in change.moveSteps { moveRow(at: move.source, to: move.destination) }
            insertRows(at: change.inserted.indexSet, withAnimation: animation)
            endUpdates()
        }

        /// Makes the views of rows anew, which have their heights from then on.
        private func reload(_ rows: IndexSet) {
            reloadData(forRowIndexes: rows, columnIndexes: IndexSet(integersIn: 0..<numberOfColumns))
            // A table view keeps the heights of rows that are reloaded, and animates changes of heights.
            NSAnimationContext.withoutAnimation { noteHeightOfRows(withIndexesChanged: rows) }
        }

        /// Shows a state: its change, as by ``apply(_:withAnimation:read:)``, with the rows in view at their
        /// place, or from the row of the state's scroll target.
        ///
        /// ```swift
        /// tableView.show(state) { self.state = state }
        /// ```
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - animation: The animation of rows that are removed and inserted; by default nothing is
        ///     animated.
        ///   - read: Replaces the state from which the data source reads the rows. Called once, within this
        ///     call.
        public func show<Item>(
            _ state: ViewState<Item>, withAnimation animation: NSTableView.AnimationOptions = [],
            read: () -> Void
        ) {
            if state.keepsRows { return read() }
            let place = state.place(following: rowsInView)
            let distance = place?.follows.map { distanceToViewport(from: rect(ofRow: $0)) }
            apply(state.change, withAnimation: animation, read: read)
            guard let place else { return }
            let frame = rect(ofRow: place.row)
            guard let distance else { return scrollToTop(frame) }
            // A list that is pulled past an edge stays so.
            if distanceToViewport(from: frame) != distance { scrollViewport(by: distance, from: frame) }
        }

        /// The rows in view, for `ListSignal.shown(rows:)`; `nil` if there are none.
        public var rowsInView: Range<Int>? {
            let rows = rows(in: visibleRect)
            return rows.length > 0 ? rows.location..<rows.location + rows.length : nil
        }
    }

    extension NSAnimationContext {
        /// Performs updates of a view at once.
        static func withoutAnimation(_ work: () -> Void) {
            beginGrouping()
            current.duration = 0
            work()
            endGrouping()
        }
    }

    extension [Range<Int>] {
        fileprivate var indexSet: IndexSet {
            var set = IndexSet()
            for range in self { set.insert(integersIn: range) }
            return set
        }
    }
#endif
