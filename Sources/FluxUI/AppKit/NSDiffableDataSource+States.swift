#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import PagingOperators

    extension NSTableViewDiffableDataSource {
        /// Shows the items of a state in a section of the table view.
        ///
        /// A state that is a reload is shown without animation. Replace the state from which cells are made
        /// first.
        ///
        /// Identities must be unique, which `dedupe(by:)` guarantees: of items with the same one, the first
        /// is shown.
        ///
        /// Other sections keep their places and their items, whose identities have to differ from those of
        /// this one. A section that is not there yet is appended.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the number of rows of all sections; `apply(_:toSection:read:)` of the view
        ///   costs the change only.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == Item.ID {
            let snapshot = NSDiffableDataSourceSnapshot(state, itemsInSection: section, of: snapshot())
            apply(snapshot, animatingDifferences: animatingDifferences && !state.change.isReload)
        }

        /// Shows the rows of a state in a section of the table view, placeholders included.
        ///
        /// A row keeps its place when its item is replaced in place by one of another identity, as by
        /// `FeedEdits/confirm(_:as:)`. The data source is to show no other rows in the section, and each
        /// state of the feed. Replace the state from which cells are made first.
        ///
        /// Identities must be unique, which `dedupe(by:)` guarantees: a row that repeats one has that of a
        /// placeholder.
        ///
        /// Other sections keep their places and their items, whose identities have to differ from those of
        /// this one. A section that is not there yet is appended.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the number of rows of all sections.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let snapshot = NSDiffableDataSourceSnapshot(state, rowsInSection: section, of: snapshot())
            apply(snapshot, animatingDifferences: animatingDifferences && !state.change.isReload)
        }
    }

    extension NSCollectionViewDiffableDataSource {
        /// Shows the items of a state in a section of the collection view.
        ///
        /// A state that is a reload is shown without animation. Replace the state from which cells are made
        /// first.
        ///
        /// Identities must be unique, which `dedupe(by:)` guarantees: of items with the same one, the first
        /// is shown.
        ///
        /// Other sections keep their places and their items, whose identities have to differ from those of
        /// this one. A section that is not there yet is appended.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the number of rows of all sections; `apply(_:toSection:read:)` of the view
        ///   costs the change only.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == Item.ID {
            let snapshot = NSDiffableDataSourceSnapshot(state, itemsInSection: section, of: snapshot())
            apply(snapshot, animatingDifferences: animatingDifferences && !state.change.isReload)
        }

        /// Shows the rows of a state in a section of the collection view, placeholders included.
        ///
        /// A row keeps its place when its item is replaced in place by one of another identity, as by
        /// `FeedEdits/confirm(_:as:)`. The data source is to show no other rows in the section, and each
        /// state of the feed. Replace the state from which cells are made first.
        ///
        /// Identities must be unique, which `dedupe(by:)` guarantees: a row that repeats one has that of a
        /// placeholder.
        ///
        /// Other sections keep their places and their items, whose identities have to differ from those of
        /// this one. A section that is not there yet is appended.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the number of rows of all sections.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let snapshot = NSDiffableDataSourceSnapshot(state, rowsInSection: section, of: snapshot())
            apply(snapshot, animatingDifferences: animatingDifferences && !state.change.isReload)
        }
    }
#endif
