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
        /// Identities must be unique, which `dedupe(by:)` guarantees: of items with the same one, the first
        /// is shown. Items whose content may have changed are reconfigured, or reloaded where AppKit cannot
        /// do that.
        ///
        /// - Parameters:
        ///   - state: A state of the feed. Placeholders are left out.
        ///   - section: The section.
        /// - Complexity: O(*n*), the length of the list.
        public init<Item: Identifiable & Sendable>(_ state: ViewState<Item>, section: SectionIdentifierType)
        where ItemIdentifierType == Item.ID {
            self.init(
                state.items.map(\.id).unique, changed: state.changedIDs.unique, section: section, of: Self())
        }

        /// Creates a snapshot of one section with the rows of a state, placeholders included.
        ///
        /// A row whose item was replaced in place by one of another identity keeps that of the snapshot
        /// before. Identities must be unique, which `dedupe(by:)` guarantees: a row that repeats one has that
        /// of a placeholder. Rows whose content may have changed are reconfigured, or reloaded where AppKit
        /// cannot do that.
        ///
        /// - Parameters:
        ///   - state: A state of the feed.
        ///   - old: The snapshot of the state before.
        ///   - section: The section.
        /// - Complexity: O(*n*), the length of the list.
        public init<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, after old: Self, section: SectionIdentifierType
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let rows = state.uniqueRowIDs(after: old.rows(ofSection: section))
            self.init(rows, changed: state.changedRowIDs(rows), section: section, of: Self())
        }

        /// Creates a snapshot with the items of a state in a section, and the other sections of the snapshot
        /// that is shown.
        init<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, itemsInSection section: SectionIdentifierType, of shown: Self
        ) where ItemIdentifierType == Item.ID {
            self.init(
                state.items.map(\.id).unique, changed: state.changedIDs.unique, section: section, of: shown)
        }

        /// Creates a snapshot with the rows of a state in a section, and the other sections of the snapshot
        /// that is shown.
        init<Item: Identifiable & Sendable>(
            _ state: ViewState<Item>, rowsInSection section: SectionIdentifierType, of shown: Self
        ) where ItemIdentifierType == FeedRow<Item>.ID {
            let others = shown.sectionIdentifiers.filter { $0 != section }
            let rows = state.uniqueRowIDs(
                after: shown.rows(ofSection: section),
                besides: Set(others.flatMap { shown.itemIdentifiers(inSection: $0) }))
            self.init(rows, changed: state.changedRowIDs(rows), section: section, of: shown)
        }

        private init(
            _ rows: [ItemIdentifierType], changed: [ItemIdentifierType], section: SectionIdentifierType,
            of shown: Self
        ) {
            self.init()
            let sections = shown.sectionIdentifiers
            appendSections(sections.contains(section) ? sections : sections + [section])
            for other in sections where other != section {
                appendItems(shown.itemIdentifiers(inSection: other), toSection: other)
            }
            appendItems(rows, toSection: section)
            #if canImport(UIKit)
                reconfigureItems(changed)
            #else
                reloadItems(changed)
            #endif
        }

        /// The rows of a section; none if there is no such section.
        private func rows(ofSection section: SectionIdentifierType) -> [ItemIdentifierType] {
            sectionIdentifiers.contains(section) ? itemIdentifiers(inSection: section) : []
        }
    }

    extension ViewState where Item: Identifiable {
        /// Changed rows, and those that repeat an item: another row may have had that number.
        fileprivate func changedRowIDs(_ ids: [FeedRow<Item>.ID]) -> [FeedRow<Item>.ID] {
            var changed = Set(changedRows)
            for (row, id) in ids.enumerated() {
                if case .placeholder = id, item(atRow: row) != nil { changed.insert(row) }
            }
            return changed.sorted().map { ids[$0] }
        }
    }

    extension ViewState {
        /// The identities of the rows, each once: a row that repeats an item, or is in another section, too,
        /// has that of a placeholder with a number that no row has.
        fileprivate func uniqueRowIDs(
            after shown: [FeedRow<Item>.ID], besides others: Set<FeedRow<Item>.ID> = []
        ) -> [FeedRow<Item>.ID] where Item: Identifiable {
            var seen = others
            return rowIDs(after: shown).enumerated().map { row, id in
                if seen.insert(id).inserted { return id }
                // Numbers that no placeholder has: the cell may be of another type.
                var number = -1 - 2 * row
                if case .item = id { number -= 1 }
                while !seen.insert(.placeholder(number)).inserted { number -= 1 << 32 }
                return .placeholder(number)
            }
        }
    }

    extension Array where Element: Hashable {
        /// The first of equal elements each.
        fileprivate var unique: [Element] {
            var seen: Set<Element> = []
            return filter { seen.insert($0).inserted }
        }
    }
#endif
