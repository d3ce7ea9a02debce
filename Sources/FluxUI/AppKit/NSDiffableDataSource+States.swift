#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import PagingOperators

    extension NSTableViewDiffableDataSource {
        /// Shows the items of a state in the one section of the table view.
        ///
        /// A state that is a reload is shown without animation. Replace the state from which cells are made
        /// first.
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
            apply(snapshot, animatingDifferences: animatingDifferences && !state.change.isReload)
        }

        /// Shows the rows of a state in the one section of the table view, placeholders included.
        ///
        /// A row keeps its place when its item is replaced in place by one of another identity, as by
        /// `FeedEdits/confirm(_:as:)`. The data source is to show no other rows in the section, and each
        /// state of the feed. Replace the state from which cells are made first.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the length of the list.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let snapshot = NSDiffableDataSourceSnapshot(state, after: snapshot(), section: section)
            apply(snapshot, animatingDifferences: animatingDifferences && !state.change.isReload)
        }
    }

    extension NSCollectionViewDiffableDataSource {
        /// Shows the items of a state in the one section of the collection view.
        ///
        /// A state that is a reload is shown without animation. Replace the state from which cells are made
        /// first.
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
            apply(snapshot, animatingDifferences: animatingDifferences && !state.change.isReload)
        }

        /// Shows the rows of a state in the one section of the collection view, placeholders included.
        ///
        /// A row keeps its place when its item is replaced in place by one of another identity, as by
        /// `FeedEdits/confirm(_:as:)`. The data source is to show no other rows in the section, and each
        /// state of the feed. Replace the state from which cells are made first.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the length of the list.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let snapshot = NSDiffableDataSourceSnapshot(state, after: snapshot(), section: section)
            apply(snapshot, animatingDifferences: animatingDifferences && !state.change.isReload)
        }
    }
#endif
