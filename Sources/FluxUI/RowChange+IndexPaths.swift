import Foundation
import PagingOperators

extension [Range<Int>] {
    /// The rows as index paths of a section.
    func indexPaths(inSection section: Int) -> [IndexPath] {
        joined().map { IndexPath(indexes: [section, $0]) }
    }
}

/// The updated rows, by what is done with their cells.
struct CellUpdates: Equatable {
    /// The rows whose cells stay.
    let reconfigured: [IndexPath]

    /// The rows that get other cells.
    let reloaded: [IndexPath]
}

extension RowChange {
    /// The updated rows as index paths of a section.
    ///
    /// - Parameter replaced: Those of them that get other cells.
    func cellUpdates(replacing replaced: [Range<Int>], inSection section: Int) -> CellUpdates {
        let reloaded = replaced.indexPaths(inSection: section)
        let others = Set(reloaded)
        return CellUpdates(
            reconfigured: updated.indexPaths(inSection: section).filter { !others.contains($0) },
            reloaded: reloaded)
    }
}

extension RowChange.Move {
    func sourcePath(inSection section: Int) -> IndexPath { IndexPath(indexes: [section, source]) }

    func destinationPath(inSection section: Int) -> IndexPath { IndexPath(indexes: [section, destination]) }
}

extension Sequence<IndexPath> {
    /// The rows of a section, from the first to the last; `nil` if there are none.
    func rows(inSection section: Int) -> Range<Int>? {
        let rows = filter { $0.count == 2 && $0[0] == section }.map { $0[1] }
        guard let first = rows.min(), let last = rows.max() else { return nil }
        return first..<last + 1
    }

    /// The rows of other sections than some, whose rows may be gone.
    func outside(of sections: IndexSet) -> [IndexPath] { filter { !sections.contains($0[0]) } }
}

extension ViewState where Item: Identifiable {
    /// The identities of the items whose content may have changed.
    var changedIDs: [Item.ID] { changedRows.compactMap { item(atRow: $0)?.id } }
}
