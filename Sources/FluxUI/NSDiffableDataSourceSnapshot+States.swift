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
            self.init()
            appendSections([section])
            appendItems(state.items.map(\.id), toSection: section)
            #if canImport(UIKit)
                reconfigureItems(state.changedIDs)
            #else
                reloadItems(state.changedIDs)
            #endif
        }
    }
#endif
