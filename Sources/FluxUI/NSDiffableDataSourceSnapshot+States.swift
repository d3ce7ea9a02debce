#if canImport(UIKit) && !os(watchOS)
    import UIKit
#elseif canImport(AppKit)
    import AppKit
#endif

#if canImport(AppKit) || canImport(UIKit) && !os(watchOS)
    import PagingOperators

    extension NSDiffableDataSourceSnapshot {
        /// Creates a snapshot of one section with the items of a state.
        ///
        /// Identities must be unique, which `dedupe(by:)` guarantees. Items whose content may have changed
        /// are reconfigured, or reloaded where AppKit cannot do that.
        ///
        /// - Parameters:
        ///   - state: A state of the feed. Placeholders are left out.
        ///   - section: The section.
        /// - Complexity: O(*n*), the length of the list.
        public init<Item: Identifiable & Sendable>(_ state: ViewState<Item>, section: SectionIdentifierType)
        where ItemIdentifierType == Item.ID {
            self.init(state.items.map(\.id), changed: state.changedIDs, section: section)
        }

        /// Creates a snapshot of one section with the rows of a model, which keep their identities.
        ///
        /// Rows whose content may have changed with the last state are reconfigured, or reloaded where AppKit
        /// cannot do that.
        ///
        /// - Parameters:
        ///   - model: The model of the list. Its placeholders are rows, too.
        ///   - section: The section.
        /// - Complexity: O(*n*), the length of the list.
        @MainActor
        public init<Item: Identifiable & Sendable>(
            _ model: PagingModel<Item>, section: SectionIdentifierType
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            self.init(model.rows.map(\.id), changed: model.changedIDs, section: section)
        }

        private init(
            _ rows: [ItemIdentifierType], changed: [ItemIdentifierType], section: SectionIdentifierType
        ) {
            self.init()
            appendSections([section])
            appendItems(rows, toSection: section)
            #if canImport(UIKit)
                reconfigureItems(changed)
            #else
                reloadItems(changed)
            #endif
        }
    }
#endif
