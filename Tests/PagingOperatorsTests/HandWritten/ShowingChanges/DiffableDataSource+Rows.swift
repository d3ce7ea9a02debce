import Foundation
import PagingOperators
import UIKitStandIn

// snippet: begin
extension UITableViewDiffableDataSource where SectionIdentifierType == Int {
    /// Shows the rows of a state.
    func show<Item: Identifiable>(_ state: ViewState<Item>) where ItemIdentifierType == Item.ID {
        var rows = NSDiffableDataSourceSnapshot<Int, Item.ID>()
        rows.appendSections([0])
        rows.appendItems(state.items.map(\.id))
        if state.change.isReload { return applySnapshotUsingReloadData(rows) }
        // A row that is inserted may have the identity of one that is removed.
        let changed = state.change.updated + state.change.inserted
        rows.reconfigureItems(changed.joined().map { state.items[$0].id })
        apply(rows, animatingDifferences: false)
    }
}
// snippet: end
