#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit
    import PagingOperators

    extension NSTableViewDiffableDataSource {
        /// Shows the items of a state in one section of the table view.
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

        /// Shows the rows of a model in one section of the table view, placeholders included.
        ///
        /// A row keeps its place when its item is replaced by one of another identity, as by
        /// `FeedEdits/confirm(_:as:)`. Make cells of `model.rows[row]`, and call this method for each state:
        ///
        /// ```swift
        /// subscription = model.states.sink { [model] _ in dataSource.apply(model, section: 0) }
        /// ```
        ///
        /// - Parameters:
        ///   - model: The model of the list.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the length of the list.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ model: PagingModel<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let snapshot = NSDiffableDataSourceSnapshot(model, section: section)
            apply(snapshot, animatingDifferences: animatingDifferences && !model.state.change.isReload)
        }
    }

    extension NSCollectionViewDiffableDataSource {
        /// Shows the items of a state in one section of the collection view.
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

        /// Shows the rows of a model in one section of the collection view, placeholders included.
        ///
        /// A row keeps its place when its item is replaced by one of another identity, as by
        /// `FeedEdits/confirm(_:as:)`. Make cells of `model.rows[indexPath.item]`, and call this method for
        /// each state:
        ///
        /// ```swift
        /// subscription = model.states.sink { [model] _ in dataSource.apply(model, section: 0) }
        /// ```
        ///
        /// - Parameters:
        ///   - model: The model of the list.
        ///   - section: The section.
        ///   - animatingDifferences: Whether changes are animated.
        /// - Complexity: O(*n*), the length of the list.
        @MainActor
        public func apply<Item: Identifiable & Sendable>(
            _ model: PagingModel<Item>, section: SectionIdentifierType, animatingDifferences: Bool = false
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let snapshot = NSDiffableDataSourceSnapshot(model, section: section)
            apply(snapshot, animatingDifferences: animatingDifferences && !model.state.change.isReload)
        }
    }
#endif
