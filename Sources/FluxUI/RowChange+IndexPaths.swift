import Foundation
import PagingOperators

extension [Range<Int>] {
    /// The rows as index paths of a section.
    func indexPaths(inSection section: Int) -> [IndexPath] {
        joined().map { IndexPath(indexes: [section, $0]) }
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
}

extension ViewState where Item: Identifiable {
    /// The identities of the updated rows.
    var updatedIDs: [Item.ID] {
        change.updated.joined().compactMap { item(atRow: $0)?.id }
    }
}
