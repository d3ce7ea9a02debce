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

        /// Creates a snapshot of one section with the rows of a state, placeholders included.
        ///
        /// A row whose item was replaced in place by one of another identity keeps that of the snapshot
        /// before. Rows whose content may have changed are reconfigured, or reloaded where AppKit cannot do
        /// that.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - old: The snapshot of the state before.
        ///   - section: The section.
        /// - Complexity: O(*n*), the length of the list.
        public init<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, after old: Self, section: SectionIdentifierType
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let isShown = old.sectionIdentifiers.contains(section)
            let rows = state.rowIDs(after: isShown ? old.itemIdentifiers(inSection: section) : [])
            self.init(rows, changed: state.changedRows.map { rows[$0] }, section: section)
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
