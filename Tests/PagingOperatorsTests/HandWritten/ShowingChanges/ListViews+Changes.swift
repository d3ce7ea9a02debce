import Foundation
import PagingOperators
import UIKitStandIn

// snippet: begin
extension UITableView {
    /// Shows a change of the first section's rows.
    ///
    /// - Parameters:
    ///   - change: The change, from a state of the feed.
    ///   - sections: Other sections that change with it.
    ///   - read: Replaces the state from which the rows are read.
    func apply(_ change: RowChange, reloading sections: IndexSet = [], read: @escaping () -> Void) {
        if change.isReload {
            read()
            return reloadData()
        }
        // A state of loading only, which `willDisplay` may lead to: no batch within the layout.
        if change.isEmpty, sections.isEmpty { return read() }
        performBatchUpdates {
            read()
            self.deleteRows(at: change.removed.indexPaths, with: .none)
            self.insertRows(at: change.inserted.indexPaths, with: .none)
            for move in change.moved { self.moveRow(at: move.sourcePath, to: move.destinationPath) }
            self.reloadSections(sections, with: .none)
        }
        // After the batch, because these rows are counted in the later state, and a batch counts in the
        // earlier one.
        reconfigureRows(at: change.updated.indexPaths)
    }
}

extension [Range<Int>] {
    /// The rows, in the first section.
    var indexPaths: [IndexPath] { joined().map { IndexPath(item: $0, section: 0) } }
}

extension RowChange.Move {
    var sourcePath: IndexPath { IndexPath(item: source, section: 0) }
    var destinationPath: IndexPath { IndexPath(item: destination, section: 0) }
}
// snippet: end

// snippet: begin
extension UICollectionView {
    func apply(_ change: RowChange, reloading sections: IndexSet = [], read: @escaping () -> Void) {
        if change.isReload {
            read()
            return reloadData()
        }
        // A state of loading only, which `willDisplay` may lead to: no batch within the layout.
        if change.isEmpty, sections.isEmpty { return read() }
        performBatchUpdates {
            read()
            self.deleteItems(at: change.removed.indexPaths)
            self.insertItems(at: change.inserted.indexPaths)
            for move in change.moved { self.moveItem(at: move.sourcePath, to: move.destinationPath) }
            self.reloadSections(sections)
        }
        reconfigureItems(at: change.updated.indexPaths)
    }
}
// snippet: end
